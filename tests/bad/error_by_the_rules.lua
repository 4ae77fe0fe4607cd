-- A rule raises an error in its own words.
extends "lamplight"

action "pray" { help = "say a word" }
function act.pray() error "The gods are not written yet." end
-- play: pray
-- expect: error_by_the_rules.lua:5: The gods are not written yet.
