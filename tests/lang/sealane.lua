-- sealane.lua -- a long voyage by weeks: hull, morale, supplies; officers, storms, ports, mutiny and scurvy.
ruleset "The Long Voyage" { turn = "1 week", check = "2d6" }

kind.member:has { skill = 0, reckoning = 0, office = "captain|navigator|bosun|surgeon|cook = captain" }

setting "far"     { default = 24, min = 1, help = "progress to the end" }
setting "fresh"   { default = 6, min = 1, help = "weeks without fresh food until scurvy" }

track "progress" { max = function() return setting.far end, rises = { [8] = "in_port", [16] = "in_port" }, full = "landfall" }
track "hull"     { start = 20, min = 0, max = 20, empty = "sunk" }
track "morale"   { start = 9, min = 0, max = 12, falls = { [6] = rule.mutiny, [4] = rule.mutiny, [2] = rule.mutiny } }
track "supplies" { start = 12, min = 0, help = "weeks of food" }
track "coin"     { start = 20, min = 0 }
track "crew"     { start = 40, min = 0 }
track "stale"    { min = 0, max = 12, help = "weeks without fresh food" }
track "storm"    { min = 0, max = 8, help = "weeks of storm to come" }
track "grumbles" { min = 0, max = 3, full = "taken", help = "mutinies so far" }
track "port"     { start = false, help = "in port" }
track "half"     { start = false, help = "on half rations" }
track "spared"   { start = false, quiet = true, help = "half rations: the week that costs nothing" }
track "grogged"  { of = "turn", start = false, quiet = true }

event "landfall" { text = "Landfall!", ends = true }
event "sunk"     { text = "The ship goes down.", ends = true }
event "taken"    { text = "The ship is taken.", ends = true }
event "adrift"   { text = "Too few are left: the ship is adrift.", ends = true }
event "in_port"  { text = "A port, at {at}.", stops = true }
event "mutiny"   { text = "Mutiny is in the air." }
event "storm_breaks" { text = "A storm, {weeks} weeks of it.", stops = true }
event "clears"   { text = "The sky clears." }
event "scurvy"   { text = "Scurvy." }
event "starving" { text = "They starve." }

procedure "week" { "act", "weather", "event", "mess", "sickness", "muster", "time" }

action "sail"  { by = "party", default = true, help = "on, by the navigator's reckoning" }
action "patch" { by = "party", help = "a week of repairs, and no way made" }
action "trade" { by = "party", turns = 0, help = "in port: food, a hull, and cheer for 10 coin" }
action "grog"  { by = "party", turns = 0, costs = "1 supplies", gains = "1 morale", help = "once a week" }
action "rations" { by = "party", turns = 0, takes = { "half|full" } }

modifier "navigator" { to = "reckoning", add = function() return rule.officer "navigator" end }
modifier "captain"   { to = "reckoning", add = function() return rule.officer "captain" end }
modifier "storm"     { to = "reckoning", when = "storm", add = -2 }
function rule.officer(office)
  for who in each(party) do if who.office == office then return who.skill end end
  return 0
end

chart "events" { die = "10*d6+d6", help = "once a week",
  { "11-13", "calm",    "Dead calm.", loses = "1 morale" },
  { "14-16", "storm",   "Clouds like anvils.", rule.storm },
  { "21-22", "gale",    "A gale carries them on.", gains = "1 progress", loses = "1 hull" },
  { "23-25", "spoiled", "Casks have gone bad.", loses = "1 supplies" },
  { "26",    "rats",    "Rats in the bread.", loses = "2 supplies" },
  { "31-33", "sail",    "A sail!", rolls = "sails" },
  { "34-36", "island",  "Land, low and green.", rolls = "islands" },
  { "41-42", "sick",    "Fever below decks.", rolls = "fevers" },
  { "43-44", "fight",   "Knives are drawn over dice.", loses = { "1 morale", "1 crew" } },
  { "45-46", "leak",    "A leak.", loses = "1d3 hull" },
  { "51-53", "fish",    "Fish, shoals of it.", gains = "1 supplies" },
  { "54-55", "song",    "A fiddle, and a good evening.", gains = "1 morale" },
  { "56",    "overboard", "Man overboard.", loses = { "1 crew", "1 morale" } },
  { "61-65", "nothing", "Sea, and sea." },
  { "66",    "wreck",   "A wreck.", rolls = "wrecks" } }
chart "sails" { die = "1d6",
  { "1-2", "merchant", "A merchant, glad to trade.", gains = "1 supplies" }, { "3-4", "navy", "A warship looks them over." },
  { "5", "pirates", "Pirates!", loses = { "1d6 hull", "1d6 crew" }, gains = "1d6 coin" }, { "6", "ghost", "Nobody is at her wheel.", loses = "2 morale" } }
chart "islands" { die = "1d6",
  { "1-2", "water", "Sweet water.", gains = "2 supplies" }, { "3-4", "fruit", "Fruit!", sets = { stale = 0 }, gains = "1 supplies" },
  { "5", "people", "They are made welcome.", gains = "1 morale", sets = { stale = 0 } }, { "6", "cannibals", "An ambush on the beach.", loses = { "1d6 crew", "1 morale" } } }
chart "fevers" { die = "1d6", { "1-3", "mild" }, { "4-5", "bad", loses = "1d3 crew" }, { "6", "plague", "Plague.", loses = { "2d6 crew", "1 morale" } } }
chart "wrecks" { die = "1d6", { "1-3", "timber", gains = "1d6 hull" }, { "4-5", "silver", gains = "2d6 coin" }, { "6", "survivor", gains = "1 crew" } }

function rule.storm()
  if party.storm > 0 then gain "storm" return end
  set("storm", dice("1d4+1", "weeks of storm"))
  emit "storm_breaks" { weeks = party.storm }
end

function act.sail()
  set("port", false)
  local _, c = check(party.members[1], "reckoning", 8)
  local n = c.total >= 12 and 3 or c.total >= 8 and 2 or c.total >= 5 and 1 or 0
  if n == 0 then say "They are off course." end
  gain("progress", n)
end
function act.patch() gain("hull", dice("1d3", "patched")) end

function on.in_port() set("port", true) end

function cannot.trade() if not party.port then return "They are at sea." end if party.coin < 10 then return "There is no coin for it." end end
function act.trade()
  lose("coin", 10)
  gain("supplies", 6)
  gain("hull", dice("1d6", "repairs"))
  gain("morale", 2)
  set("stale", 0)
end
function cannot.grog() if turn.grogged then return "There was grog this week." end end
function act.grog() set("grogged", true) end
function act.rations(_, how) set("half", how == "half") end

function step.weather()
  if party.storm == 0 then return end
  lose("hull", dice("1d4", "the storm"))
  lose "storm"
  if party.storm == 0 then emit "clears" {} gain "morale" end
end
function step.event() roll "events" end

function step.mess()
  local missing = 0
  if party.half then
    lose "morale"
    set("spared", not party.spared)
    if not party.spared then missing = lose "supplies" end
  else
    missing = lose "supplies"
  end
  if missing > 0 then
    emit "starving" {}
    lose("crew", dice("1d6", "hunger"))
    lose("morale", 2)
  end
end
function step.sickness()
  gain "stale"
  if party.stale <= setting.fresh then return end
  local worst = rule.officer "surgeon" > 0 and 2 or 3
  if dice("1d6", "scurvy") <= worst then
    emit "scurvy" {}
    lose("crew", dice("1d6", "scurvy"))
    lose "morale"
  end
end
function step.muster() if party.crew < 10 then emit "adrift" {} end end

function rule.mutiny()
  emit "mutiny" {}
  if dice("2d6", "mutiny") <= party.morale + rule.officer "captain" then return end
  gain "grumbles"
  if party.grumbles == 1 then lose "morale" end
  local others = those(party, function(m) return m.office ~= "captain" end)
  if party.grumbles == 2 and #others > 0 then
    local who = pick(others, "who is lost")
    say("%s the %s is lost.", who.name, who.office)
    who.away = true
  end
end

function rule.status()
  return string.format("%d of %d, hull %d, morale %d, %d supplies, crew %d%s", party.progress, setting.far, party.hull, party.morale, party.supplies,
    party.crew, party.storm > 0 and ", storm " .. party.storm or "")
end
