-- The status only reads the table, so rule.status must not assign a track.
extends "lamplight"
function rule.status()
  local more = party.torches + 1
  party.torches = more
  return "richer"
end
-- expect: status_assigns.lua:5: rule.status, rule.lit and rule.next_due only look at the table: they roll nothing, ask nothing and change nothing
