-- time_dice.lua -- the hour as up to four d6, each a quarter of the day.
--
-- A part.  Gives: clock, hours and effect; rule.hour, 1 to 24, rule.dice_text, rule.quarter.
-- Wants: nothing.
-- A house file changes: rule.hour.

-- Hours run from 1 to 24, and 6 is still night.
function rule.hour() return (clock.hour - 1) % 24 + 1 end
function rule.quarter(hour) return ({ "pre-dawn", "morning", "afternoon", "night" })[(hour - 1) // 6 + 1] end
-- Full quarters show a 6, the one that runs its hour: "6,6,2".
function rule.dice_text(hours)
  local full = (hours - 1) // 6
  return ("6,"):rep(full) .. string.format("%d", hours - 6 * full)
end

action "hours" { turns = 0, takes = { "number?" }, help = "show the hour, or a number of hours, as time dice" }
function act.hours(_, n)
  if n then return say("%d hours: %s", n, rule.dice_text(n)) end
  say("%02d:%02d (%s) %s", clock.hour, clock.minute, rule.dice_text(rule.hour()), rule.quarter(rule.hour()))
end

action "clock" { turns = 0, takes = { "1-4", "from: number?" },
                 help = "roll time dice for the hour, perhaps from a starting hour: clock 1 12" }
-- The next time it is that hour.
function act.clock(_, n, from)
  local minutes = 60 * ((from or 0) + dice(n .. "d6", "time dice"))
  local midnight = clock.minutes // 1440 * 1440
  if clock.now > 0 and midnight + minutes < clock.minutes then minutes = minutes + 1440 end
  clock.set(midnight + minutes .. " minutes")
  act.hours()
end

timer "effect" { text = "{who} ends.", help = "anything with a length" }
action "effect" { turns = 0, takes = { "die", "text" },
                  help = "something that lasts a number of hours: effect 3 blessing, effect 2d6 fear" }
function act.effect(_, hours, what) start("effect", what, { lasts = dice(hours, "hours") .. " hours" }) end
