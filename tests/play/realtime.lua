-- realtime.lua -- a lamp that burns by the clock on the wall.
ruleset "Real Time" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
light "lamp" { lasts = "60 real minutes" }
action "move" { help = "on" }
member "Pike" {}
