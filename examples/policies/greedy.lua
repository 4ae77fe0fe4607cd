-- greedy.lua -- a policy for sim and odds: how greedy people go about a dungeon run by delving.
--
-- They never rest, search every room, and walk where they cannot see.
return {
  line = function()
    if #burning() == 0 and party.torches > 0 then return "light torch; search", "walk" end
    return "search", "walk"
  end,
  answers = { sign = "creature", at_zero = function(who) return who.name == "Bram" and "down" or "dead" end },
}
