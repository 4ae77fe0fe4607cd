-- A rule changes a table that is a local and no track.
extends "lamplight"
local seen = {}
action "tap" { help = "knock on a wall" }
function act.tap() seen[#seen + 1] = "wall" end
-- play: tap
-- expect: local_table_in_play.lua:5: the local 'seen' changed in play; only the state may: make it a track
