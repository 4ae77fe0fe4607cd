-- A rule calls itself without end.
extends "lamplight"
action "muse" { help = "think about thinking" }
function rule.muse(n) return 1 + rule.muse(n + 1) end
function act.muse() say("%s", rule.muse(0)) end
-- play: muse
-- expect: recursion_in_play.lua:4: rules call each other without end
