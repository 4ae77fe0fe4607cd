-- fallen.lua -- what becomes of members who have no hit points left, and of their lights: you say.
--
-- A part.  Gives: the tracks hp, down and dead of members; rule.fall(who).
-- Wants: nothing.
-- A house file changes: question.at_zero.always = "down", question.taken.always = "nobody", rule.fall.

track "hp"     { of = "member", min = 0, max = "own", help = "hit points" }
track "down"   { away = true }
track "dead"   { away = true }

question "at_zero" { text = "{name} has no hit points left. What now?", choices = { "nothing yet", "down", "dead" } }
question "taken"   { text = "Who takes {holder}'s {kind}?", choices = rule.takers, default = rule.first_taker }

function on.hp(who, _, now)
  if now > 0 then set(who, "down", false) else rule.fall(who) end
end
function rule.fall(who)
  local fate = ask("at_zero", who)
  if fate ~= "nothing yet" then set(who, fate, true) end
end

-- Somebody takes the light out of the hand of a member who falls, as long as anybody is there.
function on.down(who, _, now) if now then rule.hand_on(who) end end
function on.dead(who, _, now) if now then rule.hand_on(who) end end
function rule.hand_on(who)
  for lamp in each(burning()) do
    if lamp.holder == who.name and count(party) > 0 then
      local whose = ask("taken", lamp)
      if whose == "nobody" then put_out(lamp, "falls and goes out") else lamp.holder = whose end
    end
  end
end
function rule.takers()
  local list = {}
  for who in each(party) do table.insert(list, who.name) end
  table.insert(list, "nobody")
  return list
end
function rule.first_taker() return rule.takers()[1] end
