-- An action takes arguments of misspelt types.
extends "lamplight"
action "throw" { takes = { "mebmer", "lamp?" }, help = "throw something" }
-- expect: takes_unknown.lua:3: action "throw", takes: 'mebmer' is nothing that can be typed; did you mean 'member'? | write: action "throw" { takes = { "member", "lamp?" }, help = "throw something" }
