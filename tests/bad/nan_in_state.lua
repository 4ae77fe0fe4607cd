extends "lamplight"

action "share" { help = "share nothing among none" }
function act.share() party.torches = 0 / 0 end
-- play: share
-- expect: lamplight.lua:19: party.torches: not a number (0/0) cannot be kept
