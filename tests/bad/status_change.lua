-- The status only reads the table, so rule.status must not change it.
extends "lamplight"
function rule.status()
  gain("torches", 1)
  return "richer"
end
-- expect: status_change.lua:4: rule.status, rule.lit and rule.next_due only look at the table: they roll nothing, ask nothing and change nothing
