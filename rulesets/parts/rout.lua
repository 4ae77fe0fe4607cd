-- rout.lua -- who stands and fights, who gets out of it, and who catches whom.
--
-- A part.  Gives: morale, and the moments that test it: the first death, a leader's, a lost fight; retreat; chase and
--   flee; rule.stands_fast, rule.chase_dc.
-- Wants: the part fight; checks with str, dex, con, int, wis and cha.
-- A house file changes: creature.ogre.morale, rule.courage, what is added; rule.moment; and, where morale is tested as
--   a fight begins, too, function rule.opens() rule.moment "The fight begins" end.

include "fight"
kind.creature:has { morale = "number?" }
kind.member:has   { morale = 0, retainer = false }

-- --- morale ---

track "moments" { start = {}, anew = "melee", quiet = true, sheet = false, help = "when morale was tested in this fight" }
question "rout" { text = "Do they flee or surrender?", choices = { "flee", "surrender" }, default = "flee", always = "flee" }
action "morale" { turns = 0, takes = { "side|group|individual?", "member?", "adv|dis?" },
                  help = "the enemies test their morale, as one, by kinds or each; or a member: morale Bram" }

function on.felled(fields)
  local foe = named(fields.who, party.foes)      -- before morale may end the fight, and the foes be gone
  rule.moment "The first death"
  if foe.leads then rule.moment "Their leader is dead" end
  if #rule.standing() * 2 <= #party.foes then rule.moment "The outcome is obvious" end
end
function rule.moment(when)
  if #rule.standing() == 0 or has(party.moments, when) then return end
  table.insert(party.moments, when)
  act.morale()
end

-- For a side its leader tests, for a group one of each kind.
function act.morale(_, how, who, odds)
  if who then return rule.stands_fast(who, odds or rule.outnumbered(who)) or say("%s breaks.", who.name) end
  local left = rule.standing()
  while #left > 0 do
    local foe = those(left, "leads")[1] or left[1]
    local field = how == "group" and "creature" or how == "individual" and "name" or nil
    local with = those(left, function(other) return not field or other[field] == foe[field] end)
    left = those(left, function(other) return not has(with, other) end)
    if not rule.stands_fast(foe, odds or rule.outnumbered()) then rule.break_off(with) end
  end
end
function rule.stands_fast(who, odds)
  return check(who, "morale", 11, { tags = { "morale" }, adv = odds == "adv", dis = odds == "dis" })
end
-- A monster without a bonus of its own has half its hit dice.
function rule.courage(who) return who.morale or who.hd // 2 end
local usual = rule.modifier
function rule.modifier(who, what) return what == "morale" and rule.courage(who) or usual(who, what) end
-- The outnumbered are at a disadvantage: "dis".  who: a member, of the party's side; nil: an enemy.
function rule.outnumbered(who)
  local foes, friends = #rule.standing(), count(party, rule.can_act)
  if foes > 0 and (who and friends < foes or not who and foes < friends) then return "dis" end
end
function rule.break_off(list)
  for foe in each(list) do foe.gone = true end
  local how = ask "rout"
  say("%s %s.", names(list), #list == 1 and how .. "s" or how)
  rule.end_fight()
end

-- --- retreat: on one's own go, and with all of it ---

action "retreat" { during = "melee", turns = 0, by = "one", costs = { "active", "movement", "quick" },
                   takes = { "str|dex|con|int|wis|cha?", "check|struck|both|free?" },
                   help = "out of the fight with all of your go, by a check, past an enemy who strikes, or both: retreat int both" }
function act.retreat(who, with, how)
  set(who, "holding", false)
  local away = rule.speed(who) > 0 and rule.gets_away(who, with or "dex", how or "check")
  if away then rule.escapes(who) else say("%s does not get away.", who.name) end
  if count(party, rule.can_act) == 0 then return leave() end
  if rule.waiting() then rule.next_go() end      -- nothing is left of this go
end
-- They do not get away if the check fails, or if the enemy at the edge hits.
function rule.gets_away(who, with, how)
  if (how == "check" or how == "both") and not check(who, with, 11, { tags = {} }) then return false end
  local foe = those(rule.standing(), function(foe) return rule.is_close(foe.at) end)[1]
  return not (foe and (how == "struck" or how == "both") and rule.strikes(foe, who, foe))
end
-- Retainers who see it test their morale, and the worse of two d20 counts.
function rule.escapes(who)
  rule.slips_out(who, "%s is out of the fight.")
  for other in each(party) do
    if other.retainer and not other.escaped and not rule.stands_fast(other, "dis") then
      rule.slips_out(other, "%s runs in blind panic.")
    end
  end
end
function rule.slips_out(who, text)
  set(who, "escaped", true)
  set(who, "hidden", false)
  say(text, who.name)
end

-- --- chases: one check to catch a quarry, or to shake off pursuers, by the speed of the other side ---

local abilities = { flat = "str", uneven = "dex", days = "con", command = "cha", morale = "morale" }
local said = { "number", "flat|uneven|days|command|morale?", "adv|dis|even?", "harder: number?" }
action "chase" { turns = 0, takes = said,
                 help = "chase a quarry, with its speed in feet, out of sight (dis) or cut off (adv), and with tricks: chase 40 uneven dis 2" }
action "flee"  { turns = 0, takes = said,
                 help = "flee from a pursuer, with its speed in feet: flee 30" }

function act.chase(list, ...) rule.run(list, "is caught", "gets away", ...) end
function act.flee(list, ...) rule.run(list, "is shaken off", "catches up", ...) end
-- The worst of those who run together rolls for them; whoever runs alone, A chase 30; B chase 30, rolls alone.
function rule.run(list, won, lost, speed, footing, odds, harder)
  local with, sight = abilities[footing or "flat"], odds or rule.lost_sight()
  local _, who = least(list, function(one) return rule.speed(one) > 0 and rule.modifier(one, with) or -100 end)
  local ok = who and rule.speed(who) > 0
    and check(who, with, rule.chase_dc(speed) + (harder or 0), { adv = sight == "adv", dis = sight == "dis" })
  say("The other %s.", ok and won or lost)
end
-- Where it is easy to lose sight: "dis".
function rule.lost_sight() return "even" end
-- 11 for 30 feet, and 1 for each 5 full feet more or less.
function rule.chase_dc(speed) return 11 + (speed < 30 and -((30 - speed) // 5) or (speed - 30) // 5) end
