-- lanterns.lua -- the part light_levels, in a small ruleset made for it.
ruleset "Lanterns" { turn = "1 hour", check = "1d20" }
procedure "hour" { "act", "time" }
track "con" { of = "member", start = 2, min = -5 }
include "light_levels"

light "torch" { lasts = "1 hour" }
action "wait" {}
action "sneak" { by = "each" }
function act.sneak(who) check(who, "con", 11, { tags = { "stealth" } }) end
member "A" {}
