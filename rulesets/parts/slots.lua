-- slots.lua -- what is carried fills slots; at no hit points you decide, or wounds fill slots too.
--
-- A part.  Gives: hurt and slots; rule.hurt(who, n); what fallen.lua gives.
-- Wants: rule.own_slots(who), how many a member has; rule.carried(), how many the lights in the packs fill.
-- A house file changes: setting.wounds, rule.part.

include "fallen"

kind.light:has { to_a_slot = 1 }
setting "wounds" { default = false, help = "damage beyond 0 fills slots with wounds; when all slots are full, the member dies" }

track "wounds" { of = "member", min = 0, help = "slots filled with wounds" }

action "hurt"  { turns = 0, takes = { "member", "die" }, help = "damage: hurt Bram 3, hurt Bram 1d6" }
action "slots" { turns = 0, help = "how many slots the lights fill" }

function act.hurt(_, whom, n) rule.hurt(whom, dice(n, "damage")) end
function rule.hurt(who, n)
  local past = lose(who, "hp", n)
  if setting.wounds then gain(who, "wounds", past) end
end
local fall = rule.fall
function rule.fall(who) if not setting.wounds then fall(who) end end

-- Wounds fill slots from the highest down; what was in them falls.
function on.wounds(who)
  local left, all = rule.own_slots(who) - who.wounds, rule.own_slots(who)
  if left > 0 then return say("%s has %d left of %d slots and drops what no longer fits.", who.name, left, all) end
  set(who, "dead", true)
end

function act.slots()
  local all = 0
  for who in each(party) do all = all + rule.own_slots(who) - who.wounds end
  say("Slots for lights: %g of %g.", rule.carried(), all)
end
-- A part of a slot is a slot.
function rule.part(n) return math.ceil(n) end
