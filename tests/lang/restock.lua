-- restock.lua -- a megadungeon by expeditions: turns inside, and between them a week in which rooms fill again.
ruleset "Restock" { turn = "10 minutes", check = "1d20", procedure = "inside", room = "the gate" }

kind.room:has { level = 1, keyed = "string?" }
track "state"    { of = "room", steps = { "unknown", "occupied", "cleared", "empty" }, help = "what it is now" }
track "lair"     { of = "room", start = "", help = "who lives here" }
track "hoard"    { of = "room", min = 0, help = "silver here" }
track "visited"  { of = "campaign", start = {}, help = "rooms that were entered" }
track "silver"   { min = 0, tally = true }
track "trips"    { of = "campaign", min = 0 }
track "faction"  { of = "campaign", steps = { "scattered", "growing", "strong" }, help = "how strong the goblins are" }

procedure "inside" { "act", "wander", "time" }
procedure "week"   { lasts = "1 week", "restock", "time" }
chart "wander" { die = "1d6", { "1", "somebody", "Somebody wanders by.", rule.somebody }, { "2-6", "nobody" } }
chart "filling" { die = "1d6", help = "for each room that stands empty",
  { "1-2", "stays", "still empty" }, { "3", "vermin" }, { "4-5", "goblins" }, { "6", "worse" } }
chart "treasure" { die = "1d6", { "1-3", "none", silver = "0" }, { "4-5", "some", silver = "2d6*10" }, { "6", "much", silver = "4d6*10" } }

action "enter"  { aka = "e", takes = { "room" }, help = "a room: enter hall" }
action "fight"  { turns = 1, help = "the fight is won; the room is cleared" }
action "loot"   { turns = 1, help = "what is here" }
action "home"   { turns = 0, help = "out, and a week passes" }

function act.enter(_, room)
  go(room)
  if not has(campaign.visited, room) then gain("visited", room) end
  if here.state == "unknown" then rule.fill(here) end
  if here.state == "occupied" then emit "encounter" { what = here.lair } end
end
function rule.fill(place)
  local row = roll "filling"
  if row.name == "stays" then return set(place, "state", "empty") end
  set(place, "lair", row.name)
  set(place, "hoard", dice(roll("treasure").silver, "hoard"))
  set(place, "state", "occupied")
end
function cannot.fight() if here.state ~= "occupied" then return "Nobody is here." end end
function act.fight()
  if here.lair == "goblins" then lose "faction" end
  set(here, "state", "cleared")
  set(here, "lair", "")
end
function cannot.loot()
  if here.state == "occupied" then return "Not while the " .. here.lair .. " are here." end
end
function act.loot()
  gain("silver", here.hoard)
  set(here, "hoard", 0)
  set(here, "state", "empty")
end
function rule.somebody() emit "encounter" { what = party.silver > 0 and "thieves" or "a wanderer" } end
function cannot.home() if here.name ~= "the gate" and rooms_to("the gate") and rooms_to("the gate") > 2 then return "Too far: walk first." end end
function act.home()
  gain "trips"
  go "the gate"
  run "week"
end
function step.restock()
  for name in each(campaign.visited) do
    local room = place(name)
    if room.state == "empty" or room.state == "cleared" then rule.fill(room) end
  end
  if count(campaign.visited, function(name) return place(name).lair == "goblins" end) > 1 then gain "faction" end
end
