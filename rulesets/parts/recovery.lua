-- recovery.lua -- a moment's rest: eat or tire, and recovery dice give their highest face.
--
-- A part.  Gives: rest; the tracks endurance, food, recovery, armour and focus of members; what fallen.lua gives.
-- Wants: nothing.
-- As many dice as heal without waste, unless you say how many.  To be asked: question.dice_used.always = nil
-- A house file changes: setting.food, cannot.rest, rule.useful_dice.

include "fallen"

kind.member:has { recovery_die = 6 }

setting "food"           { default = 1, min = 0, help = "meals that a moment's rest costs" }
track "endurance" { of = "member", min = 0, empty = rule.is_worn_out }
track "food"      { of = "member", min = 0, help = "meals" }
track "recovery"  { of = "member", min = 0, help = "recovery dice left" }
track "armour"    { of = "member", min = 0, help = "armour dice spent" }
track "focus"     { of = "member", min = 0, help = "check marks from focus costs" }

question "dice_used" { text = "{name}: how many recovery dice?", default = rule.useful_dice, always = true, min = 0 }
question "worn_out"  { text = "{name} has no endurance left. What happens?", default = "nothing yet" }
action "rest"      { aka = "r", by = "each", takes = { "number?" }, help = "rest for a moment, with recovery dice if you like: rest 2" }

-- Eat or tire; then recovery dice give their highest face, armour is whole again, and two marks go.
function act.rest(who, n)
  if who == doers("rest")[1] then rule.tell_starving(doers "rest") end
  local hungry = lose(who, "food", setting.food) > 0
  if hungry then lose(who, "endurance") end
  n = n or rule.useful_dice(who) > 0 and ask("dice_used", who, { among = rule.hurt_ones() }) or 0
  gain(who, "hp", (n - lose(who, "recovery", n)) * who.recovery_die)
  set(who, "armour", 0)
  lose(who, "focus", 2)
end
function rule.tell_starving(them)
  local starving = those(them, function(who) return who.food < setting.food and who.endurance == 0 end)
  if #starving == 0 then return end
  say("%s %s nothing to eat, and no endurance to lose.", names(starving, party),
    (#starving == 1 or #starving == count(party)) and "has" or "have")
end
function rule.hurt_ones() return those(doers "rest", function(who) return rule.useful_dice(who) > 0 end) end
-- As many as heal without waste, and one more when that leaves a wound.
function rule.useful_dice(who) return math.min(who.recovery, math.ceil((who.max.hp - who.hp) / who.recovery_die)) end
function rule.is_worn_out(who) say("%s: %s.", who.name, ask("worn_out", who)) end
