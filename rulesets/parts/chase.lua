-- chase.lua -- one check to catch a quarry, or to shake off pursuers, by the speed of the other side.
--
-- A part.  Gives: chase and flee; rule.chase_dc, rule.run_after.
-- Wants: members' str, dex, con, cha or morale, for checks.
-- A house file changes: setting.chase_by, rule.chase_dc, rule.can_run, rule.lost_sight.

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

function act.chase(list, speed, footing) rule.run_after(list, speed, footing, "is caught", "gets away") end
function act.flee(list, speed, footing) rule.run_after(list, speed, footing, "is shaken off", "catches up") end
function rule.run_after(list, speed, footing, won, lost)
  local ran = ask({ "footing", "placed", "harder" }, nil, { text = "The chase", known = { footing = footing } })
  local with = rule.runs_with(ran.footing)
  local odds = { adv = (ran.placed == "well placed" or ran.placed == "both") and 1 or 0,
    dis = (ran.placed == "easy to lose sight" or ran.placed == "both") and 1 or 0 }
  if setting.chase_by == "group" then
    local _, worst = least(list, function(who) return rule.can_run(who) and rule.modifier(who, with) or -100 end)
    list = { worst }
  end
  for who in each(list) do
    if not rule.can_run(who) then
      say("%s cannot run: the other %s.", who.name, lost)
    else
      say("The other %s.", check(who, with, rule.chase_dc(speed) + ran.harder, odds) and won or lost)
    end
  end
end
function rule.runs_with(footing)
  return ({ flat = "str", uneven = "dex", days = "con", command = "cha", morale = "morale" })[footing]
end
function rule.can_run() return true end
function rule.lost_sight() return "even" end
-- 11 for 30 feet, and 1 for each 5 full feet more or less.
function rule.chase_dc(speed)
  local steps = (speed - 30) / 5
  return 11 + (steps > 0 and math.floor(steps) or math.ceil(steps))
end
