-- fatigue.lua -- points of fatigue, saves against them, what they do, and a breather that takes them off.
--
-- A part.  Gives: rule.save(list), whoever fails tires; rule.breathe(who), for whoever rests; tend;
--   rule.hampered(who), how many points weigh.
-- Wants: members with con; an action rest by each, which calls rule.breathe.
-- A house file changes: the settings.  At first fatigue is a number that you take off: fatigue Bram -1.

include "fallen"

setting "fatigue_dc"      { default = 12, help = "DC of CON saves against fatigue" }
setting "fatigue_effect"  { default = "none", choices = { "none", "published" },
                            help = "only a number; or -1 a point on checks, Slow at 3, helpless at 5" }
setting "fatigue_removed" { default = "referee", choices = { "referee", "breather" },
                            help = "by you (fatigue Bram -1), or also by resting with supplies" }

track "fatigue"  { of = "member", min = 0, prompt = "changed",
                   help = "fatigue; 'help fatigue_effect' tells what it does" }
track "helpless" { of = "member", start = false, help = "too tired for anything" }
track "supplies" { min = 0, public = true, help = "supplies; a breather uses one up" }

question "breather" { text = "{name} rests. Use a supply for hit points or against fatigue?",
                      choices = rule.reliefs, default = rule.relief }

action "tend" { by = "each", takes = { "whom: member" }, help = "look after somebody who rests" }

-- Somebody who is tended and does nothing else rests.
function cannot.tend(who, whom)
  local ally = those(party, function(one) return one ~= whom end)[1]
  if who == whom then return ally and ("Say who does it: %s tend %s."):format(ally.name, who.name) or "Nobody else is here." end
end
function act.tend(who, whom)
  local busy = count(action, function(one) return one.name ~= "rest" and doing(whom, one.name) end) > 0
  if busy then return say("%s does not rest: %s's care is lost.", whom.name, who.name) end
  if setting.fatigue_removed ~= "breather" then
    say("%s looks after %s. What that is worth you say: fatigue %s -1.", who.name, whom.name, whom.name, { public = false })
  end
end

-- Whoever fails tires.
function rule.save(list)
  local _, all = checks(list, "con", setting.fatigue_dc)
  for c in each(all) do if not c.success then gain(c.who, "fatigue") end end
end

function rule.hampered(who) return setting.fatigue_effect == "published" and who.fatigue or 0 end
modifier "fatigue" { when = function(c) return c.who and rule.hampered(c.who) > 0 end,
                     add = function(c) return -rule.hampered(c.who) end, help = "-1 for each point" }
function on.fatigue(who)
  local helpless = rule.hampered(who) >= 5
  if helpless == who.helpless then return end
  who.helpless, who.away = helpless, helpless
  if helpless then say("%s can do nothing more.", who.name) end
end

-- A supply for 1d4 + CON hit points, or for a save against one fatigue; for both if somebody tends you.
function rule.breathe(who)
  if setting.fatigue_removed ~= "breather" or party.supplies == 0 then return end
  local what = ask("breather", who)
  if what == "neither" then return end
  lose "supplies"
  if what ~= "fatigue" then gain(who, "hp", math.max(0, dice("1d4", "breather") + who.con)) end
  if what ~= "hit points" and check(who, "con", setting.fatigue_dc) then lose(who, "fatigue") end
end
function rule.reliefs(who)
  if rule.tended(who) then return { "hit points", "fatigue", "both", "neither" } end
  return { "hit points", "fatigue", "neither" }
end
function rule.relief(who)
  local hurt, tired = who.hp < who.max.hp, who.fatigue > 0
  if hurt and tired and rule.tended(who) then return "both" end
  return tired and "fatigue" or hurt and "hit points" or "neither"
end
function rule.tended(who)
  return count(doers "tend", function(ally) return deed(ally, "tend").whom == who end) > 0
end
