-- A rule divides 0 by 0 and keeps the result in a track.
extends "lamplight"
action "share" { help = "share nothing among none" }
function act.share() party.torches = 0 / 0 end
-- play: share
-- expect: nan_in_state.lua:4: the party, torches: not a number (0/0) cannot be kept
