-- score.lua -- one job, on clocks.
-- A score clock of 8 against a suspicion clock of 6; d6 pools, the highest counts; stress buys dice and flashbacks.
ruleset "The Job" { procedure = "planning" }
include "clocks"

kind.member:has { prowl = 0, tinker = 0, sway = 0, skirmish = 0, resolve = 1 }
kind "effect" { ticks = 2 }
effect "limited"  { ticks = 1 }
effect "standard" { ticks = 2 }
effect "great"    { ticks = 3 }
kind "stance" { harm = 2 }
stance "controlled" { harm = 1 }
stance "risky"      { harm = 2 }
stance "desperate"  { harm = 3 }

setting "push_cost" { default = 2, min = 0, help = "stress for a die more" }
setting "patrol"    { default = 4, min = 1, help = "beats between two patrols" }

track "score"     { max = 8, full = "done",  help = "the score clock" }
track "suspicion" { max = 6, full = "alarm", help = "the guards' suspicion" }
track "position"  { steps = { "controlled", "risky", "desperate" }, start = "risky" }
track "stress"    { of = "member", max = 9, full = rule.breaks }
track "out"       { of = "member", start = false, away = true }
track "scars"     { of = "member", start = {} }
track "ready"     { of = "member", start = false, help = "a flashback gives a die" }
track "xp"        { of = "member" }
track "coin"      { }
track "heat"      { }

event "done"      { text = "The job is done.", ends = true }
event "alarm"     { text = "The alarm is raised!", ends = true }
event "crew_lost" { text = "Nobody of the crew is left.", ends = true }
event "breaks"    { text = "{who} is broken: {scar}.", stops = true }
event "miss"      {}
event "partial"   {}
event "success"   {}
event "critical"  {}

deck "traumas" { cards = { "cold", "haunted", "obsessed", "paranoid", "reckless", "soft", "unstable", "vicious" } }
question "resist" { text = "Does {name} resist {n} suspicion?", default = false }

procedure "planning" { "act", "time" }
procedure "beat"     { "act", "patrol", "time" }

action "engage"    { turns = 0, during = "planning", takes = { "0-3" }, help = "the first roll, with so many dice: engage 2" }
action "try"       { by = "one", during = "beat", takes = { "prowl|tinker|sway|skirmish", "effect?", "push|bargain|both?", "word?" },
                     help = "Ann try prowl great push vault" }
action "flashback" { by = "one", turns = 0, during = "beat", takes = { "0-2" }, help = "it was prepared, for so much stress: Ann flashback 1" }

-- The highest of n dice: miss, partial, success or critical.  No dice: the lower of two, and never critical.
function rule.result(n, why)
  local list = n == 0 and { dice("2d6kl1", why) } or pool(n, "d6", why)
  local high = most(list)
  return count(list, 6) >= 2 and "critical" or high == 6 and "success" or high >= 4 and "partial" or "miss"
end

function act.engage(_, n)
  local r = rule.result(n, "engagement")
  set("position", (r == "critical" or r == "success") and "controlled" or r == "partial" and "risky" or "desperate")
  enter "beat"
end

function rule.on(target, n) if target then rule.tick(target, n) else gain("score", n) end end

function cannot.try(_, _, _, _, target)
  if target and not named(target, campaign.clocks) then return "There is no clock " .. target .. "." end
end
function act.try(who, what, how, extra, target)
  local n = who[what]
  if extra == "push" or extra == "both" then
    gain(who, "stress", setting.push_cost)
    if who.out then return end
    n = n + 1
  end
  if extra == "bargain" or extra == "both" then gain "suspicion" n = n + 1 end
  if over() then return end
  if who.ready then n = n + 1 set(who, "ready", false) end
  local was = party.position
  local r = rule.result(n, what)
  emit(r) {}
  if was == "desperate" then gain(who, "xp") end
  if r ~= "miss" then rule.on(target, (how or effect.standard).ticks + (r == "critical" and 1 or 0)) end
  if r == "critical" then lose "position" end
  if r == "miss" then gain "position" end
  if not over() and (r == "miss" or r == "partial") then rule.consequence(who, stance[was].harm) end
end

function rule.consequence(who, n)
  if ask("resist", { name = who.name, n = n }) then
    local list = pool(who.resolve, "d6", "resist")
    if count(list, 6) >= 2 then lose(who, "stress") else gain(who, "stress", 6 - (most(list) or 0)) end
  else
    gain("suspicion", n)
  end
end

function cannot.flashback(who, n) if who.stress + n >= 9 then return who.name .. " has too much stress." end end
function act.flashback(who, n)
  gain(who, "stress", n)
  lose "position"
  set(who, "ready", true)
end

function rule.breaks(who)
  local scar = draw "traumas" or "tired of it all"
  gain(who, "scars", scar)
  emit "breaks" { who = who.name, scar = scar }
  set(who, "stress", 0)
  gain(who, "out")
end
function on.out() if count(party) == 0 then emit "crew_lost" {} end end

function step.patrol()
  if turn.number % setting.patrol == 0 and dice("1d6", "the patrol") <= 3 then gain "suspicion" end
end

function on.done()  gain("coin", dice("2d6", "payoff")) gain("heat", party.suspicion) end
function on.alarm() gain("heat", party.suspicion + 2) end

function rule.bar(n, max) return string.rep("#", n) .. string.rep(".", max - n) end
function rule.status()
  local t = { "score " .. rule.bar(party.score, track.score.max), "suspicion " .. rule.bar(party.suspicion, track.suspicion.max) }
  for c in each(campaign.clocks) do table.insert(t, c.name .. " " .. rule.bar(c.full, c.size)) end
  return table.concat(t, " ") .. " " .. party.position
end
