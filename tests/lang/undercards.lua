-- undercards.lua -- an undercrawl by cards: every room is a card, light is a hand of cards burnt down.
-- Suit is kind, rank is strength; a joker shifts the passages; whoever pushes their luck may bust.
ruleset "The Undercrawl" { turn = "10 minutes" }
include "playing_cards"

setting "hand"   { default = 5, min = 0, help = "cards of light at the start" }
setting "rooms"  { default = 4, min = 1, help = "rooms to a depth" }
setting "dark"   { default = 3, min = 0, help = "added to strengths in the dark" }
setting "wounds" { default = 5, min = 1 }

track "hand"   { start = {}, help = "light in hand" }
track "flame"  { min = 0, help = "rooms the burning card still lights" }
track "passed"  { quiet = true, help = "rooms so far" }
track "wounds" { min = 0, max = function() return setting.wounds end, full = "death" }
track "bag"    { min = 0 }
track "hoard"  { min = 0 }
track "seen"   { start = {}, quiet = true, help = "suits turned up in this room" }
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

local kinds = { S = "foe", H = "haven", D = "treasure", C = "trap" }
local faces_of = { J = "the gaoler", Q = "the drowned queen", K = "the king below", A = "the thing itself" }

function rule.depth() return math.max(1, (party.passed - 1) // setting.rooms + 1) end
function rule.dark() return party.flame == 0 and #party.hand == 0 end

local joker = rule.joker
function rule.joker()
  emit "shift" {}
  joker()
end
function rule.turn_up()
  local card = rule.draw_plain()
  if not card then set("bag", 0) emit "closed" {} end
  return card
end

-- Draws a card into the hand of light.  Jokers give no light: they are put back into the pack.
function rule.take_light()
  local card, aside = draw "pack", 0
  while card == "joker" do card, aside = draw "pack", aside + 1 end
  for _ = 1, aside do put_back("pack", "joker") end
  if card then gain("hand", card) end
end
function rule.burn_card()
  local _, card = least(party.hand, rule.rank)
  if not card then return nil end
  lose("hand", card)
  rule.discard(card)
  return card
end

function on.begin() for _ = 1, setting.hand do rule.take_light() end end

function step.kindling()
  if party.flame > 0 then return end
  local card = rule.burn_card()
  if not card then warn "They go on in the dark." return end
  set("flame", has({ "H", "D" }, rule.suit(card)) and 2 or 1)
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
  local suit, n, rank = rule.suit(card), rule.rank(card), card:sub(1, 1)
  if rule.dark() then n = n + setting.dark end
  emit "room_card" { what = kinds[suit], n = n }
  gain("seen", suit)
  if rank == "A" then rule.take_light() end       -- before the fight, since the deed goes on after a death
  rule.discard(card)
  meets[suit](n, rank)
end

function cannot.push()
  if #party.seen == 0 then return "There is nothing to push in yet." end
  if rule.dark() then return "It is too dark to look further." end
end
function act.push()
  local card = rule.turn_up()
  if not card then return end
  local suit, n = rule.suit(card), rule.rank(card)
  if has(party.seen, suit) then
    emit "bust" {}
    lose("bag", party.bag - party.bag // 2)
    set("seen", {})
    gain "wounds"
  else
    gain("seen", suit)
    rule.treasure(n)
  end
  rule.discard(card)
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
    #party.hand > 0 and table.concat(party.hand, " ") or "none", party.flame, #cards "pack")
end
