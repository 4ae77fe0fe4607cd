-- Actions are declared wrongly: a part that must come last, a part that is no text, turns below 0, two defaults, a wrong `by`.
extends "lamplight"
action "shout" { takes = { "text", "member" }, default = true }
action "sing"  { takes = { 3 }, default = true, turns = -1 }
action "dance" { by = "every", turns = "two" }
-- expect: actions_wrong.lua:3: action "shout", takes: "text" is the rest of the line, so it comes last
-- expect: actions_wrong.lua:4: action "sing", takes: every part is a text, as "room?", and this is 3
-- expect: actions_wrong.lua:4: action "sing", turns: a number of turns is 0 or more, and this is -1
-- expect: actions_wrong.lua:4: action "sing", default: "shout" is the default of the step 'act' already
-- expect: actions_wrong.lua:5: action "dance", by: "each", "one", "all" or "party" is needed, and this is "every" | write: action "dance" { by = "each", turns = "two" }
-- expect: actions_wrong.lua:5: action "dance", turns: a whole number or a function is needed, and this is "two"
