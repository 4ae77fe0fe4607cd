-- rout.lua -- who stands and fights, who gets out of it, and who catches whom.
--
-- A part.  Gives: morale, and four moments that test it; retreat; chase and flee; rule.stands_fast, rule.chase_dc.
-- Wants: the part fight; checks with str, dex, con, int, wis and cha.
-- A house file changes: creature.ogre.morale, rule.courage, what is added; question.ranks.always = nil,
--   question.moment.always = nil, question.retreat.always = "both"; setting.chase_by, rule.lost_sight.

include "fight"
kind.creature:has { morale = "number?" }
kind.member:has   { morale = 0, retainer = false }
setting "dc_of_nerve" { default = 11, help = "DC to stand fast, and to get away" }

-- --- morale ---

track "moments" { start = {}, sheet = false, help = "when morale was tested in this fight" }
question "moment" { text = "{moment}. Do they test morale?", default = true, always = true }
question "ranks"  { text = "Who tests morale?", choices = { "side", "group", "individual" }, always = true }
question "breaks" { text = "{name} breaks. Flee or surrender?", choices = { "flee", "surrender" } }
action "morale" { turns = 0, takes = { "member?", "adv|dis?" }, help = "the enemies test their morale, or a member: morale Bram" }

function on.enter(what)
  if what == "melee" then party.moments = {} end
end
local fought = act.fight
function act.fight(...)
  fought(...)
  rule.moment "The fight begins"
end
function on.felled(fields)
  rule.moment "The first death"
  if named(fields.who, party.foes).leads then rule.moment "Their leader is dead" end
  if #rule.standing() * 2 <= #party.foes then rule.moment "The outcome is obvious" end
end
function rule.moment(when)
  if #rule.standing() == 0 or has(party.moments, when) then return end
  table.insert(party.moments, when)
  if ask("moment", { moment = when }) then act.morale() end
end

-- For a side its leader tests, for a group one of each kind.
function act.morale(_, who, odds)
  if who then
    return rule.stands_fast(who, odds or rule.mood(who)) or say("%s: %s.", who.name, ask("breaks", who))
  end
  local how, left = ask "ranks", rule.standing()
  while #left > 0 do
    local foe = those(left, "leads")[1] or left[1]
    local name = how == "side" and "The enemy" or how == "group" and foe.creature or foe.name
    local with = those(left, function(other) return how == "side" or other[how == "group" and "creature" or "name"] == name end)
    left = those(left, function(other) return not has(with, other) end)
    if not rule.stands_fast(foe, odds or rule.mood()) then rule.break_off(with, ask("breaks", { name = name })) end
  end
end
function rule.stands_fast(who, odds)
  return check(who, "morale", setting.dc_of_nerve, { tags = { "morale" }, [odds or "plain"] = 1 })
end
-- A monster without a bonus of its own has half its hit dice.
function rule.courage(who) return who.morale or who.hd // 2 end
local usual = rule.modifier
function rule.modifier(who, what) return what == "morale" and rule.courage(who) or usual(who, what) end
-- The outnumbered are at a disadvantage; who: a member, of the party's side.
function rule.mood(who)
  local foes, friends = #rule.standing(), count(party, rule.can_act)
  if foes > 0 and (who and friends < foes or not who and foes < friends) then return "dis" end
end
function rule.break_off(list, how)
  for foe in each(list) do
    foe.gone = true
    say("%s %s.", foe.name, how == "flee" and "flees" or "surrenders")
  end
  rule.end_fight()
end

-- --- retreat: on one's own go, and with all of it ---

question "retreat" { text = "What is needed to get away?", choices = { "check", "enemy attack", "both", "neither" } }
question "pursuit" { text = "How fast are the pursuers? (0: nobody follows)", default = 0, min = 0, unit = "ft" }
action "retreat" { during = "melee", turns = 0, by = "one", costs = "go", takes = { "str|dex|con|int|wis|cha?" },
                   help = "out of the fight, on your own go and with all of it" }
function act.retreat(who, with)
  for sort in each { "active", "movement", "quick" } do rule.spend(who, sort) end
  set(who, "holding", false)
  if rule.speed(who) > 0 and rule.gets_away(who, with or "dex", ask "retreat") then return rule.escapes(who) end
  say("%s does not get away.", who.name)
end
-- The check failing, or a hit by the enemy at the edge, ends it.
function rule.gets_away(who, with, how)
  local needs_check, is_struck = how == "check" or how == "both", how == "enemy attack" or how == "both"
  if needs_check and not check(who, with, setting.dc_of_nerve, { tags = {} }) then return false end
  local foe = those(rule.standing(), function(foe) return rule.is_close(foe.at) end)[1]
  return not (is_struck and foe and rule.strikes(foe, who, foe))
end
-- Retainers who see it test their morale, and the worse of two d20 counts.
function rule.escapes(who)
  rule.slips_out(who, "%s is out of the fight.")
  for other in each(party) do
    if other.retainer and not other.escaped and not rule.stands_fast(other, "dis") then
      rule.slips_out(other, "%s runs in blind panic.")
    end
  end
  local speed = ask "pursuit"
  if speed > 0 then act.flee({ who }, speed) end
end
function rule.slips_out(who, text)
  set(who, "escaped", true)
  set(who, "hidden", false)
  say(text, who.name)
end

-- --- chases: one check to catch a quarry, or to shake off pursuers, by the speed of the other side ---

setting "chase_by" { default = "group", choices = { "group", "each" }, help = "one roll by the worst member, or one each" }
question "footing" { text = "What kind of chase: flat or uneven ground, days, command or morale?",
                     choices = { "flat", "uneven", "days", "command", "morale" } }
question "placed"  { text = "Who has the better of the chase?", default = rule.lost_sight,
                     choices = { "even", "easy to lose sight", "well placed", "both" } }
question "harder"  { text = "How much do tricks on the way add to the DC? (Within bow range will do: less than 0.)",
                     default = 0, short = "DC +{it}" }
action "chase" { turns = 0, takes = { "number", "flat|uneven|days|command|morale?" },
                 help = "chase a quarry, with its speed in feet: chase 40 uneven" }
action "flee"  { turns = 0, takes = { "number", "flat|uneven|days|command|morale?" },
                 help = "flee from a pursuer, with its speed in feet: flee 30" }

function act.chase(list, speed, footing) rule.run(list, speed, footing, "is caught", "gets away") end
function act.flee(list, speed, footing) rule.run(list, speed, footing, "is shaken off", "catches up") end
function rule.run(list, speed, footing, won, lost)
  local ran = ask({ "footing", "placed", "harder" }, nil, { text = "The chase", known = { footing = footing } })
  local with = ({ flat = "str", uneven = "dex", days = "con", command = "cha", morale = "morale" })[ran.footing]
  if setting.chase_by == "group" then
    local _, worst = least(list, function(who) return rule.speed(who) > 0 and rule.modifier(who, with) or -100 end)
    list = { worst }
  end
  for who in each(list) do
    if rule.speed(who) == 0 then
      say("%s cannot run: the other %s.", who.name, lost)
    else
      local ok = check(who, with, rule.chase_dc(speed) + ran.harder,
        { adv = has({ "well placed", "both" }, ran.placed) and 1 or 0,
          dis = has({ "easy to lose sight", "both" }, ran.placed) and 1 or 0 })
      say("The other %s.", ok and won or lost)
    end
  end
end
function rule.lost_sight() return "even" end
-- 11 for 30 feet, and 1 for each 5 full feet more or less.
function rule.chase_dc(speed)
  local steps = math.abs(speed - 30) // 5
  return speed < 30 and 11 - steps or 11 + steps
end
