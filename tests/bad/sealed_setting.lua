-- A rule changes a setting while the table plays.
extends "lamplight"
action "trim" { help = "trim the wick" }
function act.trim() setting.grace = 2 end
-- play: trim
-- expect: sealed_setting.lua:4: setting.grace cannot change while the table plays: only the state does (tracks, lights, timers, rooms, members, turn)
