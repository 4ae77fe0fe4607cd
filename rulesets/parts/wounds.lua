-- wounds.lua -- members who fall, who die of it or are saved, and what stays behind.
--
-- A part.  Gives: hurt, heal, aid and care; the chart of injuries; rule.hurt, rule.suffer.
-- Wants: the parts abilities and endurance.
-- A house file changes: chart.injury, timer.dying.lasts, setting.stabilise_dc, rule.stands;
--   question.worn.always = nil asks what it costs the exhausted to go on.

kind.member:has { soak = 0 }
setting "stabilise_dc" { default = 11, help = "DC to stabilise a dying member" }

track "hp"       { of = "member", min = 0, max = "own", help = "hit points" }
track "hindered" { of = "member", start = false, help = "disadvantage on everything until rest" }
track "down"     { of = "member", start = false, help = "unconscious" }
track "doomed"   { of = "member", start = false, help = "dead when the fight is over, unless stabilised" }
track "dead"     { of = "member", start = false }
track "spared"   { of = "turn", start = false, help = "those who fall now are not dying" }
timer "dying"    { of = "member", lasts = "1 minute", help = "dead when it ends, unless stabilised" }
modifier "injured" { when = function(c) return c.who and named(c.who.name) and c.who.hindered end, dis = 1 }

question "worn"     { text = "{name} is exhausted and goes on. What does it cost?", always = true,
                      choices = { "nothing", "hit points", "injury", "unconscious" } }
question "mends"    { text = "How many points of {ability} does {name} get back this week?", default = 0, min = 0 }

action "hurt" { turns = 0, takes = { "member", "die" }, help = "damage: hurt Bram 2d6" }
action "heal" { turns = 0, takes = { "member", "die" }, help = "magic or medicine: heal Bram 3d6" }
action "aid"  { turns = 0, by = "one", aka = "stabilise", takes = { "member", "task?", "adv|dis|succeeds|fails?" },
                help = "keep somebody from dying, or ease what hinders them; gives no hit points" }
action "care" { turns = 0, takes = { "member" }, help = "a week of rest and care" }

chart "injury" { die = "1d20", public = true, help = "rolled by a member who was kept from dying",
  { "1",     "dead",       "Dead after all.",                           sets = { dead = true } },
  { "2",     "feeble",     "Feeble: strength is lost.",                 loses = "1d6 str" },
  { "3",     "shaky",      "Shaky: dexterity is lost.",                 loses = "1d6 dex" },
  { "4",     "weak",       "Weak: constitution is lost.",               loses = "1d6 con" },
  { "5",     "addled",     "Addled: intelligence is lost.",             loses = "1d6 int" },
  { "6",     "confused",   "Confused: wisdom is lost.",                 loses = "1d6 wis" },
  { "7",     "disfigured", "Disfigured: charisma is lost.",             loses = "1d6 cha" },
  { "8-13",  "maimed",     "A part of the body is lost: you say which." },
  { "14-19", "hindered",   "Disadvantage on everything until rest.",    sets = { hindered = true } },
  { "20",    "standing",   "Back on their feet, and the better for it.", rule.stands } }

function rule.hurt(who, n) lose(who, "hp", math.max(0, n - who.soak)) end
function act.hurt(_, who, n) rule.hurt(who, dice(n, "damage")) end
-- A natural 1 on a check that hurts doubles the damage.
function rule.suffer(who, n, c) rule.hurt(who, c and c.natural == 1 and 2 * n or n) end

function on.hp(who, _, now)
  if now == 0 then return turn.spared or rule.falls(who) end
  stop("dying", who)
  set(who, "doomed", false)
  set(who, "down", false)
end
function rule.falls(who)
  set(who, "down", true)
  if not who.dead and not running("dying", who) then start("dying", who) end
end
-- Dead when the minute is over, or the fight, if that is later.
function on.dying(who) set(who, rule.in_battle() and "doomed" or "dead", true) end
function rule.in_battle() return false end
local left = on.leave
function on.leave(what)
  left(what)
  for _, who in ipairs(party.members) do
    if who.doomed then set(who, "dead", true) end
  end
end
function on.down(who, _, now) if not who.dead then who.away = now end end
function on.dead(who, _, now)
  stop("dying", who)
  who.away = now
end

-- Magic and medicine give hit points; a check gives none, but keeps somebody alive or eases what hinders them.
function cannot.heal(_, who) if who.dead then return who.name .. " is dead." end end
function act.heal(_, who, n)
  local healed = dice(n, "healing")
  if who.down then rule.revive(who, healed) else gain(who, "hp", healed) end
end
function act.aid(who, whom, how, odds)
  if not rule.in_battle() then pass "10 seconds" end
  if not rule.attempt(who, how or task.wis, whom.down and setting.stabilise_dc or nil, odds) then return end
  if whom.down then rule.revive(whom, 1) else set(whom, "hindered", false) end
end
function rule.revive(who, hp)
  set(who, "hp", hp)
  roll("injury", who)
end
-- The d8 takes the place of the 1 hit point.
function rule.stands(who)
  local n = dice("1d8", "standing")
  gain(who, "hp", who.hp == 1 and n - 1 or n)
end

-- A night ends what hinders.
local slept = rule.slept
function rule.slept(who, ...)
  slept(who, ...)
  set(who, "hindered", false)
end
-- The unconscious sleep, too.
local sleepers, wear_out = rule.sleepers, rule.wear_out
function rule.sleepers()
  local list = sleepers()
  for who in each(party.members) do if who.down and not who.dead then table.insert(list, who) end end
  return list
end
function rule.wear_out(who)
  wear_out(who)
  local cost = ask("worn", who)
  if cost == "hit points" then rule.hurt(who, dice("1d6", "worn out"))
  elseif cost == "injury" then roll("injury", who)
  elseif cost == "unconscious" then set(who, "down", true) end
end
-- Weeks of care bring back lost ability, as much as you say.
function act.care(_, who)
  pass "7 days"
  for _ = 1, 7 do rule.slept(who, true, true, true) end
  for what in each(rule.abilities()) do
    if who[what] < who.max[what] then gain(who, what, ask("mends", { name = who.name, ability = what })) end
  end
end

-- A member without constitution is dead; what becomes of one without another ability you say.
function on.con(who, _, now) if now == 0 then set(who, "dead", true) end end
function on.str(who, _, now) rule.withers(who, now) end
function on.dex(who, _, now) rule.withers(who, now) end
function on.int(who, _, now) rule.withers(who, now) end
function on.wis(who, _, now) rule.withers(who, now) end
function on.cha(who, _, now) rule.withers(who, now) end
function rule.withers(who, now)
  if now == 0 then warn("%s has an ability at 0: down %s, or dead %s?", who.name, who.name, who.name) end
end
