-- A rule cannot read the two jokers among 54 cards; check finds that, although it also empties the deck.
ruleset "Rare" { procedure = "round" }
procedure "round" { "act", "time" }
local all = {}
for i = 1, 52 do all[i] = "card " .. i end
table.insert(all, "joker")
table.insert(all, "joker")
deck "pack" { cards = all }
action "dash" {}
function act.dash()
  if #cards "pack" == 0 then shuffle "pack" end
  local n = tonumber((draw "pack":match "card (%d+)"))
  if n > 40 then say "a high one" end
end
-- expect: rare_card.lua:13: a number cannot be compared with nothing (nil)
