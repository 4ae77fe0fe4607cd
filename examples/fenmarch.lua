-- fenmarch.lua -- The Fen March: from haven to haven, through a wet land and what lies below it.
-- For a campaign of weeks.  Four clocks lie within each other: days in a haven, watches of eight hours on the march,
-- turns of ten minutes below ground, rounds of a fight.  The year has four seasons of thirty days, and the season sets
-- the weather and how far a watch brings you, in miles.  Food and lamp oil are dice that shrink.  Who loses the way
-- goes on without knowing it; only a landmark, or a camp on high ground, tells.  Fights and traps are your own rules'.

ruleset "The Fen March" { procedure = "haven", check = "2d6", starts = "6 hours" }
include "seasons"
include "astray"

kind.member:has { lore = 0, grit = 0 }
light "lamp" { lasts = "6 hours" }
-- Ground: miles in a watch, and what finding the way asks.
-- luacheck: globals ground
kind "ground" { miles = "number", dc = "integer" }
ground "causeway" { miles = 9, dc = 4 }
ground "fen"      { miles = 5, dc = 8 }
ground "mere"     { miles = 3, dc = 10 }
track "rations" { steps = { "gone", "d4", "d6", "d8", "d10" }, start = "d8" }
track "oil"     { steps = { "gone", "d4", "d6", "d8" }, start = "d6" }
track "sky"     { start = "clear", quiet = true }
track "strain"  { of = "member", steps = { "fresh", "worn", "spent", "broken" } }
track "foes"    { min = 0 }

procedure "haven" { lasts = "1 day",      "act", "time" }
procedure "watch" { lasts = "8 hours",    "weather", "act", "fen", "time", "supper" }
procedure "below" { lasts = "10 minutes", "act", "dark", "time" }
procedure "fight" { lasts = "10 seconds", "act", "foes", "time" }

-- The weather is a die, and what the season adds.
local harsh = { thaw = 1, green = 0, mist = 2, frost = 3 }
modifier "season" { chart = "weather", add = function() return harsh[campaign.season] end }
chart "weather" { die = "1d6", sets = "sky",
  { "1-3", "clear", pace = 1,   haze = 0 },
  { "4-5", "rain",  pace = 0.5, haze = 0 },
  { "6-7", "fog",   pace = 0.5, haze = 2 },
  { "8+",  "storm", pace = 0,   haze = 0 } }

action "march" { during = "watch", takes = { "ground" }, help = "a watch's way over this ground" }
action "camp"  { during = "watch", help = "a watch's rest: strain less, and where you are is plain" }
action "set_out" { during = "haven", enters = "watch", takes = { "number" }, help = "on the way, bound so many miles off" }
action "stay"  { during = "haven", sets = { strain = "fresh" }, help = "a day in the haven: all strain is gone" }
action "descend" { during = "watch", enters = "below", help = "below ground, in turns" }
action "explore" { during = "below", help = "ten minutes below" }
action "ascend"  { leaves = "below", help = "back to the open" }
action "engage"  { during = { "watch", "below" }, enters = "fight", takes = { "number" }, help = "so many foes: a fight, in rounds" }
action "strike"  { during = "fight", by = "each", check = "grit 8", loses = "foes", help = "one foe less, on 8 or more" }

function act.set_out(_, n) rule.set_out(n) end

function act.march(_, over)
  local _, guide = most(party, "lore")
  local sky = chart.weather[party.sky]
  rule.cover(over.miles * sky.pace, check(guide, "lore", over.dc + sky.haze, { secret = true }))
  if party.sky == "storm" then gain(party, "strain") end
  if not rule.arrived() then return end
  say "Smoke, and a palisade: the haven."
  leave()
end
function act.camp()
  lose(party, "strain")
  rule.know()
end

chart "fen" { die = "2d6",
  { "2-3",   "foes",     "Reed-folk, and not in a good mood.", rule.fight, gains = "1d4 foes" },
  { "4-9",   "quiet",    "Herons." },
  { "10-11", "ruin",     "A door in a mound. (descend)" },
  { "12",    "landmark", "A landmark: you know where you are.", rule.know } }
function rule.fight() enter "fight" end

-- After the third watch food is eaten.
function step.supper() if turn.number % 3 == 0 and not use("rations", 2) then gain(party, "strain") end end

function step.dark()
  if #burning() == 0 and use("oil", 1) then kindle("lamp", party.members[1]) end
  if turn.number % 3 == 0 then roll "fen" end
end
function act.engage(_, n) set("foes", n) end
function step.foes()
  if party.foes == 0 then return leave() end
  local hit = pick(party.members, "who is hit")
  if not check(hit, "grit", 6 + party.foes) then gain(hit, "strain") end
end
function rule.lit() return turn.procedure ~= "below" end
function rule.status() return ("%s | %s | food %s"):format(rule.date(), party.sky, party.rations) end
