-- modifiers.lua -- what changes checks and rolls on charts, declared.
ruleset "Modifiers" { turn = "10 minutes", procedure = "turn", check = "1d20" }
kind.member:has { dex = 1, wis = 0 }
track "dark" { start = false }
track "stench" { min = 0 }
modifier "darkness" { when = function(c) return party.dark end, add = -10, to = "dex|wis" }
modifier "luck" { when = function(c) return c.who.name == "Pike" end, adv = 1 }
modifier "reek" { chart = "hazard", when = rule.smells, add = rule.reek }
function rule.smells(r) return r.chart == "hazard" and party.stench > 0 end
function rule.reek(r) return r.about and party.stench or 0 end
procedure "turn" { "act", "time" }
chart "hazard" { die = "1d6", { "1-3", "a" }, { "4+", "b" } }
action "jump" { by = "each" }
function act.jump(who) check(who, "dex", 12) end
action "think" { by = "each" }
function act.think(who) check(who, nil, 12) end
action "hide" { by = "each" }
function act.hide(who) check(who, "wis", 12, { under = true }) end
action "wander" {}
function act.wander() roll("hazard", "them") end
action "place" {}
function act.place() roll("hazard", "them", { at = 1 }) end
action "wrestle" { by = "one" }
function act.wrestle(who) contest(who, "dex", { name = "ghoul", dex = 2 }, "dex") end
member "Bram" {}
