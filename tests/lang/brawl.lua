-- brawl.lua -- the parts of a fight, in a small ruleset with its own numbers for the six abilities.
ruleset "Brawl" { turn = "10 minutes", check = "1d20", procedure = "turn" }
procedure "turn" { "act", "time" }
kind.member:has { dex = 7, str = 0, con = 0, int = 0, wis = 0, cha = 0 }
track "hp" { of = "member", min = 0, max = "own" }
include "fight"
include "rout"

weapon "club" { damage = "1d6" }
creature "thug" { ac = 12, attack = 1, dex = 6, damage = "1d4", morale = 2 }
function rule.hurt(who, n) lose(who, "hp", n) end
action "pray" { costs = { melee = "quick" }, by = "one", turns = 0 }
function act.pray() say "Amen." end
