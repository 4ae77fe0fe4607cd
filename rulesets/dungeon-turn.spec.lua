-- dungeon-turn.spec.lua -- each row: the line typed, the dice, the answers; then what must hold.
tests "dungeon-turn" {
  rules = { DT = 58 },
  party = { { "A", hp = 20, int = 2, str = 2, skills = { climb = 4 } }, { "B", hp = 20, skills = { sneak = 2 } } },
  given = { inside = true },
}

-- Returns the dice of n turns in which the hazard die brings nothing.
local function quiet(n) return ("d6:6 "):rep(n) end

local pack = {
  { name = "scroll", class = "spell" }, { name = "ring", class = "magic" }, { name = "candlestick", value = 30 },
  { name = "rope", value = 1 }, { name = "sword", class = "weapon" }, { name = "shield", class = "armour" },
}

test "golden: ten turns and a return" { example = true,
  covers = { "DT-01", "DT-03", "DT-19", "DT-37", "DT-42", "DT-43", "DT-44", "DT-47", "DT-50", "DT-51" },
  party = { { "A", skills = { sneak = 2, climb = 4, cook = -1 }, items = pack, hp = 20 }, { "B", skills = { sneak = 2 }, items = pack, hp = 20 } },
  given = { inside = true, calm = 6, lights = { "torch A" }, torches = 1 },
  { "move", dice = "d6:5", sees = "hazard.free", never = "depletion",
    A = { weariness = "fresh" }, B = { weariness = "fresh" }, lamps = { { flame = "lit" } }, minutes = 10 },
  { "move", dice = "d6:1 d12:6 2d6:2,3", sees = "hazard.encounter, disposition.unfriendly, encounter, 3 zones off, coming nearer",
    A = { weariness = "fresh" }, B = { weariness = "fresh" }, lamps = { { flame = "lit" } }, minutes = 20 },
  { "search", dice = "d6:2", sees = "hazard.fatigue",
    A = { weariness = "fresh", winded = true }, B = { weariness = "fresh", winded = true }, lamps = { { flame = "lit" } }, minutes = 30 },
  { "A move + B rest", dice = "d6:4", sees = "hazard.free",
    A = { weariness = "tired", winded = false }, B = { weariness = "fresh", winded = false }, lamps = { { flame = "lit" } }, minutes = 40 },
  { "move", dice = "d6:3 d12:8", sees = "hazard.signs",
    A = { weariness = "tired" }, B = { weariness = "fresh" }, lamps = { { flame = "lit" } }, minutes = 50 },
  { "move", dice = "d6:5", sees = "hazard.free",
    A = { weariness = "tired" }, B = { weariness = "fresh" }, lamps = { { flame = "lit" } }, minutes = 60 },
  { "move", dice = "d6:5", sees = "hazard.depletion",
    A = { weariness = "tired" }, B = { weariness = "fresh" }, lamps = { { flame = "dim" } }, minutes = 70 },
  { "move", dice = "d6:2", sees = "hazard.fatigue",
    A = { weariness = "tired", winded = true }, B = { weariness = "fresh", winded = true }, lamps = { { flame = "dim" } }, minutes = 80 },
  { "move", dice = "d6:5", sees = "hazard.depletion",
    A = { weariness = "exhausted" }, B = { weariness = "tired" }, lights = "", minutes = 90 },
  { "light torch A; move", dice = "d6:6", sees = "hazard.free",
    A = { weariness = "exhausted" }, B = { weariness = "tired" }, lights = "torch A", lamps = { { flame = "lit" } }, party = { torches = 0 }, minutes = 100, turn = 10 },
  { "leave", dice = "2d20:14,8 d20:13", answers = { exit = "roll", way = "arduous", length = 2, rooms = 3 },
    sees = { "vs 15", "A loses 3 items: rope, candlestick and sword", "check.success" }, never = "B loses",
    party = { inside = false }, lights = "torch A", minutes = 100 },
}

-- --- time and turns ---

test "seven turns are seventy minutes" { example = true, covers = { "DT-01" },
  { "move x7", dice = quiet(7), minutes = 70, turn = 7 } }

test "outside there are no turns; a delve begins and ends" { example = true, covers = { "DT-02" }, given = { inside = false },
  { "= track.inside.start", data = false },
  { "search", refused = "not in a dungeon", minutes = 0, turn = 0 },
  { "leave", refused = "not in a dungeon" }, { "out", refused = "not in a dungeon" },
  { "delve", party = { inside = true, calm = 6 }, turn = 0, here = "the entrance", minutes = 0 }, { "= #here.exits", data = 0 },
  { "delve", refused = "in the dungeon already" },
  { "move x2", dice = quiet(2), turn = 2, party = { calm = 4 } },
  { "out", sees = "The delve is over", party = { inside = false, calm = 0 }, here = "camp" }, { "= #here.exits", data = 0 },
  { "rest", refused = "'pass 8 hours' is a night", minutes = 20, turn = 0 },
  { "delve", party = { calm = 6 }, turn = 0 }, { "move", dice = "d6:6", turn = 1 } }
test "whoever moves from camp enters the dungeon" { covers = { "DT-02", "DT-51" }, given = { inside = false },
  { "move hall", dice = "d6:5", sees = "Now in the entrance", party = { inside = true, calm = 5 }, turn = 1, here = "hall", minutes = 10 },
  { "= here.exits[1]", data = "the entrance" },
  { "move x7", dice = quiet(7), turn = 8, party = { calm = 0 } }, { "out", turn = 0 },
  { "enter", dice = "d6:6", sees = "Now in the entrance", party = { calm = 5 }, turn = 1, here = "the entrance" },
  { "enter", dice = "d6:6", never = "They enter the dungeon", turn = 2 } }
test "home by a roll: the turns stop" { covers = { "DT-02", "DT-32" },
  { "leave", dice = "d20:10 d20:10", answers = { exit = "roll" }, party = { inside = false }, here = "camp" },
  { "search", refused = "not in a dungeon" } }

test "deeds, then the hazard die" { example = true, covers = { "DT-03" },
  { "move", dice = "d6:6", want = in_order("They go 3 zones", "hazard.free"), minutes = 10 } }
test "house: the hazard die, then deeds" { house = [[ procedure.turn { "weariness", "hazard", "act", "healing", "calm", "time" } ]], given = { inside = true, lights = { "torch A" } },
  { "move", dice = "d6:5", want = in_order("hazard.depletion", "They go 3 zones"), minutes = 10, lamps = { { flame = "dim" } } },
  { "move", dice = "d6:2", A = { winded = true } },
  { "A rest + B move", dice = "d6:6", A = { weariness = "fresh" }, B = { weariness = "tired" } } }

test "what a turn may be spent on" { example = true, covers = { "DT-04", "DT-05" },
  { [[= (function() local n = {} for a in each(action) do if a.turns ~= 0 and a.at ~= "fight" and not a.enters and not a.leaves or a.name == "leave" then table.insert(n, a.name) end end table.sort(n) return table.concat(n, " ") end)()]],
    data = "enter harvest leave listen move other rest search" } }
test "listening is a turn, and the game master says what is heard" { example = true, covers = { "DT-05" },
  { "A listen + B other", dice = "d6:6", asks = "result" },
  { "A listen east door + B other", dice = "d6:6", answers = { result = "footsteps" },
    sees = "asked.result, What do they notice? footsteps, hazard.free", minutes = 10 },
  { "listen", dice = "d6:6", want = by_default("result", "nothing") } }
test "listening is one question, whoever listens" { covers = { "DT-05" },
  { "listen", dice = "d6:6", want = function(g)
    local asked = 0
    for _, e in ipairs(g.events) do if e.kind == "asked" then asked = asked + 1 end end
    if asked ~= 1 then return asked .. " questions" end
  end } }
test "entering a room is a turn" { covers = { "DT-05" },
  { "enter hall", dice = "d6:6", never = "asked", here = "hall", minutes = 10 },
  { "enter attic", dice = "d6:6", answers = { seen = "two beds" }, sees = "What do they see? two beds" },
  { "A other bar the door + B rest", dice = "d6:6", answers = { outcome = "it holds" }, sees = "A: What comes of it? it holds" },
  { "other", dice = "d6:6", never = "asked" },
  { "enter", dice = "d6:6", here = "attic", minutes = 50 } }

test "each member does one thing" { covers = { "DT-05" },
  { "A search + B listen", dice = "d6:6", sees = "asked.found, asked.result", minutes = 10 } }
test "house: all do the same" { house = [[
    local usual = rule.cannot
    function rule.cannot(verb, ...)
      if #doers(verb) < count(party) and action[verb].turns ~= 0 then return "All of you do the same thing in a turn." end
      return usual(verb, ...)
    end ]],
  { "A search + B listen", refused = "All of you do the same" },
  { "listen", dice = "d6:6" } }

test "who is elsewhere does not count" { house = [[ function rule.rests() return #doers "rest" == count(party) end ]],
  { "away B" }, { "move", dice = "d6:2" }, { "rest", dice = "d6:6", A = { weariness = "fresh" } } }

test "a fight is another procedure, and comes back" { example = true, covers = { "DT-06", "DT-58" },
  { "move", dice = "d6:1 d12:6 2d6:3,4", answers = { combat = "fight" }, turn = { procedure = "combat" }, minutes = 10 },
  { "move", refused = "is not for combat; 'over' ends it" },
  { "round", minutes = 10 }, { "round", turn = 2, minutes = 10 },
  { "over", turn = { procedure = "turn" } },
  { "over", refused = "only for combat" },
  { "move", dice = "d6:6", turn = 2, minutes = 20 } }
test "a fight whenever you say so" { covers = { "DT-58" }, { "fight", turn = { procedure = "combat" } }, { "round" }, { "over" }, { "move", dice = "d6:6", turn = 1 } }
test "who walks out of a fight has left it" { covers = { "DT-06" },
  { "fight" }, { "round" }, { "out", sees = "leave.combat, The delve is over", turn = { procedure = "turn", number = 0 }, here = "camp" },
  { "delve" }, { "move", dice = "d6:6", turn = 1 } }
test "a fight before the gate" { covers = { "DT-06" }, given = { inside = false },
  { "meet", dice = "2d6:1,1", turn = { procedure = "combat" } }, { "round x2" }, { "over", turn = { procedure = "turn", number = 0 }, minutes = 0 } }
test "house: a fight takes turns of its own" { house = [[ function on.leave(name) if name == "combat" then run "turn" run "turn" end end ]],
  { "move", dice = "d6:1 d12:6 2d6:3,4", answers = { combat = "fight" } },
  { "round" }, { "over", dice = "d6:2 d6:6", sees = "hazard.fatigue, hazard.free", A = { weariness = "tired" }, turn = { procedure = "turn", number = 3 }, minutes = 30 } }

test "what the prompt says" { given = { inside = false, lights = { "torch A", "candle B" } },
  { "= rule.status()", data = "at camp" }, { "delve; move x5", dice = quiet(5) }, { "= rule.status()", data = "" },
  { "rest", dice = "d6:6" }, { "= rule.status()", data = "rest 1/6" },
  { "snuff candle" }, { "move", dice = "d6:5" }, { "= rule.status()", data = "" } }

-- --- searching ---

local vault = [[ room "vault" { wide = "20 ft", long = "30 ft", traps = { { "a pit", square = 2 } },
  doors = { { "a door behind the shelf", square = 3 }, "a hatch" }, objects = { chest = "a needle in the lock" } } ]]

test "a room of 20 by 30 feet is six searches for doors" { example = true, covers = { "DT-08" }, house = vault, given = { inside = true, here = "vault" },
  { "search doors; search doors", dice = quiet(2), never = "They find" },
  { "search doors", dice = "d6:6", sees = "find a door behind the shelf", never = "a hatch" },
  { "search doors; search doors", dice = quiet(2), never = "They find, a pit" },
  { "search doors", dice = "d6:6", sees = "find a hatch", minutes = 60, turn = 6 },
  { "search doors", refused = "has been searched for doors" } }
test "and six for traps" { example = true, covers = { "DT-07" }, house = vault, given = { inside = true, here = "vault" },
  { "search traps", dice = "d6:6", never = "They find" },
  { "search traps", dice = "d6:6", sees = "find a pit", here = { known = { "a pit" } } },
  { "search traps; search traps; search traps; search traps", dice = quiet(4), never = "They find", minutes = 60 },
  { "search traps", refused = "has been searched for traps" } }
test "and one for an object" { example = true, covers = { "DT-09" }, house = vault, given = { inside = true, here = "vault" },
  { "search treasure chest", dice = "d6:6", sees = "find a needle in the lock", never = "a pit", minutes = 10, here = { traps_done = 0 } },
  { "search chest", dice = "d6:6", sees = "find a needle in the lock", here = { known = { "a needle in the lock" } } },
  { "search barrel", dice = "d6:6", sees = "No traps found in barrel", never = "They find" } }
test "secret doors are doors" { covers = { "DT-08" }, given = { inside = true },
  { "search secret doors", dice = "d6:6", sees = "No secret doors found" } }
test "what is searched for may stand behind it" { covers = { "DT-07", "DT-10" }, given = { inside = true },
  { "trap here a dart" },
  { "search gate for traps", dice = "d6:6", sees = "find a dart" },
  { "search for secret doors", dice = "d6:6", sees = "No secret doors found" },
  { "search chest for coins", dice = "d6:6", sees = "found in chest." } }
test "who does not say looks for traps, then doors" { covers = { "DT-07", "DT-08" }, house = vault, given = { inside = true, here = "vault" },
  { "search", dice = "d6:6", sees = "No traps found in square 1 of 6" }, { "search", dice = "d6:6", sees = "No secret doors found in square 1 of 6" },
  { "search", dice = "d6:6", sees = "find a pit" } }
test "a place whose size nobody knows is searched for as long as you like" { covers = { "DT-07" }, house = [[ question.found.always = true ]],
  { "search traps x9", dice = quiet(9), minutes = 90, here = { traps_done = 9 } },
  { "search doors", dice = "d6:6" }, { "move", dice = "d6:6", here = { traps_done = 0, doors_done = 0 } } }
test "what is there is found at once" { covers = { "DT-07", "DT-09" }, given = { inside = true, here = { traps = { "a pit" } } }, house = [[ room "gallery" { wide = "20 ft" } ]],
  { "search traps", dice = "d6:6", sees = "find a pit" }, { "search treasure", dice = "d6:6", sees = "No traps found in the object" },
  { "move gallery", dice = "d6:6" }, { "search traps; search traps; search traps", dice = quiet(3), here = { traps_done = 3 } } }
test "two groups search two places" { covers = { "DT-07", "DT-08" }, house = vault, given = { inside = true, here = "vault" },
  { "A search doors + B search traps", dice = "d6:6", here = { doors_done = 1, traps_done = 1 }, minutes = 10 },
  { "search doors", dice = "d6:6", here = { doors_done = 2, traps_done = 1 }, minutes = 20 } }

test "a trap that is set at the table is hinted at, found, or goes off" { covers = { "DT-07", "DT-25" }, given = { inside = true },
  { "trap here a pit", never = "A trap goes off" },
  { "search traps", dice = "d6:6", sees = "find a pit" }, { "move hall", dice = "d6:6" }, { "move camp", dice = "d6:6" },
  { "trap hall a blade; trap hall a net" }, { "move walk hall", dice = "d6:6", never = "goes off" },
  { "move walk unknown", dice = "d6:6", answers = { springs = { "a blade", "a net" } }, sees = "A trap goes off: a blade, A trap goes off: a net" } }

test "what a search finds is the game master's" { covers = { "DT-10" }, house = vault, given = { inside = true, here = "vault" },
  { "search chest", dice = "d6:6", asks = "found" },
  { "search chest", dice = "d6:6", sees = "find a needle", want = by_default("found", "a needle in the lock"), minutes = 10 },
  { "search chest", dice = "d6:6", answers = { found = "nothing" }, never = "They find", minutes = 20 },
  { "search chest", dice = "d6:6", answers = { found = "a lever" }, sees = "find a lever", never = "needle", here = { known = { "a needle in the lock", "a lever" } } },
  { "search chest", dice = "d20:10 d6:6", answers = { found = "a check" }, sees = "INT 10+2 = 12 vs 12, find a needle" },
  { "search chest", dice = "d20:9 d6:6", answers = { found = "a check" }, never = "They find", want = function(g)
    for _, e in ipairs(g.events) do if e.kind == "check" and not e.secret then return "the check is no secret" end end
  end } }
test "house: a search takes a check" { house = vault .. [[ question.found.always = "a check"
    function rule.spots(group) return check(group[1], "wis", 15, { secret = true }) end ]], given = { inside = true, here = "vault" },
  { "search chest", dice = "d20:15 d6:6", never = "asked", sees = "WIS 15 vs 15, find" }, { "search chest", dice = "d20:14 d6:6", never = "asked, find" } }
test "house: a search never fails" { house = vault .. [[ question.found.always = true ]], given = { inside = true, here = "vault" },
  { "search chest", dice = "d6:6", never = "asked", sees = "find" } }
test "house: a search takes two turns, and covers more" { house = vault .. [[ action.search.turns = 2 setting.square = "20 ft" ]], given = { inside = true, here = "vault" },
  { "search doors", dice = quiet(2), never = "They find", minutes = 20 },
  { "search doors", dice = quiet(2), sees = "find a hatch", minutes = 40 }, { "search doors", refused = "has been searched" } }

-- --- light ---

test "a torch shows things two zones off, and details of what is close" { example = true, covers = { "DT-11" }, given = { inside = true, lights = { "torch A" } },
  { "A look 2", sees = "2 zones off, A sees things" }, { "A look 3", sees = "nothing" }, { "A look 0", sees = "0 zones off, A sees details" }, { "A look 1", sees = "1 zone off, A sees things" } }
test "house: close and nearby are wider" { house = [[ setting.zones.close = 1 setting.zones.nearby = 5 ]], given = { inside = true, lights = { "torch A" } },
  { "A look 5", sees = "things" }, { "A look 6", sees = "nothing" }, { "A look 1", sees = "details" }, { "A look 2", sees = "things" } }
test "a candle shows what is close, and its details" { example = true, covers = { "DT-12" }, given = { inside = true, lights = { "candle A" } },
  { "A look 0", sees = "details" }, { "A look 1", sees = "nothing" }, { "A look 2", sees = "nothing" } }
test "a lantern reaches as a candle; without the torch it is all there is" { example = true, covers = { "DT-13" }, given = { inside = true, lights = { "torch A", "lantern B" } },
  { "A look 2", sees = "things" }, { "snuff torch A" },
  { "A look 0", sees = "details" }, { "A look 1", sees = "nothing" }, { "A look 2", sees = "nothing" },
  { "= light.lantern.reach == light.candle.reach and light.lantern.details == light.candle.details", data = true } }
test "a lantern may throw a line" { example = true, covers = { "DT-14" }, given = { inside = true, lights = { "candle A", "lantern B" } },
  { "beam candle", refused = "Only a lantern" },
  { "beam lantern B", asks = "line" },
  { "beam lantern", want = by_default("line", 0), lamps = { { beam = false }, { beam = true } } },
  { "A look 1", sees = "nothing" },
  { "beam lantern", lamps = { {}, { beam = false } } },
  { "beam lantern", answers = { line = 4 }, lamps = { {}, { beam = true, line = 4 } } },
  { "A look 4", sees = "things" }, { "A look 5", sees = "nothing" } }
test "nothing blows a lantern out" { example = true, covers = { "DT-15" }, given = { inside = true, lights = { "torch A", "candle B", "lantern B" } },
  { "wind", asks = "blown" },
  { "wind", answers = { blown = { "torch", "candle" } }, sees = "A's torch is blown out", lights = "lantern B" },
  { "wind", never = "asked", lights = "lantern B" } }
test "by default the wind spares every flame" { covers = { "DT-15" }, given = { inside = true, lights = { "torch A", "candle B" } },
  { "wind", sees = "asked.blown", lights = "torch A, candle B" } }
test "house: the wind spares no open flame" { house = [[ question.blown.always = rule.open_flames ]], given = { inside = true, lights = { "torch A", "candle B", "lantern B" } },
  { "wind", never = "asked", lights = "lantern B" } }

local owl = { { "A", darkvision = true, int = 2 }, { "B", int = 2 } }
test "darkvision: grey outlines of what moves" { example = true, covers = { "DT-16" }, party = owl,
  { "A look 1 moving", sees = "1 zone off, A sees a grey outline" }, { "A look 1 still", sees = "1 zone off, A sees nothing" }, { "A look 1", sees = "nothing" },
  { "B look 1 moving", sees = "1 zone off, B sees nothing" } }
test "to darkvision dim light is moonlight" { example = true, covers = { "DT-17" }, party = owl, given = { inside = true, lights = { "torch B" }, lamps = { { flame = "dim" } } },
  { "A look 2", sees = "things" }, { "A try int 12", dice = "d20:10", never = "asked", sees = "INT 10+2 = 12 vs 12" } }
test "house: dim light is half the light, but not to darkvision" { covers = { "DT-17" }, party = owl, house = [[
    local usual = rule.zones
    function rule.zones(lamp, what, who)
      local zones = usual(lamp, what, who)
      return (lamp.flame == "lit" or who.darkvision) and zones or zones / 2
    end ]],
  given = { inside = true, lights = { "torch B" }, lamps = { { flame = "dim" } } },
  { "B look 1", sees = "things" }, { "B look 2", sees = "nothing" }, { "A look 2", sees = "things" } }
test "house: dim light shows what is close" { party = owl, house = [[
    local usual = rule.zones
    function rule.zones(lamp, what, who)
      return (lamp.flame == "lit" or who.darkvision) and usual(lamp, what, who) or setting.zones.close
    end ]], given = { inside = true, lights = { "torch B" }, lamps = { { flame = "dim" } } },
  { "B look 0", sees = "details" }, { "B look 1", sees = "nothing" }, { "A look 1", sees = "things" } }
test "sharp sight is hard by darkvision" { example = true, covers = { "DT-18" }, party = owl,
  { "A try int 12", asks = "sharp" },
  { "A try int 12", dice = "d20:10", sees = "check.success", want = by_default("sharp", "no") },
  { "A try int 12", dice = "2d20:16,5", answers = { sharp = "disadvantage" }, sees = "INT 5+2 = 7 vs 12, check.failure" },
  { "A try int 12", answers = { sharp = "impossible" }, refused = "cannot be done without light" } }

test "in total darkness the game master says what it does" { covers = { "DT-05" },
  { "A try int 12", dice = "d20:10", want = by_default("in_dark", "nothing"), sees = "check.success" },
  { "A try int 12", dice = "2d20:10,4", answers = { in_dark = "disadvantage" }, sees = "check.failure" },
  { "A try int 12", answers = { in_dark = "impossible" }, refused = "without light" } }
test "house: darkness is a disadvantage" { house = [[ question.in_dark.always = "disadvantage" ]], { "A try int 12", dice = "2d20:10,4", never = "asked", sees = "check.failure" } }
test "house: darkness is nothing" { house = [[ question.in_dark.always = "nothing" ]], { "A try int 12", dice = "d20:10", never = "asked" } }
test "house: darkness forbids" { house = [[ question.in_dark.always = "impossible" ]], { "A try int 12", refused = "without light" } }

test "forty turns without a 5, and the torch is as it was" { example = true, covers = { "DT-19" }, given = { inside = true, calm = 6, lights = { "torch A" } },
  { "move x40", dice = quiet(40), lamps = { { flame = "lit" } }, turn = 40 } }
test "lit, dim, out" { covers = { "DT-19", "DT-47" }, given = { inside = true, lights = { "torch A" } },
  { "other", dice = "d6:5", lamps = { { flame = "dim" } } }, { "other", dice = "d6:5", sees = "A's torch goes out, No light burns", lights = "" } }

test "a dim light is made bright with fresh fuel" { covers = { "DT-19" }, given = { inside = true, lights = { "lantern A" }, oil = 1 },
  { "refuel lantern A", refused = "burns brightly" },
  { "other", dice = "d6:5" },
  { "refuel lantern A", lamps = { { flame = "lit" } }, party = { oil = 0 }, minutes = 10 },
  { "other", dice = "d6:5" }, { "refuel lantern", refused = "No oil left" } }
test "a torch is not refuelled: light another" { covers = { "DT-19" }, given = { inside = true, lights = { "torch A" }, torches = 1 },
  { "other", dice = "d6:5" }, { "refuel torch A", refused = "Only a lantern can be refuelled; light a new torch", party = { torches = 1 } } }
test "house: a light that has grown dim stays dim" { house = [[ function cannot.refuel() return "A light that has grown dim stays dim." end ]], given = { inside = true, lights = { "lantern A" }, oil = 1 },
  { "other", dice = "d6:5" }, { "refuel lantern A", refused = "stays dim" } }

-- --- moving ---

test "careful: three zones, and three times the speed" { example = true, covers = { "DT-20" },
  { "move", dice = "d6:6", sees = "They go 3 zones, 120 ft.", minutes = 10 },
  { "= rule.zone() * 3 // 5", data = 24 } }
test "the slowest sets the pace: 30 feet are 18 squares" { example = true, covers = { "DT-20" }, party = { { "A" }, { "B", speed = 30 } },
  { "careful", dice = "d6:6", sees = "3 zones, 90 ft" }, { "= rule.zone() * 3 // 5", data = 18 } }
test "a number after a room is part of its name, until the room is known" { covers = { "DT-20" },
  { "move room 2", dice = "d6:6", here = "room 2", minutes = 10 }, { "move back; move room 2 2", dice = quiet(2), here = "room 2", sees = "1 of 2 turns", minutes = 30 },
  { "careful 2", dice = quiet(2), minutes = 50 } }
test "house: zones have one size" { house = [[ function rule.zone() return 50 end ]], { "move", dice = "d6:6", sees = "3 zones, 150 ft" } }
test "walking: twenty zones; running: two hundred" { example = true, covers = { "DT-22", "DT-23" },
  { "walk", dice = "d6:6", sees = "They go 20 zones, 800 ft, at a walk", minutes = 10 },
  { "run", dice = "d6:6", sees = "They go 200 zones, 8000 ft, at a run", minutes = 20 } }
test "house: running is no slip of the pen" { house = [[ pace.run.distance = "60 zones" ]], { "run", dice = "d6:6", sees = "They go 60 zones" } }

local hall = [[ room "hall" { traps = { "a pit" }, doors = { "a panel" }, hint = "the flagstones ring hollow" } ]]
test "careful walkers get a hint, and spring nothing" { example = true, covers = { "DT-21" }, house = hall,
  { "move hall", dice = "d6:6", sees = "A hint: the flagstones ring hollow", never = "goes off, Found, asked", here = { known = {} } },
  { "move hall", refused = "They are in hall already; to spend a turn there, type 'move'" }, { "enter hall", refused = "in hall already" },
  { "move back; move hall", dice = "d6:6 d6:6", never = "A hint" } }
test "entering is as careful" { covers = { "DT-21" }, house = hall, { "enter hall", dice = "d6:6", sees = "A hint", never = "goes off" } }
test "no hint where nothing is hidden, or nobody arrives" { covers = { "DT-21" }, given = { inside = true, here = { traps = { "a pit" } } },
  { "enter", dice = "d6:6", never = "asked.hint" }, { "move", dice = "d6:6", never = "asked.hint" }, { "move cave", dice = "d6:6", never = "asked.hint" } }
test "a hint without one prepared" { covers = { "DT-21" }, house = [[ room "hall" { traps = { "a pit" } } ]],
  { "move hall", dice = "d6:6", asks = "hint" },
  { "move hall", dice = "d6:6", want = by_default("hint", "something here is not as it should be") } }
test "house: no hints" { house = hall .. [[ function rule.hint() end ]], { "move hall", dice = "d6:6", never = "A hint, Found, trap" } }
test "house: careful walkers find what there is" { house = hall .. [[
    function rule.hint()
      for what in each(rule.traps_here()) do rule.find(what) end
      for what in each(here.doors) do rule.find(rule.what(what)) end
    end ]],
  { "move hall", dice = "d6:6", sees = "find a pit, find a panel", never = "asked" },
  { "move cave", dice = "d6:6" }, { "run hall", dice = "d6:6", never = "trap" } }

test "haste on known ground" { example = true, covers = { "DT-24" }, house = hall .. [[ room "cave" { traps = { "a snare" } } room "crypt" { traps = { "a blade" } } room "stair" { traps = { "a stone" } } ]],
  given = { inside = true, rooms = { "hall", "cave", "crypt", "stair" } },
  { "walk hall; walk cave; walk crypt; walk stair", dice = quiet(3) .. "d6:1 d12:6 2d6:3,4", never = "trap, surprised, asked.springs", here = "stair" } }
test "haste on unknown ground springs traps, and is surprised" { example = true, covers = { "DT-25" }, house = hall,
  { "walk hall", dice = "d6:1 d12:6 2d6:3,4", sees = "A trap goes off: a pit, The party is surprised", never = "A hint", here = { known = { "a pit" } } },
  { "rest", dice = "d6:1 d12:6 2d6:3,4", sees = "The party is surprised" },
  { "enter cave", dice = "d6:1 d12:6 2d6:3,4", never = "surprised" },
  { "move", dice = "d6:1 d12:6 2d6:3,4", never = "surprised" },
  { "walk hall", dice = "d6:6", never = "trap" } }
test "which traps go off is the game master's" { covers = { "DT-25" }, house = [[ room "hall" { traps = { "a pit", "a bell" } } ]],
  { "run hall", dice = "d6:6", asks = "springs" },
  { "run hall", dice = "d6:6", answers = { springs = { "a bell" } }, sees = "goes off: a bell", never = "a pit goes", here = { known = { "a bell" } } } }
test "all of them by default" { covers = { "DT-25" }, house = [[ room "hall" { traps = { "a pit", "a bell" } } ]],
  { "run hall", dice = "d6:6", sees = "goes off: a bell, goes off: a pit" } }
test "one trap among one is not asked for" { covers = { "DT-25" }, house = hall, { "run hall", dice = "d6:6", sees = "goes off: a pit", never = "asked" } }
test "haste to nowhere in particular: you say whether it is unknown ground" { covers = { "DT-24", "DT-25" },
  { "walk", dice = "d6:1 d12:6 2d6:3,4", never = "surprised, asked.unknown" },
  { "walk unknown", dice = "d6:1 d12:6 2d6:3,4", sees = "The party is surprised" } }
test "house: haste is not surprised" { house = hall .. [[ function rule.surprised() return false end ]], { "walk hall", dice = "d6:1 d12:6 2d6:3,4", sees = "a pit", never = "surprised" } }
test "house: haste springs nothing" { house = hall .. [[ function rule.spring() end ]], { "walk hall", dice = "d6:1 d12:6 2d6:3,4", sees = "surprised", never = "a pit" } }

-- --- resting ---

test "an hour's rest heals after its sixth die" { example = true, covers = { "DT-26", "DT-42" }, party = { { "A", str = 2, hp = "3/20" } },
  { "rest hour", dice = "6d6:6,6,6,6,6,6 d8:5", A = { hp = 10, rested = 0 }, minutes = 60, want = in_order("hazard", "hazard", "hazard", "hazard", "hazard", "hazard", "hp") } }
test "no more than there was" { example = true, covers = { "DT-26" }, party = { { "A", str = 2, hp = "18/20" } },
  { "rest hour", dice = quiet(6) .. "d8:8", A = { hp = 20 } } }
test "only the hurt roll for it" { covers = { "DT-26" }, party = { { "A", hp = "3/20" }, { "B", hp = 20 } },
  { "rest hour", dice = quiet(6) .. "d8:5", A = { hp = 8 }, B = { hp = 20, rested = 0 } } }
test "what stopped an hour of rest leaves the rest of the hour" { covers = { "DT-26" }, given = { inside = true, lights = { "torch A" } }, party = { { "A", hp = "3/20" } },
  { "rest hour", dice = "d6:6 d6:6 d6:5", sees = "halted", A = { rested = 3 } },
  { "rest hour", dice = quiet(3) .. "d8:5", A = { hp = 8 }, minutes = 60 } }
test "a fight breaks off an hour of rest, and leaves nobody busy" { covers = { "DT-06", "DT-26" }, party = { { "A", hp = "3/20" } },
  { "rest hour", dice = "d6:6 d6:1 d12:6 2d6:1,1", sees = "broken", minutes = 20 }, { "round" }, { "over" },
  { "move", dice = "d6:6", minutes = 30 } }
test "six turns of rest are an hour; five are not" { covers = { "DT-26" }, party = { { "A", str = 2, hp = "3/20" } },
  { "rest x5", dice = quiet(5), A = { hp = 3, rested = 5 } }, { "other", dice = "d6:6", A = { rested = 0 } },
  { "rest x6", dice = quiet(6) .. "d8:1", A = { hp = 6 } } }
test "an hour's rest never hurts" { covers = { "DT-26" }, party = { { "A", str = -3, hp = "3/20" } }, { "rest hour", dice = quiet(6) .. "d8:1", A = { hp = 3 } } }
test "house: an hour's rest gives something" { party = { { "A", str = -3, hp = "3/20" } }, house = [[ function rule.heal(who) gain(who, "hp", math.max(1, dice("1d8", "rest") + who.str)) end ]], { "rest hour", dice = quiet(6) .. "d8:1", A = { hp = 4 } } }
test "house: other hours" { party = { { "A", hp = "3/20" } }, house = [[ setting.rest_turns = 2 function rule.heal(who) gain(who, "hp", dice("2d4", "rest")) end ]], { "rest hour", dice = quiet(2) .. "2d4:3,4", A = { hp = 10 }, minutes = 20 } }
test "no night inside" { example = true, covers = { "DT-27" }, { "rest night", refused = "eight hours", minutes = 0, turn = 0 } }
test "a turn of rest answers fatigue, and heals nothing" { example = true, covers = { "DT-28", "DT-44" }, party = { { "A", hp = "3/20" } },
  { "move", dice = "d6:2", A = { winded = true } },
  { "rest", dice = "d6:6", A = { winded = false, weariness = "fresh", hp = 3 }, minutes = 20 } }

test "an encounter breaks the hour" { party = { { "A", hp = "3/20" } },
  { "rest hour", dice = "d6:6 d6:1 d12:6 2d6:3,4", sees = "broken", want = by_default("broken_rest", "rest broken"), A = { hp = 3, rested = 0 }, minutes = 20 },
  { "rest hour", dice = quiet(6) .. "d8:5", A = { hp = 8 }, minutes = 80 } }
test "so does a fight" { covers = { "DT-58" }, party = { { "A", hp = "3/20" } }, { "rest x4", dice = quiet(4), A = { rested = 4 } }, { "fight", A = { rested = 0 } } }
test "unless the game master lets it stand" { party = { { "A", hp = "3/20" } },
  { "rest hour", dice = "d6:6 d6:1 d12:6 2d6:3,4", answers = { broken_rest = "rest goes on" }, A = { hp = 3, rested = 2 }, minutes = 20 },
  { "rest hour", dice = quiet(4) .. "d8:5", A = { hp = 8 }, minutes = 60 } }
test "nobody is surprised who has not hurried" { covers = { "DT-25" }, { "rest", dice = "d6:1 d12:6 2d6:3,4", never = "surprised" } }
test "a single turn of rest is not broken" { party = { { "A", hp = "3/20" } }, { "rest", dice = "d6:1 d12:6 2d6:3,4", never = "asked.broken_rest", A = { rested = 1 } } }
test "house: nothing breaks a rest" { party = { { "A", hp = "3/20" } }, house = [[ question.broken_rest.always = "rest goes on" ]],
  { "rest hour", dice = "d6:6 d6:1 d12:6 2d6:3,4", never = "asked.broken_rest", A = { rested = 2 } } }

-- --- harvesting ---

test "INT against ten and the hit dice" { example = true, covers = { "DT-30" },
  { "A harvest ogre tusk + B other", dice = "d20:12 d6:6", sees = "INT 12+2 = 14 vs 14, A has tusk", minutes = 10 },
  { "A harvest ogre tusk + B other", dice = "d20:11 d6:6", sees = "INT 11+2 = 13 vs 14, tusk: spoiled", minutes = 20 } }
test "how it is got is the game master's" { example = true, covers = { "DT-29" },
  { "A harvest ogre tusk + B other", dice = "d6:6", asks = "cut" },
  { "A harvest ogre tusk + B other", dice = "d20:12 d6:6", want = by_default("cut", "INT check") },
  { "A harvest ogre tusk + B other", dice = "d6:6", answers = { cut = "no check" }, sees = "A has tusk", never = "check.success, check.failure", minutes = 20 },
  { "A harvest ogre tusk + B other", answers = { cut = "impossible" }, refused = "cannot be had", minutes = 20, turn = 2 },
  { "A harvest ogre tusk + B other", dice = "d20:12 d6:6", answers = { cut = "STR check" }, sees = "STR 12+2 = 14 vs 14" } }
test "the best of those who cut rolls for all" { covers = { "DT-29", "DT-30" },
  { "harvest ogre tusk", dice = "d20:12 d6:6", sees = "INT 12+2 = 14 vs 14, A has tusk", never = "B has" } }
test "a beast without a name of its own" { covers = { "DT-30" },
  { "A harvest + B other", dice = "d20:11 d6:6", sees = "INT 11+2 = 13 vs 11, A has the part", want = by_default("hd", 1) },
  { "A harvest gland + B other", dice = "d20:17 d6:6", answers = { hd = 10 }, sees = "19 vs 20, gland: spoiled" } }
test "it takes knowledge and care" { covers = { "DT-31" },
  { "A harvest ogre tusk + B other", dice = "d20:12 d6:6", want = by_default("care", "with care") },
  { "A harvest ogre tusk + B other", dice = "d6:6", answers = { care = "without care" }, sees = "tusk: spoiled", never = "check.success, check.failure" } }
test "house: harvesting takes longer, and may be tried again" { house = [[ action.harvest.turns = 2 event.spoiled.text = "{part}: not yet." ]],
  { "harvest ogre tusk", dice = "d6:6 d20:2 d6:6", sees = "tusk: not yet", never = "tusk: spoiled", minutes = 20 } }

-- --- the way home ---

test "play the way out, or roll" { example = true, covers = { "DT-32" },
  { "leave", asks = "exit" },
  { "leave", never = "check", want = by_default("exit", "play it"), party = { inside = true } },
  { "move", dice = "d6:6" },
  { "leave", dice = "d20:10 d20:10", answers = { exit = "roll" }, sees = "The delve is over", party = { inside = false } } }
test "the way is dangerous unless the game master says otherwise" { covers = { "DT-33" },
  { "leave", asks = "exit" },
  { "leave", dice = "d20:10 d20:8", answers = { exit = "roll" }, want = by_default("way", "dangerous") } }
test "everyone rolls with the best skill" { example = true, covers = { "DT-34" }, party = { { "A", skills = { sneak = 2, climb = 4, cook = -1 } } },
  { "leave", dice = "d20:10", answers = { exit = "roll" }, sees = "climb 10+4 = 14" } }
test "without skills, the best of the abilities" { covers = { "DT-34" }, party = { { "A", str = 1, wis = 3 } },
  { "leave", dice = "d20:7", answers = { exit = "roll" }, sees = "WIS 7+3 = 10 vs 10" } }
test "ten, the length and the rooms, and twenty at the most" { example = true, covers = { "DT-35" },
  { "leave", answers = { exit = "roll", length = 2, rooms = 3 }, dice = "d20:20 d20:20", sees = "vs 15" }, { "delve" },
  { "leave", answers = { exit = "roll", length = 0, rooms = 0 }, dice = "d20:20 d20:20", sees = "vs 10" }, { "delve" },
  { "leave", answers = { exit = "roll", length = 4, rooms = 9 }, dice = "d20:20 d20:20", sees = "vs 20" } }
test "the rooms to the entrance are counted" { covers = { "DT-35" }, given = { inside = false },
  { "delve" }, { "move hall; move cave; move crypt", dice = quiet(3) },
  { "leave", dice = "d20:20 d20:20", answers = { exit = "roll" }, want = by_default("rooms", 3), sees = "vs 13" },
  { "delve", here = "the entrance" },
  { "leave", dice = "d20:20 d20:20", answers = { exit = "roll" }, want = by_default("length", 0), sees = "vs 10" } }
test "house: another ladder home" { house = [[ function rule.home_dc(days, rooms) return math.min(12, 8 + days + rooms) end question.length.unit = "days" ]],
  { "leave", answers = { exit = "roll", rooms = 1 }, dice = "d20:20 d20:20", sees = "vs 9" }, { "delve" },
  { "leave", answers = { exit = "roll", rooms = 9 }, dice = "d20:20 d20:20", sees = "vs 12" } }
test "success: at camp, and nothing lost" { example = true, covers = { "DT-36" }, party = { { "A", hp = 20, skills = { climb = 4 }, items = pack } },
  { "leave", dice = "d20:11", answers = { exit = "roll", length = 2, rooms = 3 }, sees = "check.success, The delve is over", never = "lost", A = { hp = 20, items = pack } } }
test "one arrives unhurt, the other pays" { example = true, covers = { "DT-37" },
  party = { { "A", skills = { climb = 4 }, items = pack }, { "B", skills = { sneak = 2 }, items = pack } },
  { "leave", dice = "d20:11 d20:11", answers = { exit = "roll", way = "arduous", length = 2, rooms = 3 },
    sees = { "B loses 2 items: rope and candlestick" }, never = "A loses", party = { inside = false } } }
test "dangerous: a die of damage for each point" { example = true, covers = { "DT-38" }, party = { { "A", hp = 20, skills = { climb = 4 }, items = pack } },
  { "leave", dice = "d20:8 3d6:2,5,6", answers = { exit = "roll", length = 2, rooms = 3 }, never = "loses", A = { hp = 7, items = pack }, party = { inside = false } } }
test "arduous: an item for each point" { example = true, covers = { "DT-39" }, party = { { "A", hp = 20, skills = { climb = 4 }, items = pack } },
  { "leave", dice = "d20:8", answers = { exit = "roll", way = "arduous", length = 2, rooms = 3 }, sees = "A loses 3 items", A = { hp = 20, away = false } } }
test "what is on no list is struck out by hand" { covers = { "DT-39" }, party = { { "A", skills = { climb = 4 } } },
  { "leave", dice = "d20:8", answers = { exit = "roll", way = "arduous", length = 2, rooms = 3 }, sees = "A loses 3 items of your choice." } }
test "no hit protection left: an omen" { example = true, covers = { "DT-40" }, party = { { "A", hp = 5, skills = { climb = 4 } } },
  { "leave", dice = "d20:8 3d6:2,5,6 d6:4", answers = { exit = "roll", length = 2, rooms = 3 }, sees = "omen_due, A has no hit protection left, omen.injury", A = { hp = 0, omens = 1 } } }
test "what is lost is the game master's, the least worth first" { example = true, covers = { "DT-41" }, party = { { "A", skills = { climb = 4 }, items = pack } },
  { "leave", dice = "d20:8", answers = { exit = "roll", way = "arduous", length = 2, rooms = 3 }, never = "asked.drop", sees = { "A loses 3 items: rope, candlestick and sword" } } }
test "all of it, from the rope to the ring" { covers = { "DT-41" }, party = { { "A", items = pack } },
  { "leave", dice = "d20:5", answers = { exit = "roll", way = "arduous", length = 4, rooms = 9 }, sees = "A loses 15 items: rope, candlestick", A = { items = {} } } }
test "one is an item, two are items" { covers = { "DT-39" }, party = { { "A", skills = { climb = 4 }, items = pack } },
  { "leave", dice = "d20:5", answers = { exit = "roll", way = "arduous" }, sees = "A loses 1 item: rope." } }
test "the order of loss" { covers = { "DT-41" }, party = { { "A", items = pack } },
  { "= (function() local n = {} for item in each(rule.by_worth(party.members[1])) do table.insert(n, item.name) end return table.concat(n, ' ') end)()", data = "rope candlestick sword shield scroll ring" } }
test "the least secured before the least worth" { covers = { "DT-41" }, party = { { "A", items = { { name = "locket", value = 1, secured = true }, { name = "lamp", value = 9 } } } },
  { "= (function() local n = {} for item in each(rule.by_worth(party.members[1])) do table.insert(n, item.name) end return table.concat(n, ' ') end)()", data = "lamp locket" } }
test "house: magic is lost first" { party = { { "A", items = pack } }, house = [[ setting.drop_order = { "magic", "ordinary", "weapon", "armour", "spell" } ]],
  { "= (function() local n = {} for item in each(rule.by_worth(party.members[1])) do table.insert(n, item.name) end return table.concat(n, ' ') end)()", data = "ring rope candlestick sword shield scroll" } }
test "house: the way home has its hazard die" { house = [[
    local usual = rule.go_home
    function rule.go_home(...) run "turn" usual(...) end ]], given = { inside = true, lights = { "torch A" } },
  { "leave", dice = "d6:5 d20:20 d20:20", answers = { exit = "roll" }, sees = "hazard.depletion", minutes = 10, lamps = { { flame = "dim" } } } }
test "house: who fails does not arrive" { house = [[
    local usual = rule.pay
    function rule.pay(who, ...)
      usual(who, ...)
      say("%s does not arrive.", who.name)
      who.away = true
    end ]], party = { { "A", skills = { climb = 4 } }, { "B" } },
  { "leave", dice = "d20:8 d20:20", answers = { exit = "roll", way = "arduous", length = 2, rooms = 3 }, sees = "A does not arrive", A = { away = true }, B = { away = false } } }

-- --- the hazard die ---

test "a die every turn, resting or not" { covers = { "DT-42" },
  { "rest x6", dice = quiet(6), minutes = 60 },
  { "search", dice = "d6:6" }, { "listen", dice = "d6:6" }, { "A harvest rat + B other", dice = "d20:20 d6:6" } }
test "1: a wanderer, far off and coming" { example = true, covers = { "DT-43" },
  { "move", dice = "d6:1 d12:10 2d6:3,4", sees = "hazard.encounter, disposition.uninterested", want = by_default("creature", "an ogre") },
  { "move", dice = "d6:1 d12:4 2d4:2,3 2d6:3,4", sees = { "5 goblins, 3 zones off, coming nearer; uninterested." }, want = by_default("creature", "5 goblins") },
  { "move", dice = "d6:1 d12:4 2d4:2,3 2d6:3,4", answers = { creature = "three lamplighters", distance = 1 }, sees = "three lamplighters, 1 zone off" } }
test "an encounter is one question" { covers = { "DT-43", "DT-52", "DT-58" },
  { "move", dice = "d6:1 d12:4 2d4:2,3 2d6:3,4", asks = "creature" },
  { "move", dice = "d6:1 d12:4 2d4:2,3 2d6:3,4", want = by_default("distance", 3) } }
test "house: a table of the campaign's own" { house = [[ chart.creatures { die = "1d2", { "1", "2d4 newts" }, { "2", "eels" } } ]],
  { "move", dice = "d6:1 d2:2 2d6:3,4", sees = "eels, 3 zones off" }, { "move", dice = "d6:1 d2:1 2d4:1,2 2d6:3,4", sees = "3 newts, 3 zones off" } }
test "house: wanderers go where they like, unless they are hostile" { house = [[ setting.zones.far = 5
    local usual = rule.coming
    function rule.coming(distance, mood)
      return mood == "hostile" and usual(distance) or string.format(", %g zones off, about its own business", distance)
    end ]],
  { "move", dice = "d6:1 d12:6 2d6:3,4", sees = "5 zones off, about its own business", never = "coming nearer" },
  { "move", dice = "d6:1 d12:6 2d6:1,1", answers = { combat = "no fight" }, sees = "coming nearer" } }

test "2: rest a turn, or be tired" { example = true, covers = { "DT-44", "DT-49" },
  { "move", dice = "d6:2", A = { winded = true }, B = { winded = true } }, { "rest", dice = "d6:6", A = { weariness = "fresh" }, B = { weariness = "fresh" } },
  { "move", dice = "d6:2" }, { "A move + B rest", dice = "d6:6", A = { weariness = "tired" }, B = { weariness = "fresh" } },
  { "move", dice = "d6:6", A = { weariness = "tired" } } }
test "who is tired grows exhausted" { covers = { "DT-44" }, party = { { "A", weariness = "tired" }, { "B" } },
  { "move", dice = "d6:2" }, { "move", dice = "d6:2", A = { weariness = "exhausted" }, B = { weariness = "tired" } },
  { "move", dice = "d6:6", A = { weariness = "exhausted" }, B = { weariness = "exhausted" } } }
test "fatigue in a turn of rest wants another" { covers = { "DT-44" },
  { "rest", dice = "d6:2", A = { winded = true } }, { "rest", dice = "d6:6", A = { weariness = "fresh" } } }
test "fatigue does not break off an hour of rest; in its last turn it wants another" { covers = { "DT-26", "DT-28", "DT-44" }, given = { inside = true }, party = { { "A", hp = 2 }, { "B", hp = 2 } },
  { "rest hour", dice = "d6:6 d6:2 d6:6 d6:2 d6:6 d6:2", never = "halted", minutes = 60, A = { winded = true, weariness = "fresh" } },
  { "A rest + B other", dice = "d6:6", A = { weariness = "fresh" }, B = { weariness = "tired" } } }
test "house: fatigue passes over whoever rests" { house = [[ function rule.tire() for who in each(party) do if not doing(who, "rest") then gain(who, "winded") end end end ]], { "A rest + B other", dice = "d6:2", A = { winded = false }, B = { winded = true } } }
test "house: only all together rest" { house = [[ function rule.rests() return #doers "rest" == count(party) end ]],
  { "move", dice = "d6:2" }, { "A rest + B move", dice = "d6:6", A = { weariness = "tired" }, B = { weariness = "tired" } },
  { "move", dice = "d6:2" }, { "rest", dice = "d6:6", A = { weariness = "tired" } } }
test "house: two turns in which to rest" { house = [[
    track "respite" { of = "member", help = "turns left in which to rest" }
    local usual = rule.tire
    function rule.tire() usual() for who in each(party) do who.respite = 2 end end
    function step.weariness(who)
      if not who.winded then return end
      who.respite = who.respite - 1
      if not rule.rests(who) and who.respite == 0 then rule.wear(who) end
      who.winded = not rule.rests(who) and who.respite > 0
    end ]],
  { "move", dice = "d6:2" }, { "A rest + B move", dice = "d6:6", A = { winded = false }, B = { winded = true, weariness = "fresh" } },
  { "move", dice = "d6:6", A = { weariness = "fresh" }, B = { weariness = "tired", winded = false } } }
test "house: for the tired there is no rest" { house = [[
    function rule.tire()
      for who in each(party) do if who.weariness == "tired" then rule.wear(who) else gain(who, "winded") end end
    end ]], party = { { "A", weariness = "tired" }, { "B" } },
  { "move", dice = "d6:2", A = { weariness = "exhausted" }, B = { winded = true } } }
test "the exhausted are no wearier" { covers = { "DT-44" }, party = { { "A", hp = 6, weariness = "exhausted" } },
  { "move", dice = "d6:2" }, { "move", dice = "d6:6", A = { hp = 6, weariness = "exhausted" } } }
test "house: but hurt" { house = [[
    function rule.wear(who)
      if who.weariness == "exhausted" then lose(who, "hp", dice("1d4", "fatigue")) else gain(who, "weariness") end
    end ]], party = { { "A", hp = 6, weariness = "exhausted" } },
  { "move", dice = "d6:2" }, { "move", dice = "d4:3 d6:6", A = { hp = 3 } } }
test "camp ends weariness" { party = { { "A", weariness = "exhausted" }, { "B", weariness = "tired" } },
  { "rest x6", dice = quiet(6), A = { weariness = "exhausted" } }, { "out", A = { weariness = "fresh" }, B = { weariness = "fresh" } } }
test "house: a turn of rest ends it" { house = [[ local usual = rule.recover function rule.recover() end function act.rest(who) usual(who) end ]], party = { { "A", weariness = "exhausted" }, { "B", weariness = "tired" } },
  { "A rest + B move", dice = "d6:6", A = { weariness = "fresh" }, B = { weariness = "tired" } }, { "out", B = { weariness = "tired" } } }
test "house: an hour of rest ends it" { house = [[
    local usual = rule.heal
    function rule.heal(who) usual(who) rule.recover(who) end ]], party = { { "A", weariness = "exhausted" } },
  { "rest x5", dice = quiet(5), A = { weariness = "exhausted" } }, { "rest", dice = "d6:6", A = { weariness = "fresh" } } }
test "house: nothing ends it" { house = [[ function rule.recover() end ]], party = { { "A", weariness = "tired" } }, { "out", A = { weariness = "tired" } } }

test "3: a trace, from the chart" { example = true, covers = { "DT-45" },
  { "move", dice = "d6:3 d12:8", sees = "hazard.signs, creatures.ghouls, A cracked bone, and no marrow.", never = "asked, encounter" } }
test "house: a trace, as the game master says" { covers = { "DT-45" }, house = [[
    question "sign" { text = "What trace do they find?", default = rule.trace }
    function rule.sign() say(ask "sign") end ]],
  { "move", dice = "d6:3 d12:8", asks = "sign" },
  { "move", dice = "d6:3 d12:8", answers = { sign = "gnawed bones" }, sees = "hazard.signs, gnawed bones", never = "encounter" },
  { "move", dice = "d6:3 d12:8", want = by_default("sign", "A cracked bone, and no marrow.") },
  { "move", dice = "d6:1 d12:6 2d6:3,4", never = "gnawed bones, ghoul" } }
test "house: who left the trace is who comes" { house = [[
    track "near" { start = "", secret = true, help = "the creature that left the last trace" }
    question "sign" { text = "Who left a trace?", default = function() return roll("creatures").name end }
    function rule.sign() party.near = ask "sign" end
    function rule.meet()
      local near = party.near
      party.near = ""
      rule.encounter { wanders = true, what = near ~= "" and near or nil }
    end ]],
  { "move", dice = "d6:3 d12:8", party = { near = "ghouls" } }, { "move", dice = "d6:1 2d6:3,4", sees = "ghouls, 3 zones off", party = { near = "" } },
  { "move", dice = "d6:3 d12:8", answers = { sign = "gnawed bones" }, party = { near = "gnawed bones" } }, { "move", dice = "d6:1 2d6:3,4", sees = "gnawed bones, 3 zones off" },
  { "move", dice = "d6:1 d12:6 2d6:3,4", sees = "a hermit, 3 zones off" } }
test "4: the place does something of its own" { example = true, covers = { "DT-46" },
  { "move x7", dice = quiet(7) },
  { "move", dice = "d6:4 d8:5", sees = "hazard.effect, effects.door", never = "asked" } }
test "house: the place does what the game master says" { covers = { "DT-46" }, house = [[
    question "effect" { text = "What happens here?", default = function() return roll("effects").text end }
    chart.hazard.effect.rolls = nil
    chart.hazard.effect.does = function() ask "effect" end ]],
  { "move", dice = "d6:4 d8:5", asks = "effect" },
  { "move", dice = "d6:4 d8:5", answers = { effect = "tremor" }, sees = "hazard.effect, tremor" },
  { "move", dice = "d6:4 d8:5", want = by_default("effect", "Far away, a door falls shut."), sees = "effects.door" } }
test "a dungeon with effects of its own, and kind turns" { example = true, covers = { "DT-46", "DT-51" },
  house = [[ chart.effects { die = "1d1", { "1", "tremor" } } ]], given = { inside = true, calm = 6 },
  { "move x2", dice = quiet(2) }, { "move", dice = "d6:4", sees = "hazard.free", never = "tremor" }, { "move x4", dice = quiet(4) },
  { "move", dice = "d6:4 d1:1", sees = "effects.tremor", never = "asked", turn = 8 } }
test "5: lit to dim, dim to out, one step each" { example = true, covers = { "DT-47" },
  given = { inside = true, lights = { "torch A", "torch B", "lantern A" }, lamps = { {}, { flame = "dim" } } },
  { "move", dice = "d6:5", sees = "B's torch goes out", lights = "torch A, lantern A", lamps = { { flame = "dim" }, { flame = "dim" } } },
  { "move", dice = "d6:5", lights = "", sees = "No light burns" } }
test "house: both steps at once" { house = [[ function rule.deplete() for lamp in each(burning()) do put_out(lamp, "goes out") end end ]], given = { inside = true, lights = { "torch A" } }, { "move", dice = "d6:5", lights = "" } }
test "house: a lantern does not deplete" { house = [[ light.lantern.depletes = false ]], given = { inside = true, lights = { "candle A", "lantern A" } },
  { "move", dice = "d6:5", lamps = { { flame = "dim" }, { flame = "lit" } } } }
test "6: nothing" { example = true, covers = { "DT-48" }, given = { inside = true, lights = { "torch A" }, torches = 1 },
  { "listen", dice = "d6:6", sees = "hazard.free", never = "encounter, weariness, light_out, flame, winded",
    A = { weariness = "fresh", winded = false, hp = 20 }, lamps = { { flame = "lit" } }, party = { torches = 1, calm = 0 }, minutes = 10 } }

test "tired is no more than a mark" { example = true, covers = { "DT-49" }, party = { { "A", int = 2, weariness = "tired" } }, given = { inside = true, lights = { "torch A" } },
  { "try int 14", dice = "d20:12", sees = "INT 12+2 = 14 vs 14, check.success" } }
test "exhausted: every d20 at disadvantage" { example = true, covers = { "DT-50" }, party = { { "A", weariness = "tired" } }, given = { inside = true, lights = { "torch A" } },
  { "move", dice = "d6:2" }, { "move", dice = "d6:6", A = { weariness = "exhausted" } },
  { "try int 11", dice = "2d20:15,9", sees = "INT 9 vs 11, check.failure" },
  { "harvest rat tail", dice = "2d20:11,12 d6:6", sees = "A has tail" },
  { "leave", dice = "2d20:15,9 d6:1", answers = { exit = "roll" }, sees = "9 vs 10, check.failure" } }
test "but no other die" { covers = { "DT-50" }, party = { { "A", hp = "3/9", weariness = "exhausted" } },
  { "rest x6", dice = quiet(6) .. "d8:5", A = { hp = 8 } }, { "move", dice = "d6:1 d12:6 2d6:3,4" } }
test "house: the exhausted heal badly" { house = [[
    function rule.heal(who)
      gain(who, "hp", who.weariness == "exhausted" and math.min(dice("1d8", "rest"), dice("1d8", "rest")) or dice("1d8", "rest"))
    end ]], party = { { "A", hp = "3/9", weariness = "exhausted" } },
  { "rest x6", dice = quiet(6) .. "d8:5 d8:2", A = { hp = 5 } } }

test "six kind turns: 4, 5 and 6 mean nothing, 1, 2 and 3 do" { example = true, covers = { "DT-51" }, given = { inside = true, calm = 6, lights = { "torch A" } },
  { "move", dice = "d6:2", sees = "hazard.fatigue", A = { winded = true } },
  { "move", dice = "d6:1 d12:6 2d6:3,4", sees = "hazard.encounter" }, { "move", dice = "d6:3 d12:8", sees = "hazard.signs" },
  { "move", dice = "d6:4", sees = "hazard.free", never = "local" }, { "move", dice = "d6:6", sees = "hazard.free" },
  { "move", dice = "d6:5", sees = "hazard.free, every face", never = "depletion", lamps = { { flame = "lit" } }, turn = 6 },
  { "move", dice = "d6:5", sees = "hazard.depletion", lamps = { { flame = "dim" } }, turn = 7 } }
test "every delve begins kindly" { covers = { "DT-51" }, given = { inside = false },
  { "delve; move x7", dice = quiet(7), party = { calm = 0 } }, { "out; delve", party = { calm = 6 } } }
test "house: only the first delve is kind, and not for long" { house = [[
    setting.grace = 1
    chart.hazard.signs.late = true
    track "delved" { start = false }
    local usual = act.delve
    function act.delve()
      usual()
      if party.delved then party.calm = 0 end
      party.delved = true
    end ]], given = { inside = false, lights = { "torch A" } },
  { "delve; move", dice = "d6:3", sees = "hazard.free" }, { "move", dice = "d6:5", sees = "hazard.depletion" }, { "out; delve", party = { calm = 0 } },
  { "move", dice = "d6:5", sees = "hazard.depletion" } }

-- --- encounters ---

test "the mood is rolled unless it is plain" { example = true, covers = { "DT-52" },
  { "move", dice = "d6:1 d12:6 2d6:3,4", answers = { disposition = "polite" }, sees = "a hermit, 3 zones off, coming nearer; polite." },
  { "move", dice = "d6:1 d12:6 2d6:3,4", want = by_default("disposition", "uninterested") },
  { "meet polite gaoler", sees = "gaoler; polite.", never = "disposition" } }
test "who turns out to be hostile fights, unless you say so" { covers = { "DT-52", "DT-53" },
  { "meet", dice = "2d6:6,6", answers = { disposition = "hostile", combat = "no fight" }, turn = { procedure = "turn" } },
  { "meet", dice = "2d6:6,6", answers = { disposition = "hostile" }, sees = "hostile", turn = { procedure = "combat" } } }
test "who turns out to be friendly does not fight" { covers = { "DT-52", "DT-58" },
  { "meet", dice = "2d6:1,1", answers = { disposition = "friendly" }, sees = "friendly", turn = { procedure = "turn" } },
  { "meet", dice = "2d6:1,1", turn = { procedure = "combat" } } }
test "a row called nothing is nobody" { covers = { "DT-43", "DT-45" },
  house = [[ chart.creatures { die = "1d6", { "1-3", "rats" }, { "4-6", "nothing" } } ]],
  { "move", dice = "d6:3 d6:6", sees = "But nothing is near.", never = "Tracks" }, { "move", dice = "d6:1 d6:6 2d6:3,4", sees = "But nobody comes.", never = "encounter" } }
test "of whomever is met" { covers = { "DT-52" },
  { "meet a gaoler, polite", dice = "d12:1 2d6:1,1", sees = "a gaoler; polite.", turn = { procedure = "turn" } },
  { "meet a gaoler", dice = "2d6:5,6", sees = { "a gaoler; friendly." }, minutes = 0 },
  { "meet hostile", answers = { combat = "no fight" }, sees = "somebody; hostile." } }
local moods = { { 1, 2, "hostile", "DT-53" }, { 1, 3, "unfriendly", "DT-54" }, { 2, 3, "unfriendly", "DT-54" }, { 3, 3, "uninterested", "DT-55" }, { 4, 4, "uninterested", "DT-55" },
  { 4, 5, "polite", "DT-56" }, { 5, 5, "polite", "DT-56" }, { 5, 6, "friendly", "DT-57" }, { 6, 6, "friendly", "DT-57" } }
for _, m in ipairs(moods) do
  test(("%d and %d: %s"):format(m[1], m[2], m[3])) { example = true, covers = { m[4] },
    { "meet", dice = ("2d6:%d,%d"):format(m[1], m[2]), answers = { combat = "no fight" }, sees = "disposition." .. m[3] } }
end
test "of 36: 3 hostile, 7 unfriendly, 16 uninterested, 7 polite, 3 friendly (P-09)" { covers = { "DT-53", "DT-54", "DT-55", "DT-56", "DT-57" },
  { [[= (function() local n = {} for a = 1, 6 do for b = 1, 6 do local m = chart.disposition:at(a + b).name n[m] = (n[m] or 0) + 1 end end return n end)()]],
    data = { hostile = 3, unfriendly = 7, uninterested = 16, polite = 7, friendly = 3 } } }

test "the hostile fight unless you say otherwise" { example = true, covers = { "DT-58" },
  { "move", dice = "d6:1 d12:6 2d6:4,5", want = by_default("combat", "no fight"), turn = { procedure = "turn" } },
  { "move", dice = "d6:1 d12:6 2d6:1,1", want = by_default("combat", "fight"), turn = { procedure = "combat" } } }

-- --- omens ---

local frail = { { "A", hp = 3 }, { "B", hp = 9 } }
test "an omen: a die, and one for each omen held" { covers = { "DT-40" }, party = frail,
  { "hurt A 2", never = "omen", A = { hp = 1, omens = 0 } },
  { "hurt A 1d6", dice = "d6:4 d6:2 d4:3", sees = "omen_due, omen.wound", A = { hp = 0, omens = 1, wounded = 3 } },
  { "hurt A 1", never = "omen" },
  { "omen A", dice = "d6:3", sees = "omen.injury", A = { omens = 2, injured = true } },
  { "omen A", dice = "d6:6 d4:2", sees = "omen.bleeding, A dies in 2 rounds", A = { omens = 3 } },
  { "omen A", dice = "d6:6", sees = "omen.last", A = { omens = 4, dead = false } },
  { "lua party.members[1].omens = 8" },
  { "omen A", dice = "d6:6", sees = "omen.dead", A = { omens = 9, dead = true, away = true } } }
test "the wounded are slow, and at disadvantage" { covers = { "DT-40" }, party = { { "A", wounded = 1, int = 2 }, { "B" } }, given = { inside = true, lights = { "torch A" } },
  { "move", dice = "d6:6", sees = "3 zones, 60 ft" }, { "A try int 12", dice = "2d20:15,9", sees = "check.failure" } }
test "house: what it is called" { house = [[ event.omen_due.text = "{who} has no luck left and rolls an omen." chart.omen { die = "1d1", { "1+", "scar" } } ]], party = frail, { "hurt A 3", dice = "d1:1", sees = "A has no luck left, omen.scar" } }

-- --- the odds, face by face ---

local function faces_that(line, dice, sees, answers, n)
  local rows = {}
  for face = 1, 20 do
    rows[face] = { line, dice = dice:format(face), answers = answers, sees = face >= n and "check.success" or "check.failure" }
  end
  return rows
end
for _, c in ipairs { { 1, 0, 11 }, { 4, 2, 12 }, { 10, 4, 16 } } do
  local rows = faces_that("A harvest part + B other", "d20:%d d6:6", nil, { hd = c[1] }, c[3])
  rows.covers, rows.party = { "DT-30" }, { { "A", int = c[2] }, { "B" } }
  test(("harvesting %d HD with INT +%d: %d faces of 20 (P-11)"):format(c[1], c[2], 21 - c[3]))(rows)
end
for _, c in ipairs { { 5, 4, 11 }, { 0, 0, 10 }, { 10, 5, 15 } } do
  local rows, all = faces_that("leave", "d20:%d", nil, { exit = "roll", way = "arduous", rooms = c[1] }, c[3]), { covers = { "DT-35", "DT-38" }, party = { { "A", skills = { climb = c[2] } } } }
  for _, row in ipairs(rows) do
    all[#all + 1] = row
    all[#all + 1] = { "delve" }
  end
  test(("home at DC %d with +%d: %d faces of 20 (P-10)"):format(10 + c[1], c[2], 21 - c[3]))(all)
end

-- Chances, exactly.  A fight would ask for other lines than the plan's, so here nobody fights.
test "odds: what the hazard die brings" { covers = { "DT-42", "DT-43" }, house = [[ question.combat.always = "no fight" ]],
  { odds = { ["hazard.free"] = "1/6", encounter = "1/6", ["disposition.hostile"] = "1/72" }, turns = 1, plan = "walk" },
  { odds = { encounter = "31031/46656" }, turns = 6, plan = "walk" },
  { odds = { encounter = "1932641711/2176782336" }, turns = 12, plan = "walk" },
}
test "odds: six kind turns" { given = { inside = true, calm = 6 }, house = [[ question.combat.always = "no fight" ]],
  { odds = { ["hazard.free"] = "63/64", ["hazard.depletion"] = 0, ["hazard.effect"] = 0 }, turns = 6, plan = "walk" },
}
test "odds: lit, dim, out" { covers = { "DT-19", "DT-47" }, given = { inside = true, lights = { "torch A" } }, house = [[ question.combat.always = "no fight" ]],
  { odds = { light_out = 0 }, turns = 1, plan = "walk" },
  { odds = { light_out = "1/36" }, turns = 2, plan = "walk" },
  { odds = { light_out = "763/3888" }, turns = 5, plan = "walk" },
  { odds = { light_out = "1346704211/2176782336" }, turns = 12, plan = "walk" },
}
test "odds: a torch of the first turn" { given = { inside = true, calm = 6, lights = { "torch A" } }, house = [[ question.combat.always = "no fight" ]],
  { odds = { light_out = 0, ["hazard.depletion"] = "1/6" }, turns = 7, plan = "walk" },
  { odds = { light_out = "19/144", ["hazard.depletion"] = "671/1296" }, turns = 10, plan = "walk" },
}
test "odds: how strangers take to you" {
  { odds = { ["disposition.hostile"] = "1/12", ["disposition.unfriendly"] = "7/36", ["disposition.uninterested"] = "4/9",
             ["disposition.polite"] = "7/36", ["disposition.friendly"] = "1/12" }, turns = 1, plan = "meet" },
}
test "odds: checks" {
  { odds = { ["check.success"] = "11/20" }, turns = 1, plan = "A try int 12" },
  { odds = { ["check.success"] = "3/20" }, turns = 1, plan = "A try int 20" },
}
