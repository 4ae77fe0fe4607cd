-- A pattern that would take forever is stopped.
extends "lamplight"

action "read" { help = "read the runes" }
function act.read() say("%s", string.rep("a", 4000):find(string.rep("a-", 60) .. "b")) end
-- play: read
-- expect: pattern_in_play.lua:5: the rules did not come to an end in time; does a pattern, a long text or a long expression take forever?
