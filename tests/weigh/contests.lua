-- contests.lua -- contests of which rules read the winner, the difference, one total, or all there is.
-- ask: --turns 3 --plan "dash; push; stare; swap; boast" --measure gap=party.gap --measure worn=party.worn --measure told=party.told
ruleset "Contests" { check = "1d20" }
procedure "round" { "act", "time" }
kind.member:has { dash = 2, might = 1 }
track "gap" { start = 3, min = 0, max = 7 }
track "worn" { min = 0, max = 4 }
track "told" { min = 0, max = 60 }
event "far" {}
event "close" {}
action "dash" {}
action "push" {}
action "stare" {}
action "swap" {}
action "boast" {}
member "A" {}
function rule.it() return { name = "it", dash = 1, might = 3 } end
function act.dash()
  local won, c, theirs = contest(party.members[1], "dash", rule.it(), "dash", { adv = party.gap > 3 and 1 or 0 })
  if won and c.total - theirs >= 5 then emit "far" {} lose("gap", 2) elseif won then lose "gap"
  elseif 5 <= theirs - c.total then gain("gap", 2) else emit "close" {} end
  if dice "1d4" + party.gap >= 6 then gain "worn" end
  if won and c.margin > 8 then lose "worn" end
end
function act.push()
  local won, c, theirs = contest(party.members[1], "might", rule.it(), "might")
  local by = theirs - c.total
  if by > 0 then gain("gap", by // 5) elseif won then lose("gap", -by // 5) end
end
function act.stare()
  local won, c, theirs = contest(party.members[1], "might", rule.it(), "might", { add = 2 })
  if theirs > 18 then gain "worn" end
  if won then set("told", c.total) end
end
function act.swap()
  if not contest(party.members[1], "might", rule.it(), "dash") then gain "worn" end
  local _, c = contest(party.members[1], "dash", rule.it(), "might")
  if c.natural == 20 then set("told", c.against) end
end
function act.boast()
  for _ = 1, 2 do
    local a, c, b = contest(party.members[1], "dash", rule.it(), "dash")
    if a then set("told", math.max(0, c.total - b)) elseif c.success then gain "worn" end
  end
end
