-- A local is forgotten by undo; a track is not.
extends "lamplight"

local searched = 0
action "tap" { help = "knock on a wall" }
function act.tap() searched = searched + 1 end
-- play: tap
-- expect: local_in_play.lua:6: the local 'searched' changed in play; only the state may: make it a track
