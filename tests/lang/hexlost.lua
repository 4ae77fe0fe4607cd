-- hexlost.lua -- a hexcrawl: four watches of the day, a navigator who may get lost, foraging, and a die for encounters.
ruleset "Hexlost" { turn = "6 hours", check = "1d20", procedure = "watch", room = "0505", starts = "6 hours" }

kind "terrain" { watches = 1, dc = 8, meet = 1, forage = 10 }
terrain "plain"  { }
terrain "forest" { watches = 2, dc = 12, meet = 2, forage = 8 }
terrain "marsh"  { watches = 2, dc = 14, meet = 2, forage = 14 }
terrain "hills"  { watches = 2, dc = 10, meet = 1, forage = 12 }
kind.room:has   { ground = "terrain = plain", site = "string?" }
kind.member:has { survival = 0, eyes = 0 }

track "lost"   { start = false, secret = true, help = "astray, and unaware of it" }
track "heading" { start = "", secret = true }
track "progress" { min = 0, help = "watches spent in leaving this hex" }
track "food"   { of = "member", start = 6, min = 0 }
track "hungry" { of = "member", min = 0, max = 5 }
track "tired"  { of = "member", start = false }
track "mapped" { of = "room", start = false }
modifier "tired" { when = "tired", dis = 1 }
event "site" { text = "Here is {what}.", stops = true, public = true }

procedure "watch" { "act", "meeting", "time" }
chart "encounters" { die = "1d6", secret = true, { "1-2", "beasts" }, { "3-4", "travellers" }, { "5", "bandits" }, { "6", "the green knight" } }
chart "directions" { "n", "ne", "se", "s", "sw", "nw" }
local ways = { n = { 0, -1 }, ne = { 1, -1 }, se = { 1, 0 }, s = { 0, 1 }, sw = { -1, 1 }, nw = { -1, 0 } }

action "travel" { by = "all", takes = { "n|ne|se|s|sw|nw", "fast|?" }, help = "a watch on the way: travel ne" }
action "forage" { by = "each" }
action "explore" { help = "look the hex over" }
action "camp"   { by = "each", default = true, help = "rest and eat" }
action "bearings" { aka = "find_way", help = "a landmark, a climb: are we lost?" }

function rule.next_hex(way)
  local x, y = here.name:match "(%d%d)(%d%d)"
  return ("%02d%02d"):format(x + ways[way][1], y + ways[way][2])
end
function rule.ground() return terrain[here.ground] end
function act.travel(them, way, fast)
  if party.heading ~= way then
    set("heading", way)
    set("progress", 0)
    local _, guide = most(them, "survival")
    set("lost", not check(guide, "survival", rule.ground().dc, { dis = fast and 1 or 0, secret = true }))
  end
  gain("progress", fast and 2 or 1)
  if party.progress < rule.ground().watches then return say "Still in this hex." end
  set("progress", 0)
  set("heading", "")
  go(rule.next_hex(party.lost and roll("directions", nil, { secret = true }).name or way))
end
function on.arrive(room, new) if room.site and new then emit "site" { what = room.site } end end
function act.forage(who) if check(who, "survival", rule.ground().forage) then gain(who, "food", dice("1d3", "foraged")) end end
function act.explore(them)
  local _, best = most(them, "eyes")
  if check(best, "eyes", 12) then gain(here, "mapped") end
end
function act.bearings(them)
  local _, best = most(them, "survival")
  if check(best, "survival", 12) then say(party.lost and "You are lost." or "You are where you think.") set("lost", false) end
end
function act.camp(who) set(who, "tired", false) end
function step.meeting()
  if dice("1d6", "encounter", { secret = true }) <= rule.ground().meet then emit "encounter" { what = roll("encounters").name } end
end
function on.new_day()
  for who in each(party) do
    if lose(who, "food") > 0 then gain(who, "hungry") else set(who, "hungry", 0) end
    if not doing(who, "camp") then gain(who, "tired") end
  end
end
room "0604" { ground = "forest", site = "a barrow" }
