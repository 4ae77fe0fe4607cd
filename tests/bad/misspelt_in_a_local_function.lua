-- Words are misspelt in functions that run late or never.
extends "lamplight"

local function count(list)
  local n = 0
  for _ in eech(list) do n = n + 1 end
  return n
end
function on.turn_end()
  if count(party.members) > 9 then sya "A crowd." end
  local each = function(x) return x end
  each(party)
  do local roll = 3 end
  rolll "hazard"
end
-- expect: misspelt_in_a_local_function.lua:6: there is no word 'eech'; did you mean 'each'? | write: for _ in each(list) do n = n + 1 end
-- expect: misspelt_in_a_local_function.lua:10: there is no word 'sya'; did you mean 'say'? | write: if count(party.members) > 9 then say "A crowd." end
-- expect: misspelt_in_a_local_function.lua:14: there is no word 'rolll'; did you mean 'roll'? | write: roll "hazard"
