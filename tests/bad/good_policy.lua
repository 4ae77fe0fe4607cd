-- A policy is told as such, and is no mistake.
return function()
  return party.torches > 0 and "search" or "rest"
end
