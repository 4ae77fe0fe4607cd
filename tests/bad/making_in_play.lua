-- A rule makes a thing while the table plays.
extends "lamplight"
action "trim" { help = "trim the wick" }
function act.trim() light "lamp" { lasts = "8 turns" } end
-- play: trim
-- expect: making_in_play.lua:4: light "…" makes a thing while files are read, not in play; kindle("NAME", who) lights one
