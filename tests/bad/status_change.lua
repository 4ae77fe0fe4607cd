-- The table is only looked at when its status is made: a change there would be lost.
extends "lamplight"
function rule.status()
  gain("torches", 1)
  return "richer"
end
-- expect: status_change.lua:4: rule.status and rule.lit only look at the table: they roll nothing, ask nothing and change nothing
