-- derelict.lua -- a dead ship, ten minutes at a time: air, stress, and something that hunts.
--
-- Each turn uses air; stress adds to the panic die; the hunter comes a room nearer each time it hears something, and
-- when it is in the room there are rounds: two actions each, and it goes last.
ruleset "Derelict" { turn = "10 minutes", check = "1d100", under = true, procedure = "turn" }

kind.member:has { combat = 35, tech = 35, body = 30, fear = 30 }
track "hits"   { of = "member", min = 0, max = "own", start = 10, empty = "down" }
track "down"   { of = "member", start = false, away = true }
track "air"    { of = "member", start = 12, min = 0, max = 18, help = "turns of air", empty = "choking" }
track "choking" { of = "member", start = false }
track "stress" { of = "member", start = 2, min = 2, max = 20 }
track "shots"  { of = "member", min = 0, start = 6 }
track "frozen" { of = "member", start = false }
track "actions" { of = "member", start = 2, min = 0, max = 2, quiet = true, help = "action, two a round" }
track "near"   { start = 5, min = 0, max = 5, secret = true, help = "rooms between them and it", empty = "here_it_is" }
track "here_it_is" { start = false, secret = true }
track "wounds_it" { start = 0, max = 3, secret = true, help = "its wounds" }
track "noise"  { of = "turn", start = false }
timer "reactor" { lasts = "12 turns", text = "The reactor goes.", public = true }
modifier "choked" { when = "choking", dis = 1 }

procedure "turn"  { "act", "breathe", "hunt", "time" }
procedure "round" { lasts = "10 seconds", "fight", "it_acts", "time" }

chart "panic" { die = "1d20",
  { "to 8",  "calm",    "{name} breathes out." },
  { "9-14",  "shaken",  "{name} shakes.", gains = "stress" },
  { "15-19", "frozen",  "{name} cannot move.", sets = { frozen = true } },
  { "20+",   "heart",   "{name}'s heart stops.", loses = "10 hits" } }

action "move"   { takes = { "room?" }, help = "to another compartment" }
action "search" { by = "each" }
action "hack"   { by = "each", takes = { "text?" } }
action "rest"   { by = "each", default = true, loses = "stress" }
action "arm"    { turns = 0, starts = "reactor", help = "set the reactor to go" }
action "refill" { by = "each", takes = { "member?" }, gains = "6 air" }
action "shoot"  { by = "each", turns = 0, during = "round", costs = { "shots", "actions" } }
action "reload" { by = "each", turns = 0, during = "round", costs = "actions", sets = { shots = 6 } }
action "run"    { turns = 0, leaves = "round", takes = { "room" } }
action "brace"  { at = "fight", default = true, help = "the round goes on" }
event "contact" { text = "It is here.", stops = true, public = true }

function act.move(_, where) if where then go(where) end end
function act.search(who) if not check(who, "tech") then turn.noise = true end end
function act.hack(who, what)
  if check(who, "tech") then say("%s opens %s.", who.name, what or "it") else gain(who, "stress") turn.noise = true end
end
function cannot.rest(who) if who.frozen then return who.name .. " cannot move." end end
function step.breathe(who) lose(who, "air") if who.choking then lose(who, "hits", dice("1d5", "no air")) end end
function step.hunt()
  local n = dice("1d6", "it listens")
  if turn.noise or n <= 2 then lose("near", turn.noise and 2 or 1) end
end
function on.here_it_is(_, _, now)
  if not now then return end
  emit "contact" {}
  for who in each(party) do rule.fear(who) end
  enter "round"
end
function rule.fear(who)
  if not check(who, "fear") then
    gain(who, "stress")
    roll("panic", who, { add = who.stress })
  end
end
function act.shoot(who)
  if not check(who, "combat") then return end
  if gain "wounds_it" > 0 or party.wounds_it == 3 then say "It goes still." set("near", 5) leave() end
end
function act.run(_, where) go(where) set("near", 2) end
function step.it_acts()
  if party.near > 0 then return end
  local _, prey = least(party, "hits")
  if prey and dice("1d100", "it strikes") <= 60 then lose(prey, "hits", dice("1d10", "claws")) end
  set(party, "actions", 2)
end
function on.reactor() for who in each(party) do set(who, "hits", 0) end end
