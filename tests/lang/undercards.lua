-- undercards.lua -- an undercrawl by cards: every room is a card, light is a hand of cards burnt down.
-- Suit is kind, rank is strength; a joker shifts the passages; whoever pushes their luck may bust.
ruleset "The Undercrawl" { turn = "10 minutes" }

setting "hand"   { default = 5, min = 0, help = "cards of light at the start" }
setting "rooms"  { default = 4, min = 1, help = "rooms to a depth" }
setting "dark"   { default = 3, min = 0, help = "added to strengths in the dark" }
setting "wounds" { default = 5, min = 1 }

deck "under" { public = true, cards = {
  "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS",
  "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH",
  "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD",
  "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC",
  "joker", "joker" } }

track "hand"   { start = {}, help = "light in hand" }
track "flame"  { min = 0, help = "rooms the burning card still lights" }
track "passed"  { quiet = true, help = "rooms so far" }
track "wounds" { min = 0, max = function() return setting.wounds end, full = "death" }
track "bag"    { min = 0 }
track "hoard"  { min = 0 }
track "seen"   { start = {}, quiet = true, help = "suits turned up in this room" }
track "discard" { start = {}, quiet = true }
track "haven"  { start = false, help = "this room is a haven" }

event "death"  { text = "They die below; the hoard is what is left.", ends = true }
event "closed" { text = "The under closes.", ends = true }
event "out"    { text = "Out, with {coins} coins.", ends = true }
event "shift"  { text = "The passages shift." }
event "room_card" { text = "{what}, strength {n}.", stops = true }
event "bust"   { text = "Too far: half the bag is gone." }

procedure "turn" { "kindling", "act", "burn", "time" }

action "on"    { by = "party", help = "into the next room: a card" }
action "push"  { by = "party", turns = 0, help = "one more card in this room" }
action "bank"  { by = "party", turns = 0, help = "in a haven: the bag is safe" }
action "out_of_here" { aka = "up", by = "party", turns = 0, help = "out of the under: the end" }

local ranks = { J = 11, Q = 12, K = 13, A = 14 }
local kinds = { S = "foe", H = "haven", D = "treasure", C = "trap" }
local faces_of = { J = "the gaoler", Q = "the drowned queen", K = "the king below", A = "the thing itself" }

function rule.read(card)
  local rank, suit = card:match("^(%w+)(%u)$")
  return suit, tonumber(rank) or ranks[rank], rank
end
function rule.depth() return math.max(1, (party.passed - 1) // setting.rooms + 1) end
function rule.dark() return party.flame == 0 and #party.hand == 0 end

-- A card that is no joker; a joker puts everything back but what is held in hand.
function rule.turn_up()
  local card = draw "under"
  while card == "joker" do
    emit "shift" {}
    put_back("under", "joker")
    for c in each(party.discard) do put_back("under", c) end
    set("discard", {})
    card = draw "under"
  end
  if not card then set("bag", 0) emit "closed" {} end
  return card
end
function rule.used(card) gain("discard", card) end

-- A card of light: jokers are no light.
function rule.take_light()
  local card, aside = draw "under", 0
  while card == "joker" do card, aside = draw "under", aside + 1 end
  for _ = 1, aside do put_back("under", "joker") end
  if card then gain("hand", card) end
end
function rule.strength_of(card) local _, n = rule.read(card) return n end
function rule.burn_card()
  local _, card = least(party.hand, rule.strength_of)
  if not card then return nil end
  lose("hand", card)
  rule.used(card)
  return card
end

function on.begin() for _ = 1, setting.hand do rule.take_light() end end

function step.kindling()
  if party.flame > 0 then return end
  local card = rule.burn_card()
  if not card then warn "They go on in the dark." return end
  local suit = rule.read(card)
  set("flame", (suit == "H" or suit == "D") and 2 or 1)
end
function step.burn() lose "flame" end

local meets = {}
function meets.S(n, rank)
  if faces_of[rank] then say("It is %s.", faces_of[rank]) end
  local need = n + rule.depth() - 1
  local got = dice("2d6+2", "fight")
  if got < need then gain("wounds", need - got >= 5 and 2 or 1) end
end
function meets.H(n)
  set("haven", true)
  if n >= 10 then lose "wounds" else rule.take_light() end
end
function meets.D(n) rule.treasure(n) end
function meets.C(n)
  if dice("2d6+1", "the trap") >= n then return end
  if not rule.burn_card() then gain "wounds" end
end
function rule.treasure(n)
  if rule.dark() then say "It is too dark to find the treasure." return end
  gain("bag", n * rule.depth())
end

function act.on()
  gain "passed"
  set("seen", {})
  set("haven", false)
  local card = rule.turn_up()
  if not card then return end
  local suit, n, rank = rule.read(card)
  if rule.dark() then n = n + setting.dark end
  emit "room_card" { what = kinds[suit], n = n }
  gain("seen", suit)
  if rank == "A" then rule.take_light() end       -- first: the deed goes on after a death
  rule.used(card)
  meets[suit](n, rank)
end

function cannot.push()
  if #party.seen == 0 then return "There is nothing to push in yet." end
  if rule.dark() then return "It is too dark to look further." end
end
function act.push()
  local card = rule.turn_up()
  if not card then return end
  local suit, n = rule.read(card)
  if has(party.seen, suit) then
    emit "bust" {}
    lose("bag", party.bag - party.bag // 2)
    set("seen", {})
    gain "wounds"
  else
    gain("seen", suit)
    rule.treasure(n)
  end
  rule.used(card)
end

function cannot.bank() if not party.haven then return "This is no haven." end end
function act.bank() gain("hoard", party.bag) set("bag", 0) end

function act.out_of_here()
  gain("hoard", party.bag)
  set("bag", 0)
  emit "out" { coins = party.hoard }
end

function rule.status()
  return string.format("depth %d, bag %d, hoard %d, light %s+%d, %d cards", rule.depth(), party.bag, party.hoard,
    #party.hand > 0 and table.concat(party.hand, " ") or "none", party.flame, #cards "under")
end
