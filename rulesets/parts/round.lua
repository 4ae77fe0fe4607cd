-- round.lua -- the rest of a round of a fight in one line.
--
-- A part.  Gives: round.
-- Wants: the part fight.
-- A house file changes: rule.member_fights, rule.foe_fights, what they do when nobody says.

track "stay" { of = "turn", start = false, help = "the go is not over" }
action "round" { at = "go", takes = { "member?" },
                 help = "members attack whom they can reach, enemies strike; round Pike stops at Pike's go" }

local order = step.order
function step.order()
  if turn.stay then return end
  if doing "round" and rule.fighting() then rule.next_go() else order() end
end
-- Those who have not acted attack whom they can reach, or come closer; each enemy strikes somebody.
function act.round(_, whom)
  turn.stay = whom ~= nil
  while rule.fighting() and not (whom and rule.whose_go() == whom.name) do
    rule.fights_on(rule.whose_go())
    if not rule.fighting() or rule.is_last() then break end
    rule.next_go()
  end
end
function rule.is_last()
  for i = party.up + 1, #party.initiative do
    if rule.can_act(party.initiative[i].name) then return false end
  end
  return true
end
function rule.fights_on(name)
  local foe, who = named(name, party.foes), named(name)
  if not rule.can_act(name) or rule.budget(foe or who).active < 1 then return end
  if foe then rule.foe_fights(foe) else rule.member_fights(who) end
end
-- Each enemy has a member to strike, in marching order.
function rule.foe_fights(foe)
  local prey, place = those(party, function(who) return not who.hidden and not who.escaped end), 1
  for i, other in ipairs(party.foes) do if other.name == foe.name then place = i end end
  if #prey == 0 then return end
  if not creature[foe.creature].ranged and not rule.is_close(foe.at) then return rule.close_in(foe, foe.name) end
  rule.spend(foe, "active")
  rule.strikes(foe, prey[(place - 1) % #prey + 1])
end
function rule.member_fights(who)
  local arm, far = weapon[who.wields], nil
  for foe in each(rule.standing()) do
    if not foe.hidden and not rule.out_of_reach(arm, foe.at) then
      rule.spend(who, "active")
      return rule.attacks(who, foe, arm)
    end
    if not foe.hidden and foe.at ~= "far" then far = far or foe end
  end
  if far and rule.speed(who) > 0 then rule.close_in(far, who.name) end
end
function rule.close_in(foe, name)
  foe.at = "close"
  say("%s closes in.", name)
end
