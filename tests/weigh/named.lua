-- named.lua -- members take one another's names, and leave: a line that names one who is gone is refused.
-- sim: --turns 3 --plan "rest; B hack"
ruleset "Named" { turn = "10 minutes" }
procedure "turn" { "act", "call", "wait", "time" }
track "rope" { steps = { "gone", "d4", "d6" }, start = "d6" }
track "hp" { of = "member", max = 5, start = 2 }
light "lamp" { lasts = "25 minutes" }
member "B" {}
member "C" { hp = 4, holds = "lamp" }
action "hack" { by = "each", turns = rule.long }
action "look" { keeps = true, default = true }
action "rest" { turns = 2 }
function step.wait(who) end
function step.call()
  use("rope", 2)
  if dice "1d3" == 1 then party.members[1].name = "Zed" end
end
function act.look() if #party.members > 1 then table.remove(party.members, 1) end end
function rule.long() return dice "1d4" + turn.number % 3 == dice "1d2" and 2 or 1 end
