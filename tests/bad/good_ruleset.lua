-- Right: the shortest ruleset of all, and a turn without length.
ruleset "Candlelight" { }
procedure "turn" { "act", "time" }
light "candle" { lasts = "3 turns" }
timer "bell" { lasts = "2 turns", starts = "bell" }
action "wait" { }
-- play: light candle
-- play: wait
