-- holders.lua -- lamps by who holds them.
ruleset "Holders" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
light "torch"  { lasts = "6 turns" }
light "candle" { lasts = "2 turns" }
action "wait" {}
