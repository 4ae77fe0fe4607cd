-- A rule changes the text of a row while the table plays.
extends "lamplight"
action "trim" { help = "trim the wick" }
function act.trim() chart.hazard.quiet.text = "Not a sound." end
-- play: trim
-- expect: sealed_row.lua:4: chart.hazard.quiet.text cannot change while the table plays: only the state does (tracks, lights, timers, rooms, members, turn)
