-- travel-turn.spec.lua -- each row: the line typed, the dice, the answers; then what must hold.
tests "travel-turn" {
  rules = { TT = 166 },
  -- What the d20 means is no matter in most tests, and questions that are settled are asked here.
  house = [[ question.what.always = "as it may be"  question.relight.always = nil
    function rule.opens() rule.moment "The fight begins" end ]],
  party = { { "A", hp = 9, dex = 18, proficient = { "dex" } }, { "B", hp = 9, dex = 16, proficient = { "dex" }, items = { { name = "purse" }, { name = "skull" }, { name = "sword", class = "weapon" }, { name = "armour", class = "armour" } } } },
}

-- Returns the dice of n hours in which nothing bad happens.
local function quiet(n) return ("d20:20 "):rep(n) end

test "golden: four hours and a return" { example = true,
  covers = { "TT-73", "TT-75", "TT-76", "TT-78", "TT-79", "TT-83", "TT-82", "TT-84", "TT-86", "TT-88", "TT-89", "TT-91", "TT-94", "TT-95", "TT-102", "TT-103" },
  given = { lights = { "torch A", "lantern B" }, torches = 3 },
  { "clock 2", dice = "d6:3 d6:2", sees = { "05:00 (5) pre-dawn" }, time = "05:00", lights = "torch A, lantern B" },
  { "travel", dice = "d20:15", sees = { "travel.nearer", "light_out.torch", "kindled.torch", "06:00 (6) pre-dawn" }, time = "06:00",
    lights = "lantern B, torch A", lamps = { { left = 2 }, { left = 1 } }, party = { torches = 2 } },
  { "travel cautious", dice = "d20:1 d20:12", sees = { "travel.nearer", "light_out.torch", "kindled.torch", "07:00 (6,1) morning" }, time = "07:00",
    lights = "lantern B, torch A", lamps = { { left = 1 }, { left = 1 } }, party = { torches = 1 } },
  { "travel careless", dice = "d20:20 d20:2", sees = { "travel.soon", "light_out.torch", "light_out.lantern", "kindled.torch", "08:00 (6,2) morning" }, time = "08:00",
    lights = "torch A", party = { torches = 0 } },
  { "travel", dice = "d20:20", sees = { "travel.nothing", "light_out.torch", "09:00 (6,3) morning" }, time = "09:00", lights = "" },
  { "home 4", dice = "d20:11 d20:7", answers = { way = "arduous" },
    sees = { "11+6 = 17 vs 14, success", "7+5 = 12 vs 14, failure", "B loses 2 items: purse and skull.", "13:00 (6,6,1) afternoon" }, never = "loses 3",
    time = "13:00", A = { hp = 9 }, B = { hp = 9 } },
}

-- Returns a check: the order of the fight is `text`.
local function order(text)
  return function(g)
    local list = {}
    for _, all in ipairs { g.party.members, g.party.foes } do
      for _, who in ipairs(all) do table.insert(list, { at = who.goes_at + who.ahead * 100, text = who.name .. " " .. who.goes_at }) end
    end
    table.sort(list, function(a, b) return a.at > b.at end)
    for i, entry in ipairs(list) do list[i] = entry.text end
    local got = table.concat(list, ", ")
    if got ~= text then return "the order is " .. got end
  end
end
-- An enemy, as the fight has it.
local function foe(n, field, value)
  return function(g)
    local got = g.party.foes[n] and g.party.foes[n][field]
    if got ~= value then return "its " .. field .. " is " .. tostring(got) end
  end
end

-- --- checks, saves, proficiency ---

test "a save is a check" { example = true, covers = { "TT-01" }, party = { { "A", con = 12 } },
  { "level lit" }, { "resist con 11", dice = "d20:10", sees = "CON 10+1 = 11 vs 11, success" }, { "resist con", dice = "d20:9", sees = "vs 11, failure" } }
test "circumstances give advantage" { example = true, covers = { "TT-02", "TT-25" }, party = { { "A" } },
  { "try str 15 adv", dice = "d20:3 d20:15", sees = "15 vs 15, success" },
  { "try str 15 dis", dice = "d20:3 d20:15", sees = "3 vs 15, failure" }, { "try str adv", dice = "d20:3 d20:15", sees = "15 vs 11, success" } }
test "proficiency stands in for skills" { example = true, covers = { "TT-03" },
  party = { { "A", dex = 14, proficient = { "dex" } }, { "B", dex = 14 }, { "C", dex = 14, proficient = { "hide" } } },
  { "A try dex 14", dice = "d20:10", sees = "14 vs 14, success" }, { "B try dex 14", dice = "d20:10", sees = "12 vs 14, failure" },
  { "C try dex 14", dice = "d20:10", sees = "12 vs 14" } , { "level lit" }, { "C try hide 14", dice = "d20:10", sees = "14 vs 14, success" } }
test "a good idea needs no roll" { covers = { "TT-25" }, party = { { "A" } },
  { "try str 15", dice = "d20:15", never = "asked" },
  { "try str 15 succeeds", sees = "A succeeds, without a roll", never = "check" },
  { "try str 15 fails", sees = "A fails, without a roll", never = "check" } }
test "where no DC is given it is 11" { party = { { "A" } }, { "try str", dice = "d20:11", sees = "11 vs 11, success" } }
test "house: where no DC is given it is 13" { house = [[ setting.dc = 13 ]], party = { { "A" } },
  { "try str", dice = "d20:12", sees = "12 vs 13, failure" } }

-- --- actions ---

local one = { { "A", hp = 8, wields = "sword" } }

test "seconds count: rounds begin, and the hour stands still" { example = true, covers = { "TT-04" }, given = { minutes = 300 }, party = one,
  { "fight", sees = "enter.melee", time = "05:00" }, { "next" }, { "next", want = function(g) if g.party.now ~= 18020 then return "it is " .. g.party.now end end },
  { "travel", refused = "is not for melee; 'over' ends it" },
  { "over", sees = "leave.melee", time = "05:00", party = { scenes = 1 } }, { "over", refused = "only for melee" } }
test "house: a shorter round" { house = [[ setting.round_lasts = "6 seconds" ]], party = one,
  { "fight" }, { "next", want = function(g) if g.party.now ~= 6 then return "it is " .. g.party.now end end } }

test "one action of each type a round; what is forced is none" { example = true, covers = { "TT-05", "TT-06" }, party = one,
  { "level lit" }, { "fight 1 ogre", dice = "d20:20" },
  { "attack ogre", dice = "d20:2" }, { "try hide", refused = "No active action is left" }, { "attack ogre", refused = "No active action is left" },
  { "cast int", refused = "No active action is left" },
  { "resist con 11", dice = "d20:11", sees = "success" },
  { "spend quick draw" }, { "hold", refused = "No quick action is left" },
  { "next" }, { "next" }, { "try hide", dice = "d20:11" } }
test "an active action for a movement" { example = true, covers = { "TT-07" }, party = one,
  { "fight" }, { "trade active movement", never = "asked" }, { "move 60" }, { "move 5", refused = "0 ft are left" }, { "cast int", refused = "No active action" } }
test "an active action for a quick one" { covers = { "TT-07" }, party = one,
  { "fight" }, { "trade active quick" }, { "spend quick" }, { "spend quick" }, { "spend quick", refused = "No quick action is left" } }
test "a movement in pieces" { example = true, covers = { "TT-08" }, party = one,
  { "level lit" }, { "fight 1 ogre", dice = "d20:20" }, { "move 10" }, { "attack ogre", dice = "d20:2" }, { "move 20" }, { "move 5", refused = "0 ft are left" } }
test "climbing is half as fast" { example = true, covers = { "TT-09" }, party = one,
  { "fight" }, { "move 16 slowly", refused = "30 ft are left" }, { "move 15 slowly" }, { "move 1", refused = "0 ft" } }
test "every load beyond strength" { example = true, covers = { "TT-10", "TT-11", "TT-12" },
  party = { { "A", load = 10 }, { "B", load = 11 }, { "C", load = 15 }, { "D", load = 16 } },
  { "= rule.speed(party.members[1])", data = 30 }, { "= rule.speed(party.members[2])", data = 25 },
  { "= rule.speed(party.members[3])", data = 5 }, { "= rule.speed(party.members[4])", data = 0 },
  { "A try str", dice = "d20:12", sees = "success" }, { "B try str", dice = "d20:12 d20:4", sees = "4 vs 11, failure" },
  { "D try con", dice = "d20:4 d20:12", sees = "4 vs 11, failure" },
  { "fight" }, { "move 30" }, { "next" }, { "move 25" }, { "move 1", refused = "0 ft" }, { "next" }, { "next" }, { "move 1", refused = "0 ft" } }
test "house: part of a load too many" { house = [[ function rule.burden(who) return math.max(0, math.floor(rule.load(who) - who.str)) end ]], party = { { "A", load = 10, gp = 250 } },
  { "= rule.speed(party.members[1])", data = 30 } }
test "house: part of a load is that part" { house = [[ function rule.burden(who) return math.max(0, rule.load(who) - who.str) end ]], party = { { "A", load = 10, gp = 250 } },
  { "= rule.speed(party.members[1])", data = 27.5 } }
test "part of a load counts as one" { party = { { "A", load = 10, gp = 1 } }, { "= rule.speed(party.members[1])", data = 25 } }
test "a movement for a quick action" { example = true, covers = { "TT-13" }, party = one,
  { "fight" }, { "trade movement quick", never = "asked" }, { "spend quick" }, { "spend quick" }, { "spend quick", refused = "No quick action" }, { "move 5", refused = "0 ft" } }
test "draw, attack and move in one round" { example = true, covers = { "TT-14" }, party = one,
  { "level lit" }, { "fight 1 ogre", dice = "d20:20" }, { "spend quick draw the sword" }, { "attack ogre", dice = "d20:2" }, { "move 30" } }
test "concentration is a quick action" { covers = { "TT-14" }, party = one, { "fight" }, { "hold", A = { holding = true } }, { "spend quick", refused = "No quick action" } }
test "what sort of action it is, the game master says" { covers = { "TT-15" }, party = one,
  { "fight" }, { "other quick bar the door", never = "asked" }, { "spend quick", refused = "No quick action" },
  { "other bar the door" }, { "cast int", refused = "No active action" } }
test "by dexterity, highest first" { example = true, covers = { "TT-16" },
  party = { { "A", dex = 14 }, { "B", dex = 9 }, { "C", dex = 12 } },
  { "fight", sees = "A's go", want = order "A 14, C 12, B 9" },
  { "next", sees = "C's go" }, { "next", sees = "B's go" }, { "next", sees = "A's go", want = order "A 14, C 12, B 9" } }
test "later, and no sooner" { example = true, covers = { "TT-17" },
  party = { { "A", dex = 14 }, { "B", dex = 9 }, { "C", dex = 12 } },
  { "delay 8", refused = "only for melee" },
  { "fight" }, { "delay 15", refused = "not sooner" }, { "B delay 5", refused = "It is A's go" },
  { "delay 10", sees = "C's go", want = order "C 12, A 10, B 9" }, { "next", sees = "A's go" }, { "next", sees = "B's go" }, { "next", sees = "C's go" } }
test "an ambush changes the order of its round" { covers = { "TT-17" }, party = { { "A", dex = 8 } },
  { "fight 1 goblin ambush", dice = "d20:20 d20:20", sees = "A's go", want = order "A 8, goblin 12" },
  { "next" }, { "next", sees = "goblin's go", want = order "goblin 12, A 8" } }
test "ambushed" { covers = { "TT-17" }, party = { { "A", dex = 18 } },
  { "fight 1 goblin ambushed", dice = "d20:20 d20:20", sees = "goblin's go" }, { "next" }, { "next", sees = "A's go", want = order "A 18, goblin 12" } }
test "the same dexterity: the party first" { covers = { "TT-16" }, party = { { "A", dex = 12 } },
  { "fight 1 goblin", dice = "d20:20 d20:20", want = order "A 12, goblin 12" } }
test "house: the same dexterity, the enemy first" { house = [[ local usual = rule.goes_at
    function rule.goes_at(who) return usual(who) + (who.creature and 0.5 or 0) end ]], party = { { "A", dex = 12 } },
  { "fight 1 goblin", dice = "d20:20 d20:20", want = order "goblin 12.5, A 12" } }
test "flanking earns advantage, if the game master says so" { covers = { "TT-18", "TT-29" }, party = one,
  { "level lit" }, { "fight 1 ogre", dice = "d20:20" },
  { "attack ogre adv", dice = "d20:2 d20:12 d8:1", sees = "ogre: 15 hp" } }
test "who is hidden cannot be struck, until they attack" { example = true, covers = { "TT-19" }, party = one,
  { "level lit" }, { "fight 1 ogre", dice = "d20:20" }, { "try hide", dice = "d20:11", A = { hidden = true } },
  { "next" }, { "strike A", refused = "A is hidden" }, { "next" },
  { "attack ogre", dice = "d20:2", A = { hidden = false } }, { "next" }, { "strike A", dice = "d20:2" } }
test "hiding: the DC is the game master's, or it cannot be done" { covers = { "TT-20" }, party = one,
  { "level lit" }, { "try hide", dice = "d20:11", A = { hidden = true } },
  { "try hide fails", sees = "A fails, without a roll" },
  { "try hide 15", dice = "d20:14", sees = "14 vs 15, failure" },
  { "fight 1 ogre", dice = "d20:20" }, { "try hide 15", dice = "d20:14", sees = "14 vs 15, failure" } }
test "close, ranged, far" { example = true, covers = { "TT-21", "TT-22", "TT-23", "TT-24" },
  party = { { "A", hp = 8, dex = 16, wields = "bow" } },
  { "level lit" }, { "fight 1 wolf", dice = "d20:20" },
  { "place wolf 5" }, { "attack wolf", dice = "d20:14 d20:8", sees = "bow at wolf 8+3 = 11 vs 12, failure" },
  { "next" }, { "next" }, { "place wolf ranged" }, { "attack wolf", dice = "d20:8", sees = "bow at wolf 8+3 = 11 vs 12" },
  { "next" }, { "next" }, { "place wolf 10" }, { "attack wolf sword", dice = "d20:3", sees = "sword at wolf 3" },
  { "next" }, { "next" }, { "place wolf 15" }, { "attack wolf sword", refused = "out of reach" },
  { "place wolf far" }, { "attack wolf", refused = "too far off" }, { "place wolf nearby", refused = "what is 'nearby'" } }
test "in 30 ft is not 31" { example = true, covers = { "TT-30" }, party = one,
  { "level lit" }, { "fight 1 ogre", dice = "d20:20" }, { "place ogre 31" }, { "attack ogre spark", refused = "out of range" },
  { "place ogre 30" }, { "attack ogre spark", dice = "d20:4", sees = "spark at ogre 4 vs 12" },
  { "next" }, { "next" }, { "place ogre 61" }, { "attack ogre sling", refused = "out of range" }, { "place ogre 60" }, { "attack ogre sling", dice = "d20:4" } }
test "bows at close quarters are a hindrance, swords are not" { covers = { "TT-22", "TT-30" }, party = one,
  { "level lit" }, { "fight 1 ogre", dice = "d20:20" }, { "attack ogre", dice = "d20:4" }, { "next" }, { "next" },
  { "attack ogre bow", dice = "d20:4 d20:5", sees = "bow at ogre 4 vs 12" } }

-- --- attacks, damage, injury ---

test "an attack reaches the armour class or misses" { example = true, covers = { "TT-26", "TT-28", "TT-31" },
  party = { { "A", str = 14, wields = "sword", proficient = { "sword" } } },
  { "level lit" }, { "fight 1 captain", dice = "d20:20" },
  { "attack captain", dice = "d20:10 d8:6", sees = "sword at captain 10+4 = 14 vs 14, captain: 4 hp" }, { "next" }, { "next" },
  { "attack captain", dice = "d20:9", sees = "13 vs 14, failure" }, { "next" }, { "next" },
  { "attack captain axe", dice = "d20:10", sees = "axe at captain 10+2 = 12 vs 14" } }
test "strength, dexterity, wits and wisdom" { example = true, covers = { "TT-27" }, party = { { "A", str = 12, dex = 14, int = 16, wis = 10 } },
  { "level lit" }, { "fight 1 captain", dice = "d20:20" },
  { "attack captain sword", dice = "d20:2", sees = "sword at captain 2+1 = 3" }, { "next" }, { "next" },
  { "place captain 20" }, { "attack captain bow", dice = "d20:2", sees = "bow at captain 2+2 = 4" }, { "next" }, { "next" },
  { "attack captain spark", dice = "d20:2", sees = "spark at captain 2+3 = 5" }, { "next" }, { "next" },
  { "place captain 5" }, { "attack captain rebuke", dice = "d20:2", sees = "rebuke at captain 2 vs" } }
test "the game master rolls for the enemy" { example = true, covers = { "TT-32" }, party = { { "A", hp = 8, ac = 13 } },
  { "level lit" }, { "fight 1 bear", dice = "d20:20" }, { "next", sees = "bear's go" },
  { "strike A", dice = "d20:10 d10:2", sees = "strike at A 10+3 = 13 vs 13, success", A = { hp = 3 } }, { "strike A", refused = "No active action is left" }, { "next" }, { "next" }, { "strike A", dice = "d20:9", sees = "failure", A = { hp = 3 } } }
test "an archer aims by dexterity" { covers = { "TT-32" }, party = { { "A", hp = 8, ac = 13 } },
  { "level lit" }, { "fight 1 archer", dice = "d20:20", sees = "archer's go" }, { "strike A", dice = "d20:11 d6:1", sees = "strike at A 11+2 = 13", A = { hp = 5 } } }
test "a natural 20 doubles it all" { example = true, covers = { "TT-33" }, party = { { "A", str = 14, hp = 20, wields = "sword" } },
  { "level lit" }, { "fight 1 bear", dice = "d20:20" },
  { "next" }, { "strike A", dice = "d20:20 d10:4", A = { hp = 6 } }, { "next" },
  { "attack bear", dice = "d20:20 d8:6", sees = "bear: 0 hp" } }
test "house: a natural 20 doubles the dice" { house = [[ function rule.damage(of, add, c)
    return dice(of, "damage") + add + (c.natural == 20 and dice(of, "damage") or 0) end ]], party = { { "A", str = 14, wields = "sword" } },
  { "level lit" }, { "fight 1 bear", dice = "d20:20" }, { "attack bear", dice = "d20:20 d8:6 d8:1", sees = "bear: 7 hp" } }
test "a natural 20 that misses" { house = [[ creature.ogre.ac = 30 ]], party = one,
  { "level lit" }, { "fight 1 ogre", dice = "d20:20" }, { "attack ogre", dice = "d20:20", never = "ogre: " } }
test "house: hit points of monsters" { house = [[ setting.hp_per_hd = 6 ]], party = one, { "level lit" }, { "fight 1 ogre", dice = "d20:20", want = foe(1, "hp", 24) } }
test "a natural 1 on what hurts doubles it" { example = true, covers = { "TT-34", "TT-63" }, party = { { "A", hp = 20 } },
  { "level lit" }, { "trap pit avoid", dice = "d20:1 d6:3 d6:4", A = { hp = 6 } },
  { "hp A 20" }, { "trap pit avoid", dice = "d20:2 d6:3 d6:4", A = { hp = 13 } } }
test "no hit points: out cold, and dead unless stabilised" { example = true, covers = { "TT-35", "TT-36", "TT-39" }, party = { { "A", hp = 4, holding = true }, { "B", hp = 8 } },
  { "hurt A 9", A = { hp = 0, holding = false, down = true, away = true, dead = false } }, { "A try str", refused = "A is down" },
  { "pass 1 minute", A = { dead = true } } }
test "a minute, or the end of the fight" { example = true, covers = { "TT-36" }, party = { { "A", hp = 4 }, { "B", hp = 8 } },
  { "fight" }, { "next" }, { "next" }, { "hurt A 9" },
  { "next x3" }, { "over", A = { down = true, dead = false } },
  { "pass 39 seconds", A = { dead = false } }, { "pass 1 second", A = { dead = true } } }
test "or the end of a longer fight" { example = true, covers = { "TT-36" }, party = { { "A", hp = 4 }, { "B", hp = 8 } },
  { "fight" }, { "next" }, { "next" }, { "hurt A 9" },
  { "next x11", A = { dead = false, doomed = true } }, { "over", A = { dead = true } } }
test "stabilised after the minute, in the fight" { covers = { "TT-36" }, party = { { "A", hp = 4 }, { "B", hp = 8 } },
  { "fight" }, { "next" }, { "next" }, { "hurt A 9" }, { "next x8", A = { doomed = true } },
  { "aid A", dice = "d20:11 d20:15", A = { hp = 1, doomed = false, away = false } }, { "over", A = { dead = false } } }
test "an ally stabilises" { example = true, covers = { "TT-37", "TT-38" }, party = { { "A", hp = 4 }, { "B", hp = 8, wis = 12 } },
  { "hurt A 4" }, { "B aid A", dice = "d20:9", sees = "WIS 9+1 = 10 vs 11, failure", A = { down = true } },
  { "B aid A", dice = "d20:10 d20:15", sees = "11 vs 11, success, injury.hindered", A = { hp = 1, down = false, away = false, hindered = true } },
  { "pass 2 minutes", A = { dead = false } } }
test "by another ability" { covers = { "TT-37" }, party = { { "A", hp = 4 }, { "B", hp = 8, int = 14 } },
  { "hurt A 4" }, { "B aid A int", dice = "d20:9 d20:15", sees = "INT 9+2 = 11" } }
test "house: stabilising is harder" { house = [[ setting.dc = 15 ]], party = { { "A", hp = 4 }, { "B", hp = 8 } },
  { "hurt A 4" }, { "B aid A", dice = "d20:14", sees = "vs 15, failure" } }
test "a potion stabilises, and an injury comes of it" { example = true, covers = { "TT-38", "TT-43" }, party = { { "A", hp = 20 } },
  { "hurt A 20" }, { "heal A 3d6", dice = "d6:1 d6:4 d6:6 d20:15", A = { hp = 11, hindered = true, down = false } } }
test "hit points have a floor and a ceiling" { example = true, covers = { "TT-39" }, party = { { "A", hp = 3 }, { "B", hp = "7/8" } },
  { "hurt A 5", A = { hp = 0 } }, { "heal B 6", B = { hp = 8 } } }
test "a check eases and heals nothing" { example = true, covers = { "TT-40", "TT-44" }, party = { { "A", hp = "3/8", hindered = true }, { "B", hp = 8 } },
  { "B aid A", dice = "d20:11", A = { hp = 3, hindered = false } } }
test "a night of rest" { example = true, covers = { "TT-41", "TT-42" }, party = { { "A", hp = "5/18", level = 4 }, { "B", hp = "17/18", level = 4 } },
  { "rest safe fed", never = "travel", A = { hp = 9 }, B = { hp = 18 }, minutes = 480 },
  { "rest unsafe fed", dice = quiet(8), A = { hp = 10 }, B = { hp = 18 }, minutes = 960 } }
test "no place is safe unless the game master says so" { covers = { "TT-41" }, party = { { "A", hp = "5/18", level = 4 } },
  { "rest", dice = quiet(8), never = "asked", A = { hp = 6, waking = 0 } }, { "rest safe", A = { hp = 10 } } }
test "magic and medicine" { example = true, covers = { "TT-43" }, party = { { "A", hp = "2/20" } }, { "heal A 3d6", dice = "d6:1 d6:4 d6:6", A = { hp = 13 } } }
test "lost ability comes back with weeks of care" { example = true, covers = { "TT-45" }, party = { { "A", hp = 5, str = "8/12" } },
  { "care A", A = { hp = 5, str = 8 }, minutes = 10080 }, { "str A +3", A = { str = 11 } } }

local hurt = { { "A", hp = 4, str = 12 }, { "B", hp = 8 } }
test "injury 1: dead after all" { example = true, covers = { "TT-46" }, party = hurt,
  { "hurt A 4" }, { "B aid A", dice = "d20:11 d20:1", sees = "injury.dead", A = { dead = true, away = true } }, { "pass 1 minute" } }
test "injury 2: feeble" { example = true, covers = { "TT-47" }, party = hurt,
  { "hurt A 4" }, { "B aid A", dice = "d20:11 d20:2 d6:4", A = { str = 8, hp = 1, dead = false } } }
test "injuries 3 to 7: the other abilities" { covers = { "TT-48", "TT-49", "TT-50", "TT-51", "TT-52" }, party = hurt,
  { "hurt A 4" }, { "B aid A", dice = "d20:11 d20:3 d6:1", sees = "injury.shaky", A = { dex = 9 } },
  { "hurt A 4" }, { "B aid A", dice = "d20:11 d20:4 d6:2", sees = "injury.weak", A = { con = 8 } },
  { "hurt A 4" }, { "B aid A", dice = "d20:11 d20:5 d6:3", sees = "injury.addled", A = { int = 7 } },
  { "hurt A 4" }, { "B aid A", dice = "d20:11 d20:6 d6:4", sees = "injury.confused", A = { wis = 6 } },
  { "hurt A 4" }, { "B aid A", dice = "d20:11 d20:7 d6:5", sees = "injury.disfigured", A = { cha = 5, str = 12 } } }
test "injuries 8 to 13: a part of the body" { example = true, covers = { "TT-53" }, party = hurt,
  { "hurt A 4" }, { "B aid A", dice = "d20:11 d20:8", sees = "injury.maimed, you say which", A = { hp = 1 } },
  { "hurt A 4" }, { "B aid A", dice = "d20:11 d20:13", sees = "injury.maimed" } }
test "injuries 14 to 19: hindered until rest" { example = true, covers = { "TT-54" }, party = hurt,
  { "hurt A 4" }, { "B aid A", dice = "d20:11 d20:14", A = { hp = 1, hindered = true } },
  { "A try str", dice = "d20:12 d20:3", sees = "STR 3+1" },
  { "rest unsafe fed", dice = quiet(8), A = { hindered = false } },
  { "hurt A 4" }, { "B aid A", dice = "d20:11 d20:19", A = { hindered = true } } }
test "house: until a safe rest" { house = [[ local usual = rule.slept
    function rule.slept(who, safe, ...) local was = who.hindered usual(who, safe, ...) if not safe then set(who, "hindered", was) end end ]], party = { { "A", hp = 4, hindered = true } },
  { "rest unsafe fed", dice = quiet(8), A = { hindered = true } }, { "rest safe fed", A = { hindered = false } } }
test "injury 20: standing" { example = true, covers = { "TT-55" }, party = { { "A", hp = 8 }, { "B", hp = 8 } },
  { "hurt A 8" }, { "B aid A", dice = "d20:11 d20:20 d8:5", A = { hp = 5 } } }
test "house: standing, on top" { house = [[ function rule.stands(who) gain(who, "hp", dice("1d8", "standing")) end ]], party = { { "A", hp = 8 }, { "B", hp = 8 } },
  { "hurt A 8" }, { "B aid A", dice = "d20:11 d20:20 d8:5", A = { hp = 6 } } }
test "nobody helps the dead, or those who need none" { covers = { "TT-36", "TT-37" }, party = { { "A", hp = 4 }, { "B", hp = 8 } },
  { "hurt A 4" }, { "B aid A x3", dice = "d20:11 d20:20 d8:1", A = { down = false, hp = 1 } }, { "B aid A", sees = "A is neither dying", never = "check" },
  { "dead A on" }, { "B aid A", refused = "A is dead." } }
test "without constitution a member is dead, without strength the game master says" { party = { { "A", hp = 4, str = 3, con = 3 }, { "B", hp = 8 } },
  { "hurt A 4" }, { "B aid A", dice = "d20:11 d20:2 d6:4", A = { str = 0, dead = false } },
  { "hurt A 1" }, { "B aid A", dice = "d20:11 d20:4 d6:3", A = { con = 0, dead = true } } }

-- --- morale ---

local lit = { { "A", hp = 8, wields = "sword" }, { "B", hp = 8 } }

test "every creature has morale" { example = true, covers = { "TT-56", "TT-57" },
  house = [[ creature "guard" { hd = 3, wis = 12, morale = 2 } ]], party = one,
  { "= creature.ogre.morale", data = 2 }, { "level lit" },
  { "fight 1 guard", dice = "d20:8", sees = "morale 8+3 = 11 vs 11, success", never = "flee" }, { "over" },
  { "fight 1 guard", dice = "d20:7", sees = "morale 7+3 = 10 vs 11, failure, guard flees" } }
test "creatures without a bonus have none" { covers = { "TT-56" }, party = one, { "level lit" }, { "fight 1 goblin", dice = "d20:11", sees = "morale 11 vs 11" } }
test "the tougher, the braver" { covers = { "TT-57" }, party = one, { "level lit" }, { "fight 1 wolf", dice = "d20:10", sees = "morale 10+1 = 11 vs 11, success" } }
test "house: a bonus for all the others" { house = [[ local usual = rule.courage function rule.courage(of) return usual(of) + 2 end ]], party = one,
  { "level lit" }, { "fight 1 goblin", dice = "d20:9", sees = "morale 9+2 = 11 vs 11, success" } }
test "broken: they flee, or surrender" { example = true, covers = { "TT-58" }, party = one, { "level lit" },
  { "fight 1 goblin", dice = "d20:10", sees = "goblin flees, leave.melee", turn = { procedure = "hour" } }, { "strike A", refused = "only for melee" } }
test "or surrender, if you are asked and say so" { covers = { "TT-58" }, house = "question.rout.always = nil", party = one, { "level lit" },
  { "fight 1 goblin", dice = "d20:10", answers = { rout = "surrender" }, sees = "goblin surrenders" } }
test "the blow that breaks them all ends the fight" { covers = { "TT-61" }, party = { { "A", hp = 8, str = 18, wields = "sword" } }, { "level lit" },
  { "fight 2 goblin", dice = "d20:11" }, { "next x2" },
  { "attack goblin 2", dice = "d20:20 d8:8 d20:2", sees = "goblin2 falls., goblin1 flees, leave.melee", turn = { procedure = "hour" } } }
test "characters seldom test it, and one by one" { example = true, covers = { "TT-59", "TT-62" }, party = lit, { "level lit" },
  { "fight 5 goblin", dice = "d20:11" }, { "over" },
  { "morale A; morale B", dice = "d20:11 d20:10", sees = "A: morale 11 vs 11, success, B: morale 10 vs 11, failure, B breaks", never = "A breaks" } }
test "outnumbered, they are at a disadvantage" { covers = { "TT-60" }, party = lit, { "level lit" },
  { "fight 1 goblin", dice = "d20:15 d20:4", sees = "goblin flees" },
  { "fight 2 goblin", dice = "d20:11" }, { "over" },
  { "fight 2 goblin", dice = "d20:11" }, { "morale adv", dice = "d20:4 d20:15", never = "flee" } }
test "four moments" { covers = { "TT-61" }, party = { { "A", hp = 8, str = 18, wields = "sword" } }, { "level lit" },
  { "fight 4 captain", dice = "d20:20", party = { moments = { "The fight begins" } } },
  { "attack captain", dice = "d20:20 d8:8 d20:20 d20:20", party = { moments = { "The fight begins", "The first death", "Their leader is dead" } } },
  { "next x4" },
  { "attack captain", dice = "d20:20 d8:8 d20:20", party = { moments = { "The fight begins", "The first death", "Their leader is dead", "The outcome is obvious" } } },
  { "morale", dice = "d20:20" } }
test "as a fight begins, you call for it" { covers = { "TT-57", "TT-61" }, house = "rule.opens = nil  function rule.opens() end", party = one, { "level lit" },
  { "fight 1 goblin", never = "check", turn = { procedure = "melee" } }, { "morale", dice = "d20:10", sees = "goblin flees" } }
test "house: no test at all" { covers = { "TT-61" }, house = [[ function rule.moment() end ]], party = one, { "level lit" },
  { "fight 1 goblin", never = "check" }, { "morale", dice = "d20:11" } }
test "the side, by kinds, or each" { example = true, covers = { "TT-62" }, party = one, { "level lit" },
  { "fight 5 goblin", dice = "d20:11" }, { "fight 2 bandit" },
  { "morale group", dice = "d20:10 d20:10", sees = { "goblin1, goblin2, goblin3, goblin4 and goblin5 flee." } },
  { "over" }, { "fight 3 goblin", dice = "d20:11" },
  { "morale individual", dice = "d20:11 d20:10 d20:11", sees = { "goblin2 flees." } },
  { "morale side", dice = "d20:11" } }
test "a leader tests for the side" { covers = { "TT-62" }, party = one, { "level lit" },
  { "fight 3 goblin", dice = "d20:11" }, { "fight 1 captain" }, { "morale", dice = "d20:9", sees = "captain4: morale 9+2" } }

-- --- traps ---

test "a trap is a check as any other" { example = true, covers = { "TT-63" }, party = { { "A", hp = 8, dex = 14 } },
  house = [[ trap.pit.dc = 13 ]], { "level lit" },
  { "trap pit avoid", dice = "d20:11", sees = "DEX 11+2 = 13 vs 13, success, A is not caught", A = { hp = 8 } },
  { "trap pit avoid", dice = "d20:10 d6:1 d6:2", A = { hp = 5 } } }
test "without when, where and how there is no check" { example = true, covers = { "TT-64" }, party = { { "A", hp = 8, dex = 14 } },
  { "trap pit", dice = "d6:1 d6:2", never = "check", A = { hp = 5 } } }
test "no trap without a warning" { example = true, covers = { "TT-65" },
  house = [[ room "hall" { trap = "darts" }  trap "blade" { harm = "1d8" }  room "stair" { trap = "blade" } ]],
  { "lua go 'hall'", sees = "Small holes in the wall" }, { "lua go 'stair'", sees = "The trap blade has no cue" } }
test "magic or not, harm or not, and more ways than one" { covers = { "TT-66" }, party = { { "A", hp = 8, cha = 14 } },
  { "= trap.whispers.magic", data = true }, { "= trap.pit.magic", data = false }, { "level lit" },
  { "trap whispers", sees = "it speaks with your voice", A = { hp = 8 } },
  { "trap whispers disarm", dice = "d20:9", sees = "CHA 9+2 = 11 vs 11, A is not caught" },
  { "trap pit cross", dice = "d20:11", sees = "STR 11" } }

-- --- treasure and load ---

test "gold is experience" { example = true, covers = { "TT-67", "TT-72" }, party = lit,
  { "treasure 30", party = { xp = 30 }, A = { gp = 30 } }, { "treasure 100 unearned B", party = { xp = 30 }, B = { gp = 100 } } }
test "house: less experience" { house = [[ setting.xp_per_gp = 0.5 ]], party = lit, { "treasure 30", party = { xp = 15 } } }
test "a hundred coins are a pound, five hundred a load" { example = true, covers = { "TT-68" }, party = { { "A", load = 9, sp = 750 }, { "B", cp = 500 } },
  { "= rule.coins(party.members[1]) / 100", data = 7.5 }, { "= rule.load(party.members[1])", data = 10.5 }, { "= rule.load(party.members[2])", data = 1 },
  { "= rule.speed(party.members[1])", data = 25 } }
test "ten copper are a silver, ten silver a gold piece" { example = true, covers = { "TT-69" }, party = { { "A", cp = 1234 } },
  { "coins", sees = { "12 gp 3 sp 4 cp, 0.19 pounds, 0.038 loads" }, A = { gp = 12, sp = 3, cp = 4 } }, { "sp A 23" }, { "coins", A = { gp = 14, sp = 3, cp = 4 } } }
test "what an enemy carries" { example = true, covers = { "TT-70" }, party = lit, { "loot 3", dice = "d20:4 d20:17 d20:9", A = { gp = 30 }, party = { xp = 30 } }, { "loot 0", refused = "not a number from 1" } }
test "house: one die times the hit dice" { house = [[ function rule.loot(hd) return hd * dice("1d20", "loot") end ]], party = lit, { "loot 3 B", dice = "d20:4", B = { gp = 12 } } }
test "a magic item is experience when captured, not when sold" { example = true, covers = { "TT-71" }, party = lit,
  { "treasure 200 item", party = { xp = 200 }, A = { gp = 0 } }, { "treasure 150 unearned", party = { xp = 200 }, A = { gp = 150 } } }

-- --- travel turns ---

test "five hours, five d20" { example = true, covers = { "TT-73", "TT-78" }, { "wait; wait; wait; wait; wait", dice = "d20:20 d20:15 d20:7 d20:20 d20:12", minutes = 300, turn = 5 } }
test "every hour tells torches, way and what is met" { example = true, covers = { "TT-74" }, given = { torches = 2, minutes = 480, lights = { "torch A" } },
  { "travel open", dice = "d20:15", want = function(g)
    for _, e in ipairs(g.events) do
      if e.kind == "hour" then return (e.torches ~= 2 or e.encounter ~= "The threat grows or comes nearer.") and e.text or nil end
    end
    return "no record"
  end, party = { travelled = 1 } } }
test "a torch burns an hour, a lantern three" { example = true, covers = { "TT-75", "TT-76" }, given = { minutes = 360, lights = { "torch A", "lantern B" } },
  { "wait", dice = "d20:20", sees = "A's torch burns down", lights = "lantern B", time = "07:00" },
  { "wait", dice = "d20:20", lights = "lantern B" }, { "wait", dice = "d20:20", sees = "B's lantern burns down", lights = "" } }
test "house: shorter torches" { house = [[ light.torch.lasts = "30 minutes" light.lantern.lasts = "2 hours" ]], given = { lights = { "torch A", "lantern B" } },
  { "pass 30 minutes", lights = "lantern B" }, { "pass 90 minutes", lights = "" } }
test "a torch lit in the middle of an hour" { given = { torches = 1 },
  { "pass 30 minutes" }, { "light torch A" }, { "wait", dice = "d20:20", lights = "", minutes = 90 } }
test "the d20 falls before the lights go out" { given = { lights = { "torch A" } },
  { "wait", dice = "d20:20", want = function(g)
    local rolled
    for _, e in ipairs(g.events) do
      if e.kind == "travel" then rolled = true elseif e.kind == "light_out" and not rolled then return "the torch was first" end
    end
  end } }
test "house: the d20 as the hour begins" { house = [[ procedure.hour:remove "travel"  procedure.hour:after("outset", "travel") ]], { "travel", dice = "d20:15", sees = "travel.nearer", minutes = 60 },
  { "scene; scene; scene; scene", dice = "d20:15", minutes = 120 } }
test "three or four scenes are an hour" { example = true, covers = { "TT-77" },
  { "scene" }, { "scene", never = "asked" }, { "scene", want = by_default("hour", false), minutes = 0, party = { scenes = 3 } },
  { "scene", dice = "d20:15", never = "asked.hour", sees = "travel.nearer", minutes = 60, party = { scenes = 0 } } }
test "three, if the game master says so" { covers = { "TT-77" },
  { "scene" }, { "scene" }, { "scene", asks = "hour" }, { "scene", dice = "d20:15", answers = { hour = true }, minutes = 60, party = { scenes = 0 } } }
test "house: more scenes to the hour" { house = [[ function act.scene() gain "scenes" if party.scenes > 5 or party.scenes == 5 and ask "hour" then run "hour" end end ]],
  { "scene; scene; scene; scene", never = "asked", party = { scenes = 4 } }, { "scene", want = by_default("hour", false) }, { "scene", dice = "d20:15", minutes = 60 } }
test "an hour on the way begins the scenes anew" { covers = { "TT-77" }, { "scene; scene" }, { "wait", dice = "d20:15", party = { scenes = 0 } } }
test "cautious and careless" { example = true, covers = { "TT-79" },
  { "travel cautious", dice = "d20:1 d20:12", sees = "travel.nearer" }, { "careless", dice = "d20:1 d20:12", sees = "travel.terrible" }, { "normal", dice = "d20:12", sees = "travel.nearer" } }
test "house: they are careful unless they say otherwise" { house = [[ pace.normal.die = "2d20kh1" ]], { "wait", dice = "d20:1 d20:12", sees = "travel.nearer" } }
test "the bands of the d20" { example = true, covers = { "TT-81", "TT-82", "TT-83", "TT-84" },
  { "wait", dice = "d20:1", sees = "travel.terrible" }, { "wait", dice = "d20:2", sees = "travel.soon" }, { "wait", dice = "d20:10", sees = "travel.soon" },
  { "wait", dice = "d20:11", sees = "travel.nearer" }, { "wait", dice = "d20:19", sees = "travel.nearer" }, { "wait", dice = "d20:20", sees = "travel.nothing" } }
local charts = [[ question.what.always = true ]]
test "what it is here is rolled" { covers = { "TT-80", "TT-81", "TT-82", "TT-83", "TT-84" }, house = charts,
  { "wait", dice = "d20:1 d8:3", never = "asked", sees = "calamity.ambush, encounter" }, { "wait", dice = "d20:5 d6:2", sees = "trouble.enemies", never = "encounter" },
  { "wait", dice = "d20:12 d8:8", sees = "omen.birds" }, { "wait", dice = "d20:20 d6:4", sees = "luck.friend", never = "asked" } }
test "house: what it is here, the game master says" { covers = { "TT-80", "TT-81", "TT-82", "TT-83" }, house = [[ question.what.always = nil ]],
  { "wait", dice = "d20:1 d8:1", asks = "what" },
  { "wait", dice = "d20:1 d8:1", want = by_default("what", "The worst monster of these parts is here: an ogre."), sees = "encounter" },
  { "wait", dice = "d20:5 d6:1", want = by_default("what", "A trap or a poison, hard to see."), never = "encounter" },
  { "wait", dice = "d20:15 d8:1", answers = { what = "the toll keeper has heard them" }, sees = "the toll keeper has heard them" } }
test "house: a table of the campaign's own" { covers = { "TT-80" }, house = [[ chart.omen { die = "1d4", { "1-3", "drums" }, { "4", "fog" } } question.what.always = true ]],
  { "wait", dice = "d20:12 d4:4", sees = "omen.fog" } }
test "a march is told in hours or days" { { "march 12 miles", refused = "what is 'miles'" }, { "travel 3 miles", refused = "what is '3 miles'" } }
test "what is terrible ends a long way" { given = { minutes = 420 }, { "march open", dice = "d20:15 d20:5 d20:1", sees = "encounter, broken", minutes = 600, party = { travelled = 3 } } }
test "house: so does what is bad" { house = [[ function rule.soon() emit "encounter" { what = rule.bodes "trouble" } end ]], { "rest unsafe", dice = "d20:5", sees = "encounter, broken", minutes = 60 } }
test "house: nothing does" { house = [[ function rule.terrible() rule.bodes "calamity" end ]], { "rest unsafe", dice = ("d20:1 "):rep(8), never = "encounter", minutes = 480 } }
test "a rest broken off goes on" { party = { { "A", hp = "1/8" } },
  { "rest unsafe fed", dice = "d20:20 d20:20 d20:1", sees = "broken", A = { hp = 1 }, minutes = 180 }, { "rest unsafe fed", dice = quiet(5), A = { hp = 2 }, minutes = 480 } }
test "house: the threat is counted" { house = [[ track "threat" {}  local usual = rule.nearer  function rule.nearer() gain "threat" usual() end ]],
  { "wait", dice = "d20:15", party = { threat = 1 } }, { "wait", dice = "d20:5", party = { threat = 1 } } }
test "who wanders by" { { "meet", dice = "d10:9 2d6:4,4 d6:5", sees = "wanderers.a bear, a bear, ranged, wary; nobody surprised" } }

-- --- the roll to return ---

local home = { { "A", hp = 9, dex = 18, proficient = { "dex" } }, { "B", hp = 9, dex = 16, proficient = { "dex" }, load = 2 } }

test "the way back is rolled for when the game master says so" { covers = { "TT-85" }, party = home,
  { "home 4", asks = "way" }, { "home 4 dangerous", dice = "d20:20 d20:20", never = "asked", minutes = 240 } }
test "with the highest modifier, proficiency and all" { example = true, covers = { "TT-86" },
  party = { { "A", str = 12, dex = 16, wis = 18, proficient = { "dex" } } },
  { "= rule.best_skill(party.members[1])", data = "dex" }, { "home 2", dice = "d20:7", sees = "7+5 = 12 vs 12, success" } }
test "dangerous or arduous" { covers = { "TT-87" }, party = home,
  { "home 4", dice = "d20:20 d20:7 d6:1 d6:1", want = by_default("way", "dangerous"), B = { hp = 7 } } }
test "10, and 1 for each hour, and 20 at most" { example = true, covers = { "TT-88" },
  { "= rule.home_dc(0, 0)", data = 10 }, { "= rule.home_dc(4, 0)", data = 14 }, { "= rule.home_dc(10, 0)", data = 20 }, { "= rule.home_dc(13, 0)", data = 20 } }
test "safe, and nothing lost" { example = true, covers = { "TT-89" }, party = home,
  { "home 4 dangerous", dice = "d20:8 d20:9", sees = "8+6 = 14 vs 14, success, 9+5 = 14 vs 14, success", A = { hp = 9 }, B = { hp = 9, load = 2 } } }
test "dangerous: a d6 for each point" { example = true, covers = { "TT-90" }, party = { { "A", hp = 20 } },
  { "home 2 dangerous", dice = "d20:9 d6:1 d6:1 d6:6", A = { hp = 12 } } }
test "arduous: a load for each point" { example = true, covers = { "TT-91" }, party = { { "A", load = 16 }, { "B", load = 5 } },
  { "load A 10" }, { "A home 13 arduous", dice = "d20:6", A = { load = 0 } },
  { "str B 30" }, { "load B 16" }, { "B home 13 arduous", dice = "d20:20", B = { load = 16 } } }
test "fourteen loads of sixteen" { example = true, covers = { "TT-91" }, party = { { "A", str = 10, load = 16, cha = 10 } },
  { "A home 13 arduous", dice = "d20:6 d20:16", A = { load = 2 } } }
test "brought low on the way: unconscious, or dead if the game master says so" { example = true, covers = { "TT-92" }, party = { { "A", hp = 5 } },
  { "home 2 dangerous", dice = "d20:10 d6:5 d6:3", A = { hp = 0, down = true, dead = false } },
  { "pass 5 minutes", A = { dead = false } }, { "dead A on", A = { dead = true } } }
test "armour does not help on the way" { example = true, covers = { "TT-93" }, party = { { "A", hp = 10, soak = 2 } },
  { "home 2 dangerous", dice = "d20:10 d6:5 d6:3", A = { hp = 2 } }, { "heal A 8", A = { hp = 10 } }, { "hurt A 3", A = { hp = 9 } } }
test "the cheap and the loose first, weapons and armour last" { example = true, covers = { "TT-94" },
  party = { { "A", items = { { name = "sword", class = "weapon" }, { name = "armour", class = "armour" }, { name = "purse" }, { name = "skull" } } } },
  { "home 4 arduous", dice = "d20:12", sees = { "A loses 2 items: purse and skull." }, want = function(g) if #g.party.members[1].items ~= 2 then return "wrong" end end } }
test "what is worth more and better tied is lost later" { covers = { "TT-94" },
  party = { { "A", items = { { name = "sword", class = "weapon" }, { name = "locket", secured = true }, { name = "crown", value = 500 }, { name = "rope" } } } },
  { "home 9 arduous", dice = "d20:15", sees = { "A loses 4 items: rope, crown, locket and sword." } } }
test "the same way, dangerous" { example = true, covers = { "TT-90", "TT-95" }, party = home,
  { "home 4 dangerous", dice = "d20:11 d20:7 d6:3 d6:5", A = { hp = 9 }, B = { hp = 1 }, minutes = 240 } }
test "a natural 1 on the way doubles it" { party = { { "A", hp = 40 } },
  { "home 1 dangerous", dice = "d20:1 " .. ("d6:1 "):rep(10), A = { hp = 20 } } }
test "lights burn on the way, and no d20 is rolled" { party = home, given = { torches = 1, lights = { "torch A", "lantern B" } },
  { "home 2 dangerous", dice = "d20:20 d20:20", never = "travel", lights = "lantern B", minutes = 120, A = { waking = 2 } } }

-- --- timekeeping ---

test "what has a length ends in its hour" { example = true, covers = { "TT-96" }, given = { minutes = 300 },
  { "effect 3 blessing" }, { "pass 2 hours", never = "blessing ends" }, { "pass 1 hour", sees = "blessing ends", time = "08:00" } }
test "a length by dice" { covers = { "TT-96", "TT-100" }, { "effect 2d6 fear", dice = "d6:1 d6:2" }, { "pass 2 hours", never = "fear ends" }, { "pass 1 hour", sees = "fear ends" } }
test "up to four dice show the hour" { example = true, covers = { "TT-97", "TT-98" },
  { "= rule.dice_text(1)", data = "1" }, { "= rule.dice_text(24)", data = "6,6,6,6" },
  { "= rule.dice_text(5) .. rule.quarter(5)", data = "5pre-dawn" }, { "= rule.dice_text(6) .. rule.quarter(6)", data = "6pre-dawn" },
  { "= rule.dice_text(7) .. rule.quarter(7)", data = "6,1morning" }, { "= rule.dice_text(12) .. rule.quarter(12)", data = "6,6morning" },
  { "= rule.dice_text(13) .. rule.quarter(13)", data = "6,6,1afternoon" }, { "= rule.dice_text(18) .. rule.quarter(18)", data = "6,6,6afternoon" },
  { "= rule.dice_text(20) .. rule.quarter(20)", data = "6,6,6,2night" }, { "= rule.dice_text(24) .. rule.quarter(24)", data = "6,6,6,6night" } }
test "hours run from 1 to 24" { covers = { "TT-98" }, given = { minutes = 1380 },
  { "hours", sees = { "23:00 (6,6,6,5) night" } }, { "pass 1 hour" }, { "hours", sees = { "00:00 (6,6,6,6) night" } }, { "pass 1 hour" }, { "hours", sees = { "01:00 (1) pre-dawn" } } }
test "house: hours run from 0 to 23" { house = [[ function rule.hour() return clock.hour + 1 end ]], given = { minutes = 300 },
  { "hours", sees = { "05:00 (6) pre-dawn" } }, { "pass 1 hour" }, { "hours", sees = { "06:00 (6,1) morning" } } }
test "time dice count other things down" { example = true, covers = { "TT-99" }, { "hours 5", sees = "5 hours: 5" }, { "hours 8", sees = { "8 hours: 6,2" } } }
test "time dice make the hour" { example = true, covers = { "TT-100" }, { "clock 3", dice = "d6:4 d6:6 d6:2", time = "12:00", sees = { "12:00 (6,6) morning" } }, { "clock 5", refused = true }, { "clock 0", refused = true } }
test "and how long it lasts" { example = true, covers = { "TT-100" }, { "effect 3d6 fog", dice = "d6:4 d6:6 d6:2" }, { "pass 11 hours", never = "fog ends" }, { "pass 1 hour", sees = "fog ends" } }
test "from a starting hour" { example = true, covers = { "TT-101" }, { "clock 1 12", dice = "d6:3", time = "15:00" } }
test "the next time it is that hour" { covers = { "TT-100" }, given = { minutes = 600 }, { "clock 2", dice = "d6:3 d6:2", time = "05:00", minutes = 1740 } }
test "the worked example: three and two are five" { example = true, covers = { "TT-102", "TT-103" },
  { "clock 2", dice = "d6:3 d6:2", sees = { "05:00 (5) pre-dawn" } }, { "wait", dice = "d20:15", sees = { "travel.nearer", "06:00 (6)" } }, { "wait", dice = "d20:20", sees = { "travel.nothing", "07:00 (6,1)" } } }

test "a march stops where somebody is at the end of endurance, and goes on" { given = { minutes = 420 }, party = { { "A", waking = 4 } },
  { "march open", dice = quiet(6), sees = "Rest now, or be exhausted: A.", party = { travelled = 6 } }, { "waking A 0" }, { "march open", dice = quiet(4), party = { travelled = 10 }, minutes = 1020 } }
test "by the day, also where they do not march" { covers = { "TT-111" }, party = { { "A", con = 60 } },
  { "every day" }, { "wait x23", never = "travel." }, { "wait", dice = quiet(1), sees = "travel.nothing" }, { "wait", never = "travel." } }
test "by the day, also where the march breaks off" { covers = { "TT-111" }, given = { minutes = 420 }, party = { { "A", con = 60 } }, house = [[ track.every.start = "day" ]],
  { "every hour" }, { "march open", dice = "d20:20 d20:1", minutes = 540 }, { "every day" }, { "wait x23", never = "travel." }, { "wait", dice = quiet(1) } }
test "what was said of the light outdoors ends with the day" { covers = { "TT-130" }, given = { minutes = 1020 }, party = { { "A", con = 60 } },
  { "outdoors on" }, { "level dim" }, { "wait", dice = quiet(1) }, { "= rule.level()", data = "dim" }, { "wait", dice = quiet(1) }, { "= rule.level()", data = "dark" } }
test "indoors it holds" { covers = { "TT-130" }, given = { minutes = 1020 }, party = { { "A", con = 60 } },
  { "level lit" }, { "wait; wait", dice = quiet(2) }, { "= rule.level()", data = "lit" } }
test "the weather stays what it was" { covers = { "TT-110" }, given = { minutes = 420 }, party = { { "A", str = 14 } },
  { "every day" }, { "weather harsh" }, { "march open", dice = quiet(1), party = { travelled = 3 } } }
test "by day no torch is lit from the last" { covers = { "TT-75" }, house = [[ question.relight.always = rule.relights ]], given = { minutes = 600, torches = 2, lights = { "torch A" } },
  { "outdoors on" }, { "wait", dice = quiet(1), never = "asked", lights = "", party = { torches = 2 } }, { "time 20:00" }, { "light torch A" },
  { "wait", dice = quiet(1), never = "asked", lights = "torch A", party = { torches = 0 } } }
test "first aid takes its time" { covers = { "TT-37" }, party = { { "A", hp = 3 }, { "B", hp = 3, wis = 12 } },
  { "hurt A 3" }, { "B aid A", dice = "d20:10 d20:9", want = function(g) if g.party.now ~= 10 then return "it is " .. g.party.now end end } }

test "somebody comes: one question" { covers = { "TT-04", "TT-17" },
  { "meet", dice = "d10:1 2d4:1,2 2d6:2,2 d6:1", asks = "creature" },
  { "meet", dice = "d10:1 2d4:1,2 2d6:2,2 d6:1 d20:20 d20:20", sees = "3 goblins, ranged, hostile; the party surprised, goblin1's go", turn = { procedure = "melee" }, want = foe(3, "at", "ranged") },
  { "over" }, { "meet 2 wolves, ranged, friendly, nobody", dice = "d10:1 2d4:1,2 2d6:1,1 d6:1", sees = "2 wolves, ranged, friendly", turn = { procedure = "hour" } },
  { "meet friendly 2 wolves", dice = "d6:6", sees = "2 wolves, ranged, friendly; nobody surprised", turn = { procedure = "hour" } } }
test "what these rules do not know fights without numbers" { { "meet hostile a lich", dice = "d6:6", answers = { combat = "fight" }, turn = { procedure = "melee" } } }
test "a round in one line" { covers = { "TT-05", "TT-16" }, party = { { "A", hp = 8, dex = 14, ac = 15, wields = "sword" }, { "B", hp = 8, dex = 9, ac = 15, wields = "bow" } }, { "level lit" },
  { "fight 2 ogre", dice = "d20:20" },
  { "round", dice = "d20:2 d20:4 d20:3 d20:2 d20:2", sees = "A: sword at ogre1 2, B: bow at ogre1 3, ogre1: strike at A 2, ogre2: strike at B 2", party = { up = "A" } } }
test "a round up to somebody's go" { covers = { "TT-16" }, party = { { "A", hp = 8, dex = 14, ac = 15, wields = "sword" }, { "B", hp = 8, dex = 9, ac = 15, wields = "bow" } }, { "level lit" },
  { "fight 1 ogre", dice = "d20:20 d20:20" }, { "round B", dice = "d20:2", sees = "A: sword at ogre 2", never = "B: " }, { "B try hide", dice = "d20:11" },
  { "round", dice = "d20:2", sees = "ogre: strike at A", never = "B: bow" } }
test "several choose in one line" { covers = { "TT-05", "TT-16" }, house = "rule.opens = nil  function rule.opens() end", party = { { "A", hp = 8, dex = 8, wields = "sword" }, { "B", hp = 8, dex = 14, wields = "sword" }, { "C", hp = 8, dex = 12 } }, { "level lit" },
  { "fight 2 goblin" },
  { "A attack goblin 2 + B attack goblin 1", dice = "d20:3", refused = "It is C's go; next ends it." },
  { "A attack goblin 2 + B attack goblin 1 + C spend quick drink", dice = "d20:3 d20:5 d20:6 d20:2",
    sees = "B: sword at goblin1 3, goblin1: strike at A 5, goblin2: strike at B 6, A: sword at goblin2 2", party = { up = "A" } },
  { "B attack goblin 1", refused = "It is A's go; B has had one in this round." }, { "round", party = { up = "B" } } }
test "who is out of reach is closed in on" { party = { { "A", hp = 8, dex = 14, ac = 15, wields = "sword" } }, { "level lit" },
  { "fight 1 ogre", dice = "d20:20" }, { "place ogre ranged" }, { "round", dice = "d20:2", sees = "A closes in, ogre: strike at A" }, { "round", dice = "d20:2 d20:2", sees = "A: sword at ogre" } }
test "enemies who find nobody on their feet strike nobody" { party = { { "A", hp = 1, dex = 5 } }, { "level lit" },
  { "fight 2 goblin", dice = "d20:20" }, { "round", dice = "d20:18 d6:6", sees = "goblin1: strike at A", never = "goblin2: strike", A = { down = true } } }
test "what is left of the enemy" { covers = { "TT-39" }, party = { { "A", hp = 8 } }, { "level lit" }, { "foes", refused = "only for melee" },
  { "fight 2 goblin", dice = "d20:20" }, { "foes", sees = { "goblin1, close: 4 hp.", "goblin2, close: 4 hp." } } }
test "an enemy is harmed by something else" { covers = { "TT-31" }, party = { { "A", hp = 8 } }, { "level lit" }, { "harm goblin 3", refused = "only for melee" },
  { "fight 2 goblin", dice = "d20:20" }, { "harm goblin1 1d6", dice = "d6:3", sees = "goblin1: 1 hp" }, { "harm goblin1 1", dice = "d20:20 d20:20", sees = "goblin1 falls" } }
test "a round whose dice fell on the table is one line" { covers = { "TT-31" }, party = { { "A", hp = 8 }, { "B", hp = 8 } }, { "level lit" },
  { "fight 2 goblin", dice = "d20:20" },
  { "harm goblin 1 2; hurt A 3; next round", sees = "goblin1: 2 hp, goblin1's go", never = "strike, sword, fists", A = { hp = 5 } } }
test "a fight without enemies is over" { covers = { "TT-04" }, party = { { "A", hp = 8, str = 18, dex = 14, wields = "sword" } }, { "level lit" },
  { "fight 1 goblin", dice = "d20:20" }, { "attack goblin", dice = "d20:18 d8:8", sees = "goblin falls, leave.melee", turn = { procedure = "hour" } } }
test "a blow that makes the others break off may fell their leader" { covers = { "TT-56" }, party = { { "A", hp = 9, str = 18, dex = 18, wields = "sword" } }, { "level lit" },
  { "fight 3 goblin", dice = "d20:20" }, { "attack goblin1", dice = "d20:18 d8:8 d20:1", sees = "goblin1 falls, leave.melee" } }
test "two help at once" { covers = { "TT-36", "TT-37" }, party = { { "A", hp = 4 }, { "B", hp = 8 }, { "C", hp = 8 }, { "D", hp = 4 } },
  { "hurt A 9; hurt D 9" }, { "pass 40 seconds" },
  { "B aid A + C aid D", dice = "d20:2 d20:2", never = "Nobody helped", want = function(g) if g.party.now ~= 50 then return "it is " .. g.party.now end end },
  { "B aid A", dice = "d20:20 d20:20 d8:1", sees = "Nobody helped D in time", want = function(g) if g.party.now ~= 60 then return "it is " .. g.party.now end end } }
test "an enemy attacks once a round, too" { covers = { "TT-05", "TT-32" }, party = { { "A", hp = 30, ac = 13, dex = 5 } }, { "level lit" },
  { "fight 1 ogre", dice = "d20:20" }, { "strike A", dice = "d20:2" }, { "strike A", refused = "No active action is left" },
  { "next", party = { up = "A" } }, { "next", party = { up = "ogre" } }, { "strike A", dice = "d20:2" } }
test "the way home asks nothing that was said" { covers = { "TT-87" }, party = { { "A", hp = 9, str = 12 } },
  { "home 3", asks = "way" }, { "home 3 dangerous", dice = "d20:20", never = "asked", minutes = 180 } }
test "who is answered to be hostile fights, and who is answered to be friendly does not" { covers = { "TT-04" }, house = "rule.opens = nil  function rule.opens() end",
  { "meet 2 wolves", dice = "2d6:6,6 d6:6", answers = { attitude = "hostile" }, sees = "hostile", turn = { procedure = "melee" } }, { "over" },
  { "meet 2 wolves", dice = "2d6:1,1 d6:6", answers = { attitude = "friendly" }, sees = "friendly", turn = { procedure = "hour" } },
  { "meet 2 wolves", dice = "2d6:6,6 d6:6", answers = { attitude = "hostile", combat = "no fight" }, turn = { procedure = "hour" } },
  { "meet 2 wolves", dice = "2d6:1,1 d6:6", answers = { attitude = "friendly", combat = "fight" }, turn = { procedure = "melee" } } }
test "nobody aids the dead" { covers = { "TT-36" }, party = { { "A", hp = 9 }, { "B", hp = 9 } }, { "dead B on" },
  { "aid B", refused = "B is dead" } }
test "who walks into it is asked, unless one is named" { covers = { "TT-64" }, party = { { "A", hp = 9, dex = 14 }, { "B", hp = 9 } }, { "level lit" },
  { "trap pit", dice = "2d6:1,2", answers = { caught = "B" }, sees = "asked.caught", B = { hp = 6 } },
  { "trap here a pit", sees = "A trap in start: a pit" }, { "B trap pit avoid", dice = "d20:11", sees = "B is not caught" } }

-- --- overland ---

local day = { minutes = 420 }            -- seven in the morning

test "ten miles a day, and strength" { example = true, covers = { "TT-104" }, given = day, party = { { "A", str = 8 } },
  { "march open", dice = quiet(10), party = { travelled = 9 }, time = "17:00" } }
test "terrain" { example = true, covers = { "TT-105" }, given = day, party = { { "A", str = 14 } },
  { "every day" }, { "march open", dice = quiet(1), party = { travelled = 12 } }, { "time 7:00" }, { "waking A 0" },
  { "march difficult", dice = quiet(1), party = { travelled = 18 } }, { "time 7:00" }, { "waking A 0" }, { "march harsh", dice = quiet(1), party = { travelled = 21 } } }
test "a quarter of thirteen" { example = true, covers = { "TT-105" }, given = day, party = { { "A", str = 16 } },
  { "every day" }, { "march harsh", dice = quiet(1), party = { travelled = 3.25 } } }
test "in the dark all ground is harsh, in dim light difficult" { example = true, covers = { "TT-106" }, party = { { "A", str = 14 } }, given = { minutes = 1140, torches = 10 },
  { "every day" }, { "march open", dice = quiet(1), party = { travelled = 3 } },
  { "time 19:00" }, { "waking A 0" }, { "torches 10" }, { "light torch A" }, { "march open", dice = quiet(1), party = { travelled = 9, torches = 0 } } }
test "at nightfall it grows worse" { covers = { "TT-106" }, given = { minutes = 840 }, party = { { "A" } }, { "every day" }, { "march open", dice = quiet(1), party = { travelled = 6.25 } } }
test "the encumbered go half as far" { example = true, covers = { "TT-107" }, given = day, party = { { "A", str = 14, load = 15 } },
  { "every day" }, { "march open", dice = quiet(1), party = { travelled = 6 } }, { "time 7:00" }, { "waking A 0" }, { "march difficult", dice = quiet(1), party = { travelled = 9 } } }
test "house: the encumbered go three quarters" { house = [[ local usual = rule.miles
    function rule.miles(who) return usual(who) * (rule.burden(who) > 0 and 1.5 or 1) end ]], given = day, party = { { "A", str = 14, load = 15 } },
  { "every day" }, { "march open", dice = quiet(1), party = { travelled = 9 } } }
test "as slow as the slowest" { example = true, covers = { "TT-108" }, given = day, party = { { "A", str = 14 }, { "B" }, { "C", str = 8 } },
  { "every day" }, { "march open", dice = quiet(1), party = { travelled = 9 } } }
test "the strong one carries too much" { example = true, covers = { "TT-108" }, given = day, party = { { "A", str = 14, load = 15 }, { "B" }, { "C", str = 8 } },
  { "every day" }, { "march open", dice = quiet(1), party = { travelled = 6 } } }
test "tactical, stealthy" { example = true, covers = { "TT-109" }, given = day, party = { { "A", str = 14 } },
  { "every day" }, { "march tactical open", dice = quiet(1), party = { travelled = 9 } }, { "time 7:00" }, { "waking A 0" },
  { "march stealthy open", dice = quiet(1), party = { travelled = 15 } }, { "time 7:00" }, { "waking A 0" },
  { "load A 15" }, { "march stealthy open", dice = quiet(1), party = { travelled = 18 } } }
test "weather is terrain" { example = true, covers = { "TT-110" }, given = day, party = { { "A", str = 14 } },
  { "every day" }, { "march open", dice = quiet(1), never = "asked", party = { travelled = 12 } },
  { "time 7:00" }, { "waking A 0" }, { "march open bad", dice = quiet(1), party = { travelled = 18, weather = "bad" } } }
test "the ground is as it was" { covers = { "TT-105" }, given = day, party = { { "A", str = 14 } },
  { "every day" }, { "march", dice = quiet(1), party = { travelled = 12 } }, { "time 7:00" }, { "waking A 0" },
  { "ground difficult" }, { "march", dice = quiet(1), party = { travelled = 18 } } }
test "the worst counts once" { given = day, party = { { "A", str = 14 } },
  { "every day" }, { "march difficult bad", dice = quiet(1), party = { travelled = 6 } } }
test "house: all of it counts" { house = [[ function rule.going() local all = 1 for factor in each(rule.factors()) do all = all * factor end return all end ]], given = day, party = { { "A", str = 14 } },
  { "every day" }, { "march difficult bad", dice = quiet(1), party = { travelled = 3 } } }
test "house: a land of its own" { house = [[ terrain "bog" { factor = 0.1 } setting.day_miles = "20 miles" ]], given = day, party = { { "A", str = 14 } },
  { "every day" }, { "march bog", dice = quiet(1), party = { travelled = 2.4 } } }
test "three days, three d20" { example = true, covers = { "TT-111" }, given = day, party = { { "A" } },
  { "every day" }, { "march open 3", dice = "d20:15 d20:5 d20:20", party = { travelled = 30 }, minutes = 420 + 2 * 1440 + 600 } }
test "between the days they camp" { covers = { "TT-111" }, given = { minutes = 420, torches = 3 }, party = { { "A", hp = "1/9" } },
  { "every day" }, { "march open 2", dice = "d20:15 d20:15", A = { hp = 2, waking = 10 }, party = { torches = 3, travelled = 20 } } }
test "house: the d20 by the day" { house = [[ track.every.start = "day" ]], given = day, party = { { "A", con = 20 } },
  { "march open", dice = quiet(1), party = { travelled = 10 } }, { "wait", never = "travel." }, { "every hour" }, { "wait", dice = quiet(1) } }
test "torches burn by the hour, however the d20 is rolled" { example = true, covers = { "TT-112" }, given = { minutes = 1140, torches = 10, lights = { "torch A" } }, party = { { "A" } },
  { "every day" }, { "march open", dice = "d20:15", party = { torches = 1 }, lights = "", want = function(g)
    local burnt, rolled = 0, 0
    for _, e in ipairs(g.events) do
      if e.kind == "light_out" then burnt = burnt + 1 elseif e.kind == "travel" then rolled = rolled + 1 end
    end
    if burnt ~= 10 or rolled ~= 1 then return burnt .. " torches, " .. rolled .. " d20" end
  end } }
test "supplies go down with the hours" { covers = { "TT-112" }, given = { minutes = 420, sup = 12 }, party = { { "A", con = 20 } },
  { "every day" }, { "march open", dice = quiet(1), party = { sup = 2 } }, { "wait", never = "No supplies" }, { "wait", sees = "No supplies are left", party = { sup = 0 } }, { "wait", never = "No supplies" } }
test "without a stock nobody counts" { covers = { "TT-112" }, { "wait", dice = quiet(1), party = { sup = 0 }, never = "No supplies" } }
test "house: two supplies an hour" { house = [[ local usual = step.bell function step.bell() lose "sup" usual() end ]], given = { sup = 5 }, { "wait", dice = quiet(1), party = { sup = 3 } } }
test "house: supplies are not counted" { house = [[ local usual = step.bell function step.bell() gain "sup" usual() end ]], given = { sup = 5 }, { "wait", dice = quiet(1), party = { sup = 5 } } }
test "house: shorter days" { house = [[ setting.day_hours = 8 ]], given = day, party = { { "A" } },
  { "every day" }, { "march open", dice = quiet(1), time = "15:00", party = { travelled = 10 } } }
test "a day's march is done, and the way goes on" { given = day, party = { { "A", con = 20 } },
  { "every day" }, { "march open", dice = quiet(1), party = { travelled = 10 } }, { "travel open x2", party = { travelled = 12 }, A = { waking = 12 } } }
test "who cannot walk does not march" { given = day, party = { { "A" }, { "B", load = 16 } },
  { "march open", refused = "B cannot take another step" }, { "travel open", refused = "B cannot" }, { "travel", dice = quiet(1) } }
test "house: who cannot walk is waited for" { house = [[ function rule.stuck() end ]], given = day, party = { { "A" }, { "B", load = 16 } },
  { "every day" }, { "march open", dice = quiet(1), party = { travelled = 0 } } }

-- --- by water ---

test "a boat: three miles an hour, thirty a day" { example = true, covers = { "TT-113" }, party = { { "A", con = 20 } },
  { "sail boat 4 hours still", dice = quiet(4), party = { travelled = 12 }, minutes = 240 }, { "every day" }, { "sail boat 1 days still", dice = quiet(1), party = { travelled = 42 }, minutes = 840 } }
test "a ship: five miles an hour, a hundred a day" { example = true, covers = { "TT-114" }, party = { { "A" } },
  { "every day" }, { "sail ship 10 hours still", party = { travelled = 50 } }, { "sail ship 24 hours still", dice = quiet(1), party = { travelled = 150 }, minutes = 2040, A = { waking = 0 } },
  { "sail ship 18 hours still", party = { travelled = 240 } }, { "sail ship 22 hours still", dice = quiet(1), party = { travelled = 340 } } }
test "wind and current" { example = true, covers = { "TT-115" }, party = { { "A", con = 30 } },
  { "every week" }, { "sail boat 1 hours foul", party = { travelled = 1.5 } }, { "sail boat 1 days foul", party = { travelled = 16.5 } },
  { "lua party.travelled = party.travelled * 0" }, { "sail boat 1 hours fair", party = { travelled = 6 } }, { "sail boat 1 days fair", party = { travelled = 66 } },
  { "lua party.travelled = party.travelled * 0" }, { "sail ship 1 hours foul", party = { travelled = 2.5 } }, { "sail ship 1 days foul", party = { travelled = 52.5 } },
  { "lua party.travelled = party.travelled * 0" }, { "sail ship 1 hours fair", party = { travelled = 10 } }, { "sail ship 1 days fair", party = { travelled = 210 } } }
test "the wind is as it was" { covers = { "TT-115" }, { "sail boat 1 hours", dice = quiet(1), party = { travelled = 3 } },
  { "sail boat 1 hours fair", dice = quiet(1), party = { travelled = 9 } }, { "travel boat", dice = quiet(1), party = { travelled = 15 } } }
test "house: other boats and ships" { house = [[ craft.boat.hours = 8 craft.ship.hours = 24 ]], { "every week" },
  { "sail boat 1 days still", party = { travelled = 24 } }, { "sail ship 1 days still", party = { travelled = 144 } } }
test "or as far as the game master says" { covers = { "TT-116" },
  { "sail boat 1 hours still", dice = quiet(1), party = { travelled = 3 } }, { "travelled 4", party = { travelled = 4 } } }
test "three weeks at sea, three d20" { example = true, covers = { "TT-117" }, party = { { "A" } },
  { "every week" }, { "sail ship 21 days still", dice = "d20:15 d20:15 d20:15", party = { travelled = 2100 }, minutes = 30000 } }
test "days on a river, a d20 each" { covers = { "TT-117" }, party = { { "A" } },
  { "every day" }, { "sail boat 2 days still", dice = "d20:15 d20:15", party = { travelled = 60 }, minutes = 2040, A = { waking = 10 } } }
test "every hour, on a boat as elsewhere" { covers = { "TT-117" }, { "sail boat 2 hours still", dice = "d20:15 d20:15", party = { travelled = 6 } } }
test "how often, in words" { given = { minutes = 420 }, { "every day" }, { "= rule.status()", data = "(6,1) morning, by the day" },
  { "every hour", party = { every = "hour" } }, { "= rule.status()", data = "(6,1) morning" }, { "fight" }, { "= rule.status()", data = "A's go" } }

-- --- chases ---

test "strength on flat ground, dexterity on uneven" { example = true, covers = { "TT-118" }, party = { { "A", str = 12, dex = 14 } },
  { "level lit" }, { "chase 30", dice = "d20:10", sees = "STR 10+1 = 11" },
  { "chase 30 uneven", dice = "d20:10", sees = "DEX 10+2 = 12" } }
test "11, and 1 for each 5 feet" { example = true, covers = { "TT-119" },
  { "= rule.chase_dc(20)", data = 9 }, { "= rule.chase_dc(25)", data = 10 }, { "= rule.chase_dc(30)", data = 11 }, { "= rule.chase_dc(35)", data = 12 },
  { "= rule.chase_dc(40)", data = 13 }, { "= rule.chase_dc(60)", data = 17 }, { "= rule.chase_dc(33)", data = 11 }, { "= rule.chase_dc(27)", data = 11 } }
test "house: the nearest step" { house = [[ function rule.chase_dc(speed) return 11 + math.floor((speed - 30) / 5 + 0.5) end ]], { "= rule.chase_dc(33)", data = 12 }, { "= rule.chase_dc(32)", data = 11 }, { "= rule.chase_dc(27)", data = 10 } }
test "bow range will do" { covers = { "TT-120" }, party = { { "A" } }, { "level lit" }, { "chase 30 flat", dice = "d20:11", sees = "11 vs 11" },
  { "chase 30 flat -2", dice = "d20:9", sees = "9 vs 9, success" } }
test "one roll for all, by the poorest of them" { example = true, covers = { "TT-121" }, party = { { "A", str = 16 }, { "B", str = 12 }, { "C", str = 8 } },
  { "level lit" }, { "chase 30 flat", dice = "d20:12", sees = "C: STR 12-1 = 11 vs 11, success, is caught" } }
test "everybody for themselves" { covers = { "TT-121" }, party = { { "A", str = 16 }, { "B", str = 12 }, { "C", str = 8 } },
  { "level lit" }, { "A chase 30; B chase 30; C chase 30", dice = "d20:8 d20:9 d20:12", sees = "A: STR 8+3 = 11 vs 11, success, B: STR 9+1 = 10 vs 11, failure, C: STR 12-1 = 11" } }
test "caught or lost" { example = true, covers = { "TT-122" }, party = { { "A" } }, { "level lit" }, { "chase 30 flat", dice = "d20:11", sees = "is caught" }, { "chase 30 flat", dice = "d20:10", sees = "gets away" } }
test "out of sight, or cut off" { example = true, covers = { "TT-123" }, party = { { "A" } }, { "level lit" }, { "chase 30 flat", dice = "d20:11", sees = "11 vs 11" },
  { "chase 30 flat dis", dice = "d20:11 d20:4", sees = "4 vs 11" },
  { "chase 30 flat adv", dice = "d20:11 d20:4", sees = "11 vs 11" },
  { "level dark" }, { "chase 30 flat even", dice = "d20:7", sees = "7 vs 11" } }
test "tricks on the way" { covers = { "TT-124" }, party = { { "A" } }, { "level lit" }, { "chase 30 flat", dice = "d20:11", sees = "11 vs 11" },
  { "chase 30 flat 3", dice = "d20:11", sees = "11 vs 14, failure" } }
test "days of chase take endurance" { example = true, covers = { "TT-125" }, party = { { "A", con = 14, cha = 16, wis = 12, morale = 3 } },
  { "level lit" }, { "chase 30 days", dice = "d20:9", sees = "CON 9+2 = 11 vs 11, success, is caught" },
  { "chase 30 command", dice = "d20:9", sees = "CHA 9+3 = 12" }, { "chase 30 morale", dice = "d20:9", sees = "morale 9+4 = 13" } }
test "to flee is the same, the other way" { example = true, covers = { "TT-126" }, party = { { "A" } },
  { "level lit" }, { "flee 40 flat", dice = "d20:13", sees = "13 vs 13, success, is shaken off" }, { "flee 40 flat", dice = "d20:12", sees = "12 vs 13, failure, catches up" } }
test "the scout in the thicket" { example = true, covers = { "TT-127" }, party = { { "A" } },
  { "level lit" }, { "chase 40 uneven dis", dice = "d20:16 d20:4", sees = "DEX 4 vs 13, failure, gets away" } }
test "in the dark it is easy to lose sight" { covers = { "TT-123" }, party = { { "A" } }, { "chase 30 flat", dice = "d20:11 d20:4", sees = "4 vs 11" } }
test "who cannot walk chases nobody" { party = { { "A", load = 20 } }, { "chase 30 flat", never = "check", sees = "The other gets away" } }

-- --- light and vision ---

test "four levels of light" { example = true, covers = { "TT-128" },
  { "= level.dark.name", data = "dark" }, { "= level.dim.name", data = "dim" }, { "= level.lit.name", data = "lit" }, { "= level.brilliant.name", data = "brilliant" } }
test "torches and lanterns reach thirty feet" { example = true, covers = { "TT-129", "TT-135" }, given = { lights = { "torch A" } },
  { "level 30", sees = "30 ft off: dim" }, { "level 31", sees = "31 ft off: dark" }, { "snuff" }, { "level 5", sees = "5 ft off: dark" },
  { "oil 1" }, { "light lantern B" }, { "level 30", sees = "30 ft off: dim" }, { "level 31", sees = "31 ft off: dark" } }
test "how light it is, the game master says" { covers = { "TT-130" }, given = { lights = { "torch A" } },
  { "lua go 'hall'", never = "asked" }, { "= rule.level()", data = "dim" },
  { "level lit", sees = "The light here: lit" }, { "= rule.level()", data = "lit" },
  { "level dark" }, { "= rule.level()", data = "dark" }, { "level unsaid" }, { "= rule.level()", data = "dim" },
  { "snuff" }, { "= rule.level()", data = "dark" } }
test "by day outdoors it is light" { covers = { "TT-130", "TT-138" }, given = { minutes = 720 },
  { "= rule.level()", data = "dark" }, { "= rule.lit()", data = false }, { "outdoors on" }, { "= rule.level()", data = "lit" }, { "= rule.lit()", data = true }, { "level 500", sees = "500 ft off: lit" }, { "time 19:00" }, { "= rule.level()", data = "dark" },
  { "time 6:00" }, { "= rule.level()", data = "dark" }, { "time 7:00" }, { "= rule.level()", data = "lit" } }
test "the hours are called" { covers = { "TT-130" }, given = { minutes = 300 }, { "wait", dice = quiet(1), sees = { "06:00 (6) pre-dawn, dark." } } }
test "house: a lantern lights a room well" { covers = { "TT-138" }, house = [[ light.lantern.level = "lit" ]], given = { lights = { "torch A", "lantern B" } },
  { "= rule.level()", data = "lit" }, { "snuff lantern" }, { "= rule.level()", data = "dim" } }
test "a light that goes out is told" { example = true, covers = { "TT-131" }, given = { lights = { "torch A" } }, { "pass 1 hour", sees = "A's torch burns down" }, { "= rule.level()", data = "dark" } }
test "another torch, if there is one" { covers = { "TT-131" }, given = { torches = 1, lights = { "torch A" } },
  { "pass 1 hour", asks = "relight" }, { "pass 1 hour", want = by_default("relight", true), lights = "torch A" }, { "pass 1 hour", never = "asked", lights = "" } }
test "left dark" { covers = { "TT-131" }, given = { torches = 1, lights = { "torch A" } }, { "pass 1 hour", answers = { relight = false }, lights = "", party = { torches = 1 } } }

local eyes = { { "A", hp = 8, dex = 12, wields = "sword" } }
test "in darkness nothing is seen" { example = true, covers = { "TT-132", "TT-134" }, party = eyes,
  { "try spot", sees = "A cannot see", never = "check" }, { "level dim" }, { "try spot", dice = "d20:11 d20:12", sees = "success" } }
test "house: in darkness it is hard to see" { house = [[ level.dark { fails = {}, worse = { "sight" } } ]], party = eyes, { "try spot", dice = "d20:11 d20:4", sees = "4 vs 11" } }
test "darkness hides, and sharpens the ear" { example = true, covers = { "TT-133" }, party = eyes,
  { "try hide 11", dice = "d20:2 d20:10", sees = "DEX 10+1 = 11 vs 11, success" }, { "try listen", dice = "d20:2 d20:11", sees = "11 vs 11" } }
test "darkness hinders much" { example = true, covers = { "TT-134" }, party = eyes,
  { "fight 1 ogre", dice = "d20:14 d20:6", sees = "6+2 = 8 vs 11, failure" },
  { "fight 1 ogre ambush", dice = "d20:20 d20:20" }, { "attack ogre", dice = "d20:17 d20:2", sees = "sword at ogre 2 vs" },
  { "next" }, { "strike A", dice = "d20:17 d20:1", sees = "strike at A 1+4" }, { "over" },
  { "resist dex", dice = "d20:17 d20:2", sees = "DEX 2+1" }, { "A try foresee", dice = "d20:17 d20:2", sees = "WIS 2" }, { "A try finesse", dice = "d20:17 d20:2", sees = "DEX 2+1" },
  { "morale A", dice = "d20:17 d20:2", sees = "morale 2" }, { "A try str", dice = "d20:17", sees = "STR 17" } }
test "dim light: half as bad" { example = true, covers = { "TT-135", "TT-136", "TT-137" }, party = eyes,
  { "outdoors on" }, { "level dim", sees = "The light here: dim" },
  { "try hide 11", dice = "d20:2 d20:10", sees = "11 vs 11" }, { "try listen", dice = "d20:2 d20:11", sees = "11 vs 11" }, { "try spot", dice = "d20:17 d20:2", sees = "2 vs 11" },
  { "fight 1 ogre ambush", dice = "d20:17" }, { "attack ogre", dice = "d20:2", sees = "at ogre 2 vs" }, { "next" }, { "next" },
  { "place ogre 20" }, { "attack ogre bow", dice = "d20:17 d20:2", sees = "bow at ogre 2+1" }, { "resist dex", dice = "d20:2" } }
test "in dim light it is hard to get out of an arrow's way" { covers = { "TT-137" }, party = eyes, { "level dim" },
  { "resist dodge", dice = "d20:17 d20:2", sees = "DEX 2+1" }, { "level dark" }, { "resist dodge", dice = "d20:17 d20:2" }, { "level lit" }, { "resist dodge", dice = "d20:17" } }
test "full light helps and hinders nobody" { example = true, covers = { "TT-138" }, party = eyes, { "level lit" },
  { "try hide 11", dice = "d20:10" }, { "try listen", dice = "d20:10" }, { "try spot", dice = "d20:10" }, { "fight 1 ogre ambush", dice = "d20:20" }, { "attack ogre", dice = "d20:2" } }
test "unless the game master says so" { covers = { "TT-138" }, party = eyes, { "level lit" },
  { "try spot", dice = "d20:10" }, { "try spot adv", dice = "d20:10 d20:11", sees = "11 vs 11" } }
test "brilliant light" { example = true, covers = { "TT-139", "TT-140", "TT-141" }, party = eyes, { "level brilliant", sees = "The light here: brilliant" },
  { "try track", dice = "d20:2 d20:11", sees = "11 vs 11" }, { "try notice", dice = "d20:2 d20:11", sees = "11 vs 11" }, { "try hide 11", dice = "d20:17 d20:2", sees = "DEX 2+1" },
  { "fight 1 ogre ambush", dice = "d20:20" }, { "attack ogre", dice = "d20:2" }, { "next" }, { "next" }, { "place ogre ranged" }, { "attack ogre bow", dice = "d20:17 d20:2", sees = "bow at ogre 2+1" } }

local deep = { { "A", hp = 8, ac = 13, darksight = "echoes", wields = "sword" } }
test "darksight sees the other way round" { example = true, covers = { "TT-142" }, party = { { "A", hp = 8, ac = 13 } },
  { "fight 1 goblin", dice = "d20:2 d20:20", sees = "morale 20, goblin's go" }, { "strike A", dice = "d20:5 d20:18 d6:2", sees = "strike at A 18 vs 13", A = { hp = 6 } } }
test "by heat, by echoes, by anything" { example = true, covers = { "TT-142", "TT-143" }, party = deep,
  { "try spot", dice = "d20:2 d20:11", sees = "11 vs 11" }, { "try finesse", dice = "d20:2 d20:11" }, { "try foresee", dice = "d20:2 d20:11", sees = "11 vs 11" }, { "resist dex", dice = "d20:2 d20:11", sees = "11 vs 11" },
  { "try hide 11", dice = "d20:2 d20:11", sees = "11 vs 11" }, { "level dim" }, { "try spot", dice = "d20:2 d20:11", sees = "11 vs 11" } }
test "darksight by day, the game master says" { covers = { "TT-142" }, party = deep, { "level lit" }, { "try spot", dice = "d20:11" },
  { "level brilliant" }, { "try track dis", dice = "d20:11 d20:3", sees = "3 vs 11" } }
test "house: darksight sees, and no more" { house = [[ local usual = rule.light_does
    function rule.light_does(who, tags) if not who.darksight then return usual(who, tags) end end ]], party = deep, { "try hide 11", dice = "d20:11" }, { "try spot", dice = "d20:11", sees = "11 vs 11" } }
test "the unseeing are easier to hit, if the game master says so" { covers = { "TT-29" }, party = { { "A", hp = 8, ac = 13 } },
  { "fight 1 ogre", dice = "d20:20 d20:20" }, { "next" }, { "strike A adv", dice = "d20:2", sees = "strike at A 2+4" } }

-- --- resilience and exhaustion ---

test "constitution is how many hours" { example = true, covers = { "TT-144" }, party = { { "A", waking = 9 }, { "B", con = 12, waking = 9 } },
  { "wait", dice = quiet(1), never = "check", sees = "Rest now, or be exhausted: A.", A = { waking = 10 } }, { "wait", dice = quiet(1) .. "d20:11", sees = "A: CON 11 vs 11", never = "B: CON" }, { "wait", dice = quiet(1) .. "d20:12", never = "B: CON" } }
test "the way itself may wear them down, and they are told" { covers = { "TT-145" }, given = { minutes = 420 }, party = { { "A" } }, { "every day" },
  { "march harsh", dice = quiet(1), A = { waking = 10 } }, { "time 7:00" }, { "waking A 0" },
  { "waking A +3", sees = "A: waking 3", A = { waking = 3 } } }
test "past endurance: 10, and 1 for each hour more" { example = true, covers = { "TT-146", "TT-147" }, party = { { "A", waking = 9 } },
  { "wait", dice = quiet(1), never = "check" }, { "wait", dice = quiet(1) .. "d20:11", sees = "CON 11 vs 11, success", A = { exhausted = false } },
  { "waking A 10" }, { "wait", dice = quiet(1) .. "d20:10", sees = "failure", A = { exhausted = true } },
  { "exhausted A off" }, { "waking A 12" }, { "wait", dice = quiet(1) .. "d20:12", sees = "vs 13, failure" } }
test "house: the game master wants no check" { covers = { "TT-146" }, house = [[ function rule.endure() end ]], party = { { "A", waking = 10 } },
  { "wait", dice = quiet(1), never = "check.success, check.failure" } }
test "house: a check every third hour" { house = [[ local usual = rule.endure function rule.endure(who, over) if over % 3 == 1 then usual(who, over) end end ]], party = { { "A", waking = 10 } },
  { "wait", dice = quiet(1) .. "d20:11" }, { "wait; wait", dice = quiet(2), never = "check" }, { "wait", dice = quiet(1) .. "d20:14", sees = "14 vs 14" } }
test "the exhausted make no more checks" { covers = { "TT-148" }, party = { { "A", waking = 10 } },
  { "wait", dice = quiet(1) .. "d20:10", A = { exhausted = true } }, { "wait", dice = quiet(1), never = "check", A = { waking = 12 } } }
test "house: the exhausted who go on pay for it" { covers = { "TT-148" }, house = [[
    question "worn" { text = "What does it cost {name}?", choices = { "nothing", "hit points", "injury", "unconscious" } }
    local usual = step.toll
    function step.toll(who)
      local was = who.exhausted
      usual(who)
      if not was or who.waking <= who.con then return end
      local cost = ask("worn", who)
      if cost == "hit points" then rule.hurt(who, dice("1d6", "worn out")) elseif cost == "injury" then roll("injury", who)
      elseif cost == "unconscious" then set(who, "down", true) end
    end ]], party = { { "A", hp = 9, waking = 10, exhausted = true } },
  { "wait", dice = quiet(1), want = by_default("worn", "nothing"), A = { hp = 9, down = false } },
  { "wait", dice = quiet(1) .. "d6:4", answers = { worn = "hit points" }, A = { hp = 5 } },
  { "wait", dice = quiet(1) .. "d20:8", answers = { worn = "injury" }, sees = "injury.maimed" },
  { "wait", dice = quiet(1), answers = { worn = "unconscious" }, A = { down = true } }, { "pass 5 minutes", A = { dead = false } } }
test "the exhausted cannot walk or fight" { example = true, covers = { "TT-149" }, party = { { "A", str = 18, exhausted = true, wields = "sword" } },
  { "= rule.speed(party.members[1])", data = 0 }, { "try str 11", dice = "d20:15 d20:3", sees = "STR 3+4 = 7 vs 11, failure" },
  { "level lit" }, { "fight 1 ogre ambush", dice = "d20:20" }, { "attack ogre", refused = "too exhausted" }, { "cast int", refused = "too exhausted" }, { "move 5", refused = "0 ft" } }
test "only a safe night with food cures it" { example = true, covers = { "TT-150" }, party = { { "A", hp = 9, exhausted = true } },
  { "rest unsafe fed", dice = quiet(8), A = { exhausted = true } }, { "rest safe hungry", A = { exhausted = true } }, { "heal A 3", A = { exhausted = true } },
  { "rest safe fed", A = { exhausted = false } } }
test "the game master may say otherwise, and care helps" { covers = { "TT-151" }, party = { { "A", hp = 9, exhausted = true } },
  { "rest unsafe fed", dice = quiet(8), A = { exhausted = true } }, { "exhausted A off", A = { exhausted = false } },
  { "exhausted A on" }, { "care A", A = { exhausted = false } } }
test "bad magic, tainted food, other ills" { covers = { "TT-152" }, party = { { "A" } },
  { "exhausted A on", A = { exhausted = true } }, { "try str", dice = "d20:12 d20:3", sees = "3 vs 11" } }
test "food and rest start the hours anew" { party = { { "A", waking = 5 } }, { "rest safe hungry", A = { waking = 5 } }, { "rest safe fed", A = { waking = 0 } } }
test "house: food alone" { house = [[ action "eat" { by = "each", turns = 0 }  function act.eat(who) set(who, "waking", 0) end ]],
  party = { { "A", waking = 5 } }, { "eat", A = { waking = 0 } } }
test "house: rest alone" { house = [[ local usual = rule.slept  function rule.slept(who, safe) usual(who, safe, true) end ]],
  party = { { "A", waking = 5 } }, { "rest safe hungry", A = { waking = 0 } } }

-- --- corruption ---

test "disease, poison or venom" { example = true, covers = { "TT-153" }, party = { { "A" } },
  { "infect fever", dice = "d20:11", sees = "CON 11 vs 11", never = "asked", A = { sick = {} } }, { "infect fever", dice = "d20:10", A = { sick = { fever = 1 } } } }
test "of another kind" { covers = { "TT-153" }, party = { { "A", wis = 14 } }, house = [[ corruption "dread" { dc = 14, with = "wis", stage = "1 day", harms = "wis" } ]],
  { "infect spore", dice = "d20:13", sees = "vs 13" }, { "infect dread", dice = "d20:11", sees = "WIS 11+2 = 13 vs 14" },
  { "pass 1 day", dice = "d20:9 d6:1", sees = "WIS 9+2 = 11 vs 14", A = { wis = 13 } } }
test "two at once: each goes its own way" { covers = { "TT-154" }, party = { { "A" } },
  { "infect fever", dice = "d20:10" }, { "infect spore", dice = "d20:10", A = { sick = { fever = 1, spore = 1 } } },
  { "pass 6 hours", dice = "d20:10 d6:2", A = { wis = 8, sick = { fever = 1, spore = 2 } } }, { "pass 18 hours", dice = "d20:13 d20:13 d20:11 d20:13", A = { sick = { fever = 2 } } } }
test "a natural 1 doubles what a stage does" { covers = { "TT-34" }, party = { { "A" } },
  { "infect fever", dice = "d20:10" }, { "pass 1 day", dice = "d20:1 d6:2", A = { str = 6 } } }
test "stage after stage" { example = true, covers = { "TT-154", "TT-155" }, party = { { "A" } }, house = [[ corruption "cough" { stage = "2 hours" } ]],
  { "infect cough", dice = "d20:10" }, { "pass 119 minutes", never = "check" }, { "pass 1 minute", dice = "d20:11", sees = "success", A = { con = 10 } },
  { "pass 2 hours", dice = "d20:10 d6:2", A = { con = 8 } }, { "pass 2 hours", dice = "d20:11 d6:1", sees = "CON 11-1 = 10", A = { con = 7, sick = {} } }, { "pass 4 hours", never = "check" } }
test "what becomes of a member without strength, you say" { party = { { "A", hp = 9 } },
  { [[lua set(named "A", "str", 0)]], sees = "A has an ability at 0: down A, or dead A?", A = { dead = false } } }
test "the damage of a stage" { example = true, covers = { "TT-156" }, party = { { "A", hp = 9 } }, house = [[ corruption "cough" { stage = "2 hours", stages = 9 } corruption "rot" { stage = "2 hours", harm = "1d4", harms = "str" } ]],
  { "infect cough", dice = "d20:10" }, { "pass 2 hours", dice = "d20:10 d6:4", A = { con = 6 }, never = "asked" },
  { "infect rot", dice = "d20:9" }, { "pass 2 hours", dice = "d20:13 d20:12 d4:3", A = { con = 6, str = 7 } } }
test "some cost something else" { covers = { "TT-157" }, party = { { "A", con = 14 } },
  house = [[ corruption "cough" { stage = "2 hours", stages = 9, costs = "a limb" } corruption "ague" { stage = "2 hours", switches = "exhausted" } ]],
  { "infect cough", dice = "d20:8" }, { "pass 2 hours", dice = "d20:8 d6:1", sees = "It costs A: a limb" }, { "infect ague", dice = "d20:9" },
  { "pass 2 hours", dice = "d20:18 d20:9 d6:1", A = { exhausted = true }, never = "It costs" } }
test "the snake" { example = true, covers = { "TT-158" }, party = { { "A", hp = 8 } },
  { "infect venom", dice = "d20:10", sees = "10 vs 11, failure", A = { exhausted = true, sick = { venom = 1 } } },
  { "pass 2 hours", dice = "d20:9 d20:15 d6:4", sees = "CON 9 vs 11", A = { con = 6 } }, { "= rule.mod(6)", data = -2 },
  { "pass 2 hours", dice = "d20:12 d20:18 d6:6", sees = "CON 12-2 = 10 vs 11", A = { con = 0, dead = true } }, { "pass 6 hours", never = "check" } }
test "house: exhaustion does not make the venom worse" { house = [[ modifier.exhaustion.when = function(c) return not c.sickness and named(c.who.name) and c.who.exhausted end ]], party = { { "A", hp = 8 } },
  { "infect venom", dice = "d20:10" }, { "pass 2 hours", dice = "d20:11", sees = "11 vs 11, success" }, { "try str", dice = "d20:11 d20:4", sees = "4 vs 11" } }
test "a check made spares one stage" { party = { { "A", hp = 8 } }, { "infect venom", dice = "d20:10" }, { "exhausted A off" }, { "pass 2 hours", dice = "d20:11", A = { sick = { venom = 2 } } } }

-- --- retreat ---

test "on one's own go, and with all of it" { example = true, covers = { "TT-159", "TT-161" }, party = { { "A", hp = 8, dex = 14 }, { "B", hp = 8 } }, { "level lit" },
  { "retreat", refused = "only for melee" }, { "fight 2 ogre", dice = "d20:20" }, { "B retreat", refused = "It is A's go" },
  { "attack ogre", dice = "d20:2" }, { "retreat", refused = "No active action is left" }, { "next" }, { "move 5" }, { "retreat", refused = "No movement action is left" } }
test "concentration ends" { example = true, covers = { "TT-161" }, party = { { "A", hp = 8, holding = true }, { "B", hp = 8 } },
  { "fight" }, { "retreat", dice = "d20:2", A = { holding = false, escaped = false } }, { "A move 5", refused = "It is B's go" } }
test "what it takes, the game master says" { covers = { "TT-160" }, party = { { "A", hp = 8, ac = 13, dex = 14 }, { "B", hp = 8 } }, { "level lit" },
  { "fight 2 ogre", dice = "d20:20" }, { "retreat", dice = "d20:8", A = { escaped = false } }, { "next x3" },
  { "retreat int", dice = "d20:8", sees = "INT 8" }, { "next x3" },
  { "retreat free", never = "check", A = { escaped = true } } }
test "the check failing, or any hit, ends it" { example = true, covers = { "TT-162" }, party = { { "A", hp = 8, ac = 13, dex = 10 }, { "B", hp = 8 } }, { "level lit" },
  { "fight 2 ogre", dice = "d20:20" }, { "retreat", dice = "d20:10", sees = "A does not get away", A = { escaped = false } }, { "A move 5", refused = "It is B's go" },
  { "next x3" }, { "retreat both", dice = "d20:11 d20:9 d10:1", A = { hp = 3, escaped = false } },
  { "next x3" }, { "retreat struck", dice = "d20:2", A = { escaped = true } } }
test "when all have got away the fight is over" { covers = { "TT-164" }, party = one, { "level lit" },
  { "fight 1 ogre", dice = "d20:20" }, { "retreat free", sees = "A is out of the fight., leave.melee", turn = { procedure = "hour" } } }
test "and then a chase" { example = true, covers = { "TT-163" }, party = { { "A", hp = 8, dex = 14 }, { "B", hp = 8 }, { "C", hp = 8 } }, { "level lit" },
  { "fight 3 ogre", dice = "d20:20", sees = "A's go" }, { "retreat", dice = "d20:11", sees = "B's go", A = { escaped = true } }, { "A flee 40 uneven", dice = "d20:11", sees = "11+2 = 13 vs 13, success, is shaken off" },
  { "next", sees = "C's go" }, { "next x4", sees = "B's go", never = "A's go" } }
test "and then the way back" { example = true, covers = { "TT-164" }, party = { { "A", hp = 8, dex = 14 }, { "B", hp = 8 } }, { "fight" }, { "retreat", dice = "d20:11" },
  { "A home 2", refused = "is not for melee" }, { "care B", refused = "is not for melee" }, { "fight", refused = "There is a fight going on" }, { "over", A = { escaped = false } }, { "A home 2 dangerous", dice = "d20:10", sees = "10+2 = 12 vs 12, success" } }
test "retainers see it" { example = true, covers = { "TT-165" }, party = { { "A", hp = 8 }, { "B", hp = 8, retainer = true }, { "C", hp = 8, retainer = true, morale = 3 } }, { "level lit" },
  { "fight" }, { "retreat", dice = "d20:11 d20:15 d20:8 d20:15 d20:8", sees = "B: morale 8 vs 11, failure, B runs in blind panic, C: morale 8+3 = 11", B = { escaped = true }, C = { escaped = false } } }
test "surrounded, and out of it" { example = true, covers = { "TT-160", "TT-166" }, party = { { "A", hp = 8, dex = 12, ac = 13 }, { "B", hp = 8 } },
  house = [[ creature.ogre.str = 16 ]], { "level lit" }, { "fight 2 ogre", dice = "d20:20" },
  { "retreat both", dice = "d20:10 d20:9", sees = "10+1 = 11 vs 11, success, 9+3 = 12 vs 13, failure, A is out of the fight", A = { escaped = true, hp = 8 } } }
test "struck at the edge" { example = true, covers = { "TT-162", "TT-166" }, party = { { "A", hp = 8, dex = 12, ac = 13 }, { "B", hp = 8 } },
  house = [[ creature.ogre.str = 16 ]], { "level lit" }, { "fight 2 ogre", dice = "d20:20" },
  { "retreat both", dice = "d20:10 d20:10 d10:1", A = { escaped = false, hp = 4 } } }
test "who cannot walk does not retreat" { party = { { "A", hp = 8, load = 20 }, { "B", hp = 8 } }, { "fight" }, { "next" }, { "next" }, { "retreat", never = "check", A = { escaped = false } } }

-- --- chances: every face of every die, counted ---

-- Returns the number of rolls of n dice, each of so many sides, for which holds() is true, and of all rolls.
local function ways(sides, n, holds)
  local good, all = 0, 0
  local function go(faces)
    if #faces == n then
      all = all + 1
      if holds(faces) then good = good + 1 end
      return
    end
    for face = 1, sides do
      faces[#faces + 1] = face
      go(faces)
      faces[#faces] = nil
    end
  end
  go {}
  return good, all
end
local function is(good, all, want_good, want_all, what)
  if good * want_all ~= want_good * all then return what .. ": " .. good .. "/" .. all end
end
-- d20 as it counts: plainly, or the higher or lower of two.
local function d20(how)
  if how == "adv" then return 2, function(f) return math.max(f[1], f[2]) end end
  if how == "dis" then return 2, function(f) return math.min(f[1], f[2]) end end
  return 1, function(f) return f[1] end
end
local function reaching(dc, mod, how)
  local n, read = d20(how)
  return ways(20, n, function(f) return read(f) + mod >= dc end)
end

test "P-10: the way back" { covers = { "TT-86", "TT-88" },
  { "hours", want = function(g)
    for hours = 0, 12 do
      for mod = 0, 9 do
        local dc = g.env.rule.home_dc(hours, 0)
        local good, all = reaching(dc, mod)
        local wrong = is(good, all, math.min(20, 21 - math.min(20, 10 + hours) + mod), 20, "DC " .. dc .. " at +" .. mod)
        if wrong then return wrong end
      end
    end
  end } }
test "P-17: the d20 of an hour" { covers = { "TT-78", "TT-79", "TT-81", "TT-82", "TT-83", "TT-84" },
  { "hours", want = function(g)
    local says = { terrible = { 20, 1, 39 }, soon = { 180, 99, 261 }, nearer = { 180, 261, 99 }, nothing = { 20, 39, 1 } }
    for band, want in pairs(says) do
      for i, how in ipairs { "plain", "adv", "dis" } do
        local n, read = d20(how)
        local good, all = ways(20, n, function(f) return g.env.chart.travel:at(read(f)).name == band end)
        local wrong = is(good, all, want[i], 400, band .. ", " .. how)
        if wrong then return wrong end
      end
    end
  end },
  { "= pace.cautious.die", data = "2d20kh1" }, { "= pace.careless.die", data = "2d20kl1" } }
test "P-18: chases" { covers = { "TT-119", "TT-127" },
  { "hours", want = function(g)
    local says = { { 15, 8, 260, 169, 351 }, { 20, 9, 240, 144, 336 }, { 25, 10, 220, 121, 319 }, { 30, 11, 200, 100, 300 }, { 35, 12, 180, 81, 279 },
      { 40, 13, 160, 64, 256 }, { 50, 15, 120, 36, 204 }, { 60, 17, 80, 16, 144 } }
    for _, row in ipairs(says) do
      local dc = g.env.rule.chase_dc(row[1])
      if dc ~= row[2] then return row[1] .. " ft: DC " .. dc end
      for i, how in ipairs { "plain", "dis", "adv" } do
        local good, all = reaching(dc, 0, how)
        local wrong = is(good, all, row[2 + i], 400, row[1] .. " ft, " .. how)
        if wrong then return wrong end
      end
    end
  end } }
test "P-19: morale" { covers = { "TT-57", "TT-60" },
  { "= setting.dc", data = 11 },
  { "hours", want = function(g)
    local says = { [-2] = { 160, 64, 256 }, [-1] = { 180, 81, 279 }, [0] = { 200, 100, 300 }, [1] = { 220, 121, 319 }, [2] = { 240, 144, 336 },
      [3] = { 260, 169, 351 }, [4] = { 280, 196, 364 }, [5] = { 300, 225, 375 }, [6] = { 320, 256, 384 } }
    for bonus = -2, 6 do
      for i, how in ipairs { "plain", "dis", "adv" } do
        local good, all = reaching(g.env.setting.dc, bonus, how)
        local wrong = is(good, all, says[bonus][i], 400, bonus .. ", " .. how)
        if wrong then return wrong end
      end
    end
  end } }
test "P-20: injuries" { covers = { "TT-46", "TT-47", "TT-53", "TT-54", "TT-55" },
  { "hours", want = function(g)
    local says = { dead = 1, feeble = 1, shaky = 1, weak = 1, addled = 1, confused = 1, disfigured = 1, maimed = 6, hindered = 6, standing = 1 }
    for row, want in pairs(says) do
      local good, all = ways(20, 1, function(f) return g.env.chart.injury:at(f[1]).name == row end)
      local wrong = is(good, all, want, 20, row)
      if wrong then return wrong end
    end
  end } }
test "P-22: the quarter of the day by time dice" { covers = { "TT-97", "TT-100" },
  { "hours", want = function(g)
    local says = { { 1, 0, 0, 0 }, { 15, 21, 0, 0 }, { 20, 140, 56, 0 }, { 15, 420, 735, 126 } }
    for n = 1, 4 do
      for i, quarter in ipairs { "pre-dawn", "morning", "afternoon", "night" } do
        local good, all = ways(6, n, function(f)
          local hour = 0
          for _, face in ipairs(f) do hour = hour + face end
          return g.env.rule.quarter(hour) == quarter
        end)
        local wrong = is(good, all, says[n][i], n == 1 and 1 or 6 ^ n, n .. " dice, " .. quarter)
        if wrong then return wrong end
      end
    end
  end } }
test "P-24: two more" { covers = { "TT-95", "TT-127" },
  { "hours", want = function(g)
    local good, all = reaching(g.env.rule.home_dc(4, 0), 6)
    local other = { reaching(g.env.rule.home_dc(4, 0), 5) }
    local scout = { reaching(g.env.rule.chase_dc(40), 0, "dis") }
    return is(good, all, 13, 20, "+6") or is(other[1], other[2], 3, 5, "+5") or is(scout[1], scout[2], 4, 25, "the scout")
  end } }

test "nobody needs to be told everything" { given = { minutes = 420 }, party = { { "A", hp = "1/9", str = 3 }, { "B", hp = 9 } },
  { "every week" }, { "march harsh", party = { ground = "harsh" } },
  { "rest safe hungry", A = { hp = 2, waking = 10 } },
  { "level lit" }, { "chase 30 days", dice = "d20:11", sees = "CON 11" },
  { "hurt A 2" }, { "B aid A", dice = "d20:11 d20:2 d6:4", A = { str = 0 } } }
test "house: careless, and by the week" { house = [[ pace.normal.die = "2d20kl1" track.every.start = "week" ]], party = { { "A" } },
  { "sail ship 7 days still", dice = "d20:20 d20:15", party = { travelled = 700 } }, { "every hour" }, { "wait", dice = "d20:20 d20:2", sees = "travel.soon" } }

-- Chances, exactly: an hour's d20, and the worse or the better of two.
test "odds: what an hour brings" {
  { odds = { ["travel.terrible"] = "1/20" }, turns = 1, plan = "travel normal" },
  { odds = { ["travel.terrible"] = "1/400" }, turns = 1, plan = "travel cautious" },
  { odds = { ["travel.terrible"] = "39/400" }, turns = 1, plan = "travel careless" },
  { odds = { ["travel.terrible"] = "16954119/64000000" }, turns = 6, plan = "travel normal" },
}
