-- hexflower.lua -- a journey by watches, under a sky that moves on a flower of nineteen hexes.
-- Six watches a day, from 4:00; each dawn 2d6 move the sky; weather and weariness slow the march.
ruleset "The Weather Flower" { turn = "4 hours", starts = "4 hours" }
include "flower"

kind.member:has { guide = 0 }

kind "weather" { off = 0, half = false, lost = 0, cold = false, forage = 0, shut = false }
weather "clear"  { }
weather "fair"   { }
weather "hot"    { off = 1 }
weather "wind"   { lost = 1 }
weather "rain"   { half = true, lost = 1 }
weather "fog"    { off = 1, lost = 2 }
weather "snow"   { half = true, lost = 1, cold = true, forage = 1 }
weather "storm"  { shut = true, lost = 3, cold = true, forage = 1 }

flower "sky" { stays = { "storm" }, columns = { "hot clear fair", "wind hot clear fair", "storm snow fair clear clear", "snow rain fog fair",
                                                  "rain rain fog" } }

kind "terrain" { pace = 2, lost = 6, forage = 4 }
terrain "plain"  { pace = 3, lost = 4, forage = 4 }
terrain "forest" { pace = 2, lost = 7, forage = 3 }
terrain "hills"  { pace = 2, lost = 6, forage = 5 }
terrain "marsh"  { pace = 1, lost = 8, forage = 5 }

setting "route" { default = { "plain", "forest", "forest", "hills", "marsh", "hills" }, is = "table", help = "from here to the goal" }
setting "deep"  { default = 6, min = 1, help = "miles through one hex" }

track "petal"  { start = 10, quiet = true }
track "leg"    { start = 1, quiet = true }
track "way"    { min = 0, help = "miles into this hex" }
track "lost"   { start = false }
track "scouted" { start = false }
track "rations" { start = 12, min = 0 }
track "slept"  { quiet = true, help = "watches of rest today" }
track "walked" { quiet = true, help = "watches of travel today" }
track "exhaustion" { of = "member", max = 6, full = "dead" }
track "dead"   { of = "member", start = false, away = true }

event "arrived" { text = "They have arrived.", ends = true }
event "perished" { text = "Nobody is left.", ends = true }
event "sky"     { text = "The sky: {weather}.", public = true }
event "went_astray" { stops = true }
event "next_hex" { text = "On into the {what}." }

procedure "watch" { "dawn", "act", "company", "dayend", "time" }

chart "drift" { die = "2d6", help = "which way the sky moves",
  { "2-3", "ne" }, { "4-5", "se" }, { "6-7", "s" }, { "8-9", "sw" }, { "10-11", "nw" }, { "12", "n" } }
chart "astray" { die = "1d6", { "1-2", "in circles" }, { "3-4", "back", loses = "1 way" }, { "5-6", "off the way" } }
chart "on_ground" { die = "2d6", columns = "plain | forest | hills | marsh", by = rule.ground,
  { "2-4",   "riders     | wolves            | an ogre  | lizardfolk" },
  { "5-9",   "a herd     | deer              | goats    | leeches" },
  { "10-12", "a shepherd | a charcoal burner | a hermit | a will-o'-wisp" } }

action "travel" { by = "party", help = "on, towards the goal" }
action "forage" { by = "party" }
action "rest"   { by = "party", default = true }
action "scout"  { by = "party", help = "the next travel finds its way more easily" }

function rule.weather() return weather[rule.petal(flower.sky, party.petal)] end
function rule.ground() return terrain[setting.route[party.leg]] end
function rule.pace()
  local w, worst = rule.weather(), most(party, "exhaustion") or 0
  local n = rule.ground().pace - w.off
  if w.half then n = n // 2 end
  if worst >= 2 then n = n - 1 end
  if worst >= 4 then n = n // 2 end
  return math.max(w.shut and 0 or 1, n)
end

function step.dawn()
  if clock.hour ~= 4 then return end
  set("petal", rule.drift(flower.sky, party.petal, roll("drift").name))
  set("slept", 0)
  set("walked", 0)
  emit "sky" { weather = rule.weather().name }
end

function cannot.travel() if rule.weather().shut then return "Nobody travels in this weather." end end
function act.travel()
  gain "walked"
  local best = most(party, "guide")
  local need = rule.ground().lost + rule.weather().lost - best - (party.scouted and 2 or 0)
  set("scouted", false)
  if dice("2d6", "the way") >= need then
    set("lost", false)
    gain("way", rule.pace())
    if party.way >= setting.deep then
      lose("way", setting.deep)
      if party.leg == #setting.route then emit "arrived" {} return end
      gain "leg"
      emit "next_hex" { what = rule.ground().name }
    end
  else
    set("lost", true)
    roll "astray"
    emit "went_astray" {}
  end
  if party.walked > 3 then
    for who in each(party) do if dice("1d6", "forced march") <= 2 then gain(who, "exhaustion") end end
  end
end
function act.forage()
  if dice("1d6", "forage") >= rule.ground().forage + rule.weather().forage then gain("rations", dice("1d6", "found")) end
end
function act.rest() if not rule.weather().cold then gain "slept" else say "Nobody sleeps in this cold." end end
function act.scout() set("scouted", true) end

function step.company()
  local night = clock.hour < 4 or clock.hour >= 20
  if dice(night and "1d6" or "1d8", "company") > 1 then return end
  emit "encounter" { what = roll("on_ground").name }
end
function step.dayend()
  if clock.hour ~= 0 then return end
  for who in each(party) do
    local hungry = lose "rations" > 0
    if hungry then gain(who, "exhaustion") end
    if party.slept < 2 then gain(who, "exhaustion") end
    if party.slept >= 3 and not hungry then lose(who, "exhaustion") end
  end
end
function on.dead() if count(party) == 0 then emit "perished" {} end end

local watches = { [4] = "dawn", [8] = "morning", [12] = "afternoon", [16] = "dusk", [20] = "evening", [0] = "night" }
function rule.status()
  return string.format("%s, %s, %s %d/%d, %d rations", watches[clock.hour] or "?", rule.weather().name, rule.ground().name, party.way, setting.deep, party.rations)
end
