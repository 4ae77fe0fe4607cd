-- morale.lua -- whether enemies stand and fight, and four moments that test it.
--
-- A part.  Gives: morale and nerve; rule.moment, rule.stands_fast.
-- Wants: the part fight.
-- A house file changes: rule.courage, what is added; question.ranks.always = nil, question.moment.always = nil;
--   the creatures' own bonus, creature.ogre.morale.

kind.creature:has { morale = "number?" }
kind.member:has   { morale = 0 }
setting "morale_dc" { default = 11, help = "DC of morale" }
track "moments" { start = {}, sheet = false, help = "when morale was tested in this fight" }

question "moment" { text = "{moment}. Do they test morale?", default = true, always = true }
question "ranks"  { text = "Who tests morale?", choices = { "side", "group", "individual" }, always = true }
question "breaks" { text = "{name} breaks. Flee or surrender?", choices = { "flee", "surrender" } }
action "morale" { turns = 0, takes = { "adv|dis?" }, help = "the enemies test their morale" }
action "nerve"  { turns = 0, by = "each", takes = { "adv|dis?" }, help = "a morale check of somebody in the party" }

local fought = act.fight
function act.fight(...)
  party.moments = {}
  fought(...)
  rule.moment "The fight begins"
end
local felled = on.felled
function on.felled(fields)
  felled(fields)
  rule.moment "The first death"
  if creature[named(fields.who, party.foes).creature].leads then rule.moment "Their leader is dead" end
  if #rule.standing() * 2 <= #party.foes then rule.moment "The outcome is obvious" end
end
function rule.moment(when)
  if #rule.standing() == 0 or has(party.moments, when) then return end
  table.insert(party.moments, when)
  if ask("moment", { moment = when }) then act.morale() end
end

-- For a side its leader tests, for a group one of each kind.
function act.morale(_, odds)
  local how, tested = ask "ranks", {}
  for foe in each(rule.standing()) do
    local of = how == "individual" and foe.name or how == "group" and foe.creature or "side"
    if not has(tested, of) then
      table.insert(tested, of)
      if not rule.stands_fast(of == "side" and rule.leader() or foe, odds or rule.mood()) then
        rule.breaks(of, ask("breaks", { name = of == "side" and "The enemy" or of }))
      end
    end
  end
end
function rule.leader()
  local list = rule.standing()
  for foe in each(list) do if creature[foe.creature].leads then return foe end end
  return list[1]
end
function rule.stands_fast(who, odds)
  local with = { tags = { "morale" } }
  if odds then with[odds] = 1 end
  return check(who, "morale", setting.morale_dc, with)
end
-- A monster without a bonus of its own has half its hit dice.
function rule.courage(who)
  local of = who.creature and creature[who.creature] or who
  return of.morale or of.hd // 2
end
local usual = rule.modifier
function rule.modifier(who, what)
  return what == "morale" and rule.courage(who) or usual(who, what)
end
-- The outnumbered are at a disadvantage; who: a member, of the party's side.
function rule.mood(who)
  local foes = #rule.standing()
  local friends = count(party, function(one) return not one.escaped end)
  if foes > 0 and (who and friends < foes or not who and foes < friends) then return "dis" end
end
function rule.breaks(of, how)
  for foe in each(rule.standing()) do
    if of == "side" or of == foe.creature or of == foe.name then
      foe.gone = true
      say("%s %s.", foe.name, how == "flee" and "flees" or "surrenders")
    end
  end
  rule.end_fight()
end
function act.nerve(who, odds)
  if not rule.stands_fast(who, odds or rule.mood(who)) then say("%s: %s.", who.name, ask("breaks", who)) end
end
