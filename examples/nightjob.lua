-- nightjob.lua -- The Night Job: one house, one night, and a deck instead of dice.
--
-- For crews who plan for an hour and improvise for three.  What the house does is a deck of twenty cards, drawn and not
-- put back: the longer you stay, the surer the worst of them comes.  The crew may part: each group moves through its own
-- rooms, by its own clock, and draws from the same deck.  What the house suspects the crew does not see; what it knows is
-- an alarm of six segments.  When it is full the night ends, for everybody, when the watch arrives.

ruleset "The Night Job" { turn = "5 minutes", check = "1d20", starts = "22 hours", room = "street" }
include "alarm"
include "plunder"
event.sprung.text = "The watch is in the hall. Whoever is still inside is caught."

kind.member:has { quiet = 0, clever = 0 }
kind.room:has   { watched = false }
light "dark lantern" { lasts = "4 hours", help = "shows only where it is pointed" }

-- A card is a number, and the chart says what it brings.
deck "house" { secret = true, cards = 20 }
chart "trouble" { die = "1d20", public = true,
  { "1-8",   "nothing",  "A clock ticks." },
  { "9-12",  "footfall", "Somebody walks overhead.", gains = "suspicion" },
  { "13-15", "servant",  "A servant with a candle, on the way to the kitchen.", gains = "suspicion" },
  { "16-17", "dog",      "The dog lifts its head.", gains = "2 suspicion" },
  { "18-19", "round",    "The guard makes his round.", gains = "alarm" },
  { "20",    "master",   "The master of the house cannot sleep.", gains = "2 alarm" } }

track "caught" { of = "member", start = false }
track "loud"   { of = "turn", start = false }

room "street"  { exits = { "kitchen", "garden" } }
room "kitchen" { exits = { "street", "hall" } }
room "garden"  { exits = { "street", "study" }, watched = true }
room "hall"    { exits = { "kitchen", "study", "gallery" }, watched = true }
room "study"   { exits = { "garden", "hall", "vault" }, lock = 12, loot = 2 }
room "gallery" { exits = { "hall" }, loot = 4, watched = true }
room "vault"   { exits = { "study" }, lock = 17, loot = 6 }

procedure "turn" { "act", "house", "time" }

action "sneak"  { takes = { "room" }, help = "into the next room; a check of quiet for the least quiet of you" }
action "dash"   { takes = { "room" }, help = "the same, fast and loud" }
action "wait"   { loses = "suspicion", help = "still as a mouse: suspicion sinks by one" }
action "fight"  { sets = { loud = true }, help = "a guard, a dog, a butler; loud" }
action "signal" { turns = 0, help = "a whistle: the groups in rooms next to each other meet" }

function cannot.sneak(_, room)
  if not has(here.exits, room) then return ("There is no way from the %s to the %s."):format(here.name, room) end
  if here.lock > 0 and room == "vault" then return "The lock holds." end
end
cannot.dash = cannot.sneak
function act.sneak(_, room)
  local _, clumsy = least(party, "quiet")
  if not check(clumsy, "quiet", here.watched and 14 or 10) then gain "suspicion" end
  go(room)
end
function act.dash(_, room)
  turn.loud = true
  go(room)
end
function act.signal()
  for group in each(groups()) do
    if group ~= party and (group.room == party.room or has(here.exits, group.room)) then meet(group) end
  end
end

-- Every turn inside the house draws a card; two where it is watched, one more for noise.  When all are drawn, it wakes.
function step.house()
  local cards = here.name == "street" and 0 or 1 + (here.watched and 1 or 0) + (turn.loud and 1 or 0)
  for _ = 1, cards do
    if not draw "house" then
      gain "alarm"
      shuffle "house"
    end
  end
end
function on.house(card) roll("trouble", nil, { at = tonumber(card) }) end
function on.sprung()
  for group in each(groups()) do
    if group.room ~= "street" then gain(group, "caught") end
  end
end

function rule.lit() return true end
function rule.status() return ("%s | alarm %d/6 | out %d"):format(here.name, campaign.alarm, campaign.fence) end
