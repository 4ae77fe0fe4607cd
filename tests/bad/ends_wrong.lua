-- These events cannot end play: one of the program, and one with the name of a procedure; `during` names an unknown procedure.
extends "delving"
event.turn_start.ends = true
event "camp" { ends = true }
procedure "camp" { "time" }
action "again" { turns = 0, during = "cmap" }
-- expect: ends_wrong.lua:3: event "turn_start", ends: the program makes this happen; only what rules emit can end play
-- expect: ends_wrong.lua:4: event "camp", ends: there is a procedure "camp"; what ends play needs another name
-- expect: ends_wrong.lua:6: action "again", during has no procedure 'cmap'; did you mean 'camp'? | write: action "again" { turns = 0, during = "camp" }
