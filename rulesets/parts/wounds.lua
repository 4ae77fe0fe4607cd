-- wounds.lua -- members who fall, who die of it or are saved, and what stays behind; disease, poison and venom; traps.
--
-- A part.  Gives: hurt, heal, aid and care; the chart of injuries; infect; trap, and room "hall" { trap = "pit" };
--   rule.hurt, rule.sicken.
-- Wants: rule.fighting(), which says whether a fight goes on; includes abilities and ways.
-- A house file changes: chart.injury, timer.dying.lasts, rule.stands; corruptions, such as
--   corruption "rot" { stage = "1 day", harm = "1d4", harms = "str" }; trap "blade" { cue = "A scratched floor.", harm = "1d8" }.

include "abilities"
include "ways"

kind.member:has { soak = 0 }
track "hp"     { of = "member", min = 0, max = "own", empty = "down", help = "hit points" }
track "down"   { away = true, help = "unconscious" }
track "doomed" { of = "member", start = false, help = "dead when the fight is over, unless stabilised" }
track "dead"   { away = true }
track "helped" { of = "member", start = -1, quiet = true, sheet = false, help = "when a member last helped somebody" }
timer "dying"  { of = "member", lasts = "1 minute", text = "Nobody helped {who} in time.", help = "dead when it ends, unless stabilised" }

action "hurt" { turns = 0, takes = { "member", "die" }, help = "damage: hurt Bram 2d6" }
function act.hurt(_, who, n) rule.hurt(who, dice(n, "damage")) end
function rule.hurt(who, n) lose(who, "hp", math.max(0, n - who.soak)) end
-- A natural 1 on a check that hurts doubles the damage.
function rule.doubled(n, c) return c and c.natural == 1 and 2 * n or n end

function on.down(who, _, now)
  if now and who.hp == 0 and not who.dead then return start("dying", who) end
  stop("dying", who)
  set(who, "doomed", false)
end
function on.dead(who) stop("dying", who) end
-- No hour goes by before somebody helps the dying, or you say that nobody can.
local usual = rule.cannot
function rule.cannot(verb, ...)
  local takes_long = action[verb].turns ~= 0 or verb == "care" or verb == "home"
  local dying = those(party.members, function(who) return running("dying", who) and not who.dead end)[1]
  if takes_long and dying and not rule.fighting() then
    return ("%s is dying: type aid %s, or dead %s if nobody can help."):format(dying.name, dying.name, dying.name)
  end
  return usual(verb, ...)
end
-- Dead when the minute is over, or the fight, if that is later.
function on.dying(who) set(who, rule.fighting() and "doomed" or "dead", true) end
function on.leave() set(those(party.members, "doomed"), "dead", true) end

-- --- help ---

-- Magic and medicine give hit points; a check gives none, but keeps somebody alive or eases what hinders them.
action "heal" { turns = 0, takes = { "member", "die" }, help = "magic or medicine: heal Bram 3d6" }
action "aid"  { turns = 0, by = "one", aka = "stabilise", takes = { "member", "task?", "adv|dis|succeeds|fails?" },
                help = "keep somebody from dying, or ease what hinders them; gives no hit points" }
function cannot.heal(_, who) if who.dead then return who.name .. " is dead." end end
function cannot.aid(_, who) return cannot.heal(nil, who) end
function act.heal(_, who, n)
  local healed = dice(n, "healing")
  if who.down then rule.revive(who, healed) else gain(who, "hp", healed) end
end
function act.aid(who, whom, how, odds)
  if not (whom.down or whom.hindered) then return say("%s is neither dying nor hindered; aid gives no hit points.", whom.name) end
  if not rule.fighting() then rule.takes_ten(who) end
  if not rule.attempt(who, how or task.wis, nil, odds) then return end
  if whom.down then rule.revive(whom, 1) else set(whom, "hindered", false) end
end
-- Those who help at the same time take ten seconds together.
function rule.takes_ten(who)
  local helped = count(party, function(one) return one.helped == clock.now end) > 0
  if not helped or who.helped == clock.now then pass "10 seconds" end
  who.helped = clock.now
end
function rule.revive(who, hp)
  set(who, "hp", hp)
  roll("injury", who)
end

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
-- The d8 takes the place of the 1 hit point.
function rule.stands(who)
  local n = dice("1d8", "standing")
  gain(who, "hp", who.hp == 1 and n - 1 or n)
end

-- A member without constitution is dead; what becomes of one without another ability you say.
for name in each { "str", "dex", "int", "wis", "cha" } do track[name].empty = rule.withers end
track.con.empty = "dead"
function rule.withers(who) warn("%s has an ability at 0: down %s, or dead %s?", who.name, who.name, who.name) end
-- The fallen who live are carried along, and rest with the others.
rule.sleepers = nil
function rule.sleepers()
  return those(party.members, function(who) return not who.away or who.down and not who.dead end)
end
-- Weeks of care bring back lost ability, as much as you say: str Bram +1.
action "care" { turns = 0, takes = { "member", "unsafe|?" },
                help = "a week of rest and care, in a safe place unless you say; correct what comes back: str Bram +1" }
function cannot.care(_, who) return cannot.heal(nil, who) end
function act.care(_, who, unsafe)
  say("%s has a week of rest and care.", who.name)
  pass "7 days"
  for _ = 1, 7 do rule.slept(who, not unsafe, true) end
end

-- --- disease, poison and venom, which get worse stage by stage ---

-- first: the switch that an infection turns on at once; switches: one that a stage turns on when it is not withstood.
kind "corruption" { dc = 11, with = "string = con", stage = "duration", stages = 3, first = "string?", switches = "string?",
                    harm = "dice = 1d6", harms = "string = con", costs = "string?" }
track "sick"  { of = "member", start = {}, public = false, quiet = true,
                help = "the corruptions in the blood, and their stages so far" }
timer "stage" { help = "of a corruption: whose, and which" }
action "infect" { public = false, turns = 0, by = "each", takes = { "corruption" },
                  help = "disease, poison or venom: Bram infect venom" }

function act.infect(who, what)
  if rule.withstands(who, what) then return end
  rule.sicken(who, what, 1)
  if what.first then set(who, what.first, true) end
end
function rule.withstands(who, what) return check(who, what.with, what.dc, { sickness = true }) end
-- A member may have several, each with its own stages; after the last it is over.
function rule.sicken(who, what, stage)
  local over = who.dead or stage > what.stages
  who.sick[what.name] = not over and stage or nil
  set(who, "sick", who.sick)
  if not over then start("stage", who.name .. "'s " .. what.name, { lasts = what.stage }) end
end
-- As every stage ends, another check, or its damage.
function on.stage(label)
  local name, of = label:match "^(.*)'s (.-)$"
  local who, what = named(name), corruption[of]
  if not who or who.dead or not who.sick[of] then return end
  local ok, c = rule.withstands(who, what)
  if not ok then
    lose(who, what.harms, rule.doubled(dice(what.harm, what.name), c))
    if what.switches then set(who, what.switches, true) end
    if what.costs then say("It costs %s: %s.", who.name, what.costs) end
  end
  rule.sicken(who, what, who.sick[of] + 1)
end

-- --- traps, which always give some warning ---

-- The ways to deal with a trap: its name, and the task that it takes.
kind "trap" { dc = "integer?", cue = "string?", harm = "dice?", effect = "string?", magic = false,
              ways = { avoid = "dex" } }
kind.room:has { trap = "trap?" }
event "cue" { text = "{cue}", public = true }
function on.arrive(room)
  local what = room.trap and trap[room.trap]
  if not what then return end
  if what.cue then return emit "cue" { cue = what.cue } end
  say("The trap %s has no cue: let them see some sign of it.", what.name, { public = false })
end

action "trap" { public = false, turns = 0, takes = { "trap?", "way: word?" },
                help = "walk into a trap: Bram trap pit; who says how they look or deal with it gets a check: trap pit disarm" }
question "caught" { text = "Who walks into it?", choices = function() return those(party) end }
-- A member who does not say when, where and how they look gets no check.
function act.trap(them, what, way)
  local who = #them == 1 and them[1] or ask("caught", nil, { choices = them })
  what = what or here.trap and trap[here.trap] or refuse "Which trap is it?"
  local ok, c = false, nil
  if way then ok, c = rule.saves(who, task[what.ways[way] or "dex"], what.dc) end
  if ok then return say("%s is not caught by it.", who.name) end
  if what.harm then rule.hurt(who, rule.doubled(dice(what.harm, what.name), c)) end
  if what.effect then say("%s: %s.", who.name, what.effect) end
end
