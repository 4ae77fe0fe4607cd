-- playing_cards.lua -- a pack of 52 cards and two jokers; hands, and what was played.
--
-- A part.  Gives: the deck pack; rule.suit("10H"), rule.rank("QS"), from 2 to 14; rule.draw_plain(), no joker;
--   rule.discard(card), rule.reshuffle().
-- Wants: nothing.  A hand is a list of cards: track "hand" { start = {} }.
-- A house file changes: deck.pack.cards; rule.joker, when one is turned up.

local all = {}
for suit in each { "S", "H", "D", "C" } do
  for rank in each { "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A" } do
    table.insert(all, rank .. suit)
  end
end
table.insert(all, "joker")
table.insert(all, "joker")
deck "pack" { public = true, cards = all }
track "played" { of = "campaign", start = {}, quiet = true, sheet = false, help = "cards played, until they are shuffled in again" }

local ranks = { J = 11, Q = 12, K = 13, A = 14 }
function rule.suit(card) return card:match "%u$" end
function rule.rank(card)
  local rank = card:match "^%w+" :sub(1, -2)
  return tonumber(rank) or ranks[rank]
end

function rule.discard(card) gain("played", card) end
-- Shuffles in what was played, but not what somebody holds.
function rule.reshuffle()
  for card in each(campaign.played) do put_back("pack", card) end
  set("played", {})
end

-- The next card that is no joker; nil when there is none left.
function rule.draw_plain()
  local card = draw "pack"
  while card == "joker" do
    rule.joker()
    card = draw "pack"
  end
  return card
end
-- A joker goes back, and so does what was played.
function rule.joker()
  put_back("pack", "joker")
  rule.reshuffle()
end
