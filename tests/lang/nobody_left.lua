-- nobody_left.lua -- play is over once the last has gone, however they went.
ruleset "Nobody left" { nobody = "all_gone" }
procedure "turn" { "act", "time" }
track "hp"   { of = "member", start = 2, min = 0, empty = "dead" }
track "dead" { of = "member", start = false, away = true }
track "tunnel" { max = 60, full = "through" }
track "through" { start = false }
track "fled" { of = "member", start = false, away = true }
event "all_gone" { text = "Nobody comes back. {who} was the last.", ends = true }
action "wait" {}
action "flee" { by = "each", turns = 0, gains = "fled" }
action "bleed" { by = "each", turns = 0, loses = "hp" }
member "A" {}
member "B" {}
