-- lanterns.lua -- the parts light_levels, time_dice and purse, in a small ruleset of their own.
ruleset "Lanterns" { turn = "1 hour", check = "1d20" }
procedure "hour" { "act", "time" }
kind.member:has { str = 10 }
track "con" { of = "member", start = 2, min = -5 }
include "light_levels"
include "time_dice"
include "purse"

light "torch" { lasts = "1 hour" }
action "wait" {}
action "sneak" { by = "each" }
function act.sneak(who) check(who, "con", 11, { tags = { "stealth" } }) end
member "A" {}
