-- nightjob.lua -- The Night Job: one house, one night, and a deck instead of dice.
--
-- For crews who plan for an hour and improvise for three.  What the house does is a deck of twenty cards, drawn and not
-- put back: the longer you stay, the surer the worst of them comes.  The crew may part: each group moves through its own
-- rooms, by its own clock, and draws from the same deck.  What the house suspects the crew does not see; what it knows is an
-- alarm of six segments.  When it is full the night ends, for everybody, when the watch arrives.

ruleset "The Night Job" { turn = "5 minutes", check = "1d20", starts = "22 hours", room = "street" }

kind.member:has { quick = 0, quiet = 0, clever = 0 }
kind.room:has   { lock = 0, loot = 0, watched = false }
light "dark lantern" { lasts = "4 hours", help = "shows only where it is pointed" }

-- luacheck: globals trouble
-- The effects of the house's cards; the deck says how many there are of each.
kind "trouble" { text = "string", segments = 0, suspicion = 0 }
trouble "nothing"  { text = "A clock ticks." }
trouble "footfall" { text = "Somebody walks overhead.", suspicion = 1 }
trouble "dog"      { text = "The dog lifts its head.", suspicion = 2 }
trouble "servant"  { text = "A servant with a candle, on the way to the kitchen.", suspicion = 1 }
trouble "round"    { text = "The guard makes his round.", segments = 1 }
trouble "master"   { text = "The master of the house cannot sleep.", segments = 2 }
deck "house" { secret = true, cards = {
  "nothing", "nothing", "nothing", "nothing", "nothing", "nothing", "nothing", "nothing",
  "footfall", "footfall", "footfall", "footfall", "servant", "servant", "servant", "dog", "dog",
  "round", "round", "master" } }

setting "breaks"  { default = 4, min = 1, help = "suspicion at which it becomes a segment of the alarm" }
setting "watch"   { default = "30 minutes", is = "duration", help = "how long the watch takes to come" }
setting "sack"    { default = 3, min = 1, help = "sacks a member can carry" }

track "alarm"     { of = "campaign", max = 6, help = "segments; with the sixth the watch is called" }
track "suspicion" { of = "campaign", min = 0, secret = true }
track "fence"     { of = "campaign", help = "sacks brought out" }
track "sacks"     { of = "member", min = 0 }
track "caught"    { of = "member", start = false }
track "taken"     { of = "room", min = 0, help = "sacks carried off" }
track "open"      { of = "room", start = false }
track "loud"      { of = "turn", start = false }
timer "watch"     { of = "campaign", help = "until the watch stands in the hall" }

event "called" { text = "A bell, out in the street: the watch has been called.", stops = true }
event "sprung" { text = "The watch is in the hall. Whoever is still inside is caught.", stops = true }

room "street"  { exits = { "kitchen", "garden" } }
room "kitchen" { exits = { "street", "hall" } }
room "garden"  { exits = { "street", "study" }, watched = true }
room "hall"    { exits = { "kitchen", "study", "gallery" }, watched = true }
room "study"   { exits = { "garden", "hall", "vault" }, lock = 12, loot = 2 }
room "gallery" { exits = { "hall" }, loot = 4, watched = true }
room "vault"   { exits = { "study" }, lock = 17, loot = 6 }

procedure "turn" { "act", "house", "time" }

-- Every turn inside the house draws a card; two where it is watched, one more for noise.
function step.house()
  if here.name == "street" then return end
  for _ = 1, 1 + (here.watched and 1 or 0) + (turn.loud and 1 or 0) do rule.card() end
end
function rule.card()
  local name = draw "house"
  if not name then gain "alarm" return shuffle "house" end
  local card = trouble[name]
  say(card.text)
  gain("suspicion", card.suspicion)
  if campaign.suspicion >= setting.breaks then set("suspicion", 0) gain "alarm" end
  gain("alarm", card.segments)
end
function on.alarm(_, was, now)
  if now == 6 and was < 6 then emit "called" {} start("watch", nil, { lasts = setting.watch }) end
end
function on.watch()
  emit "sprung" {}
  for group in each(groups()) do
    if group.room ~= "street" then for who in each(group) do set(who, "caught", true) end end
  end
end

action "sneak"  { takes = { "room" }, help = "into the next room; a check of quiet for the least quiet of you" }
action "dash"   { takes = { "room" }, help = "the same, fast and loud" }
action "pick_lock" { by = "each", aka = "pick", help = "the lock of this room" }
action "grab"   { by = "each", help = "a sack of what is here" }
action "wait"   { help = "still as a mouse: suspicion sinks by one" }
action "fight"  { help = "a guard, a dog, a butler; loud" }
action "signal" { turns = 0, help = "a whistle: the groups in rooms next to each other meet" }
action "stash"  { turns = 0, help = "in the street: what you carry is out" }

-- The way must be there, and the door open.
function cannot.sneak(_, room)
  if not has(here.exits, room) then return ("There is no way from the %s to the %s."):format(here.name, room) end
  if here.lock > 0 and not here.open and room == "vault" then return "The lock holds." end
end
cannot.dash = cannot.sneak
function act.sneak(_, room)
  local _, clumsy = least(party, "quiet")
  if not check(clumsy, "quiet", here.watched and 14 or 10) then gain "suspicion" end
  go(room)
end
function act.dash(_, room) turn.loud = true go(room) end
function cannot.pick_lock() if here.lock == 0 or here.open then return "Nothing is locked here." end end
function act.pick_lock(who) if check(who, "clever", here.lock) then set(here, "open", true) end end
function cannot.grab(who)
  if here.lock > 0 and not here.open then return "The lock holds." end
  if here.taken >= here.loot then return "Nothing is left here that is worth a sack." end
  if who.sacks >= setting.sack then return who.name .. " can carry no more." end
end
function act.grab(who) if here.taken < here.loot then gain(here, "taken") gain(who, "sacks") end end
function act.wait() lose "suspicion" end
function act.fight() turn.loud = true end
function act.signal()
  for group in each(groups()) do
    if group ~= party and (group.room == party.room or has(here.exits, group.room)) then meet(group) end
  end
end
function cannot.stash() if here.name ~= "street" then return "Not in here." end end
function act.stash() for who in each(party) do gain("fence", who.sacks) set(who, "sacks", 0) end end

function rule.lit() return true end
function rule.status() return ("%s | alarm %d/6 | out %d"):format(here.name, campaign.alarm, campaign.fence) end
