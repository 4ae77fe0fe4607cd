-- A policy is told as such, and is no mistake; it may look at kinds of the rules, and through their things.
return function()
  for b in each(barricade) do
    if b.hits < barricade.door.hits then return "repair " .. b.name end
  end
  return party.torches > 0 and "search" or "rest"
end
