-- A rule calls itself without end, with a larger table each time.
extends "lamplight"
action "muse" { help = "think about thinking" }
function rule.muse(t) return rule.muse({ t, t, t, t }) .. "!" end
function act.muse() say("%s", rule.muse({})) end
-- play: muse
-- expect: recursion_in_tables.lua:4: rules call each other without end
