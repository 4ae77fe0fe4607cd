-- travel-turn.lua -- an hour at a time, and a d20 that says what the road has in store.
--
-- Fits Five Torches Deep, by J. and B. Dutter; mechanics only, in our own words.
-- The clock goes by hours, shown as up to four dice of six hours each, and a d20 as every hour ends says how near
-- the next trouble is; long ways may roll by the day or the week, and torches still burn by the hour.  Light is
-- four levels, which help some checks and hinder others.  Members who go too long without food and rest give out.
-- A check without a DC has DC 11.  Left out: classes, spells, and the book's lists of gear, monsters and poisons;
-- a few of our own stand in for them until a campaign brings its own.

ruleset "Travel Turn" { turn = "1 hour", check = "1d20", procedure = "hour",
  renamed = { rest = "sleep", walked = "travelled" } }

include "abilities"
include "time_dice"
include "light_levels"
include "endurance"
include "wounds"
include "ways"
include "sickness"
include "traps"
include "purse"
include "roll_home"
include "fight"
include "round"
include "strangers"
include "morale"
include "chase"
include "retreat"
include "stand_ins"

-- --- what there is ---

light "torch"   { lasts = "1 hour",  spends = "torches" }
light "lantern" { lasts = "3 hours", spends = "oil" }

-- The party's care: two dice and the better one, or the worse.
kind.pace:has { better = 0 }
pace "cautious" { better = 1, help = "keeping watch: the better of two d20" }
pace "normal"   { help = "one d20" }
pace "careless" { better = -1, help = "not watching: the worse of two d20" }

-- Tasks to try beside the six abilities, with the tags by which light helps or hinders them.
task "hide"    { with = "dex", tags = { "stealth" }, sets = "hidden" }
task "listen"  { with = "wis", tags = { "listening" } }
task "spot"    { with = "wis", tags = { "sight" } }
task "foresee" { with = "wis", tags = { "foresight" } }
task "finesse" { with = "dex", tags = { "finesse" } }
task "dodge"   { with = "dex", tags = { "ranged defence" } }
task "track"   { with = "wis", tags = { "tracking" } }
task "notice"  { with = "wis", tags = { "movement" } }

setting "manner"       { default = "normal", is = "pace", help = "how the party travels when nobody says" }
setting "turn_every"   { default = "hour", choices = { "hour", "day", "week" },
                         help = "how often a d20 is rolled; every changes it for a leg" }
setting "scenes_ask"   { default = 3, min = 1, help = "scenes after which you are asked whether an hour has passed" }
setting "scenes_hour"  { default = 4, min = 1, help = "scenes that are an hour without asking" }
setting "sup_per_hour" { default = 1, min = 0, help = "supplies used in an hour, while there are any" }

track "torches"  { min = 0, public = true }
track "oil"      { min = 0, public = true, help = "measures of lamp oil" }
track "sup"      { min = 0, public = true, quiet = true, help = "supplies" }
track "scenes"   { min = 0, help = "scenes since the last hour" }
track "every"    { start = "", help = "how often a d20 is rolled on this leg" }
track "unrolled" { min = 0, quiet = true, sheet = false, help = "hours since the last d20, when it is not rolled hourly" }
track "told"     { start = "", quiet = true, sheet = false, help = "the hour as it was called last" }
track "met"      { of = "turn", start = "", help = "what the d20 brought" }

-- A question that says `always` is not asked; a house file may ask it after all: question.what.always = nil.
question "what"      { text = "What is it?", default = rule.rolled, always = true, public = false }
question "hour"      { text = "Has an hour passed?", default = false }
question "relight"   { text = "Light another {kind}?", default = rule.relights, always = rule.relights }

procedure.hour:after("act", "travel")
procedure.hour:after("time", "bell")

action "wait"   { aka = { "explore", "search" }, takes = { "text?" }, help = "an hour of anything: searching, talking, standing watch" }
action "scene"  { turns = 0, help = "a scene, a room or an encounter is over; three or four are an hour" }
action "every"  { turns = 0, takes = { "hour|day|week" }, help = "how often the d20 is rolled on this leg" }
action "cast"   { turns = 0, costs = "active", aka = { "command", "sneak" },
                  takes = { "task", "number?", "adv|dis|succeeds|fails?" }, help = "any other action with a check" }
action "hide"   { turns = 0, costs = "active", takes = { "number?", "adv|dis|succeeds|fails?" },
                  help = "get out of sight, with the DC if it is another: hide 14" }
action.aid.costs = "active"
action.care.during = "hour"
action.walk.aka = "move"
action.sleep.aka = "rest"
action.spend.aka = "other"

event "hour" { text = "{hour}:00 ({dice}) {quarter}, {light}.", public = "{quarter}, {light}." }

-- --- the d20 ---

chart "travel" { die = "1d20", help = "rolled at the end of every hour",
  { "1",     "terrible", "Something terrible happens at once.", rule.terrible },
  { "2-10",  "soon",     "Something bad happens soon.",         rule.soon },
  { "11-19", "nearer",   "The threat grows or comes nearer.",   rule.nearer },
  { "20",    "nothing",  "Nothing bad happens.",                rule.good } }

function step.travel()
  if not rule.due() then return end
  local better = rule.manner().better
  local die = better > 0 and "2d20kh1" or better < 0 and "2d20kl1" or nil
  turn.met = roll("travel", nil, { die = die }).text
end
function rule.manner()
  local way = deed "travel" or deed "march"
  return way and way.care or pace[setting.manner]
end
-- The meaning of the d20 here: rolled, or as you say.  What is terrible breaks off a march or a rest.
function rule.terrible() emit "encounter" { what = rule.bodes "calamity" } end
function rule.soon() rule.bodes "trouble" end
function rule.nearer() rule.bodes "omen" end
function rule.good() rule.bodes "luck" end
function rule.bodes(name) return ask("what", { chart = name }) end
function rule.rolled(about) return roll(about.chart).text end

-- One d20 an hour, but not where it is safe.  By the day or week it is one as the last hour of its way ends, or
-- as soon as a day or week has gone by without one.
function rule.due()
  local every = rule.every()
  local day, hour, hours = every == "day", rule.way_hour()
  if every ~= "hour" then
    party.unrolled = party.unrolled + 1
    local way = rule.leg()
    local ends = hour == hours and way and (day or ((way.turns - 1) // 24 + 1) % 7 == 0)
    if not ends and (way or party.unrolled < (day and 24 or 168)) then return false end
    party.unrolled = 0
  end
  return not (doing "sleep" and party.safe)
end
function rule.every() return party.every ~= "" and party.every or setting.turn_every end
function act.every(_, how) set("every", how) end

-- --- the hour ---

-- Supplies, and the news of the hour.
function step.bell()
  party.scenes = 0
  if party.sup > 0 then
    lose("sup", setting.sup_per_hour)
    if party.sup == 0 then say "No supplies are left." end
  end
  local news = rule.quarter(rule.hour()) .. ", " .. rule.level()
  local same = news == party.told
  party.told = news
  emit "hour" { hour = string.format("%02d", clock.hour), dice = rule.dice_text(rule.hour()),
    quarter = rule.quarter(rule.hour()), light = rule.level(),
    far = party.leg, torches = party.torches, encounter = turn.met, quiet = same }
end

-- Three or four scenes are an hour, and a fight is a scene.
function act.scene()
  gain "scenes"
  if party.scenes >= setting.scenes_hour or party.scenes >= setting.scenes_ask and ask "hour" then run "hour" end
end
local left = on.leave
function on.leave(what)
  left(what)
  if what == "melee" then act.scene() end
end

-- Another is lit where it is dark without it, and the next hour is not one of rest.
function rule.relights() return not rule.daylight() and not doing "sleep" and not rule.stops_next() end
function on.light_out(lamp)
  if lamp.left == 0 and lamp.spends and party[lamp.spends] > 0 and ask("relight", lamp) then
    kindle(lamp.kind, lamp.holder)
  end
end

-- --- how the parts go together ---

kind.creature:has { str = 10, con = 10, int = 10, wis = 10, cha = 10, darksight = "string?" }

-- Enemies strike by strength and aim by dexterity; they have the eyes of their kind, and wisdom makes them brave.
local strikes_with, courage = rule.strikes_with, rule.courage
function rule.strikes_with(what) return strikes_with(what) or what.ranged and "dex" or "str" end
function rule.courage(who) return rule.modifier(who, "wis") + courage(who) end
local darksight = rule.darksight
function rule.darksight(who) return darksight(who.creature and creature[who.creature] or who) end

-- Nothing is seen in darkness by those who have only eyes.
local attempt = rule.attempt
function rule.attempt(who, what, dc, odds)
  if odds ~= "succeeds" and rule.hopeless(who, what.tags) then
    say("%s cannot see.", who.name)
    return false
  end
  return attempt(who, what, dc, odds)
end
function act.cast(list, what, dc, odds) rule.attempt(rule.actor(list), what, dc, odds) end
function act.hide(list, dc, odds) act.try(rule.actor(list), task.hide, dc, odds) end

-- Feet in a round: 30, and 5 less for each load too many; the exhausted cannot walk, fight or cast.
local speed = rule.speed
function rule.speed(who)
  if who.creature then return speed(who) end
  return who.exhausted and 0 or math.max(0, speed(who) - 5 * rule.burden(who))
end
local cannot_spend = rule.cannot_spend
function rule.cannot_spend(who, sort)
  if not who.creature and who.exhausted and sort == "active" then return who.name .. " is too exhausted for that." end
  return cannot_spend(who, sort)
end
function cannot.aid(who) if who.exhausted then return who.name .. " is too exhausted for that." end end
local fights = rule.member_fights
function rule.member_fights(who) if not who.exhausted then fights(who) end end

local can_walk, can_run, lost_sight = rule.can_walk, rule.can_run, rule.lost_sight
function rule.can_walk(who) return can_walk(who) and rule.speed(who) > 0 end
function rule.can_run(who) return can_run(who) and rule.speed(who) > 0 end
function rule.lost_sight() return rule.level() == "dark" and "easy to lose sight" or lost_sight() end
local is_dead, in_battle, falls = rule.is_dead, rule.in_battle, rule.falls
function rule.is_dead(who) return is_dead(who) or who.dead end
function rule.in_battle() return in_battle() or rule.fighting() end
function rule.falls(who)
  falls(who)
  set(who, "holding", false)
end
-- Over land the encumbered go half as far.
local miles = rule.miles
function rule.miles(who) return rule.burden(who) > 0 and miles(who) / 2 or miles(who) end

-- --- the way back ---

action "home"   { during = "hour", turns = 0, takes = { "hours: 1-99", "dangerous|arduous?" },
                  help = "roll to return to camp, with the hours it takes: home 4 arduous" }
question "fate" { text = "{name} does not make it. Unconscious or dead?", choices = { "unconscious", "dead" } }
function act.home(list, hours, way)
  rule.go_home(list, way or ask "way", rule.home_dc(hours, 0))
  pass(hours .. " hours")
  for who in each(list) do gain(who, "waking", hours) end
  rule.tell_hour()
end
local worth, pay, load = rule.worth, rule.pay, rule.load
function rule.worth(who, what) return worth(who, what) + (has(who.proficient, what) and who.proficiency or 0) end
-- Arduous: items first, and other loads when there are no more; dangerous: no armour helps, and a natural 1 doubles it.
function rule.pay(who, way, short, c)
  if way == "arduous" then
    lose(who, "load", math.max(0, short - #who.items))
    return pay(who, way, short)
  end
  local n = dice(short .. "d6", "the way home")
  turn.spared = true
  lose(who, "hp", c.natural == 1 and 2 * n or n)
  turn.spared = false
  if who.hp == 0 then set(who, ask("fate", who) == "dead" and "dead" or "down", true) end
end
-- An item is a load.
function rule.load(who) return load(who) + #who.items end

-- --- the prompt ---

-- For the sheet: the hours left until resilience is tested.
-- Those who need food and rest at the same time are named together.
function rule.next_due()
  local due, names = {}, {}
  for who in each(party) do
    local hours = math.max(0, rule.endures(who) - who.waking)
    if not names[hours] then table.insert(due, hours) end
    names[hours] = names[hours] and names[hours] .. ", " .. who.name or who.name
  end
  for i, hours in ipairs(due) do
    local all = #due == 1 and #party.members > 1
    due[i] = string.format("%s in %g hour%s", all and "everyone" or names[hours], hours,
      hours == 1 and "" or "s")
  end
  return #due > 0 and "food and rest: " .. table.concat(due, "; ") or {}
end

function rule.status()
  local text = string.format("(%s) %s", rule.dice_text(rule.hour()), rule.quarter(rule.hour()))
  if rule.lit() then text = text .. ", " .. rule.level() end
  local awake = most(party, "waking") or 0
  if awake > 0 then text = text .. ", awake " .. awake .. " h" end
  if rule.every() ~= "hour" then text = text .. ", by the " .. rule.every() end
  return rule.fighting() and text .. ", " .. rule.whose_go() .. "'s go" or text
end
