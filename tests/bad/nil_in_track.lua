-- A track cannot be nil.
extends "lamplight"

action "blank" { help = "lose count" }
function act.blank() party.torches = nil end
-- play: blank
-- expect: nil_in_track.lua:5: the party, torches: nothing (nil) cannot be kept; use false, 0 or ""
