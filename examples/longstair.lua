-- longstair.lua -- The Long Stair: down a shaft that is coming down itself, by torches that burn in real minutes.
--
-- For an evening against the clock, with any rules for fights.  A torch lasts an hour of your own time; `pause` when the
-- food comes.  Every turn puts a die into the pool in the middle of the table; haste rolls the pool, and so does the
-- sixth die: any 1 is a complication.  The roof has a clock of its own: noise takes a die off it that explodes.  Brought
-- to 0 exactly it opens a way out; past 0 it buries you.  Gear has boxes to mark.  The same hurt twice is worse, and
-- three times is the end of the descent for whoever has it.

ruleset "The Long Stair" { turn = "10 minutes", check = "1d20" }

kind.member:has { brawn = 0, nerve = 0, wits = 0 }

light "torch" { lasts = "60 real minutes", spends = "torches", help = "an hour of your own time" }
light "glow"  { lasts = "20 real minutes", help = "a jar of glow-worms, shaken" }
-- Gear: how many boxes it has, and what it is good for.
kind "gear" { boxes = "integer", eases = "string", help = "string?" }
gear "rope"  { boxes = 4, eases = "brawn", help = "climbing" }
gear "salts" { boxes = 2, eases = "nerve", help = "smelling salts" }
gear "chalk" { boxes = 6, eases = "wits",  help = "marks at every turning" }
-- luacheck: globals hurt
-- A hurt: what it spoils once, and what it does when it is there twice.
kind "hurt" { spoils = "string", worse = "string" }
hurt "bruised" { spoils = "brawn", worse = "can hardly stand" }
hurt "shaken"  { spoils = "nerve", worse = "freezes at every sound" }
hurt "dazed"   { spoils = "wits",  worse = "sees two of everything" }
setting "pool_full"  { default = 6, min = 1, help = "dice in the pool at which it is rolled by itself" }
setting "meal_every" { default = 6, min = 1, help = "turns between one meal and the next" }
setting "hurt_out"   { default = 3, min = 2, help = "so many of one hurt, and somebody is out" }

track "torches" { start = 3, min = 0 }
track "meals"   { start = 6, min = 0 }
track "tension" { min = 0, help = "dice in the middle of the table" }
track "roof"    { start = 20, min = 0, secret = true, help = "what the roof still bears" }
track "depth"   { min = 0, help = "landings below the mouth" }
track "marked"  { start = {}, help = "boxes marked: a name for each" }
track "hurts"   { of = "member", start = {} }
track "out"     { of = "member", start = false }
track "haste"   { of = "turn", start = false }

event "buried"  { text = "The roof comes down, {over} past all bearing.", stops = true }
event "opening" { text = "Daylight! The last stone that falls is the one that was in the way.", stops = true }

procedure "turn" { "act", "tension", "meal", "time" }

function step.tension()
  gain "tension"
  if turn.haste or party.tension >= setting.pool_full then rule.roll_pool() end
end
function step.meal() if turn.number % setting.meal_every == 0 then rule.eat() end end

function rule.roll_pool()
  local dice_fallen = pool(party.tension, "d6", "tension")
  set("tension", 0)
  if has(dice_fallen, 1) then roll "complication" else say "The dark holds its breath." end
end

function rule.eat()
  if lose("meals", count(party)) > 0 then for who in each(party) do rule.hurt(who, "shaken") end end
end

-- Noise takes an exploding die off the roof; what is too much for it decides.
function rule.noise()
  local over = lose("roof", dice("1d4!", "roof"))
  if party.roof > 0 then return end
  if over == 0 then emit "opening" {} else emit "buried" { over = over } end
end

-- The same hurt again is worse.
function rule.hurt(who, what)
  gain(who, "hurts", what)
  local n = count(who.hurts, what)
  if n == 2 then say("%s is %s again, and %s.", who.name, what, hurt[what].worse) end
  if n >= setting.hurt_out then set(who, "out", true) end
end

chart "complication" { die = "1d6",
  { "1",   "fall",   "A step gives way.",            rule.fall },
  { "2",   "rumble", "The shaft growls.",            rule.noise },
  { "3",   "draught", "A draught comes up, and goes for the flames.", rule.draught },
  { "4",   "voices", "Voices below. They stop.",     rule.scare },
  { "5",   "things", "Something was dropped." },
  { "6",   "others", "Something has found you.", rule.met } }

function rule.fall()    rule.hurt(pick(party.members, "who falls"), "bruised") rule.noise() end
function rule.scare()   for who in each(party) do if not check(who, "nerve", 10) then rule.hurt(who, "shaken") end end end
function rule.draught() local lamp = burning()[1] if lamp then put_out(lamp, "is blown out") end end
function rule.met()     emit "encounter" { what = "Something that lives on the stair" } end

-- A hurt spoils what it spoils; two of it do so twice.
function on.check(c)
  for kind in each(hurt) do if kind.spoils == c.what then c.add = c.add - 2 * count(c.who.hurts, kind.name) end end
end

action "descend" { takes = { "carefully|hastily?" }, help = "a landing further down; hastily: two, and the pool is rolled" }
action "climb"   { takes = { "carefully|hastily?" }, help = "a landing up, the same way" }
action "brace"   { help = "shore up the roof: d4 more" }
action "try"     { by = "each", takes = { "stat", "number", "gear?" }, help = "a check; gear helps, and a box of it is marked" }
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
function act.rest(who) if #who.hurts > 0 then lose(who, "hurts", who.hurts[1]) end end

function cannot.try(_, _, _, with)
  if with and count(party.marked, with.name) >= with.boxes then return ("The %s is used up."):format(with.name) end
end
function act.try(who, what, dc, with)
  if with then gain("marked", with.name) end
  check(who, what, dc, { adv = with and with.eases == what and 1 or 0 })
end

function rule.status() return ("landing %d | pool %d | meals %d"):format(party.depth, party.tension, party.meals) end
