-- A rule only returns what a word gives (in Lua, a tail call), and the word fails: the message has the line of the rule.
extends "lamplight"

action "count" { help = "count the torches" }
function rule.best(die)
  if party.torches > 1000 then return 0 end
  return dice(die)
end
function act.count() return rule.best("d6" .. "x") end
-- play: count
-- expect: last_word.lua:7: dice: d6x: exploding is written ! here, as in 4d6!; times is written *
