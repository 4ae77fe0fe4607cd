-- Rules cannot be changed in play.
extends "lamplight"

action "trim" { help = "trim the wick" }
function act.trim() light.torch.lasts = "8 turns" end
-- play: trim
-- expect: sealed_in_play.lua:5: light.torch.lasts cannot change while the table plays: only the state does (tracks, lights, timers, rooms, members, turn)
