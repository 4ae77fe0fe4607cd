-- longstair.lua -- The Long Stair: down a shaft that is coming down itself, by torches that burn in real minutes.
--
-- For an evening against the clock, with any rules for fights.  A torch lasts an hour of your own time; `pause` when the
-- food comes.  Every turn puts a die into the pool in the middle of the table; haste rolls the pool, and so does the
-- sixth die: any 1 is a complication.  The roof has a clock of its own: noise takes a die off it that explodes.  Brought
-- to 0 exactly it opens a way out; past 0 it buries you.  Gear has boxes to mark.  The same hurt twice is worse, and
-- three times is the end of the descent for whoever has it.

ruleset "The Long Stair" { turn = "10 minutes", check = "1d20" }

include "tension"
include "boxes"
include "hurts"

kind.member:has { brawn = 0, nerve = 0, wits = 0 }

light "torch" { lasts = "60 real minutes", spends = "torches", help = "an hour of your own time" }
light "glow"  { lasts = "20 real minutes", help = "a jar of glow-worms, shaken" }
gear "rope"  { boxes = 4, eases = "brawn", help = "climbing" }
gear "salts" { boxes = 2, eases = "nerve", help = "smelling salts" }
gear "chalk" { boxes = 6, eases = "wits",  help = "marks at every turning" }
hurt "bruised" { spoils = "brawn", worse = "can hardly stand" }
hurt "shaken"  { spoils = "nerve", worse = "freezes at every sound" }
hurt "dazed"   { spoils = "wits",  worse = "sees two of everything" }

track "torches" { start = 3, min = 0 }
track "meals"   { start = 6, min = 0 }
track "roof"    { start = 20, min = 0, secret = true, help = "what the roof still bears" }
track "depth"   { min = 0, help = "landings below the mouth" }

event "buried"  { text = "The roof comes down, {over} past all bearing.", stops = true }
event "opening" { text = "Daylight! The last stone that falls is the one that was in the way.", stops = true }

procedure "turn" { "act", "tension", "meal", "time" }

function step.meal()
  if turn.number % 6 > 0 or lose("meals", count(party)) == 0 then return end
  for who in each(party) do rule.hurt(who, "shaken") end
end

-- Noise takes an exploding die off the roof; what is too much for it decides.
function rule.noise()
  local over = lose("roof", dice("1d4!", "roof"))
  if party.roof > 0 then return end
  emit(over == 0 and "opening" or "buried") { over = over }
end

chart "complication" { die = "1d6",
  { "1",   "fall",   "A step gives way.",            rule.fall },
  { "2",   "rumble", "The shaft growls.",            rule.noise },
  { "3",   "draught", "A draught comes up, and goes for the flames.", rule.draught },
  { "4",   "voices", "Voices below. They stop.",     rule.scare },
  { "5",   "things", "Something was dropped." },
  { "6",   "others", "Something has found you.", rule.met } }

function rule.fall()
  rule.hurt(pick(party.members, "who falls"), "bruised")
  rule.noise()
end
function rule.scare()
  for who in each(party) do
    if not check(who, "nerve", 10) then rule.hurt(who, "shaken") end
  end
end
function rule.draught() if #burning() > 0 then put_out(burning()[1], "is blown out") end end
function rule.met() emit "encounter" { what = "Something that lives on the stair" } end

action "descend" { takes = { "carefully|hastily?" }, help = "a landing further down; hastily: two, and the pool is rolled" }
action "climb"   { takes = { "carefully|hastily?" }, help = "a landing up, the same way" }
action "brace"   { help = "shore up the roof: d4 more" }
action "shout"   { turns = 0, help = "noise, and the roof hears it" }
action "rest"    { by = "each", help = "one hurt less" }
function rule.go(way, how)
  turn.haste = how == "hastily"
  gain("depth", turn.haste and 2 * way or way)
  if turn.haste then rule.noise() end
end
function act.descend(_, how) rule.go(1, how) end
function act.climb(_, how) rule.go(-1, how) end
function act.brace() gain("roof", dice("1d4", "shoring")) end
function act.shout() rule.noise() end
function act.rest(who) rule.mend(who) end

function rule.status() return ("landing %d | pool %d | meals %d"):format(party.depth, party.tension, party.meals) end
