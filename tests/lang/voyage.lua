-- voyage.lua -- a ship at sea, watch by watch: wind, course, crew and scurvy.
--
-- Six watches a day.  At dawn the wind is rolled; in each watch the helm holds a course.  Fresh food keeps scurvy off;
-- a crew that loses heart mutinies.
ruleset "Voyage" { turn = "4 hours", check = "1d20", procedure = "watch", starts = "4 hours" }

kind.member:has { seamanship = 0, command = 0, con = 0 }
track "leagues"  { help = "leagues sailed", public = true }
track "hull"     { start = 10, min = 0, max = 10, empty = "sinking" }
track "sinking"  { start = false }
track "fresh"    { start = 14, min = 0, help = "days of fresh food" }
track "biscuit"  { start = 40, min = 0, help = "days of biscuit and salt beef" }
track "rum"      { start = 6, min = 0, help = "casks of rum" }
track "heart"    { start = 7, min = 0, max = 12, empty = "mutiny", help = "the crew's heart" }
track "mutiny"   { start = false }
track "wind"     { start = "fair", quiet = true }
track "stale"    { min = 0, quiet = true, help = "days without fresh food" }
track "lost"     { start = false, secret = true, help = "off course" }
track "teeth"    { of = "member", steps = { "sound", "sore", "scurvy" }, help = "scurvy" }
track "dead"     { of = "member", start = false, away = true }
modifier "scurvy" { when = "teeth", dis = 1 }

procedure "watch" { "dawn", "act", "sea", "time" }

chart "winds" { die = "2d6", public = true,
  { "2",    "calm",  "Not a breath.", speed = 0 },
  { "3-5",  "light", "Light airs.", speed = 2 },
  { "6-8",  "fair",  "A fair wind.", speed = 6 },
  { "9-10", "fresh", "A fresh breeze.", speed = 9 },
  { "11",   "gale",  "A gale.", speed = 8, loses = "1d3 hull" },
  { "12",   "storm", "A storm: run before it.", speed = 4, loses = { "1d6 hull", "1 heart" } } }

chart "sea" { die = "1d20",
  { "1",     "pirates", "A sail, and it closes.", rule.sighted },
  { "2",     "overboard", "A man overboard.", loses = "1 heart" },
  { "3",     "leak",    "She takes water.", loses = "1 hull" },
  { "4",     "island",  "Land, on no chart.", gains = "1 heart" },
  { "5-20",  "open",    "Open sea." } }

action "sail"   { default = true, help = "hold the course" }
action "repair" { by = "each", costs = "2 heart", gains = "1 hull", help = "all hands to the pumps" }
action "splice" { turns = 0, costs = "rum", gains = "2 heart", help = "rum for all" }
action "fish"   { by = "each", help = "lines over the side" }
action "land"   { turns = 0, sets = { fresh = 14, stale = 0 }, gains = "2 heart", help = "water and greens from shore" }
event "foundered" { text = "The ship goes down.", stops = true, public = true }
event "rising"    { text = "The crew rises.", stops = true, public = true }
question "flag" { text = "What flag do they fly?", default = "none" }

function step.dawn()
  if clock.hour >= 4 then return end
  party.wind = roll("winds").name
  if lose "fresh" > 0 then
    gain "stale"
    if lose "biscuit" > 0 then lose("heart", 2) end
  else set("stale", 0) end
  if party.stale > 0 and party.stale % 7 == 0 then rule.scurvy() end
end
function rule.scurvy()
  for who in each(party) do
    if not check(who, "con", 12) then gain(who, "teeth") end
  end
end
function act.sail()
  local _, helm = most(party, "seamanship")
  party.lost = not check(helm, "seamanship", 8, { secret = true })
  if not party.lost then gain("leagues", chart.winds[party.wind].speed) end
end
function act.fish(who) if check(who, "seamanship", 14) then gain("fresh", dice("1d2", "fish")) end end
function rule.sighted() emit "encounter" { what = "a ship under " .. ask "flag" .. " colours" } end
function on.sinking() emit "foundered" {} end
function on.mutiny(_, _, now) if now then emit "rising" {} end end
function rule.status() return party.wind .. ", heart " .. party.heart end
