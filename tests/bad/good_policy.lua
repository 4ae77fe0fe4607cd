-- Right: a policy, which may look at things of the rules and at their fields.
return function()
  for b in each(barricade) do
    if b.hits < barricade.door.hits then return "repair " .. b.name end
  end
  return party.torches > 0 and "search" or "rest"
end
