-- retreat.lua -- out of a fight, on one's own go and with all of it.
--
-- A part.  Gives: retreat.
-- Wants: the parts fight, morale and chase; checks with the six abilities.
-- A house file changes: question.retreat.always = "both", setting.retreat_dc.

setting "retreat_dc" { default = 11, help = "DC to get away" }
kind.member:has { retainer = false }
question "retreat"  { text = "What is needed to get away?", choices = { "check", "enemy attack", "both", "neither" } }
question "pursuit"  { text = "How fast are the pursuers? (0: nobody follows)", default = 0, min = 0, unit = "ft" }
action "retreat" { during = "melee", turns = 0, takes = { "str|dex|con|int|wis|cha?" },
                   help = "out of the fight, on your own go and with all of it" }

function act.retreat(list, with)
  local who = rule.actor(list)
  if rule.budget(who).begun then refuse(who.name .. " has acted already.") end
  for sort in each { "active", "movement", "quick" } do rule.spend(who, sort) end
  set(who, "holding", false)
  if rule.gets_away(who, with or "dex") then rule.escapes(who) else say("%s does not get away.", who.name) end
end
-- The check failing, or a hit by the enemy at the edge, ends it.
function rule.gets_away(who, with)
  if rule.speed(who) == 0 then return false end
  local how = ask "retreat"
  if (how == "check" or how == "both") and not check(who, with, setting.retreat_dc, { tags = {} }) then return false end
  if how ~= "enemy attack" and how ~= "both" then return true end
  for foe in each(rule.standing()) do
    if rule.is_close(foe.at) then return not rule.strikes(foe, who) end
  end
  return true
end
function rule.escapes(who)
  set(who, "escaped", true)
  set(who, "hidden", false)
  say("%s is out of the fight.", who.name)
  for other in each(party) do
    if other.retainer and other ~= who and not other.escaped then rule.follow(other) end
  end
  local speed = ask "pursuit"
  if speed > 0 then rule.run_after({ who }, speed, nil, "is shaken off", "catches up") end
end
-- Retainers who see it test their morale, and the worse of two d20 counts.
function rule.follow(who)
  if rule.stands_fast(who, "dis") then return end
  set(who, "escaped", true)
  say("%s runs in blind panic.", who.name)
end
