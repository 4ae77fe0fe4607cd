-- cautious.lua -- a policy for sim and odds: how careful people go about a dungeon run by delving.
--
--     sconce sim examples/demo.lua --first "light torch" --policy examples/policies/cautious.lua --until deed.leave
--
-- A policy returns the line of each turn, read from the state; it only looks.  More lines than one are tried in turn.
-- These go home with the last torch, or when somebody is badly hurt; they rest when they are weary.
local function is_weary()
  for who in each(party) do if who.weary then return true end end
  return false
end

local function line()
  if #burning() == 0 and party.torches == 0 or least(party, "hp") <= 2 then return "leave; rest" end
  if #burning() == 0 then return "light torch; rest" end
  if is_weary() then return "rest" end
  return turn.number % 2 == 0 and "crawl" or "search", "crawl"
end

return { line = line, answers = { sign = "clue", at_zero = "down" } }
