-- heist.lua -- a score: actions against a clock of suspicion, stress that buys flashbacks, and a load that is used up.
ruleset "Heist" { check = "1d6", procedure = "score" }

kind.member:has { prowl = 1, talk = 1, wreck = 1 }
track "stress"  { of = "member", min = 0, max = 9, help = "nine is too much" }
track "trauma"  { of = "member", start = {} }
track "out"     { of = "member", start = false, away = true, help = "taken out of the score by trauma" }
track "load"    { of = "member", start = 5, min = 0, help = "gear not yet named" }
track "harm"    { of = "member", min = 0, max = 3 }
track "clocks"  { start = {}, help = "clocks" }
track "coin"    { min = 0, tally = true }
track "position" { of = "turn", start = "risky" }
chart "traumas" { "cold", "haunted", "reckless", "soft", "vicious" }

procedure "score" { "act", "time" }
event "full" { text = "{name}: full.", stops = true }
question "consequence" { text = "What is the price?", choices = { "suspicion", "harm", "worse position", "lost chance" } }
question "resist" { text = "Does {name} resist?", default = false }

action "clock" { turns = 0, takes = { "word", "2-12" }, help = "a clock of so many segments: clock guards 6" }
action "tick"  { turns = 0, takes = { "word", "integer?" }, help = "tick guards 2" }
action "roll_for" { aka = "try", by = "one", takes = { "stat", "controlled|risky|desperate?", "push|?" }, help = "Ann try prowl desperate push" }
action "flashback" { turns = 0, by = "one", takes = { "0-4", "text" }, help = "what was prepared, for some stress: Bo flashback 2 bribed the cook" }
action "gear"  { turns = 0, by = "one", costs = "load", takes = { "text" }, help = "name something that they had with them" }
action "finish" { turns = 0, takes = { "number" }, help = "the score is over, with so much coin" }

function rule.clock(name) return named(name, party.clocks) end
function cannot.clock(_, name) if rule.clock(name) then return "There is a clock " .. name .. " already." end end
function act.clock(_, name, size) gain("clocks", { name = name, size = size, full = 0 }) end
function cannot.tick(_, name) if not rule.clock(name) then return "There is no clock " .. name .. "." end end
function act.tick(_, name, n) rule.tick(name, n or 1) end
function rule.tick(name, n)
  local c = rule.clock(name)
  if not c then return end
  c.full = math.min(c.size, c.full + n)
  say("%s: %d of %d.", name, c.full, c.size)
  if c.full == c.size then emit "full" { name = name } end
end

local bite = { controlled = 1, risky = 2, desperate = 3 }
function act.roll_for(who, what, how, push)
  if push then rule.stress(who, 2) end
  how = how or "risky"
  local n = who[what] + (push and 1 or 0)
  local best = n > 0 and dice(n .. "d6kh1", what) or dice("2d6kl1", what)
  if best == 6 then return say "It works." end
  say(best >= 4 and "It works, at a price." or "It goes wrong.")
  local price = ask "consequence"
  if ask("resist", who) then return rule.stress(who, 6 - dice("1d6", "resistance")) end
  if price == "suspicion" then rule.tick("suspicion", bite[how]) elseif price == "harm" then gain(who, "harm", bite[how]) end
end
function rule.stress(who, n)
  gain(who, "stress", n)
  if who.stress < 9 then return end
  gain(who, "trauma", roll("traumas", who).name)
  set(who, "stress", 0)
  set(who, "out", true)
end
function act.flashback(who, cost, what)
  rule.stress(who, cost)
  say("Before: %s.", what)
end
function act.gear(who, what) say("%s has %s.", who.name, what) end
function act.finish(_, n)
  gain("coin", n)
  set("clocks", {})
  set(party.members, "out", false)
  set(party.members, "load", 5)
end
