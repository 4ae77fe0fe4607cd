-- cards.lua -- decks that run out, get cards put back, and are shuffled.
-- ask: --turns 6 --plan "turn_card" --measure "left=#cards 'omens'" --measure doom=party.doom --before omens.Tower,omens.Moon
ruleset "Cards" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
deck "omens" { cards = { "Fool", "Tower", "Moon", "Fool", "Sun" } }
track "doom" { max = 3 }
action "turn_card" {}
event "shuffled" {}
function act.turn_card()
  local card = draw "omens"
  if not card then
    shuffle "omens"
    emit "shuffled" {}
    card = draw "omens"
  end
  if card == "Fool" and dice "1d2" == 1 then put_back("omens", card) end
end
function on.omens(card) if card == "Tower" then gain "doom" end end
