-- travel-turn.lua -- an hour at a time, and a d20 that says what the road has in store.
--
-- Fits Five Torches Deep, by J. and B. Dutter; mechanics only, in our own words.
-- The clock goes by hours, shown as up to four dice of six hours each, and a d20 as every hour ends says how near
-- the next trouble is; long ways may roll by the day or the week, and torches still burn by the hour.  Light is
-- four levels, which help some checks and hinder others.  Members who go too long without food and rest give out.
-- A check without a DC has DC 11.  Left out: classes, spells, and the book's lists of gear, monsters and poisons;
-- a few of our own stand in for them until a campaign brings its own.

ruleset "Travel Turn" { turn = "1 hour", check = "1d20", procedure = "hour" }

include "abilities"      -- checks
include "light_levels"
include "ways"           -- over land and water; endurance, and nights
include "wounds"         -- injury, disease, poison and venom; traps
include "roll_home"
include "fight"
include "rout"           -- morale, retreat, chases
include "stand_ins"      -- creatures, weapons, traps; who and what is met
include "travel_before"  -- hints for older house files

-- --- the hour ---

light "torch"   { lasts = "1 hour",  spends = "torches" }
light "lantern" { lasts = "3 hours", spends = "oil" }

track "torches"  { min = 0, public = true }
track "oil"      { min = 0, public = true, help = "lamp oil, in measures" }
track "sup"      { min = 0, public = true, quiet = true, help = "supplies, one used in an hour while there are any" }
track "scenes"   { min = 0, quiet = true, help = "scenes since the last hour" }
track "every"    { steps = { "hour", "day", "week" }, help = "how often the d20 is rolled: every day" }
track "unrolled" { min = 0, quiet = true, sheet = false, help = "hours since the last d20, when it is not rolled hourly" }
track "met"      { of = "turn", start = "", help = "what the d20 brought" }

procedure.hour:after("act", "travel")
procedure.hour:after("time", "bell")

action "wait" { aka = { "explore", "search" }, takes = { "text?" }, help = "an hour of anything: searching, talking, standing watch" }
action.walk.aka = "move"
action.sleep.aka = "rest"
action.care.during = "hour"

-- Supplies, and the news of a quarter of the day.
event "hour" { text = "{hour}:00 ({dice}) {quarter}, {light}.", public = "{quarter}, {light}." }
function step.bell()
  party.scenes = 0
  if party.sup == 1 then say "No supplies are left." end
  lose "sup"
  local hour = rule.hour()
  emit "hour" { hour = ("%02d"):format(clock.hour), dice = rule.dice_text(hour), quarter = rule.quarter(hour),
    light = rule.level(), far = party.travelled, torches = party.torches, encounter = turn.met, quiet = hour % 6 ~= 1 }
end

-- Three or four scenes are an hour, and a fight is a scene.
question "hour" { text = "Has an hour passed?", default = false }
action "scene"  { turns = 0, help = "a scene, a room or an encounter is over; three or four are an hour" }
function act.scene()
  gain "scenes"
  say("That was scene %d of this hour.", party.scenes)
  if party.scenes > 3 or party.scenes == 3 and ask "hour" then run "hour" end
end
function on.leave(what) if what == "melee" then act.scene() end end

-- Another light is lit where it is dark without it, and the next hour is not one of rest.
question "relight" { text = "Light another {kind}?", default = rule.relights, always = rule.relights }
function rule.relights() return not rule.daylight() and not doing "sleep" and not rule.camps(1) end
function on.light_out(lamp)
  if lamp.left == 0 and lamp.spends and party[lamp.spends] > 0 and ask("relight", lamp) then
    kindle(lamp.kind, lamp.holder)
  end
end

-- --- time dice: the hour as up to four d6, each a quarter of the day ---

-- Hours run from 1 to 24; the sixth is the last before dawn.
function rule.hour() return (clock.hour - 1) % 24 + 1 end
function rule.quarter(hour) return ({ "pre-dawn", "morning", "afternoon", "night" })[(hour - 1) // 6 + 1] end
-- Full quarters show a 6, the one that runs its hour: "6,6,2".
function rule.dice_text(hours)
  local full = (hours - 1) // 6
  return ("6,"):rep(full) .. string.format("%d", hours - 6 * full)
end

action "hours" { turns = 0, takes = { "number?" }, help = "show the hour, or a number of hours, as time dice" }
function act.hours(_, n)
  if n then return say("%d hours: %s", n, rule.dice_text(n)) end
  say("%02d:%02d (%s) %s", clock.hour, clock.minute, rule.dice_text(rule.hour()), rule.quarter(rule.hour()))
end

action "clock" { turns = 0, takes = { "1-4", "from: number?" },
                 help = "roll time dice for the hour, perhaps from a starting hour: clock 1 12" }
-- The next time it is that hour.
function act.clock(_, n, from)
  local minutes = 60 * ((from or 0) + dice(n .. "d6", "time dice"))
  local midnight = clock.minutes // 1440 * 1440
  if clock.now > 0 and midnight + minutes < clock.minutes then minutes = minutes + 1440 end
  clock.set(midnight + minutes .. " minutes")
  act.hours()
end

timer "effect" { text = "{who} ends.", help = "anything with a length" }
action "effect" { turns = 0, takes = { "die", "text" },
                  help = "something that lasts a number of hours: effect 3 blessing, effect 2d6 fear" }
function act.effect(_, hours, what) start("effect", what, { lasts = dice(hours, "hours") .. " hours" }) end

-- --- the d20 ---

-- The party's care: two dice and the better one, or the worse.
kind.pace:has { die = "dice = 1d20" }
pace "cautious" { die = "2d20kh1", help = "keeping watch: the better of two d20" }
pace "normal"   { help = "one d20" }
pace "careless" { die = "2d20kl1", help = "not watching: the worse of two d20" }

chart "travel" { die = "1d20", help = "rolled at the end of every hour",
  { "1",     "terrible", "Something terrible happens at once.", rule.terrible },
  { "2-10",  "soon",     "Something bad happens soon.",         rule.soon },
  { "11-19", "nearer",   "The threat grows or comes nearer.",   rule.nearer },
  { "20",    "nothing",  "Nothing bad happens.",                rule.good } }

function step.travel()
  local way = rule.travelling()
  local care = way and way.care or pace.normal
  if rule.due() then turn.met = roll("travel", nil, { die = care.die }).text end
end
-- One d20 an hour, but not where it is safe.  By the day or week it is one as the last hour of its way ends, or
-- as soon as a day or week has gone by without one.
function rule.due()
  if party.every == "hour" then return not rule.is_safe() end
  party.unrolled = party.unrolled + 1
  local hour, hours = rule.way_hour()
  local ends = hour and hour == hours and (party.every == "day" or (deed "march".turns - 1) // 24 % 7 == 6)
  if not ends and (hour or party.unrolled < (party.every == "day" and 24 or 168)) then return false end
  party.unrolled = 0
  return not rule.is_safe()
end

-- The meaning of the d20 here is rolled or, with question.what.always = nil, asked of you.  What is terrible breaks off a
-- march or a rest.
question "what" { text = "What is it?", always = true, public = false,
                  default = function(about) return roll(about.chart).text end }
function rule.terrible() emit "encounter" { what = rule.bodes "calamity" } end
function rule.soon() rule.bodes "trouble" end
function rule.nearer() rule.bodes "omen" end
function rule.good() rule.bodes "luck" end
function rule.bodes(name) return ask("what", { chart = name }) end

-- --- checks ---

-- Tasks beside the six abilities, with the tags by which light helps or hinders them.
task "hide"    { with = "dex", tags = { "stealth" }, sets = "hidden" }
task "listen"  { with = "wis", tags = { "listening" } }
task "spot"    { with = "wis", tags = { "sight" } }
task "foresee" { with = "wis", tags = { "foresight" } }
task "finesse" { with = "dex", tags = { "finesse" } }
task "dodge"   { with = "dex", tags = { "ranged defence" } }
task "track"   { with = "wis", tags = { "tracking" } }
task "notice"  { with = "wis", tags = { "movement" } }

action.try { costs = { melee = "active" }, aka = { "cast", "command", "sneak" } }
action.aid.costs = { melee = "active" }
action.spend.aka = "other"

-- Nothing is seen in darkness by those who have only eyes.
local attempt = rule.attempt
function rule.attempt(who, what, dc, odds)
  if odds == "succeeds" or rule.light_does(who, what.tags) ~= "fails" then return attempt(who, what, dc, odds) end
  say("%s cannot see.", who.name)
  return false
end

-- Enemies strike by strength and aim by dexterity; wisdom makes them brave.
kind.creature:has { str = 10, con = 10, int = 10, wis = 10, cha = 10, darksight = "string?" }
local strikes_with, courage, lost_sight = rule.strikes_with, rule.courage, rule.lost_sight
function rule.strikes_with(arm) return strikes_with(arm) or arm.ranged and "dex" or "str" end
function rule.courage(who) return rule.modifier(who, "wis") + courage(who) end
function rule.lost_sight() return rule.level() == "dark" and "dis" or lost_sight() end

-- Feet in a round: 30, and 5 less for each load too many; the exhausted cannot walk, fight or cast.
local speed, cannot, can_walk, miles = rule.speed, rule.cannot, rule.can_walk, rule.miles
function rule.speed(who)
  if who.creature then return speed(who) end
  return who.exhausted and 0 or math.max(0, speed(who) - 5 * rule.burden(who))
end
function rule.can_walk(who) return can_walk(who) and rule.speed(who) > 0 end
function rule.cannot(verb, who, ...)
  if who.exhausted and (verb == "aid" or rule.fighting() and action[verb].costs) then
    return who.name .. " is too exhausted for that."
  end
  return cannot(verb, who, ...)
end
function on.down(who) set(who, "holding", false) end
-- Over land the encumbered go half as far.
function rule.miles(who) return rule.burden(who) > 0 and miles(who) / 2 or miles(who) end

-- --- loads, coins, and experience for gold ---

setting "xp_per_gp" { default = 1, min = 0, help = "experience for each gold piece won" }
track "load" { of = "member", min = 0, help = "loads carried, without coins; up to strength is no burden" }
for coin in each { "cp", "sp", "gp" } do track(coin) { of = "member", min = 0 } end
track "xp"   { tally = true, help = "experience of the party" }

-- An item is a load, 500 coins of any metal are one, and a part of a load counts as one.
function rule.coins(who) return who.cp + who.sp + who.gp end
function rule.load(who) return who.load + #who.items + rule.coins(who) / 500 end
function rule.burden(who) return math.max(0, math.ceil(rule.load(who) - who.str)) end
modifier "burdened" { when = function(c) return c.who and c.who.load and rule.burden(c.who) > 0 end, dis = 1 }

action "treasure" { turns = 0, by = "one", takes = { "number", "won|unearned|item?", "member?" },
                    help = "gold pieces won, and their experience: treasure 30; of a magic item only that: treasure 200 item" }
action "loot"     { turns = 0, by = "one", takes = { "1-99", "member?" },
                    help = "what an enemy carried, by its hit dice" }
-- A magic item is experience when it is won, and only gold, unearned, when it is sold.
function act.treasure(who, n, how, whose)
  if how ~= "item" then gain(whose or who, "gp", n) end
  if how ~= "unearned" then gain("xp", n * setting.xp_per_gp) end
end
function act.loot(who, hd, whose) act.treasure(who, rule.loot(hd), "won", whose) end
function rule.loot(hd) return dice(hd .. "d20", "loot") end

action "coins" { turns = 0, by = "each", help = "coins as the fewest pieces, and what they weigh" }
function act.coins(who)
  local worth = who.cp + 10 * who.sp + 100 * who.gp
  set(who, "gp", worth // 100)
  set(who, "sp", worth % 100 // 10)
  set(who, "cp", worth % 10)
  local n = rule.coins(who)
  say("%s: %d gp %d sp %d cp, %g pounds, %g loads.", who.name, who.gp, who.sp, who.cp, n / 100, n / 500)
end

-- --- the way back ---

action "home"   { during = "hour", turns = 0, takes = { "hours: 1-99", "dangerous|arduous?" },
                  help = "roll to return to camp, with the hours it takes: home 4 arduous" }
function act.home(list, hours, way)
  rule.go_home(list, way or ask "way", rule.home_dc(hours, 0))
  pass(hours .. " hours")
  for who in each(list) do gain(who, "waking", hours) end
  act.hours()
end
local worth, pay = rule.worth, rule.pay
function rule.worth(who, what) return worth(who, what) + (has(who.proficient, what) and who.proficiency or 0) end
-- Arduous: items first, and other loads when there are no more; dangerous: no armour helps, and a natural 1 doubles it;
-- who falls is unconscious, or dead if you say so: dead Bram on.
function rule.pay(who, way, short, c)
  if way == "arduous" then
    lose(who, "load", math.max(0, short - #who.items))
    return pay(who, way, short)
  end
  lose(who, "hp", rule.doubled(dice(short .. "d6", "the way home"), c))
  stop("dying", who)
end

-- --- the prompt, and the sheet ---

function rule.status()
  local light = rule.lit() and ", " .. rule.level() or ""
  if rule.fighting() then return party.up .. "'s go" .. (light ~= ", lit" and light or "") end
  local text = ("(%s) %s%s"):format(rule.dice_text(rule.hour()), rule.quarter(rule.hour()), light)
  local awake = most(party, "waking") or 0
  if awake > 0 then text = text .. ", awake " .. awake .. " h" end
  if party.every ~= "hour" then text = text .. ", by the " .. party.every end
  return text
end
-- The hours until endurance is tested, and whose it is first.
function rule.next_due()
  local hours = least(party, rule.hours_left)
  if not hours then return {} end
  local whose = names(those(party, function(who) return rule.hours_left(who) == hours end), party)
  return ("food and rest: %s %s"):format(whose, hours > 0 and ("in %g h"):format(hours) or "now")
end
function rule.hours_left(who) return math.max(0, rule.endures(who) - who.waking) end
