-- modifiers.lua -- modifiers of checks and of the rolls on a chart, which screens tell by name.
ruleset "Modifiers" { turn = "10 minutes", procedure = "turn", check = "1d20" }
kind.member:has { dex = 1 }
track "gloom" { start = false }
track "stench" {}
modifier "darkness" { when = function() return party.gloom end, add = -4, to = "dex", help = "in the dark" }
modifier "luck" { when = function(c) return c.who.name == "Pike" end, adv = 1 }
modifier "reek" { chart = "hazard", add = function() return party.stench end }
procedure "turn" { "act", "hazard", "time" }
chart "hazard" { die = "1d6", { "1-3", "quiet" }, { "4+", "noise" } }
action "jump" { by = "each" }
function act.jump(who) check(who, "dex", 12, { public = true }) end
action "hide" { by = "each" }
function act.hide(who) check(who, "dex", 12, { under = true }) end
member "Bram" {}
member "Pike" { dex = 3 }
