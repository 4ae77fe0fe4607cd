-- An iterator is kept in a local; in play it moves on, and undo could not take it back.
extends "lamplight"

local omens = pairs { bats = true, rats = true }
action "tap" { help = "knock on a wall" }
function act.tap() omens() end
-- play: tap
-- expect: iterator_in_play.lua:6: the local 'omens' changed in play; only the state may: make it a track
