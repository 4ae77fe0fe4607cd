-- highest.lua -- pools of which a rule reads the highest, the lowest, how many show a face: in any order, or in a
-- loop, where the order counts.
-- ask: --turns 3 --plan "best; both; climb"
ruleset "Highest" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "high" { max = 6 }
track "dread" { max = 3 }
event "clash" {}
event "rising" {}
event "even" {}
action "best" {}
action "both" {}
action "climb" {}
function act.best()
  set("high", (most(pool(party.dread + 3, "d6", "best"))))
  if least(pool(2, "d6")) > 3 then gain "dread" end
end
function act.both()
  local found = pool(4, "d6", "both")
  if count(found, 6) > 1 or has(found, 1) and #found == 4 then emit "clash" {} end
  if most(found) - least(found) == 5 then emit "even" {} end
  local more, total = faces "2d4"
  if count(more, 4) == 1 or total == 4 then emit "even" {} end
end
function act.climb()
  local found = pool(3, "d4", "climb")
  if most(found) == found[3] then emit "rising" {} end
  if count(pool(3, "d6"), function(n) return n > dice "1d6" end) == 3 then emit "clash" {} end
end
