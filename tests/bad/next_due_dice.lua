-- The sheet may be looked at any time, so rule.next_due must not roll dice.
extends "lamplight"
function rule.next_due()
  return "Rain in " .. dice "1d6" .. " hours"
end
-- expect: next_due_dice.lua:4: rule.status, rule.lit and rule.next_due only look at the table: they roll nothing, ask nothing and change nothing
