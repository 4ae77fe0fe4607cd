-- The line of a rule is told when the rule only returns what a word gives.
extends "lamplight"

action "count" { help = "count the torches" }
function rule.best(die)
  if party.torches > 1000 then return 0 end
  return dice(die)
end
function act.count() return rule.best("d6" .. "x") end
-- play: count
-- expect: last_word.lua:7: dice: d6x: exploding is written ! here, as in 4d6!; times is written *
