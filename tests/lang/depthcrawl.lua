-- depthcrawl.lua -- a depthcrawl: each turn goes deeper or back; what a place is and holds is a die plus the depth.
-- Deeper things are stranger; going back leads to places they know; staying rolls the event die.
ruleset "Depthcrawl" { turn = "20 minutes", check = "1d20", hint = "deeper finds a new place; retrace returns; search looks around." }

kind.member:has { wits = 0, nerve = 0 }
light "torch" { lasts = "3 turns", spends = "torches" }
track "torches" { min = 0, help = "torches in the packs" }
track "depth"   { min = 0, max = 40, prompt = true, help = "how deep they are" }
track "deepest" { min = 0, help = "the deepest yet" }
track "hp"      { of = "member", min = 0, max = "own", empty = "lost" }
track "lost"    { of = "member", start = false, away = true }
track "treasure" { min = 0, tally = true }
track "searched" { of = "room", start = false }

procedure "turn" { "act", "event", "time" }

chart "location" { die = "1d20", help = "depth is added",
  { "1-5", "cloister" }, { "6-10", "flooded stacks" }, { "11-15", "reading room" }, { "16-20", "glass stair" },
  { "21-25", "orchard of pages" }, { "26-30", "hall of doors" }, { "31-35", "unwritten room" }, { "36+", "the core" } }
chart "detail" { die = "1d20", help = "depth is added",
  { "1-5", "quiet" }, { "6-10", "collapsed" }, { "11-15", "whispering" }, { "16-20", "inhabited", gains = "uneasy" },
  { "21-30", "folded in on itself" }, { "31+", "not there when you look" } }
track "uneasy" { min = 0, max = 6, help = "how uneasy the place is with them" }
chart "event" { die = "1d20", help = "as every turn ends; uneasiness is added",
  { "1-12", "nothing" },
  { "13-15", "sign", "Something was here before you.", gains = "uneasy" },
  { "16-18", "denizen", "A denizen of these depths.", rule.denizen },
  { "19-20", "shift", "The way back is another way now.", loses = "1 depth" },
  { "21+", "hunt", "The place hunts you.", rule.hunt } }
chart "treasure_here" { die = "1d20", { "1-10", "nothing" }, { "11-17", "a page", gains = "1d6 treasure" }, { "18+", "a volume", gains = "3d6 treasure" } }

action "deeper" { help = "one deeper, into a new place" }
action "retrace" { aka = "b", help = "one back, towards the door" }
action "search" { by = "one", help = "look the place over: wits" }

function act.deeper()
  gain "depth"
  party.deepest = math.max(party.deepest, party.depth)
  local where = roll("location", nil, { add = party.depth }).name
  local how = roll("detail", nil, { add = party.depth }).name
  go(new_name(where .. ", " .. how))
end
function cannot.retrace() if party.depth == 0 then return "They stand at the door already." end end
function act.retrace()
  lose "depth"
  if party.depth == 0 then say "They are out." set("uneasy", 0) end
end
function cannot.search()
  if here.searched then return "This place has been searched." end
  if #burning() == 0 then return "It is too dark." end
end
function act.search(who)
  here.searched = true
  if check(who, "wits", 12) then roll("treasure_here", nil, { add = party.depth // 5 }) end
end
function step.event() if party.depth > 0 then roll("event", nil, { add = party.uneasy }) end end
function rule.denizen() emit "encounter" { what = "a denizen of depth " .. party.depth } end
function rule.hunt()
  for who in each(party) do
    if not check(who, "nerve", 10 + party.depth // 4) then lose(who, "hp", dice("1d6", "the hunt")) end
  end
end
function rule.status() return here.name end
