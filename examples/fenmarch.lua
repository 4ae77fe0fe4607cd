-- fenmarch.lua -- The Fen March: from haven to haven, through a wet land and what lies below it.
--
-- For a campaign of weeks.  Four clocks lie within each other: days in a haven, watches of eight hours on the march,
-- turns of ten minutes below ground, rounds of a fight.  The year has four seasons of thirty days, and the season sets
-- the weather and how far a watch brings you, in miles.  Food and lamp oil are dice that shrink.  Who loses the way
-- goes on without knowing it; only a landmark, or a camp on high ground, tells.  Fights and traps are your own rules'.

ruleset "The Fen March" { procedure = "haven", check = "2d6", starts = "6 hours" }

kind.member:has { lore = 0, grit = 0 }
light "lamp" { lasts = "6 hours" }
-- luacheck: globals ground
-- Ground: miles in a watch, and what finding the way asks.
kind "ground" { miles = "number", dc = "integer" }
ground "causeway" { miles = 9, dc = 4 }
ground "fen"      { miles = 5, dc = 8 }
ground "mere"     { miles = 3, dc = 10 }
setting "season_days" { default = 30, min = 1, help = "days in a season" }
setting "ration_low"  { default = 2, min = 1, help = "the food die shrinks on this or less" }
track "season"  { of = "campaign", steps = { "thaw", "green", "mist", "frost" } }
track "day"     { of = "campaign", start = 1, min = 1, help = "of the season" }
track "year"    { of = "campaign", start = 1 }
track "rations" { steps = { "gone", "d4", "d6", "d8", "d10" }, start = "d8" }
track "oil"     { steps = { "gone", "d4", "d6", "d8" }, start = "d6" }
track "miles"   { unit = "miles", help = "gone towards where they are bound" }
track "bound"   { unit = "miles", help = "how far that is" }
track "lost"    { unit = "miles", secret = true, help = "gone the wrong way, and not known" }
track "sky"     { start = "clear" }
track "strain"  { of = "member", steps = { "fresh", "worn", "spent", "broken" } }
track "foes"    { min = 0 }

-- Everything that takes a while ends with `time`; a day is over when the clock says so.
procedure "haven" { lasts = "1 day",      "act", "time", "calendar" }
procedure "watch" { lasts = "8 hours",    "weather", "act", "fen", "time", "calendar", "supper" }
procedure "below" { lasts = "10 minutes", "act", "dark", "time", "calendar" }
procedure "fight" { lasts = "10 seconds", "act", "foes", "time" }

-- Days that the clock has gone through since the last look.
track "seen" { of = "campaign", start = 1 }
function step.calendar()
  while campaign.seen < clock.day do
    gain "seen"
    gain "day"
    if campaign.day > setting.season_days then rule.turn_season() end
  end
end
function rule.turn_season()
  set("day", 1)
  if gain "season" > 0 then set("season", "thaw") gain "year" end
end
-- The weather of a season is a die and what is added.
local harsh = { thaw = 1, green = 0, mist = 2, frost = 3 }
function step.weather() roll("weather", nil, { add = harsh[campaign.season] }) end
chart "weather" { die = "1d6", { "1-3", "clear" }, { "4-5", "rain" }, { "6-7", "fog" }, { "8+", "storm" } }
function on.weather(r) party.sky = r.row.name end

action "march" { during = "watch", takes = { "ground" }, help = "a watch's way over this ground" }
action "camp"  { during = "watch", help = "a watch's rest: strain less, and where you are is plain" }
action "set_out" { during = "haven", turns = 0, takes = { "number" }, help = "on the way, bound so many miles off" }
action "stay"  { during = "haven", help = "a day in the haven: all strain is gone" }
action "descend" { during = "watch", turns = 0, help = "below ground, in turns" }
action "explore" { during = "below", help = "ten minutes below" }
action "ascend"  { during = "below", turns = 0, help = "back to the open" }
action "engage"  { during = { "watch", "below" }, turns = 0, takes = { "number" }, help = "so many foes: a fight, in rounds" }
action "strike"  { during = "fight", by = "each", help = "one foe less, on 8 or more" }

function act.set_out(_, n)
  for track, v in pairs { miles = 0, lost = 0, bound = n } do set(track, v) end
  enter "watch"
end
function act.stay() for who in each(party) do set(who, "strain", "fresh") end end
function rule.slowed() return party.sky == "storm" and 0 or party.sky == "clear" and 1 or 0.5 end

function act.march(_, over)
  local _, guide = most(party, "lore")
  local way = over.miles * rule.slowed()
  local dc = over.dc + (party.sky == "fog" and 2 or 0)
  if check(guide, "lore", dc, { secret = true }) then gain("miles", way) else gain("lost", way) end
  if party.sky == "storm" then rule.tire() end
  if party.miles >= party.bound then say "Smoke, and a palisade: the haven." leave() end
end
function act.camp()
  for who in each(party) do lose(who, "strain") end
  rule.know()
end
-- The party finds out where it is: the way that it went wrong is added to the way ahead.
function rule.know()
  if amount(party.lost, "miles") == 0 then return end
  say("This is not the way: %s too far to one side.", tostring(party.lost))
  gain("bound", party.lost)
  set("lost", 0)
end

chart "fen" { die = "2d6", { "2-3", "foes", "Reed-folk, and not in a good mood.", rule.reeds }, { "4-9", "quiet", "Herons." },
  { "10-11", "ruin", "A door in a mound. (descend)" }, { "12", "landmark", "A landmark: you know where you are.", rule.know } }
function rule.reeds() rule.fight(dice("1d4", "how many")) end
function rule.fight(n) set("foes", n) enter "fight" end

-- After the third watch food is eaten.
function step.supper() if turn.number % 3 == 0 and not use("rations", setting.ration_low) then rule.tire() end end
function rule.tire() for who in each(party) do gain(who, "strain") end end

function act.descend() enter "below" end
function act.ascend() leave() end
function step.dark()
  if #burning() == 0 and use("oil", 1) then kindle("lamp", party.members[1]) end
  if turn.number % 3 == 0 then roll "fen" end
end
function act.engage(_, n) rule.fight(n) end
function act.strike(who) if check(who, "grit", 8) then lose "foes" end end
function step.foes()
  if party.foes == 0 then return leave() end
  local hit = pick(party.members, "who is hit")
  if not check(hit, "grit", 6 + party.foes) then gain(hit, "strain") end
end
function rule.lit() return turn.procedure ~= "below" end
function rule.status()
  return ("%s %d, year %d | %s | food %s"):format(campaign.season, campaign.day, campaign.year, party.sky, party.rations)
end
