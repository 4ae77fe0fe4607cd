-- A track must keep its type of value.
extends "lamplight"

action "blank" { help = "lose count" }
function act.blank() party.torches = "some" end
-- play: blank
-- expect: wrong_in_track.lua:5: the party, torches: a number is needed, and this is "some"
