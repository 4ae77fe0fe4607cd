-- decks.lua -- cards drawn without putting them back.  The cards left of a deck are part of the state, in the
-- order of the rules, so that two decks with the same cards left are equal.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local recorder = module "play/recorder"
local words = {}

local function deck_of(name, verb)
  local deck = live.R.decks[name]
  if deck then return deck end
  error(verb .. ": there is no deck '" .. tostring(name) .. "'"
    .. common.hint(tostring(name), live.R.kinds.deck:names()), 0)
end

local function remaining(deck)
  local decks = live.S.decks
  if not decks[deck.name] then decks[deck.name] = common.copy(deck.cards) end
  return decks[deck.name]
end

-- draw "omens" -> a card, or nil when none is left
function words.draw(name, who)
  local deck = deck_of(name, "draw")
  local cards = remaining(deck)
  if #cards == 0 then return nil end
  local secret = live.secret or deck.secret or nil
  local whose = type(who) == "table" and who.name or who
  local at, nth = recorder.pick(#cards, name, whose, secret)
  local card = table.remove(cards, at)
  events.happen(name, card, card,
    { roll = nth and nth - 1, left = #cards, secret = secret, chart = true, who = whose })
  events.hook(name, card, who)
  return card
end

-- put_back("omens", card): that card; put_back "omens": all of them
function words.put_back(name, card)
  local deck = deck_of(name, "put_back")
  if card == nil then
    live.S.decks[deck.name] = nil
    return
  end
  local have = {}
  for _, c in ipairs(remaining(deck)) do have[c] = (have[c] or 0) + 1 end
  local all = 0
  for _, c in ipairs(deck.cards) do
    if c == card then all = all + 1 end
  end
  if all == 0 then
    error("put_back: the deck \"" .. name .. "\" has no card '" .. tostring(card) .. "'"
      .. common.hint(tostring(card), deck.cards), 0)
  end
  if (have[card] or 0) >= all then error("put_back: '" .. card .. "' is in the deck already", 0) end
  have[card] = (have[card] or 0) + 1
  local cards = {}
  for _, c in ipairs(deck.cards) do
    if (have[c] or 0) > 0 then
      have[c] = have[c] - 1
      cards[#cards + 1] = c
    end
  end
  live.S.decks[deck.name] = cards
end

function words.shuffle(name) words.put_back(name) end

-- cards "omens" -> list of the cards left
function words.cards(name)
  local deck = deck_of(name, "cards")
  return common.copy(live.S.decks[deck.name] or deck.cards)
end

return words
