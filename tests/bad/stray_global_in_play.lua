-- A new name is assigned in play and must be local.
extends "lamplight"

action "rest" { help = "sit down" }
function act.rest() rested = true end
-- expect: stray_global_in_play.lua:5: 'rested' is not local; write local rested = …, and what play changes as a track
