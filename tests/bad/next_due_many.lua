-- rule.next_due gives more texts than the sheet shows.
extends "lamplight"
function rule.next_due()
  local list = {}
  for i = 1, 1000 do list[i] = "hour " .. i end
  return list
end
-- expect: next_due_many.lua:6: rule.next_due gives a list of 100 texts at most, and it has 1000
