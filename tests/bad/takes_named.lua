-- Arguments are named wrongly: a name used twice, a name that a deed's event has already, a range backwards, a list not last.
extends "lamplight"
action "a" { takes = { "n: integer", "n: word" } }
action "b" { takes = { "who: member", "n: intger?" } }
action "c" { takes = { "6-1", "member…", "word…" } }
action "d" { takes = { "text…" } }
-- expect: takes_named.lua:3: action "a", takes: 'n' is the name of two arguments
-- expect: takes_named.lua:4: action "b", takes: deed "b" tells something else by the name 'who'; choose another
-- expect: takes_named.lua:4: action "b", takes: 'intger' is nothing that can be typed; did you mean 'integer'? | write: action "b" { takes = { "who: member", "n: integer?" } }
-- expect: takes_named.lua:5: action "c", takes: "6-1" runs backwards | write: action "c" { takes = { "1-6", "member…", "word…" } }
-- expect: takes_named.lua:5: action "c", takes: "member…" is the rest of the line, so it comes last
-- expect: takes_named.lua:6: action "d", takes: "text" is the rest of the line already; leave out the …
