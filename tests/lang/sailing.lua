-- sailing.lua -- a ship by watches of four hours: wind, miles, water and biscuit, and scurvy when the limes are gone.
ruleset "Sailing" { turn = "4 hours", check = "2d6", procedure = "watch" }

kind.member:has { sea = 0, role = "master|hand|cook|surgeon = hand" }
kind "sail" { miles = 12, risk = 0 }
sail "reefed" { miles = 6 }
sail "plain"  { }
sail "all"    { miles = 20, risk = 2 }
track "wind"   { of = "campaign", steps = { "calm", "light", "fresh", "gale" }, start = "light", public = true, help = "wind" }
track "set_now" { start = "plain", quiet = true, help = "sail" }
track "way"    { unit = "miles", tally = true, help = "miles made good" }
track "hull"   { start = 10, min = 0, max = 10, empty = "sunk" }
track "sunk"   { start = false }
track "water"  { start = 40, min = 0, help = "water, in days for one" }
track "biscuit" { start = 60, min = 0, help = "biscuit, in days for one" }
track "limes"  { start = 6, min = 0, help = "limes, in days for all" }
track "stale"  { of = "campaign", min = 0, help = "days without fresh food" }
track "scurvy" { of = "member", steps = { "well", "aching", "bleeding", "dying", "dead" } }
track "thirst" { of = "member", min = 0, max = 3 }
track "mood"   { start = 8, min = 2, max = 12, help = "the hands' mood" }

procedure "watch" { "act", "airs", "way", "lookout", "time" }
modifier "sick" { when = function(c) return c.who and (c.who.scurvy == "bleeding" or c.who.scurvy == "dying") end, add = -2 }
chart "airs" { die = "2d6", { "2-4", "drops", loses = "wind" }, { "5-9", "holds" }, { "10-12", "rises", gains = "wind" } }
chart "lookout" { die = "2d6", { "2", "wreckage", gains = "1d6 biscuit" }, { "3-9", "the sea" }, { "10-11", "a sail", "A sail to leeward." }, { "12", "land", "Land!", rule.land } }
event "landfall" { text = "Land, after {miles} miles.", stops = true }

action "sail"  { aka = "on", takes = { "sail?" }, help = "a watch under sail: on all" }
action "fish"  { by = "each", help = "with lines over the side, in light airs" }
action "sing"  { help = "fiddle and grog" }
action "mend"  { help = "pump and caulk", gains = "1d3 hull" }
action "ashore" { turns = 6, help = "water, and green stuff", sets = { water = 40, stale = 0 } }
action "ration" { turns = 0, takes = { "full|half" } }
track "half" { start = false, help = "half rations" }

function act.sail(_, how) if how then set("set_now", how.name) end end
function cannot.fish() if campaign.wind == "fresh" or campaign.wind == "gale" then return "Too much way on her." end end
function act.fish(who) if check(who, "sea", 9) then gain("biscuit", 2) lose("stale", 1) end end
function act.sing() gain "mood" end
function act.ration(_, how) set("half", how == "half") end
function step.way()
  if not doing "sail" then return end
  local how, factor = sail[party.set_now], ({ calm = 0, light = 0.5, fresh = 1, gale = 1.5 })[campaign.wind]
  gain("way", how.miles * factor .. " miles")
  local master = those(party, function(who) return who.role == "master" end)[1] or party.members[1]
  if campaign.wind == "gale" and not check(master, "sea", 8 + how.risk) then lose("hull", dice("1d6", "the gale")) end
end
function rule.land() emit "landfall" { miles = amount(party.way, "miles") } set("stale", 0) end
function on.new_day()
  local share = party.half and 0.5 or 1
  for who in each(party) do
    if lose("water", share) > 0 then gain(who, "thirst") end
    if lose("biscuit", share) > 0 then lose "mood" end
  end
  if lose "limes" == 0 then set("stale", 0) return end
  gain "stale"
  if campaign.stale > 14 and campaign.stale % 7 == 0 then rule.scurvy() end
end
function rule.scurvy()
  for who in each(party) do if not check(who, "sea", 9) then gain(who, "scurvy") end end
end
function on.scurvy(who, _, now) if now == "dead" then who.away = true lose("mood", 2) end end
function on.sunk() say "She founders." end
