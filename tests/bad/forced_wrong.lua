-- A forced deed forces everybody; `wraps` has no steps; a rule and a procedure do not exist.
extends "lamplight"
action "flee" { default = "forced" }
action "sit" { default = "force" }
track "day" { wraps = true }
track "debt" { min = rule.nobody }
procedure "watches" { "act", "time" }
action "on_to" { turns = 0 }
function act.on_to() switch "watch" end
-- expect: forced_wrong.lua:3: action "flee", default: whom does it force?  cannot.flee gives a reason for all others
-- expect: forced_wrong.lua:4: action "sit", default: true or false or "forced" is needed, and this is "force"
-- expect: forced_wrong.lua:5: track "day", wraps: only a ladder goes on from its last step to its first; give it steps
-- expect: forced_wrong.lua:6: there is no rule.nobody; to write it, add function rule.nobody() … end
-- expect: forced_wrong.lua:9: there is no procedure 'watch'; did you mean 'watches'? | write: function act.on_to() switch "watches" end
