-- A track keeps its kind of value.
extends "lamplight"

action "forget" { help = "lose count" }
function act.forget() party.torches = "some" end
-- play: forget
-- expect: wrong_in_track.lua:5: the party, torches: a number is needed, and this is "some"
