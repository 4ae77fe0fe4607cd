-- A rule writes another rule while the table plays.
extends "lamplight"
action "trim" { help = "trim the wick" }
function act.trim() function rule.meet() end end
-- play: trim
-- expect: function_in_play.lua:4: rule.meet cannot change while the table plays: only the state does (tracks, lights, timers, rooms, members, turn)
