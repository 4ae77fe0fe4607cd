-- The status only reads the table, so rule.status must not roll dice.
extends "lamplight"
function rule.status()
  return "luck " .. dice "1d6"
end
-- expect: status_dice.lua:4: rule.status, rule.lit and rule.next_due only look at the table: they roll nothing, ask nothing and change nothing
