-- A policy is told as such, and is no mistake.
return function()
  return party.torches > 0 and "search" or "rest"
end
-- expect: good_policy.lua: note: this is a policy, which gives the line of each turn, and no rules; sconce sim RULESET --policy FILE tries it
