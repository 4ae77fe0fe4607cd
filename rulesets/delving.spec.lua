-- delving.spec.lua -- each row: the line typed, the dice, the answers; then what must hold.
tests "delving" {
  rules = { DL = 45 },
  party = { { "A", hp = 6, dex = 3 }, { "B", hp = 6 } },
  house = [[ question.sign.always = nil  question.shift.always = nil
             chart.creatures { die = "1d6", { "1", "goblins" }, { "2", "bats" }, { "3-5", "rats" }, { "6", "ooze" } } ]],
}

-- Returns the dice of n turns in which the hazard die brings nothing.
local function quiet(n) return ("d6:6 "):rep(n) end

-- The dice of an encounter: at the edge of the light, wary, hunting; and where nothing surprises the party: nobody surprised.
local forced = " d6:4 2d6:3,3 d8:1"
local met = forced .. " d6:6"

test "golden: seven turns" { example = true,
  covers = { "DL-01", "DL-03", "DL-06", "DL-09", "DL-10", "DL-14", "DL-15", "DL-21", "DL-25", "DL-27", "DL-39" },
  house  = [[ question.relight.always = nil ]],
  given  = { torches = 2, lights = { "torch A", "candle B" } },
  { "crawl", dice = "d6:6", sees = "hazard.free",
    party = { walked = 36, torches = 2, near = {} }, A = { hp = 6 }, B = { hp = 6 }, lights = "torch A, candle B", minutes = 10 },
  { "search", dice = "d6:5 d6:6", sees = "The room has been searched, hazard.sign, creatures.ooze", never = "encounter",
    party = { walked = 36, torches = 2, near = { "ooze" } }, A = { hp = 6 }, B = { hp = 6 }, lights = "torch A, candle B", minutes = 20 },
  { "crawl", dice = "d6:2", sees = "hazard.fatigue",
    party = { walked = 72, torches = 2, near = { "ooze" } }, A = { hp = 6, weary = true }, B = { hp = 6, weary = true }, lights = "torch A, candle B", minutes = 30 },
  { "A rest + B search", dice = "d6:3", sees = "hazard.burn, light_out.torch, asked.relight, kindled.torch",
    party = { walked = 72, torches = 1, near = { "ooze" } }, A = { hp = 6 }, B = { hp = 5 }, lights = "candle B, torch A", minutes = 40 },
  { "walk", dice = "d6:1" .. forced, sees = { "ooze, 12 m away: wary, hunting. Surprised: the party" },
    party = { walked = 792, torches = 1, near = {} }, A = { hp = 6 }, B = { hp = 5 }, lights = "candle B, torch A", minutes = 50 },
  { "run", dice = "d6:3", answers = { relight = false }, sees = "B's candle is blown out, A's torch burns out",
    party = { walked = 2292, torches = 1, near = {} }, A = { hp = 6 }, B = { hp = 5 }, lights = "", minutes = 60 },
  { "A try dex 11 + B other", dice = "d20:17 d6:4 d6:3", sees = "check.failure, DEX 17-7 = 10 vs 11, shift.wind",
    party = { walked = 2292, torches = 1, near = {} }, A = { hp = 6 }, B = { hp = 5 }, lights = "", minutes = 70 },
}

-- --- time and turns ---

test "six turns are an hour" { example = true, covers = { "DL-01" },
  { "other x6", dice = quiet(6), minutes = 60, turn = 6 } }

test "a fight of four rounds is one turn, with one hazard die" { example = true, covers = { "DL-02" },
  given = { minutes = 30, lights = { "torch A" } },
  { "fight four rounds", dice = "d6:6", sees = "hazard.free", minutes = 40, turn = 1 } }

test "moving, searching, resting, trying, anything: a turn each" { covers = { "DL-02" },
  given = { lights = { "torch A" } },
  { "crawl", dice = "d6:6", minutes = 10 },
  { "search", dice = "d6:6", minutes = 20 },
  { "rest", dice = "d6:6", minutes = 30 },
  { "A try dex 11 + B other", dice = "d20:10 d6:6", minutes = 40 },
  { "other pry the grate", dice = "d6:6", minutes = 50 } }

test "the hazard die comes last" { example = true, covers = { "DL-03" },
  given = { lights = { "torch A" } },
  { "search", dice = "d6:6", want = in_order("The room has been searched", "hazard.free"), minutes = 10 } }

test "house: a fight without the hazard die" { house = [[ function step.hazard() if not doing "fight" then roll "hazard" end end ]],
  { "fight", never = "hazard", minutes = 10 },
  { "other", dice = "d6:6" } }

-- --- the hazard die ---

test "1: something is met, by the dungeon's own table" { example = true, covers = { "DL-04" },
  given = { lights = { "torch A" } },
  { "crawl", dice = "d6:1 d6:1" .. met, sees = "hazard.encounter, creatures.goblins, goblins" } }

test "without a table one of ours comes, or whom you say" { covers = { "DL-04" },
  house = [[ chart.creatures = nil  chart "creatures" { ask = "Which creature?", secret = true } ]],
  { "rest", dice = "d6:1 d8:7" .. forced, asks = "creature" },
  { "rest", dice = "d6:1 d8:7" .. forced, sees = "wanderers.lamplighter, a figure that puts out every lamp it passes, 6 m away" },
  { "rest", dice = "d6:1 d8:4 d4:3" .. forced, sees = "4 goblins with a sack that moves" },
  { "rest", dice = "d6:1 d8:7" .. forced, answers = { creature = "a toll keeper" }, sees = "a toll keeper, 6 m" } }
test "so many of a kind, rolled when they come" { covers = { "DL-04" },
  house = [[ chart.creatures { die = "1d2", { "1", "{2d4} goblins" }, { "2", "nothing" } } ]], given = { lights = { "torch A" } },
  { "rest", dice = "d6:1 d2:1 2d4:2,3" .. met, sees = "5 goblins, 12 m" },
  { "rest", dice = "d6:5 d2:1", sees = "It was left by goblins.", party = { near = { "{2d4} goblins" } } },
  { "rest", dice = "d6:1 2d4:1,1" .. met, sees = "2 goblins, 12 m" },
  { "rest", dice = "d6:1 d2:2", sees = "But nobody comes", never = "encounter.", party = { near = {} } },
  { "rest", dice = "d6:5 d2:2", sees = "It is an old one", party = { near = {} } } }

test "an encounter is one question: who, how far, in what mood, doing what, surprised" { covers = { "DL-05" },
  given = { lights = { "torch A" } },
  { "rest", dice = "d6:1 d6:1" .. met, asks = "creature" },
  { "rest", dice = "d6:1 d6:1" .. met, sees = { "goblins, 12 m away: wary, hunting. Surprised: nobody." } },
  { "correct friendly, 30 m", sees = "Encounter: goblins; 30 m (was 12 m); friendly (was wary); hunting; nobody surprised." },
  { "rest", dice = "d6:1 d6:1" .. met,
    answers = { creature = "three goblins", distance = 30, activity = "asleep", reaction = "friendly", surprised = "the others" },
    sees = { "three goblins, 30 m away: friendly, asleep. Surprised: the others." } } }

test "an encounter settles itself, by small charts" { covers = { "DL-05" },
  given = { lights = { "torch A" } },
  { "rest", dice = "d6:1 d6:1 d6:1 2d6:2,2 d8:6 d6:1", sees = { "goblins, 3 m away: hostile, asleep. Surprised: the party." } },
  { "rest", dice = "d6:1 d6:1 d6:6 2d6:5,6 d8:8 d6:2", sees = { "goblins, 24 m away: friendly, on the run. Surprised: the others." } },
  { "rest", dice = "d6:1 d6:1 d6:2 2d6:5,5 d8:8 d6:3", want = by_default("distance", 6) },
  { "rest", dice = "d6:1 d6:1" .. met, want = by_default("reaction", "wary") },
  { "rest", dice = "d6:1 d6:1" .. met, want = by_default("activity", "hunting") },
  { "rest", dice = "d6:1 d6:1" .. met, want = by_default("surprised", "nobody") },
  { "snuff" },
  { "rest", dice = "d6:1 d6:1" .. forced, sees = { "goblins, 6 m away", "Surprised: the party" } } }
test "you say when somebody comes, and who" { covers = { "DL-05" }, given = { lights = { "torch A" } },
  { "encounter", dice = "d6:6" .. met, sees = "ooze, 12 m away", turn = 0, minutes = 0 },
  { "other", dice = "d6:5 d6:2", party = { near = { "bats" } } },
  { "encounter rats, hostile", dice = "d6:1" .. met, never = "bats", sees = { "rats, 12 m away: hostile, hunting" }, party = { near = { "bats" } } } }

test "2: whoever does not rest the next turn pays" { example = true, covers = { "DL-06" },
  given = { lights = { "torch A" } },
  { "other x3", dice = quiet(3) },
  { "other", dice = "d6:2", sees = "Rest next turn, or take 1 damage", never = "weary.", A = { weary = true, hp = 6 }, B = { weary = true, hp = 6 } },
  { "A rest + B search", dice = "d6:6", sees = "B did not rest.", A = { hp = 6, weary = false }, B = { hp = 5, weary = false } },
  { "other", dice = "d6:6", A = { hp = 6 }, B = { hp = 5 } } }

test "fatigue lands as the turn is declared" { covers = { "DL-06" }, given = { lights = { "torch A" } },
  { "other", dice = "d6:2" },
  { "search", dice = "d6:6", want = in_order("hp", "The room has been searched", "hazard.free") } }

test "house: fatigue lands at the end" { house = [[ procedure.turn { "act", "weariness", "hazard", "time" } ]], given = { lights = { "torch A" } },
  { "other", dice = "d6:2" },
  { "A rest + B search", dice = "d6:2", want = in_order("The room has been searched", "hp", "hazard.fatigue"),
    A = { hp = 6, weary = false }, B = { hp = 5, weary = true } } }

test "house: a harsh dungeon" { covers = { "DL-07" }, house = [[ setting.fatigue_damage = "1d4" ]],
  { "other", dice = "d6:2" },
  { "other", dice = "d4:3 d4:1 d6:6", A = { hp = 3 }, B = { hp = 5 } } }
test "house: a harsher dungeon" { covers = { "DL-07" }, house = [[ setting.fatigue_damage = 2 ]],
  { "other", dice = "d6:2" },
  { "other", dice = "d6:6", A = { hp = 4 }, B = { hp = 4 } } }

test "fatigue passes over those at rest" { example = true, covers = { "DL-08" },
  { "other x4", dice = quiet(4) },
  { "rest", dice = "d6:2", sees = "hazard.fatigue, They are resting already", never = "damage", A = { weary = false }, B = { weary = false } },
  { "A rest + B other", dice = "d6:2", sees = "B: rest next turn, or take 1 damage", A = { weary = false }, B = { weary = true } },
  { "other", dice = "d6:6", A = { hp = 6 }, B = { hp = 5 } } }

test "house: fatigue passes over a party at rest to the last" { house = [[ function rule.spared() return #doers "rest" == count(party) end ]],
  { "rest", dice = "d6:2", A = { weary = false }, B = { weary = false } },
  { "A rest + B other", dice = "d6:2", A = { weary = true }, B = { weary = true } },
  { "A rest + B other", dice = "d6:6", A = { hp = 6 }, B = { hp = 5 } } }

test "an encounter at the end of a rest spoils nothing" { covers = { "DL-08" },
  { "other", dice = "d6:2" },
  { "rest", dice = "d6:1 d6:1" .. forced, A = { hp = 6, weary = false }, B = { hp = 6, weary = false } } }
test "house: an encounter spoils the rest" {
  house = [[ track "rested" { of = "turn", start = {} }
             local usual = step.weariness
             function step.weariness(who) if who.weary and doing(who, "rest") then gain("rested", who.name) end usual(who) end
             function on.encounter() for who in each(party) do if has(turn.rested, who.name) then lose(who, "hp") end end end ]],
  { "rest", dice = "d6:1 d6:1" .. forced, A = { hp = 6 }, B = { hp = 6 } },
  { "other", dice = "d6:2" },
  { "A rest + B other", dice = "d6:1 d6:1" .. forced, A = { hp = 5, weary = false }, B = { hp = 5, weary = false } } }

test "3: where no torch is lit, it says so" { covers = { "DL-09" },
  { "crawl", dice = "d6:3", sees = "hazard.burn, But no torch is lit.", never = "light_out" } }
test "3: every torch burns out, and no candle" { example = true, covers = { "DL-09" },
  given = { lights = { "torch A", "torch B", "candle B" } },
  { "other", dice = "d6:3", sees = "hazard.burn", lights = "candle B" } }

test "the embers light the next torch, for nothing" { example = true, covers = { "DL-10" },
  given = { torches = 3, lights = { "torch A" } },
  { "other", dice = "d6:3", never = "asked", lights = "torch A", party = { torches = 2 }, minutes = 10, turn = 1 } }
test "house: only if you say so" { covers = { "DL-10" }, house = [[ question.relight.always = nil ]],
  given = { torches = 3, lights = { "torch A" } },
  { "other", dice = "d6:3", asks = "relight" },
  { "other", dice = "d6:3", want = by_default("relight", true), lights = "torch A", party = { torches = 2 }, minutes = 10, turn = 1 } }
test "no torch in the packs: candlelight is what is left" { example = true, covers = { "DL-10" },
  given = { lights = { "torch A", "candle B" } },
  { "other", dice = "d6:3", never = "asked.relight", lights = "candle B" },
  { "= rule.dark()", data = false },
  { "look 12", sees = "12 m off: nothing" } }
test "no torch in the packs and no candle: total darkness" { example = true, covers = { "DL-10" },
  given = { lights = { "torch A" } },
  { "other", dice = "d6:3", lights = "" },
  { "= rule.dark()", data = true } }
test "two torches burn out, one is in the packs" { covers = { "DL-10" },
  given = { torches = 1, lights = { "torch A", "torch B" } },
  { "other", dice = "d6:3", lights = "torch A", party = { torches = 0 } } }
test "house: another flame is needed" { house = [[ question.relight.always = function() return #burning() > 0 end ]],
  given = { torches = 2, lights = { "torch A", "torch B" } },
  { "other", dice = "d6:3", never = "asked.relight", lights = "", party = { torches = 2 } },
  { "light candle B", refused = "no candles left" },
  { "candles 1" }, { "light candle B" }, { "light torch A" },
  { "other", dice = "d6:3", lights = "candle B, torch A", party = { torches = 0 } } }
test "house: embers light nothing" { house = [[ question.relight.always = false ]],
  given = { torches = 2, lights = { "torch A", "candle B" } },
  { "other", dice = "d6:3", never = "asked.relight", lights = "candle B", party = { torches = 2 } } }

test "4: the dungeon shifts as the game master says" { example = true, covers = { "DL-11" },
  { "other", dice = "d6:4 d6:1", asks = "shift" },
  { "other", dice = "d6:4 d6:1", answers = { shift = "gate closes" }, sees = "hazard.shift, gate closes" } }
test "a small shift by default" { example = true, covers = { "DL-11", "DL-12" },
  { "other", dice = "d6:4 d6:3", sees = "shift.wind", want = by_default("shift", "A wind rises.") },
  { "other", dice = "d6:4 d6:1", sees = "shift.sound" },
  { "other", dice = "d6:4 d6:2", sees = "shift.temperature" },
  { "other", dice = "d6:4 d6:4", sees = "shift.debris" },
  { "other", dice = "d6:4 d6:5", sees = "shift.apparition" },
  { "other", dice = "d6:4 d6:6", sees = "shift.vermin" } }
test "house: a dungeon with shifts of its own" { covers = { "DL-11", "DL-13" },
  house = [[ chart.shift { die = "1d8", { "1-7", "gate", "The gate closes." }, { "8", "flood", "Water rises." } } question.shift.always = true ]],
  { "other", dice = "d6:4 d8:8", sees = "shift.flood, Water rises", never = "asked" } }

test "5: a trace, and who left it is close" { example = true, covers = { "DL-14" },
  given = { lights = { "torch A" } },
  { "other", dice = "d6:5 d6:2", sees = "hazard.sign, creatures.bats", never = "encounter", party = { near = { "bats" } } } }

test "who left a trace is who comes" { example = true, covers = { "DL-15" },
  given = { lights = { "torch A" } },
  { "other", dice = "d6:6" },
  { "other", dice = "d6:5 d6:6", sees = "hazard.sign", party = { near = { "ooze" } } },
  { "other", dice = "d6:4 d6:1", party = { near = { "ooze" } } },
  { "other", dice = "d6:1" .. met, sees = "ooze", never = "creatures", party = { near = {} } },
  { "other", dice = "d6:1 d6:1" .. met, sees = "creatures.goblins, goblins" } }

test "two traces are met one after the other" { covers = { "DL-15" },
  { "other", dice = "d6:5 d6:2" }, { "other", dice = "d6:5 d6:6", party = { near = { "bats", "ooze" } } },
  { "other", dice = "d6:1" .. forced, sees = "bats", party = { near = { "ooze" } } } }
test "house: only the latest trace" { house = [[ function rule.remember(what) party.near = { what } end ]],
  { "other", dice = "d6:5 d6:2" }, { "other", dice = "d6:5 d6:6", party = { near = { "ooze" } } } }
test "house: only the first trace" { house = [[ function rule.remember(what) if #party.near == 0 then party.near = { what } end end ]],
  { "other", dice = "d6:5 d6:2" }, { "other", dice = "d6:5 d6:6", party = { near = { "bats" } } } }

test "traces end with the expedition" { covers = { "DL-15" },
  { "other", dice = "d6:5 d6:2" }, { "other", dice = "d6:2" },
  { "leave", sees = "The expedition is over", party = { near = {} }, A = { weary = false } } }
test "a blown candle does not outlast the expedition" { covers = { "DL-30" }, given = { lights = { "candle A", "torch B" } },
  { "run", dice = "d6:6" }, { "leave" }, { "rekindle", refused = "Nothing was blown out" } }
test "house: traces last" { house = [[ local usual = act.leave  function act.leave() local near = party.near  usual()  party.near = near end ]],
  { "other", dice = "d6:5 d6:2" }, { "leave", party = { near = { "bats" } } } }

test "a clue instead of a trace" { example = true, covers = { "DL-16" },
  { "other", dice = "d6:5", asks = "sign" },
  { "other", dice = "d6:5 d6:1", want = by_default("sign", "creature"), party = { near = { "goblins" } } },
  { "other", dice = "d6:5", answers = { sign = "clue", clue = "draught behind the tapestry" }, sees = "draught behind the tapestry",
    never = "creatures", party = { near = { "goblins" } } },
  { "other", dice = "d6:5", answers = { sign = "clue" }, want = by_default("clue", "a draught where none should be") } }

test "the last trace becomes a clue, as you say" { covers = { "DL-16" }, house = [[ question.sign.always = "creature" ]],
  { "clue", refused = "no trace" },
  { "other", dice = "d6:5 d6:1", never = "asked", party = { near = { "goblins" } } },
  { "clue a draught", sees = "A clue: a draught.", party = { near = {} }, minutes = 10 } }

test "6: nothing" { example = true, covers = { "DL-17" },
  given = { torches = 1, lights = { "torch A" } },
  { "other", dice = "d6:6", sees = "hazard.free", never = "encounter, light_out, shift, asked, weary",
    A = { hp = 6, weary = false }, party = { near = {}, torches = 1 }, lights = "torch A", minutes = 10 } }

test "six rows, and the one rolled is known" { example = true, covers = { "DL-18" },
  { "= chart.hazard:at(1).name", data = "encounter" }, { "= chart.hazard:at(2).name", data = "fatigue" },
  { "= chart.hazard:at(3).name", data = "burn" }, { "= chart.hazard:at(4).name", data = "shift" },
  { "= chart.hazard:at(5).name", data = "sign" }, { "= chart.hazard:at(6).name", data = "free" },
  { "other", dice = "d6:3", want = function(g)
    for _, e in ipairs(g.events) do
      if e.kind == "hazard" then return (e.name ~= "burn" or e.total ~= 3 or not e.chart) and "the wrong row: " .. e.name or nil end
    end
    return "no row"
  end } }

-- --- movement ---

test "crawling sees a trap in time, and maps" { example = true, covers = { "DL-19" },
  given = { lights = { "torch A" }, here = { trap = "a pit" } },
  { "crawl", dice = "d6:6", sees = "A trap is seen in time: a pit", never = "Nothing can be mapped", party = { walked = 36 }, here = { known = true } },
  { "walk", dice = "d6:6", never = "trap" } }

test "what is typed behind a room or a search is said of it" { covers = { "DL-19" }, given = { lights = { "torch A" } },
  { "crawl crypt: two skeletons", dice = "d6:6", sees = "crypt: two skeletons" },
  { "s desk: a silver key", dice = "d6:6", sees = "find a silver key", never = "has been searched" },
  { "s", dice = "d6:6", sees = "has been searched", never = "asked" } }
test "traps that are set at the table are seen, or go off" { covers = { "DL-19", "DL-22" }, given = { lights = { "torch A" } },
  { "crawl crypt; crawl start", dice = "d6:6 d6:6", never = "A trap" },
  { "trap here a falling block; trap crypt a pit; trap crypt a needle" },
  { "crawl", dice = "d6:6", sees = "A trap is seen in time: a falling block" },
  { "walk to the crypt", dice = "d6:6", sees = "A trap springs: a pit, A trap springs: a needle", never = "falling" },
  { "walk", dice = "d6:6", never = "A trap" } }

test "one turn each of crawling, walking, running" { example = true, covers = { "DL-19", "DL-20", "DL-25", "DL-28" },
  given = { lights = { "torch A" } },
  { "crawl", dice = "d6:6", party = { walked = 36 } },
  { "walk", dice = "d6:6", party = { walked = 36 + 720 } },
  { "run", dice = "d6:6", party = { walked = 36 + 720 + 1500 } },
  { "= pace.walk.distance / pace.crawl.distance", data = 20 } }

-- rows: surprised, springs traps, maps
test "crawling: no surprise, no trap sprung, a map" { example = true, covers = { "DL-19", "DL-28" },
  given = { lights = { "torch A" }, here = { trap = "a pit" } },
  { "crawl", dice = "d6:1 d6:1" .. met, sees = "Surprised: nobody, seen in time", never = "Nothing can be mapped" } }
test "walking: surprised, every trap sprung, a map" { example = true, covers = { "DL-21", "DL-22", "DL-23", "DL-28" },
  given = { lights = { "torch A" }, here = { trap = "a pit" } },
  { "walk", dice = "d6:1 d6:1" .. forced, sees = "Surprised: the party, A trap springs: a pit", never = "Nothing can be mapped" } }
test "running: surprised, every trap sprung, no map" { example = true, covers = { "DL-26", "DL-28" },
  given = { lights = { "torch A" }, here = { trap = "a pit" } },
  { "run", dice = "d6:1 d6:1" .. forced, sees = "Surprised: the party, A trap springs: a pit" },
  { "run cave", dice = "d6:1 d6:1" .. forced, sees = "Nothing can be mapped" } }
test "total darkness: surprised, every trap sprung, no map, at any pace" { example = true, covers = { "DL-28", "DL-40" },
  given = { here = { trap = "a pit" } },
  { "crawl hall", dice = "d6:1 d6:1" .. forced, sees = "Surprised: the party, Nothing can be mapped" },
  { "here start" },
  { "walk", dice = "d6:1 d6:1" .. forced, sees = "Surprised: the party, A trap springs: a pit" },
  { "run cave", dice = "d6:1 d6:1" .. forced, sees = "Surprised: the party, Nothing can be mapped" } }
test "that nothing can be mapped is told with a new room" { covers = { "DL-26", "DL-40" }, given = { torches = 1 },
  { "crawl hall", dice = "d6:6", sees = "Nothing can be mapped" }, { "crawl", dice = "d6:6", never = "mapped" },
  { "crawl hall", refused = "They are in hall already; to spend a turn there, type 'move'" }, { "light torch" }, { "crawl cave", dice = "d6:6", never = "mapped" } }

test "the paces say what they are for" { covers = { "DL-24", "DL-28" },
  { "= pace.walk.help", data = "back over known ground; traps spring, encounters surprise" },
  { "= pace.run.help", data = "a last resort: as walking, without a map, and candles blow out" } }

test "running blows candles out, and neither lanterns nor torches" { example = true, covers = { "DL-27", "DL-32" },
  given = { lights = { "candle A", "lantern B", "torch A" } },
  { "run", dice = "d6:6", sees = "A's candle is blown out", lights = "lantern B, torch A" } }
test "walking blows nothing out" { covers = { "DL-27" }, given = { lights = { "candle A" } },
  { "walk", dice = "d6:6", lights = "candle A" } }

test "a candle blown out is lit again from any flame" { covers = { "DL-27" },
  given = { lights = { "torch A", "candle B" }, lamps = { {}, { left = 40 } } },
  { "rekindle", refused = "Nothing was blown out" },
  { "run", dice = "d6:6", lights = "torch A" },
  { "rekindle", never = "asked", lights = "torch A, candle B", lamps = { {}, { left = 40 } }, minutes = 10, party = { candles = 0 } },
  { "rekindle", refused = "Nothing was blown out" } }
test "without a flame it takes the game master's word" { covers = { "DL-27" },
  given = { lights = { "candle B" } },
  { "= rule.status()", data = "" },
  { "run", dice = "d6:6", lights = "" },
  { "= rule.status()", data = "" },
  { "rekindle", asks = "flame" },
  { "rekindle", refused = "no flame" },
  { "rekindle", answers = { flame = true }, lights = "candle B" } }
test "house: always the game master's word" { house = [[ function rule.flame() return ask "flame" end ]],
  given = { lights = { "torch A", "candle B" } },
  { "run", dice = "d6:6" }, { "rekindle", refused = "no flame" }, { "rekindle", answers = { flame = true }, lights = "torch A, candle B" } }
test "house: blown out is out" { house = [[ function rule.flame() return false end ]],
  given = { lights = { "torch A", "candle B" } },
  { "run", dice = "d6:6" }, { "rekindle", refused = "no flame", lights = "torch A" } }

test "house: haste does not always surprise" { house = [[ function rule.surprises() return false end ]],
  given = { lights = { "torch A" } },
  { "walk", dice = "d6:1 d6:1" .. met, want = by_default("surprised", "nobody") } }
test "searching and resting are as careful as crawling" { covers = { "DL-19" }, given = { lights = { "torch A" } },
  { "search", dice = "d6:1 d6:1" .. met, want = by_default("surprised", "nobody") } }
test "house: an idle turn is as careless as walking" { house = [[ track.pace.start = "walk" ]],
  given = { lights = { "torch A" } },
  { "rest", dice = "d6:1 d6:1" .. forced, sees = "Surprised: the party" } }

-- --- light ---

test "candle: shapes to 6 m, details to 3 m" { example = true, covers = { "DL-29" },
  given = { lights = { "candle A" } },
  { "look 6", sees = "6 m off: shapes" }, { "look 3", sees = "3 m off: details" }, { "look 4", sees = "4 m off: shapes" }, { "look 7", sees = "7 m off: nothing" } }

test "a candle burns 48 turns" { example = true, covers = { "DL-30" },
  given = { lights = { "candle A" } },
  { "other x47", dice = quiet(47), lights = "candle A", lamps = { { left = 1 } }, turn = 47 },
  { "other", dice = "d6:6", want = by_default("outlasts", false), lights = "", minutes = 480 } }
test "or to the end of the expedition" { covers = { "DL-30" },
  given = { lights = { "candle A" }, lamps = { { left = 1 } } },
  { "other", dice = "d6:6", asks = "outlasts" },
  { "other", dice = "d6:6", answers = { outlasts = true }, lights = "candle A" } }
test "house: a candle after its last turn is out" { house = [[ question.outlasts.always = false ]],
  given = { lights = { "candle A" }, lamps = { { left = 1 } } },
  { "other", dice = "d6:6", never = "asked", lights = "" } }
test "house: a candle lasts one whole expedition" { house = [[ light.candle.lasts = nil ]],
  given = { lights = { "candle A", "torch B" } },
  { "other x48", dice = quiet(48), lights = "candle A, torch B" },
  { "run", dice = "d6:6", lights = "torch B" },
  { "rekindle", lights = "torch B, candle A" } }
test "house: candles of half the length" { house = [[ light.candle.lasts = "24 turns" ]],
  given = { lights = { "candle A" } },
  { "other x23", dice = quiet(23), lights = "candle A" }, { "other", dice = "d6:6", lights = "" } }

test "eleven candles are two slots" { example = true, covers = { "DL-31" }, given = { candles = 11 },
  { "slots", sees = "Slots for lights: 2 of 20" } }
test "ten candles are one slot" { example = true, covers = { "DL-31" }, given = { candles = 10 },
  { "slots", sees = "Slots for lights: 1 of 20" } }
test "house: part of a slot is no slot" { house = [[ function rule.part(n) return math.floor(n) end ]], given = { candles = 11 },
  { "slots", sees = "Slots for lights: 1 of" } }
test "house: part of a slot is that part" { house = [[ function rule.part(n) return n end ]], given = { candles = 11, torches = 2 },
  { "slots", sees = "Slots for lights: 3.1 of" } }

test "a lantern keeps its flame from the wind, and lasts as a candle" { example = true, covers = { "DL-32" },
  given = { candles = 1 },
  { "light lantern A", lights = "lantern A", party = { candles = 0 } },
  { "other", dice = "d6:6" }, { "run", dice = "d6:6", lights = "lantern A" },
  { "other x45", dice = quiet(45), lights = "lantern A" },
  { "other", dice = "d6:6", lights = "", turn = 48 } }
test "lantern: shapes to 6 m, details to 3 m, one slot" { covers = { "DL-32" },
  given = { lanterns = 1, lights = { "lantern A" } },
  { "look 6", sees = "6 m off: shapes" }, { "look 3", sees = "3 m off: details" }, { "look 4", sees = "4 m off: shapes" }, { "look 7", sees = "7 m off: nothing" },
  { "slots", sees = "Slots for lights: 1 of" } }
test "house: a better lantern" { house = [[ light.lantern { shapes = "9 m", details = "5 m", lasts = "36 turns", to_a_slot = 0.5 } ]],
  given = { lanterns = 1, lights = { "lantern A" } },
  { "look 9", sees = "9 m off: shapes" }, { "look 5", sees = "5 m off: details" }, { "slots", sees = "Slots for lights: 2 of" },
  { "other x36", dice = quiet(36), lights = "" } }

test "shutters: dark without putting out the flame" { example = true, covers = { "DL-33" },
  given = { lights = { "lantern A" } },
  { "shut B", refused = "No lantern burns there" },
  { "shut A", lights = "lantern A", lamps = { { shut = true } } },
  { "= rule.dark()", data = true }, { "= rule.status()", data = "DARK" }, { "look 3", sees = "3 m off: nothing" }, { "search", refused = "too dark" },
  { "shut", lamps = { { shut = false } } },
  { "= rule.dark()", data = false }, { "= rule.status()", data = "" }, { "look 3", sees = "3 m off: details" } }
test "a candle has no shutters" { covers = { "DL-33" }, given = { lights = { "candle A" } },
  { "shut A", refused = "No lantern" } }

test "a lantern when the last torch is gone: dim, not dark" { example = true, covers = { "DL-34" },
  given = { lights = { "torch A", "lantern B" } },
  { "other", dice = "d6:3", lights = "lantern B" },
  { "= rule.dark()", data = false }, { "= rule.search_time()", data = 2 }, { "look 6", sees = "6 m off: shapes" } }

test "torch: shapes to 12 m, details to 3 m" { example = true, covers = { "DL-35" },
  given = { lights = { "torch A", "candle B" } },
  { "look 12", sees = "12 m off: shapes" }, { "look 3", sees = "3 m off: details" }, { "look 4", sees = "4 m off: shapes" }, { "look 13", sees = "13 m off: nothing" } }
test "house: a torch shows more" { house = [[ light.torch { shapes = "18 m", details = "6 m" } ]],
  given = { lights = { "torch A" } },
  { "look 18", sees = "18 m off: shapes" }, { "look 6", sees = "6 m off: details" } }

test "by torch and lantern a room takes one turn" { example = true, covers = { "DL-36" },
  given = { lights = { "lantern B", "torch A" } },
  { "search", dice = "d6:6", sees = "The room has been searched", minutes = 10 } }

test "three torches and eleven candles are five slots" { example = true, covers = { "DL-31", "DL-37" },
  given = { torches = 3, candles = 11 },
  { "slots", sees = "Slots for lights: 5 of 20" } }

test "thirty turns without a 3, and the torch still burns" { example = true, covers = { "DL-38" },
  given = { lights = { "torch A" } },
  { "other x30", dice = quiet(30), lights = "torch A" },
  { "other", dice = "d6:3", lights = "" } }

test "in total darkness a check of coordination is at -10" { example = true, covers = { "DL-39" },
  { "A try dex 11 + B other", dice = "d20:17 d6:6", sees = "check.failure, DEX 17-7 = 10 vs 11", want = by_default("nimble", true) },
  { "A try dex 11 + B other", dice = "d20:18 d6:6", sees = "check.success" },
  { "A try int 11 + B other", dice = "d20:11 d6:6", want = by_default("nimble", false), sees = "INT 11 vs 11, check.success" },
  { "A try dex 11", dice = "d20:17", asks = "nimble" } }
test "in total darkness the -10 is asked once for the party" { covers = { "DL-39" },
  { "A try dex 11 + B try dex 11", dice = "d20:18 d20:20 d6:6", sees = "A: DEX 18-7 = 11, B: DEX 20-10 = 10",
    want = function(g)
      local n = 0
      for _, e in ipairs(g.events) do if e.kind == "asked" then n = n + 1 end end
      return n ~= 1 and n .. " questions" or nil
    end } }
test "by any light it is not" { covers = { "DL-39" }, given = { lights = { "candle A" } },
  { "A try dex 11 + B other", dice = "d20:8 d6:6", never = "asked.nimble", sees = "check.success, DEX 8+3 = 11 vs 11" } }
test "house: darkness is kinder" { house = [[ modifier.darkness.add = -4 ]],
  { "A try dex 11 + B other", dice = "d20:12 d6:6", sees = "check.success, DEX 12-1 = 11 vs 11" } }

test "in total darkness crawling springs the trap" { example = true, covers = { "DL-40" },
  given = { here = { trap = "a pit" } },
  { "crawl", dice = "d6:1 d6:1" .. forced, sees = "A trap springs: a pit, Surprised: the party" }, { "= rule.maps()", data = false } }
test "house: who crawls feels the trap in the dark" { house = [[ function rule.springs() return pace[turn.pace].careless end ]],
  given = { here = { trap = "a pit" } },
  { "crawl", dice = "d6:1 d6:1" .. forced, sees = "A trap is seen in time, Surprised: the party" },
  { "= rule.springs()", data = false } }
test "the dark slows nobody" { covers = { "DL-40" }, { "crawl", dice = "d6:6", party = { walked = 36 } } }
test "house: half the way in the dark" { house = [[ function rule.covers(how) return rule.dark() and how.distance / 2 or how.distance end ]],
  { "crawl", dice = "d6:6", party = { walked = 18 } },
  { "torches 1" }, { "light torch A" }, { "crawl", dice = "d6:6", party = { walked = 54 } } }
test "no searching in the dark" { covers = { "DL-40", "DL-42" }, { "search", refused = "too dark", minutes = 0, turn = 0 } }
test "house: by touch, if the game master allows" { house = [[ question.by_touch.always = nil ]],
  given = { here = { hidden = { "figurine" } } },
  { "search", asks = "by_touch" },
  { "search", refused = "too dark" },
  { "search", answers = { by_touch = true }, dice = quiet(2), sees = "find figurine", minutes = 20 } }

test "the last torch, and no light at all" { covers = { "DL-41" }, given = { torches = 2 },
  { "light torch A", never = "last torch" },
  { "other", dice = "d6:3", sees = "That was the last torch", never = "No light is left" },
  { "other", dice = "d6:3", sees = "No light is left" } }
test "while a candle burns or waits there is light left" { covers = { "DL-41" }, given = { lights = { "torch A", "candle B" } },
  { "other", dice = "d6:3", never = "No light is left" }, { "candles 1" }, { "snuff", never = "No light is left" } }
test "while a torch waits in the packs there is light left" { covers = { "DL-41" },
  given = { torches = 1, candles = 1, lights = { "candle A", "candle B" } },
  { "snuff candle A", never = "No light is left" }, { "snuff", never = "No light is left" },
  { "candles 0" }, { "light torch A" }, { "torches 1" }, { "snuff", never = "No light is left" } }
test "house: no warnings" { house = [[ function rule.last_light() end ]], given = { torches = 1 },
  { "light torch A", never = "last torch" }, { "other", dice = "d6:3", never = "No light is left" } }

-- --- searching and resting ---

test "by torchlight one turn shows what is not obvious" { example = true, covers = { "DL-36", "DL-42" },
  given = { lights = { "torch A" }, here = { hidden = { "figurine in a drawer", "cracked tile" } } },
  { "search", dice = "d6:6", sees = "find figurine in a drawer, cracked tile", never = "check", minutes = 10 } }

test "and the clues to a secret, but not the secret" { example = true, covers = { "DL-43" },
  given = { lights = { "torch A" }, here = { hidden = { "figurine" }, clues = { "scratches by the shelf" }, secrets = { "secret door" } } },
  { "search", dice = "d6:6", sees = "find figurine, A clue: scratches by the shelf", never = "secret door, has been searched", minutes = 10 } }

test "by dim light a room takes two turns" { example = true, covers = { "DL-44" },
  given = { lights = { "lantern A" }, here = { hidden = { "figurine" } } },
  { "search", dice = "d6:6 d6:6", sees = "find figurine", want = in_order("hazard.free", "find figurine", "hazard.free"), minutes = 20 } }
test "a search by torchlight is over before the torch is" { example = true, covers = { "DL-36", "DL-44" },
  given = { lights = { "torch A", "lantern B" }, here = { hidden = { "figurine" } } },
  { "search", dice = "d6:3", sees = "find figurine", want = in_order("find figurine", "hazard.burn"), minutes = 10 } }

test "a search broken off goes on in the same room" { covers = { "DL-44" },
  given = { lights = { "candle A" }, here = { hidden = { "figurine" } } },
  { "search", dice = "d6:1 d6:1" .. met, sees = "encounter, broken", never = "They find", minutes = 10 },
  { "fight", dice = "d6:6" },
  { "search", dice = "d6:6", sees = "find figurine", minutes = 30 },
  { "search", dice = quiet(2), minutes = 50 } }
test "but not when the party has moved" { covers = { "DL-44" },
  given = { lights = { "candle A" } },
  { "search", dice = "d6:1 d6:1" .. met, sees = "broken", minutes = 10 },
  { "crawl", dice = "d6:6" },
  { "search", dice = quiet(2), minutes = 40 } }
test "house: a search broken off is lost" { house = [[ function on.turn_end() end ]],
  given = { lights = { "candle A" } },
  { "search", dice = "d6:1 d6:1" .. met, minutes = 10 }, { "search", dice = quiet(2), sees = "The room has been searched", minutes = 30 } }

test "a torch over half a search: its second turn ends it" { covers = { "DL-44" },
  given = { torches = 1, lights = { "candle A" }, here = { hidden = { "figurine" } } },
  { "search", dice = "d6:1 d6:1" .. met, never = "They find" }, { "light torch B", never = "They find" },
  { "search", dice = "d6:6", sees = "find figurine", minutes = 20 } }
test "the candle dies under the search" { covers = { "DL-40", "DL-44" },
  given = { lights = { "candle A" }, lamps = { { left = 1 } }, here = { hidden = { "figurine" } } },
  { "search", dice = "d6:6", sees = "too dark", never = "They find", minutes = 10 } }

test "rest heals nothing" { example = true, covers = { "DL-45" }, party = { { "A", hp = "3/6" } },
  { "rest", dice = "d6:6", sees = "hazard.free", A = { hp = 3 }, minutes = 10 } }
test "house: rest heals" { house = [[ function act.rest(who) gain(who, "hp", dice("1d4", "rest")) end ]], party = { { "A", hp = "3/6" }, { "B", hp = "2/6" } },
  { "A rest + B other", dice = "d4:2 d6:6", A = { hp = 5 }, B = { hp = 2 } },
  { "A rest + B other", dice = "d4:4 d6:6", A = { hp = 6 } } }

-- --- no hit points left ---

test "no hit points: the game master is asked" { covers = { "DL-06" }, party = { { "A", hp = 1 }, { "B", hp = 6 } },
  { "other", dice = "d6:2" },
  { "A, B other", dice = "d6:6", want = by_default("at_zero", "nothing yet"), A = { hp = 0, down = false, dead = false, away = false } } }
test "down, and up again" { party = { { "A", hp = 1 }, { "B", hp = 6 } },
  { "hurt A 1", asks = "at_zero" },
  { "hurt A 3", answers = { at_zero = "down" }, A = { hp = 0, down = true, away = true } },
  { "A other", refused = "A is down" },
  { 'lua gain(party.members[1], "hp")', A = { hp = 1, down = false, away = false } } }
test "somebody takes the light of who falls" { party = { { "A", hp = 1 }, { "B", hp = 6 } }, given = { lights = { "candle A" } },
  { "hurt A 1", answers = { at_zero = "dead" }, asks = "taken" },
  { "hurt A 1", answers = { at_zero = "dead", taken = "B" }, lights = "candle B" } }
test "or nobody does" { party = { { "A", hp = 1 }, { "B", hp = 6 } }, given = { lights = { "candle A" } },
  { "hurt A 1", answers = { at_zero = "dead", taken = "nobody" }, sees = "A's candle falls and goes out", lights = "" } }
test "house: no hit points is death" { house = [[ question.at_zero.always = "dead" ]],
  { "hurt A 1d6", dice = "d6:6", never = "asked", A = { hp = 0, dead = true, away = true } },
  { "other", dice = "d6:2", A = { weary = false }, B = { weary = true } } }
test "house: no hit points is down" { house = [[ question.at_zero.always = "down" ]],
  { "hurt A 5", A = { hp = 1, down = false } },
  { "hurt A 3", never = "asked", A = { hp = 0, wounds = 0, down = true, dead = false } } }
test "who falls to fatigue searches no more" { house = [[ question.at_zero.always = "down" ]], party = { { "A", hp = 1 }, { "B", hp = 6 } },
  given = { lights = { "torch A" } },
  { "other", dice = "d6:2" },
  { "A search + B rest", dice = "d6:6", never = "has been searched", A = { down = true } } }
test "house: wounds fill slots, from the highest down" { house = [[ setting.wounds = true ]],
  party = { { "A", hp = 2, con = 1 }, { "B", hp = 6 } },
  { "slots", sees = "lights: 0 of 21" },
  { "hurt A 2", never = "asked", A = { hp = 0, wounds = 0, dead = false } },
  { "hurt A 3", sees = "A has 8 left of 11 slots", A = { wounds = 3, dead = false } },
  { "slots", sees = "lights: 0 of 18" },
  { "hurt A 1", sees = "A has 7 left of 11 slots", A = { wounds = 4 } },
  { "hurt A 6", sees = "A has 1 left of 11 slots", A = { wounds = 10, dead = false } },
  { "hurt A 1", sees = "dead", A = { dead = true, away = true } } }

-- Chances, exactly.  Traces are clues here: creatures that wait in line would make many more states.
local clue = { sign = "clue" }
test "odds: what the hazard die brings" { covers = { "DL-03", "DL-04", "DL-17" },
  { odds = { ["hazard.free"] = "1/6", encounter = "1/6" }, turns = 1, plan = "crawl" },
  { odds = { encounter = "31031/46656" }, turns = 6, plan = "crawl", answers = clue },
  { odds = { encounter = "1932641711/2176782336" }, turns = 12, plan = "crawl", answers = clue },
  { odds = { encounter = "4678776693546226271/4738381338321616896" }, often = { encounter = 4 }, turns = 24, plan = "crawl", answers = clue },
}
test "odds: a torch burns until the die says otherwise" { covers = { "DL-09" }, given = { lights = { "torch A" } },
  { odds = { light_out = "1/6" }, turns = 1, plan = "crawl", answers = clue },
  { odds = { light_out = "91/216", ["light_out < encounter"] = "19/54" }, turns = 3, plan = "crawl", answers = clue },
  { odds = { light_out = "1288991/1679616", ["#burning() == 0"] = "1288991/1679616" }, turns = 8, plan = "crawl", answers = clue },
}
test "odds: torches that an hour takes" { covers = { "DL-09", "DL-10" }, given = { torches = 6, lights = { "torch A" } },
  { often = { light_out = 1, kindled = 1, ["party.torches"] = 5 }, odds = { ["party.torches == 6"] = "15625/46656" },
    turns = 6, plan = "crawl", answers = clue },
}
test "odds: the light lasts, and nobody comes" { given = { lights = { "torch A" } },
  { odds = { ["light_out < encounter"] = "665/1458", ["encounter < light_out"] = "665/1458" }, turns = 6, plan = "crawl", answers = clue },
}
test "odds: who never rests" { covers = { "DL-06" }, party = { { "A", hp = 30 } },
  { often = { ["least(party, 'hp')"] = "179/6" }, odds = { hp = "1/6" }, turns = 2, plan = "crawl", answers = clue },
  { often = { ["least(party, 'hp')"] = "59/2" }, odds = { hp = "91/216" }, turns = 4, plan = "crawl", answers = clue },
  { often = { ["least(party, 'hp')"] = 29 }, odds = { hp = "31031/46656" }, turns = 7, plan = "crawl", answers = clue },
  { often = { ["least(party, 'hp')"] = 28 }, turns = 13, plan = "crawl", answers = clue },
}
