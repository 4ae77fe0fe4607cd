-- Nothing is no value.
extends "lamplight"

action "forget" { help = "lose count" }
function act.forget() party.torches = nil end
-- play: forget
-- expect: nil_in_track.lua:5: the party, torches: nothing (nil) cannot be kept; use false, 0 or ""
