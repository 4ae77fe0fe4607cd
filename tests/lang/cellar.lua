-- cellar.lua -- a cellar till dawn: twelve turns, waves that grow, barricades, and noise that brings more.
ruleset "The Cellar" { turn = "30 minutes", check = "1d20", starts = "0 hours" }

kind.member:has { aim = 0, craft = 0 }
kind "barricade" {}
barricade "door"   { hits = 12 }
barricade "hatch"  { hits = 8 }
barricade "window" { hits = 6 }
kind "foe" { might = 1 }
foe "rat"   { might = 1 }
foe "ghoul" { might = 2 }
foe "brute" { might = 3 }

setting "wave" { default = "1d3", is = "dice", help = "foes in a wave, before noise and escalation" }
setting "dawn" { default = 12, min = 1, help = "turns until dawn" }
setting "loud" { default = 10, min = 1, help = "so much noise brings a brute" }

track "hits"  { of = "barricade", min = 0, max = "own", help = "what it can take" }
track "rat"   { of = "barricade", min = 0, help = "rats at it" }
track "ghoul" { of = "barricade", min = 0 }
track "brute" { of = "barricade", min = 0 }
track "hp"    { of = "member", start = 3, min = 0, max = 3, empty = "down" }
track "down"  { of = "member", start = false, away = true }
track "escalation" { min = 0, max = 6, help = "the escalation die" }
track "noise"   { min = 0 }
track "planks"  { start = 6, min = 0 }
track "bullets" { start = 12, min = 0 }
track "bandages" { start = 1, min = 0 }
track "points"  { }

event "dawn"   { text = "Dawn. {points} points.", ends = true }
event "fallen" { text = "They are in: every barricade is down.", ends = true }
event "slain"  { text = "Nobody is left standing.", ends = true }
event "falls"  { text = "The {what} gives way!", stops = true }
event "wave"   { text = "{n} {what} at the {where}." }

procedure "watch" { deeds = "each", "act", "wave", "assault", "hush", "time" }

action "repair"  { by = "each", takes = { "barricade" }, costs = "1 planks", gains = "1 noise", help = "Ada repair door" }
action "search"  { by = "each", rolls = "cellar", help = "for something of use" }
action "shoot"   { by = "each", takes = { "barricade" }, costs = "1 bullets", gains = "2 noise", help = "Bran shoot hatch" }
action "bandage" { by = "each", takes = { "member?" }, costs = "1 bandages" }
action "hide"    { by = "each", loses = "1 noise", help = "quiet as mice" }

chart "cellar" { die = "1d6",
  { "1", "nothing" }, { "2", "clatter", "A shelf comes down.", gains = "2 noise" }, { "3-4", "planks", gains = "1d3 planks" },
  { "5", "bullets", gains = "1d6 bullets" }, { "6", "bandage", gains = "1 bandages" } }
chart "comers" { die = "1d6", { "1-4", "rat" }, { "5-8", "ghoul" }, { "9+", "brute" } }

modifier "escalation" { to = "aim", add = function() return party.escalation end }
modifier "night"      { chart = "comers", add = function() return party.escalation end }

function rule.standing() return those(barricade, function(b) return b.hits > 0 end) end
function rule.foes(b) return b.rat + b.ghoul + b.brute end

function cannot.repair(_, b) if b.hits == 0 then return "The " .. b.name .. " is past mending." end end
function act.repair(who, b) gain(b, "hits", dice("1d6", "repair") + who.craft) end
function cannot.shoot(_, b) if rule.foes(b) == 0 then return "Nothing is at the " .. b.name .. "." end end
function act.shoot(who, b)
  local ok, c = check(who, "aim", 11)
  if ok then rule.kill(b, c.natural == 20 and 2 or 1) end
end
-- The strongest are shot first.
function rule.kill(b, n)
  for _ = 1, n do
    local what = b.brute > 0 and "brute" or b.ghoul > 0 and "ghoul" or "rat"
    lose(b, what)
  end
end
function act.bandage(who, whom) gain(whom or who, "hp") end

function step.wave()
  local where = pick(rule.standing(), "where")
  local n = dice(setting.wave, "the wave") + party.noise // 3 + party.escalation // 2
  local what = roll("comers").name
  gain(where, what, n)
  emit "wave" { n = n, what = what, where = where.name }
  if party.noise >= setting.loud then
    gain(where, "brute")
    say "The din has brought a brute."
  end
end

function step.assault()
  for b in each(barricade) do
    for f in each(foe) do
      local n = b[f.name]
      if n > 0 and b.hits > 0 then
        lose(b, "hits", dice(n .. "d6>=4", f.name .. "s at the " .. b.name) * f.might)
      end
    end
    if b.hits == 0 and rule.foes(b) > 0 then
      local whom = pick(party, "who is hurt")
      lose(whom, "hp")
      if count(party) == 0 then emit "slain" {} return end
    end
  end
  if #rule.standing() == 0 then emit "fallen" {} return end
  if turn.number >= setting.dawn then
    set("points", #rule.standing() * 2 + count(party))
    emit "dawn" { points = party.points }
  end
end
function on.hits(b, was, now) if now == 0 and was > 0 then emit "falls" { what = b.name } end end

function step.hush()
  set("noise", party.noise // 2)
  gain "escalation"
end

function rule.status()
  local t = {}
  for b in each(barricade) do
    table.insert(t, string.format("%s %d/%d%s", b.name, b.hits, b.max.hits, rule.foes(b) > 0 and " (" .. rule.foes(b) .. " foes)" or ""))
  end
  return table.concat(t, ", ") .. ", die +" .. party.escalation .. ", noise " .. party.noise
end
