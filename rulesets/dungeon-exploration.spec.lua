-- dungeon-exploration.spec.lua -- each row: the line typed, the dice, the answers; then what must hold.
-- Here goblins wander and leave signs, so that no dice are rolled for it; with setting.charted the charts say.
tests "dungeon-exploration" {
  rules = { DX = 63 },
  party = { { "A", wis = 1, con = 1 }, { "B", con = 2 } },
  house = [[
    question.sign.always = nil
    setting "charted" { default = false }
    local creature, distance, trace = rule.creature, rule.distance, rule.trace
    function rule.creature() return setting.charted and creature() or "goblins" end
    function rule.distance() return setting.charted and distance() or 60 end
    function question.mood.default() return setting.charted and roll("moods").text or "wary" end
    function rule.trace() return setting.charted and trace() or "Tracks" end
  ]],
}

-- Returns the dice of n Turns in which the hazard die brings nothing.
local function quiet(n) return ("d6:6 "):rep(n) end

-- Returns a check: the record of the Turn has these fields.
local function record(fields)
  return function(g)
    for _, e in ipairs(g.events) do
      if e.kind == "marked" then
        for k, v in pairs(fields) do
          if tostring(e[k]) ~= tostring(v) then return k .. " is " .. tostring(e[k]) .. " in the record" end
        end
        return
      end
    end
    return "no record"
  end
end

-- Returns a check: n events of a kind have happened, with that name if one is given.
local function count(n, kind, name)
  return function(g)
    local m = 0
    for _, e in ipairs(g.events) do if e.kind == kind and (not name or e.name == name) then m = m + 1 end end
    if m ~= n then return m .. " times " .. kind end
  end
end

test "golden: eight Turns" { example = true,
  covers = { "DX-07", "DX-10", "DX-13", "DX-26", "DX-29", "DX-30", "DX-31", "DX-34", "DX-46", "DX-52", "DX-61" },
  given  = { torches = 2, lights = { "torch A" } },
  { "cautious", dice = "d6:3", sees = "hazard.light, A's torch flickers",
    party = { walked = 90, torches = 2 }, A = { fatigue = 0 }, B = { fatigue = 0 }, lamps = { { left = 5 } }, minutes = 10 },
  { "rush", dice = "d6:5", sees = "hazard.nothing",
    party = { walked = 270, torches = 2 }, A = { fatigue = 0 }, B = { fatigue = 0 }, lamps = { { left = 4 } }, minutes = 20 },
  { "search", dice = "d6:2 d20:7 d20:3", answers = { hidden = 8 }, sees = "hazard.sign, WIS 7+1 = 8 vs 8, WIS 3 vs 8, find something",
    party = { walked = 270, torches = 2 }, A = { fatigue = 0 }, B = { fatigue = 0 }, lamps = { { left = 3 } }, minutes = 30 },
  { "cautious", dice = "d6:4 d20:10 d20:10", sees = "hazard.fatigue, CON 10+1 = 11 vs 12, CON 10+2 = 12 vs 12",
    party = { walked = 360, torches = 2 }, A = { fatigue = 1 }, B = { fatigue = 0 }, lamps = { { left = 2 } }, minutes = 40 },
  { "cautious", dice = "d6:3", sees = "hazard.light, A's torch sputters out, kindled.torch",
    party = { walked = 450, torches = 1 }, A = { fatigue = 1 }, B = { fatigue = 0 }, lamps = { { left = 5 } }, minutes = 50 },
  { "cautious", dice = "d6:1 d20:11 d20:11", sees = "encounter, Surprise costs B the first round", never = "costs A",
    party = { walked = 540, torches = 1 }, A = { fatigue = 1 }, B = { fatigue = 0 }, lamps = { { left = 4 } }, minutes = 60 },
  { "cautious", dice = "d20:11 d20:9 d6:6", want = in_order("CON 11+1 = 12", "CON 9+2 = 11", "hazard.nothing"),
    party = { walked = 630, torches = 1 }, A = { fatigue = 1 }, B = { fatigue = 1 }, lamps = { { left = 3 } }, minutes = 70 },
  { "rest", dice = "d6:4", sees = "hazard.fatigue", never = "check",
    party = { walked = 630, torches = 1 }, A = { fatigue = 1, since_rest = 0 }, B = { fatigue = 1, since_rest = 0 }, lamps = { { left = 2 } }, minutes = 80 },
}

-- --- time and the order of a Turn ---

test "thirteen Turns are two hours and ten minutes" { example = true, covers = { "DX-01" },
  { "rest x13", dice = quiet(13), minutes = 130, time = "02:10", turn = 13 } }

test "every Turn its light, way and danger are noted" { example = true, covers = { "DX-02" },
  given = { lights = { "torch A" } },
  { "cautious", dice = "d6:2", want = record { light = "torch A 5", moved = "90 yd", danger = "sign" } },
  { "rush", dice = "d6:6", want = record { light = "torch A 4", moved = "180 yd", danger = "nothing" } },
  { "rest", dice = "d6:6", want = record { moved = "0 yd" } } }

test "declare, describe, hazard, resolve, mark" { example = true, covers = { "DX-03", "DX-04", "DX-05", "DX-06", "DX-07" },
  given = { lights = { "torch A" } },
  { "A force door + B move hall", dice = "d6:6 d20:12", answers = { describe = "a hall of pillars" },
    want = in_order("turn", "a hall of pillars", "hazard.nothing", "check.success", "marked"), lamps = { { left = 5 } }, minutes = 10 } }

test "the marching order stays as it was" { covers = { "DX-03" },
  given = { lights = { "torch A" } },
  { "listen + force", dice = "d6:6 d20:5 d20:6", sees = "A: WIS, B: STR" },
  { "order B A" },
  { "listen + force", dice = "d6:6 d20:5 d20:6", sees = "B: WIS, A: STR" },
  { "listen + force", dice = "d6:6 d20:5 d20:6", sees = "B: WIS, A: STR" } }

test "what they see is told where they come to a new place, and nowhere else" { covers = { "DX-04" },
  { "rest", dice = "d6:6", never = "asked" },
  { "move", dice = "d6:6", never = "asked" },
  { "move crypt", dice = "d6:6", never = "asked, crypt:" },
  { "move well", dice = "d6:6", answers = { describe = "a shaft, and a rope" }, sees = "well: a shaft, and a rope" },
  { "move crypt", dice = "d6:6", never = "asked" } }
test "house: asked at each new place" { covers = { "DX-04" }, house = [[ question.describe.always = nil ]],
  { "move crypt", asks = "describe" },
  { "move crypt", dice = "d6:6", want = by_default("describe", "nothing new"), never = "said.crypt, crypt:" } }
test "house: a room that says what is plain in it" { covers = { "DX-04" }, house = [[ room "crypt" { look = "seven niches" } ]],
  { "move crypt", dice = "d6:6", never = "asked", sees = "crypt: seven niches" } }

test "a hazard takes place before the deeds" { covers = { "DX-06" },
  given = { lights = { "torch A" }, lamps = { { met = 1 } } },
  { "A force door + B listen", dice = "d6:3 d20:12 d6:1 d20:3 d6:1", want = in_order("light_out", "check", "check") } }
test "house: during the deeds, when the first is done" { covers = { "DX-06" }, house = [[ setting.hazard_when = "during" ]],
  given = { lights = { "torch A" }, lamps = { { met = 1 } } },
  { "A force door + B listen", dice = "d6:3 d20:12 d20:13 d6:2", want = in_order("check.success", "light_out", "check.failure"), lights = "" },
  { "rest", dice = "d6:6", never = "Now:" } }
test "house: after the deeds" { covers = { "DX-06" }, house = [[ setting.hazard_when = "after" ]],
  given = { lights = { "torch A" }, lamps = { { met = 1 } } },
  { "A force door + B listen", dice = "d6:3 d20:12 d20:3", want = in_order("hazard.light", "check", "check", "Now:", "light_out"), lights = "" } }
test "house: you say when" { covers = { "DX-06" }, house = [[ setting.hazard_when = "ask" ]],
  given = { lights = { "torch A", "torch B" }, lamps = { { met = 1 }, { met = 1 } } },
  { "rest", dice = "d6:3", asks = "moment" },
  { "rest", dice = "d6:6", never = "asked.moment" },
  { "force door", dice = "d6:3 d20:12", answers = { moment = "after" }, want = in_order("check", "light_out") },
  { "force door", dice = "d6:3 d20:12 d6:1", want = in_order("asked.moment", "light_out", "check") },
  { "rest", dice = "d6:2", want = by_default("moment", "before") } }
test "house: who tires after the deed rests the next Turn" { covers = { "DX-06" }, house = [[ setting.hazard_when = "after" ]],
  given = { lights = { "torch A" } },
  { "cautious", dice = "d6:4", answers = { fatigue = "rest" }, never = "check", party = { walked = 90 }, A = { owes_rest = true, since_rest = 1 } },
  { "A rest + B listen", dice = "d20:9 d6:6 d20:1", sees = "B: CON", never = "A: CON", B = { fatigue = 1, owes_rest = false }, A = { owes_rest = false } } }

-- --- movement ---

test "three times the speed, in yards" { example = true, covers = { "DX-08", "DX-11" },
  given = { lights = { "torch A" } },
  { "cautious", dice = "d6:6", party = { walked = "90 yd" } },
  { "= tostring(party.walked)", data = "90 yd" } }
test "house: in feet" { covers = { "DX-08" }, house = [[ local usual = rule.stride  function rule.stride(who) return usual(who) / 3 end ]],
  given = { lights = { "torch A" } },
  { "cautious", dice = "d6:6", party = { walked = 30 } },
  { "rush", dice = "d6:6", party = { walked = 90 } } }

test "cautious ground is mapped, rushed ground is not" { example = true, covers = { "DX-09", "DX-14" },
  given = { lights = { "torch A" } },
  { "move", dice = "d6:6", never = "Nothing can be mapped", want = record { mapped = true } },
  { "rush", dice = "d6:6", sees = "Nothing can be mapped", want = record { mapped = false } },
  { "cautious", dice = "d6:6", want = record { mapped = true } } }

test "slow: 45 and 90" { example = true, covers = { "DX-10" }, party = { { "A", speed = "slow" } }, given = { lights = { "torch A" } },
  { "cautious", dice = "d6:6", party = { walked = 45 } }, { "rush", dice = "d6:6", party = { walked = 45 + 90 } } }
test "normal: 90 and 180" { example = true, covers = { "DX-11" }, party = { { "A", speed = "normal" } }, given = { lights = { "torch A" } },
  { "cautious", dice = "d6:6", party = { walked = 90 } }, { "rush", dice = "d6:6", party = { walked = 90 + 180 } } }
test "fast: 135 and 270" { example = true, covers = { "DX-11", "DX-12" }, party = { { "A", speed = "fast" } }, given = { lights = { "torch A" } },
  { "cautious", dice = "d6:6", party = { walked = 135 } }, { "rush", dice = "d6:6", party = { walked = 135 + 270 } } }
test "a speed that is not in the table: 60 and 120" { example = true, covers = { "DX-08", "DX-12" },
  house = [[ speed "short" { a_round = "20 ft" } ]], party = { { "A", speed = "short" } }, given = { lights = { "torch A" } },
  { "cautious", dice = "d6:6", party = { walked = 60 } }, { "rush", dice = "d6:6", party = { walked = 60 + 120 } } }
test "two Turns of rushing, slowly" { example = true, covers = { "DX-13" }, party = { { "A", speed = "slow" } }, given = { lights = { "torch A" } },
  { "rush x2", dice = quiet(2), party = { walked = 180 } } }
test "the slowest sets the pace" { covers = { "DX-10" }, party = { { "A", speed = "fast" }, { "B", speed = "slow" } }, given = { lights = { "torch A" } },
  { "cautious", dice = "d6:6", party = { walked = 45 } } }
test "rounds: 15, 30 and 45 feet" { covers = { "DX-10", "DX-11", "DX-12" },
  { "= tostring(speed.slow.a_round)", data = "15 ft" }, { "= tostring(speed.normal.a_round)", data = "30 ft" }, { "= tostring(speed.fast.a_round)", data = "45 ft" } }

test "nobody searches while the party rushes" { example = true, covers = { "DX-14" }, given = { lights = { "torch A" } },
  { "A rush + B search", refused = "Nobody searches while the party rushes", turn = 0 },
  { "A rush + B inspect statue", refused = "Nobody searches while the party rushes", turn = 0 },
  { "A cautious + B search", dice = "d6:6 d20:2", sees = "finds nothing" } }

test "rushing, danger is spotted with Setback" { example = true, covers = { "DX-15", "DX-56" },
  party = { { "A", wis = 1 } }, given = { lights = { "torch A" } },
  { "rush", dice = "d6:6" },
  { "spot 12", dice = "d20:14 d6:4", sees = "check.failure, WIS 10+1 = 11 vs 12" },
  { "cautious", dice = "d6:6" },
  { "spot 12", dice = "d20:11", sees = "check.success, WIS 11+1 = 12 vs 12", minutes = 20 },
  { "rush", dice = "d6:6" }, { "rest", dice = "d6:6" },
  { "spot", dice = "d20:10", sees = "check.failure, WIS 10+1 = 11 vs 12" } }

-- --- light ---

test "a Turn without a light says so" { example = true, covers = { "DX-16" },
  { "rest", dice = "d6:6", sees = "There is no light", want = record { light = "" } },
  { "torches 1" }, { "light torch A" },
  { "rest", dice = "d6:6", never = "There is no light" } }

test "a torch burns six Turns" { example = true, covers = { "DX-17" }, given = { lights = { "torch A" } },
  { "rest x5", dice = quiet(5), lights = "torch A", lamps = { { left = 1 } } },
  { "rest", dice = "d6:6", want = in_order("hazard.nothing", "light_out.torch", "marked"), lights = "", minutes = 60 },
  { "rest", dice = "d6:6", sees = "There is no light" } }
test "what burned down is replaced from the packs" { covers = { "DX-17" }, given = { torches = 1, lights = { "torch A" }, lamps = { { left = 1 } } },
  { "rest", dice = "d6:6", never = "Nobody can see", lights = "torch A", lamps = { { left = 6 } }, party = { torches = 0 } },
  { "rest x6", dice = quiet(6), never = "asked.relight", sees = "Nobody can see", lights = "" } }
test "house: a light that spends nothing is not replaced" { covers = { "DX-17" },
  house = [[ light "glow" { lasts = "1 turn", bright = "5 ft", dim = "5 ft" } ]], given = { lights = { "glow A" } },
  { "rest", dice = "d6:6", sees = "Nobody can see", lights = "" } }
test "or not, if you are asked" { covers = { "DX-17" }, house = [[ question.relight.always = nil ]], given = { torches = 1, lights = { "torch A" }, lamps = { { left = 1 } } },
  { "rest", asks = "relight", dice = "d6:6" },
  { "rest", dice = "d6:6", answers = { relight = false }, lights = "", party = { torches = 1 } } }
test "3: where neither burns, it says so" { covers = { "DX-29" },
  { "rest", dice = "d6:3", sees = "hazard.light, But neither is lit.", never = "light_out" } }
test "what is put out by hand stays out" { covers = { "DX-16" }, given = { torches = 1, lights = { "torch A" } },
  { "snuff", never = "asked", lights = "", sees = "Nobody can see" } }
test "house: only a 3 ends a light" { covers = { "DX-17" }, house = [[ light.torch.lasts = nil ]], given = { torches = 2 },
  { "light torch A", sees = "A lights a torch. Torches left: 1", never = "6 turns" },
  { "rest x20", dice = quiet(20), lights = "torch A" },
  { "rest", dice = "d6:3", lights = "torch A", party = { torches = 0 }, sees = "sputters out" } }
test "lighting takes no time" { covers = { "DX-16" }, given = { torches = 3 },
  { "rest", dice = "d6:6" }, { "light torch A", minutes = 10 },
  { "A force door + B rest", dice = "d6:6 d20:1", sees = "A: STR" } }

test "a flask burns for six hours in a lantern" { example = true, covers = { "DX-18" }, given = { flasks = 2 },
  { "light lantern A", party = { flasks = 1 } },
  { "rest x35", dice = quiet(35), lights = "lantern A", lamps = { { left = 1 } } },
  { "rest", dice = "d6:6", lights = "lantern A", lamps = { { left = 36 } }, party = { flasks = 0 }, sees = "light_out.lantern, kindled.lantern", minutes = 360 },
  { "rest x35", dice = quiet(35), lights = "lantern A" },
  { "rest", dice = "d6:6", lights = "", minutes = 720 } }

test "a candle burns an hour" { example = true, covers = { "DX-19" }, given = { candles = 1 },
  { "rest x2", dice = quiet(2) }, { "light candle A", party = { candles = 0 } },
  { "rest x5", dice = quiet(5), lights = "candle A" },
  { "rest", dice = "d6:6", lights = "", turn = 8 } }
test "candle: bright to 5 feet, dim to 10" { example = true, covers = { "DX-19" }, party = { { "A" } }, given = { lights = { "candle A" } },
  { "look 5", sees = "5 ft off: bright light" }, { "look 6", sees = "dim light" }, { "look 10", sees = "dim light" }, { "look 11", sees = "darkness" } }
test "torch and lantern: bright to 30 feet, dim to 60" { covers = { "DX-17", "DX-18" }, party = { { "A" } }, given = { lights = { "torch A", "candle A" } },
  { "look 30", sees = "bright light" }, { "look 31", sees = "dim light" }, { "look 60", sees = "dim light" }, { "look 61", sees = "darkness" },
  { "snuff torch" }, { "look 30", sees = "darkness" }, { "flasks 1" }, { "light lantern A" },
  { "look 30", sees = "bright light" }, { "look 60", sees = "dim light" }, { "look 61", sees = "darkness" } }
test "house: dim and bright are the same circle" { covers = { "DX-19" }, house = [[ light.torch.dim = "0 ft" ]], party = { { "A" } }, given = { lights = { "torch A" } },
  { "look 30", sees = "bright light" }, { "look 31", sees = "darkness" } }

test "darkvision: darkness as dim light, within 30 feet" { example = true, covers = { "DX-20" },
  party = { { "A", darkvision = true }, { "B" } },
  { "look 30", sees = { "A, 30 ft off: dim light", "B, 30 ft off: darkness" } },
  { "look 35", sees = { "A, 35 ft off: darkness" } } }
test "darkvision: dim light as bright, within 30 feet" { covers = { "DX-20" },
  party = { { "A", darkvision = true }, { "B" } }, given = { lights = { "candle B" } },
  { "look 8", sees = { "A, 8 ft off: bright light", "B, 8 ft off: dim light" } },
  { "look 20", sees = { "A, 20 ft off: dim light", "B, 20 ft off: darkness" } },
  { "snuff" }, { "torches 1" }, { "light torch B" },
  { "look 40", sees = { "A, 40 ft off: dim light", "B, 40 ft off: dim light" } } }
test "house: darkvision to 60 feet" { covers = { "DX-20" }, house = [[ setting.darkvision_reach = "60 ft" ]], party = { { "A", darkvision = true } },
  { "look 60", sees = "dim light" }, { "look 61", sees = "darkness" } }
test "darkvision shows no colour" { example = true, covers = { "DX-21" }, party = { { "A", darkvision = true } },
  { "read the colour of the door", asks = "fine" },
  { "read the colour of the door", refused = "no colours" },
  { "read the colour of the door", answers = { fine = true }, minutes = 0 },
  { "torches 1" }, { "light torch A" }, { "read the colour of the door", never = "asked" } }

test "the last torch goes out: blind" { example = true, covers = { "DX-22" },
  party = { { "A" }, { "B" }, { "C", darkvision = true } }, given = { lights = { "torch A" } },
  { "= rule.blind(party.members[1])", data = false },
  { "rest x6", dice = quiet(6), sees = "A and B cannot see" },
  { "= rule.blind(party.members[1])", data = true }, { "= rule.blind(party.members[3])", data = false } }
test "no light: Setback on every roll" { example = true, covers = { "DX-23" }, party = { { "A", str = 2 } },
  { "force door", dice = "d6:6 d20:13 d6:4", sees = "check.failure, STR 9+2 = 11 vs 12" },
  { "try con 12", dice = "d6:6 d20:13 d6:1", sees = "check.success" } }
test "who has darkvision rolls plainly" { covers = { "DX-23" }, party = { { "A", str = 2, darkvision = true } },
  { "force door", dice = "d6:6 d20:10", sees = "check.success" } }
test "no light: half the way" { example = true, covers = { "DX-24" },
  { "cautious", dice = "d6:6", sees = "There is no light: they get half as far", party = { walked = 45 } },
  { "rush", dice = "d6:6", party = { walked = 45 + 90 } } }
test "no light: half of a slow way" { example = true, covers = { "DX-24" }, party = { { "A", speed = "slow" } },
  { "cautious", dice = "d6:6", party = { walked = 22.5 } } }
test "house: no rushing without light" { covers = { "DX-24" }, house = [[ function cannot.move(_, how) if how == pace.rush and rule.dark() then return "It is too dark to rush." end end ]],
  { "rush", refused = "too dark to rush" }, { "cautious", dice = "d6:6", party = { walked = 45 } },
  { "torches 1" }, { "light torch A" }, { "rush", dice = "d6:6", party = { walked = 45 + 180 } } }
test "no light: no searching, reading, spotting" { example = true, covers = { "DX-25" },
  { "search", refused = "too dark to search", turn = 0 },
  { "inspect statue", refused = "too dark to search" },
  { "spot", refused = "too dark to spot" },
  { "read the inscription", refused = "too dark to read" } }
test "who has darkvision searches for all" { covers = { "DX-25" }, party = { { "A" }, { "B", wis = 2, darkvision = true } },
  { "search", dice = "d6:6 d20:10", sees = "B: WIS, find something", never = "A: WIS" },
  { "spot 12", dice = "d20:9", sees = "B: WIS", never = "A: WIS" } }
test "house: searching without light, with Setback" { covers = { "DX-25" }, house = [[ function rule.able(them) return them end ]], party = { { "A" } },
  { "search", dice = "d6:6 d20:14 d6:3", sees = "WIS 11 vs 12, finds nothing" },
  { "spot", dice = "d20:14 d6:2", sees = "check.success" } }

-- --- the hazard die ---

test "one d6 every Turn, rests too" { example = true, covers = { "DX-05", "DX-26", "DX-61" }, given = { lights = { "torch A" } },
  { "cautious", dice = "d6:6", want = count(1, "hazard") }, { "rest", dice = "d6:5", want = count(1, "hazard") } }
test "house: no die when everybody rests" { covers = { "DX-26" }, house = [[ local usual = step.hazard  function step.hazard() if #doers "rest" < count(party) then usual() end end ]], given = { lights = { "torch A" } },
  { "rest", never = "hazard", minutes = 10 }, { "A rest + B listen", dice = "d6:6 d20:3", sees = "hazard" } }

test "1: an encounter, and the question of surprise" { example = true, covers = { "DX-27", "DX-45" }, given = { lights = { "torch A" } },
  { "cautious", dice = "d6:1", asks = "creature" },
  { "cautious", dice = "d6:1 d20:20 d20:20", sees = "hazard.encounter, encounter, goblins", want = by_default("surprised", "the party") } }
test "who, how far, in what mood: one question, rolled beforehand" { covers = { "DX-27" }, house = [[ setting.charted = true ]], given = { lights = { "torch A" } },
  { "rest", dice = "d6:1 d6:6 d4:2 d6:1 2d6:2,3 d20:20 d20:20",
    sees = { "creatures.ghouls", "distances.here", "moods.hostile", "3 ghouls, noses to the ground, 5 ft away, hostile." } },
  { "rest", dice = "d6:1 d6:2 d4:1 d6:3 2d6:5,5 d20:20 d20:20", answers = { creature = "ghouls", distance = 60, mood = "busy" }, sees = { "ghouls, 60 ft away, busy." } },
  { "correct 90 ft, friendly", sees = "Encounter: ghouls; 90 ft (was 60 ft); friendly (was busy)" } }
test "house: the deeper, the worse" { covers = { "DX-27" }, given = { lights = { "torch A" } }, house = [[
    setting.charted = true
    track "depth" { start = 1, min = 1 }
    modifier "depth" { chart = "creatures", add = function() return party.depth - 1 end }
    chart.creatures { die = "1d6", { "1-5", "rats" }, { "6-8", "ghouls" }, { "9+", "serpent" } } ]],
  { "depth 4" }, { "rest", dice = "d6:2 d6:6 d8:1", sees = "creatures.serpent" },
  { "depth 2" }, { "rest", dice = "d6:2 d6:1 d8:1", sees = "creatures.rats" } }
test "house: a table of one's own" { covers = { "DX-27" },
  house = [[ setting.charted = true  chart.creatures { die = "1d4", { "1-2", "crabs" }, { "3", "nothing" }, { "4", "hermit", "the hermit" } } ]],
  { "rest", dice = "d6:1 d4:4 d6:1 2d6:1,1 d20:20 d6:1 d20:20 d6:1", sees = "the hermit, 5 ft away, hostile" },
  { "rest", dice = "d6:1 d4:3", sees = "But nobody comes", never = "encounter.goblins, check" },
  { "rest", dice = "d6:2 d4:3", sees = "But nothing is near", never = "sign." } }
test "nobody comes, if you say so" { covers = { "DX-27", "DX-33" }, given = { lights = { "torch A" } },
  { "rest", dice = "d6:1", answers = { creature = "nothing" }, sees = "But nobody comes", never = "encounter.goblins, check.success, check.failure" } }
test "after an encounter the deeds go on only as you say" { covers = { "DX-06", "DX-27" }, given = { lights = { "torch A" } },
  { "cautious", dice = "d6:1 d20:20 d20:20", want = by_default("deeds", "go on"), party = { walked = 90 } },
  { "cautious", dice = "d6:1 d20:20 d20:20", answers = { deeds = "stop" }, party = { walked = 90 }, minutes = 20 },
  { "cautious", dice = "d6:6", party = { walked = 180 } } }
test "house: after the deeds there is nothing to go on with" { covers = { "DX-06" }, house = [[ setting.hazard_when = "after" ]], given = { lights = { "torch A" } },
  { "cautious", dice = "d6:1 d20:20 d20:20", never = "asked.deeds" } }
test "you say when somebody comes, and who" { covers = { "DX-27" }, given = { lights = { "torch A" } },
  { "encounter ogre, 30 ft", dice = "d20:20 d20:20", sees = { "ogre, 30 ft away, wary" }, never = "asked.deeds", turn = 0, minutes = 0 } }

test "2: a sign, and no encounter" { example = true, covers = { "DX-28" }, given = { lights = { "torch A" } },
  { "cautious", dice = "d6:2", sees = "hazard.sign, sign, Tracks (goblins)", never = "encounter" } }
test "what kind of sign, and of whom: rolled, or as you say" { covers = { "DX-28" }, house = [[ setting.charted = true ]],
  { "rest", dice = "d6:2 d6:3 d8:3", asks = "sign" },
  { "rest", dice = "d6:2 d6:3 d8:3", sees = { "A reek of wet fur and old meat (a spider the size of a hound)" }, never = "encounter" },
  { "rest", dice = "d6:2 d6:3 d8:3", answers = { sign = "the smell of ghouls" }, sees = "the smell of ghouls (a spider the size of a hound)" } }
test "signs: noises, smells, tracks and shadows" { covers = { "DX-28" },
  { "= chart.signs:at(1).name", data = "noise" }, { "= chart.signs:at(3).name", data = "smell" },
  { "= chart.signs:at(5).name", data = "tracks" }, { "= chart.signs:at(7).name", data = "shadow" } }

test "3: the torch sputters out before the deeds of the Turn" { example = true, covers = { "DX-29" }, given = { lights = { "torch A" } },
  { "rest x3", dice = quiet(3), lamps = { { left = 3 } } },
  { "cautious", dice = "d6:3", lights = "", party = { walked = 45 } } }
test "3: of two torches the older" { example = true, covers = { "DX-29" }, given = { lights = { "torch A", "torch B" }, lamps = { { met = 1 }, { met = 1 } } },
  { "rest", dice = "d6:3", lights = "torch B" } }
test "3: only a lantern burns: its oil is low" { example = true, covers = { "DX-29" }, given = { lights = { "lantern A" } },
  { "rest", dice = "d6:3", sees = "A's lantern is low on oil", lights = "lantern A", lamps = { { left = 35, low = true } } },
  { "rest", dice = "d6:3", sees = "A's lantern is low on oil", lamps = { { left = 34, low = true } } } }
test "3: only candles burn: nothing" { example = true, covers = { "DX-29" }, given = { lights = { "candle A", "candle B" } },
  { "rest x2", dice = "d6:3 d6:3", lights = "candle A, candle B", never = "light_out, flicker" } }
test "3: no light at all: nothing" { covers = { "DX-29" }, { "rest", dice = "d6:3", sees = "hazard.light", never = "asked" } }
test "3: torch and lantern: the torch" { covers = { "DX-29" }, given = { lights = { "lantern A", "torch B" }, lamps = { {}, { met = 1 } } },
  { "rest", dice = "d6:3", lights = "lantern A", lamps = { { low = false } } } }
test "house: the lantern first" { covers = { "DX-29" }, house = [[ local usual = rule.gutter  function rule.gutter() local oil = burning("lantern")[1] if oil then rule.run_low(oil) else usual() end end ]],
  given = { lights = { "torch B", "lantern A" }, lamps = { { met = 1 } } },
  { "rest", dice = "d6:3", lights = "torch B, lantern A", lamps = { {}, { low = true } } },
  { "snuff lantern" }, { "rest", dice = "d6:3", lights = "" } }
test "house: a random torch" { covers = { "DX-29" }, house = [[ function rule.failing(torches) return #torches > 0 and pick(torches, "which torch") end ]],
  given = { lights = { "torch A", "torch B" }, lamps = { { met = 1 }, { met = 1 } } },
  { "rest", dice = "d6:3 d2:2", lights = "torch A" } }
test "house: all torches" { covers = { "DX-29" }, house = [[ function rule.gutter() for torch in each(burning "torch") do rule.sputter(torch) end end ]],
  given = { lights = { "torch A", "torch B", "candle A" }, lamps = { { met = 1 }, { met = 1 } } },
  { "rest", dice = "d6:3", lights = "candle A" } }
test "house: low oil burns half as long" { covers = { "DX-29" }, house = [[ function rule.run_low(lantern) lantern.left = math.ceil(lantern.left / 2) end ]], given = { lights = { "lantern A" } },
  { "rest", dice = "d6:3", lamps = { { left = 17 } } }, { "rest", dice = "d6:3", lamps = { { left = 8 } } } }
test "house: low oil is no oil" { covers = { "DX-29" }, house = [[ function rule.run_low(lantern) put_out(lantern, "runs dry") end ]], given = { lights = { "lantern A" } },
  { "rest", dice = "d6:3", lights = "" } }
test "house: a candle fails, too" { covers = { "DX-29" }, house = [[ local usual = rule.gutter  function rule.gutter() usual() local stub = burning("candle")[1] if stub then put_out(stub, "sputters out") end end ]], given = { lights = { "candle A", "candle B" } },
  { "rest", dice = "d6:3", lights = "candle B" } }

test "4: everybody rests" { example = true, covers = { "DX-30" }, given = { lights = { "torch A" } },
  { "cautious", dice = "d6:6" },
  { "cautious", dice = "d6:4", answers = { fatigue = "rest" }, never = "check", party = { walked = 90 }, A = { since_rest = 0, fatigue = 0 }, B = { since_rest = 0, fatigue = 0 }, minutes = 20 } }
test "4: rest or save" { covers = { "DX-30" }, given = { lights = { "torch A" } },
  { "cautious", dice = "d6:4", asks = "fatigue" },
  { "cautious", dice = "d6:4 d20:20 d20:20", want = by_default("fatigue", "save"), party = { walked = 90 } } }
test "4: whoever does not rest saves; who rests does not" { example = true, covers = { "DX-30", "DX-31" },
  party = { { "A", con = 1 }, { "B", con = 2 }, { "C" } }, given = { lights = { "torch A" } },
  { "rest x2", dice = quiet(2) },
  { "A, B force door + C rest", dice = "d6:4 d20:10 d20:10 d20:3", sees = "CON 10+1 = 11, CON 10+2 = 12", never = "C: CON",
    A = { fatigue = 1 }, B = { fatigue = 0 }, C = { fatigue = 0, since_rest = 0 } } }
test "4: each decides alone, if you like" { covers = { "DX-30", "DX-31" }, given = { lights = { "torch A" } },
  { "A force door + B force door", dice = "d6:4 d20:10 d20:3", answers = { ["fatigue.A"] = "rest", ["fatigue.B"] = "save" },
    sees = "B: CON, B: STR", never = "A: STR", A = { since_rest = 0 }, B = { since_rest = 1 } },
  { "rest", dice = "d6:4", never = "asked, Rest at once", sees = "They are resting already" },
  { "A listen + B rest", dice = "d6:4 d20:20 d20:1", answers = { fatigue = "save" }, sees = "A: CON" } }
test "4: who moves stays with those who rest at once" { covers = { "DX-30" }, given = { lights = { "torch A" } },
  { "cautious", dice = "d6:4 d20:20", answers = { ["fatigue.A"] = "rest" }, sees = "The party stays with those who rest", party = { walked = 0 }, minutes = 10 },
  { "cautious", dice = "d6:6", party = { walked = 90 } } }
test "house: resting at once is resting the next Turn" { covers = { "DX-30" }, house = [[ function rule.rest_at_once(who) who.owes_rest = true end ]], given = { lights = { "torch A" } },
  { "cautious", dice = "d6:4", answers = { fatigue = "rest" }, party = { walked = 90 }, A = { owes_rest = true, since_rest = 1 }, B = { owes_rest = true } },
  { "A rest + B force", dice = "d20:9 d6:6 d20:9", sees = "B: CON 9+2 = 11", never = "A: CON", A = { owes_rest = false, since_rest = 0, fatigue = 0 }, B = { owes_rest = false, since_rest = 2, fatigue = 1 } },
  { "force", dice = "d6:6 d20:9", never = "CON" } }
test "a rest for a 4 is the hourly rest" { covers = { "DX-30" }, given = { lights = { "torch A" } }, party = { { "A", since_rest = 5 } },
  { "cautious", dice = "d6:4", answers = { fatigue = "rest" }, A = { since_rest = 0 } } }
test "house: saves against fatigue at 10" { covers = { "DX-31", "DX-52" }, house = [[ setting.fatigue_dc = 10 ]], given = { lights = { "torch A" } }, party = { { "A", since_rest = 6 } },
  { "force", dice = "d20:10 d6:4 d20:9 d20:1", sees = "CON 10 vs 10, CON 9 vs 10", A = { fatigue = 1 } } }

test "5 and 6: nothing" { example = true, covers = { "DX-32" }, given = { torches = 1, lights = { "torch A" } },
  { "rest", dice = "d6:5", sees = "hazard.nothing", never = "asked, check, encounter, light_out", lights = "torch A" },
  { "rest", dice = "d6:6", sees = "hazard.nothing", never = "asked, check, encounter, light_out", lights = "torch A" } }

test "common sense rules over the die" { covers = { "DX-33" }, house = [[ question.apply.always = nil ]], given = { lights = { "torch A" }, lamps = { { met = 1 } } },
  { "rest", dice = "d6:3", asks = "apply" },
  { "rest", dice = "d6:6", never = "asked" },
  { "rest", dice = "d6:3", answers = { apply = "ignore" }, sees = "hazard.light", lights = "torch A", want = record { danger = "nothing" } },
  { "rest", dice = "d6:1", answers = { apply = "soften" }, asks = "softened" },
  { "rest", dice = "d6:1", answers = { apply = "soften", softened = "a far-off laugh" }, sees = "a far-off laugh", never = "encounter" },
  { "rest", dice = "d6:1", answers = { apply = "soften" }, want = by_default("softened", "It passes, this once.") },
  { "rest", dice = "d6:3", want = by_default("apply", "apply"), lights = "" } }
test "unless you wish it, the die is not questioned" { covers = { "DX-33" }, given = { lights = { "torch A" } },
  { "rest", dice = "d6:2", never = "asked.apply" } }

test "a torch just lit flickers" { example = true, covers = { "DX-34" }, given = { lights = { "torch A" } },
  { "rest", dice = "d6:3", sees = "flicker", never = "asked", lights = "torch A", lamps = { { left = 5 } } },
  { "rest", dice = "d6:3", never = "asked", lights = "" } }
test "house: flicker or go out is asked" { covers = { "DX-34" }, house = "question.flicker.always = nil", given = { lights = { "torch A" } },
  { "rest", dice = "d6:3", asks = "flicker" },
  { "rest", dice = "d6:3", sees = "flicker", want = by_default("flicker", "flicker"), lights = "torch A" } }
test "or goes out, if you say so" { covers = { "DX-34" }, given = { lights = { "torch A" } },
  { "rest", dice = "d6:3", answers = { flicker = "go out" }, lights = "" } }
test "lit in one Turn, it is just lit in the next" { covers = { "DX-34" }, given = { torches = 1, lights = { "torch A" }, lamps = { { met = 1 } } },
  { "rest", dice = "d6:3", lights = "torch A", party = { torches = 0 } },
  { "rest", dice = "d6:3", sees = "flicker", lights = "torch A" },
  { "rest", dice = "d6:3", lights = "" } }
test "house: never just lit" { covers = { "DX-34" }, house = [[ function rule.just_lit() return false end ]], given = { lights = { "torch A" } },
  { "rest", dice = "d6:3", never = "asked", lights = "" } }

-- --- traditional bookkeeping ---

test "traditional: a 1 is an encounter, and nothing else is anything" { example = true, covers = { "DX-35" },
  house = [[ setting.traditional = true  setting.traditional_die = "1d8" ]], given = { lights = { "torch A" } },
  { "rest", dice = "d8:3", sees = "wandering.nothing", never = "hazard, encounter" },
  { "rest", dice = "d8:2", never = "sign" },
  { "rest", dice = "d8:8", sees = "wandering.nothing" },
  { "rest", dice = "d8:1 d20:12 d20:12", sees = "encounter, goblins" } }
test "traditional: a d6 if you say no other" { covers = { "DX-35" }, house = [[ setting.traditional = true ]], given = { lights = { "torch A" } },
  { "rest", dice = "d6:4", never = "fatigue" } }
test "traditional: signs, if you like" { covers = { "DX-35" }, house = [[ setting.traditional = true
    chart.wandering { die = "1d6", { "1", "encounter", rule.meet }, { "2", "sign", rule.hint }, { "3-6", "nothing" } } ]], given = { lights = { "torch A" } },
  { "rest", dice = "d6:2", sees = "Tracks (goblins)", never = "encounter" }, { "rest", dice = "d6:3", never = "sign" } }
test "traditional: the hazard may take place later, too" { covers = { "DX-35" }, house = [[ setting.traditional = true  setting.hazard_when = "after" ]], given = { lights = { "torch A" } },
  { "force", dice = "d6:1 d20:3 d20:12 d20:12", want = in_order("wandering.encounter", "STR", "goblins") } }
test "traditional: torches six Turns, lanterns a Watch of six hours" { example = true, covers = { "DX-36" },
  house = [[ setting.traditional = true  setting.traditional_die = "1d8"  setting.watch_turns = 36 ]], given = { lights = { "torch A", "lantern B" } },
  { "rest", dice = "d8:2" }, { "rest", dice = "d8:3", lights = "torch A, lantern B" },
  { "rest x3", dice = "d8:3 d8:3 d8:3", lights = "torch A, lantern B" }, { "rest", dice = "d8:3", lights = "lantern B", turn = 6 },
  { "rest x29", dice = ("d8:3 "):rep(29), lights = "lantern B" }, { "rest", dice = "d8:3", lights = "", turn = 36 } }
test "traditional: a Watch is four hours" { covers = { "DX-36" }, house = [[ setting.traditional = true ]], given = { lights = { "lantern A" } },
  { "rest x23", dice = quiet(23), lights = "lantern A" }, { "rest", dice = "d6:6", lights = "" } }
test "traditional: a rest is due every hour" { example = true, covers = { "DX-37" }, house = [[ setting.traditional = true ]], given = { lights = { "torch A", "lantern B" } },
  { "other x6", dice = quiet(6), sees = "rest_due" },
  { "other", dice = "d20:10 d20:10 d6:6", sees = "A: CON, B: CON", A = { fatigue = 1 }, B = { fatigue = 0 } } }

-- --- searching ---

test "a search is a Turn; another feature is another Turn" { example = true, covers = { "DX-38", "DX-57" }, given = { lights = { "torch A" } },
  { "rest x3", dice = quiet(3) },
  { "search statue", dice = "d6:6 d20:1 d20:2", sees = "find nothing", minutes = 40, turn = 4 },
  { "search alcove", dice = "d6:6 d20:1 d20:2", minutes = 50, turn = 5 } }
test "a search for something is one of the room" { party = { { "A", wis = 1 } }, given = { lights = { "torch A" } },
  { "search for traps", dice = "d6:6 d20:1", answers = { hidden = 8 }, sees = "WIS 1+1 = 2 vs 8, finds nothing" },
  { "search", dice = "d6:6 d20:7", sees = "WIS 7+1 = 8 vs 8, finds something", never = "asked" } }
test "a loose flagstone is easy, a master's door is hard" { example = true, covers = { "DX-39", "DX-40", "DX-41" },
  party = { { "A", wis = 1 } }, given = { lights = { "torch A" } },
  { "search", dice = "d6:6", asks = "found" },
  { "search flagstone", dice = "d6:6 d20:7", answers = { hidden = 8 }, sees = "WIS 7+1 = 8 vs 8, finds something" },
  { "search north wall", dice = "d6:6 d20:14", answers = { hidden = 16 }, sees = "WIS 14+1 = 15 vs 16, finds nothing" },
  { "= setting.dc.easy", data = 8 }, { "= setting.dc.normal", data = 12 }, { "= setting.dc.hard", data = 16 }, { "= setting.dc.extreme", data = 20 } }
test "a total of 16 finds what is hidden at 16" { example = true, covers = { "DX-42" }, party = { { "A", wis = 1 } }, given = { lights = { "torch A" } },
  { "search", dice = "d6:6 d20:15", answers = { hidden = 16 }, sees = "finds something" } }
test "what is hidden, and how well, is one answer" { covers = { "DX-39", "DX-42", "DX-43" }, party = { { "A" } }, given = { lights = { "torch A" } },
  { "search hearth", dice = "d6:6 d20:15", answers = { hidden = 16, found = "a silver key" }, sees = "finds nothing" },
  { "search hearth", dice = "d6:6 d20:16", never = "asked", sees = "finds a silver key" },
  { "search shelf", dice = "d6:6 d20:20", answers = { found = "nothing" }, sees = "finds nothing", never = "finds something" } }
test "who finds nothing does not know whether there is nothing" { example = true, covers = { "DX-43" }, party = { { "A" } }, given = { lights = { "torch A" } },
  { "search chest", dice = "d6:6 d20:7", answers = { hidden = 8 }, sees = "finds nothing" },
  { "search shelf", dice = "d6:6 d20:20", answers = { hidden = 0 }, sees = "finds nothing", never = "finds something" },
  { "search floor", dice = "d6:6 d20:12", want = by_default("hidden", 12), sees = "finds something" } }
test "players see neither the roll nor how well it is hidden" { covers = { "DX-43" }, party = { { "A" } }, given = { lights = { "torch A" } },
  { "search chest", dice = "d6:6 d20:7", want = function(g)
    for _, e in ipairs(g.events) do
      local hush = e.kind == "check" or e.kind == "asked"
      if (e.secret and true or false) ~= hush then return e.kind .. (hush and " is open" or " is secret") end
    end
  end } }
test "what you said of a place holds for the next try" { covers = { "DX-39" }, party = { { "A" } }, given = { lights = { "torch A" } },
  { "search chest", dice = "d6:6 d20:15", answers = { hidden = 16 } },
  { "search chest", dice = "d6:6 d20:16", never = "asked", sees = "finds something" },
  { "search chest", dice = "d6:6 d20:1", sees = "asked.hidden" } }
test "house: a room that says what it hides" { covers = { "DX-42" }, party = { { "A" } }, given = { lights = { "torch A" } },
  house = [[ room "crypt" { hidden = "a stair below the altar", hidden_dc = 14 } ]],
  { "move crypt", dice = "d6:6" },
  { "search", dice = "d6:6 d20:13", never = "asked", sees = "finds nothing" },
  { "search", dice = "d6:6 d20:14", sees = "finds a stair below the altar" },
  { "search", dice = "d6:6 d20:20", never = "asked", sees = "finds nothing" } }
test "several search: one success will do" { covers = { "DX-39" }, given = { lights = { "torch A" } },
  { "search", dice = "d6:6 d20:1 d20:12", sees = "A: WIS, B: WIS, find something" } }
test "house: only the first of the searchers rolls" { covers = { "DX-39" }, house = [[ local usual = rule.notice  function rule.notice(them, dc) return usual({ them[1] }, dc) end ]], given = { lights = { "torch A" } },
  { "search", dice = "d6:6 d20:11", sees = "A: WIS, find something", never = "B: WIS" } }
test "house: only the best of the searchers rolls" { covers = { "DX-39" }, house = [[ local usual = rule.notice  function rule.notice(them, dc) return usual({ rule.best(them, "wis") }, dc) end ]], party = { { "A" }, { "B", wis = 2 } }, given = { lights = { "torch A" } },
  { "search", dice = "d6:6 d20:10", sees = "B: WIS, find something", never = "A: WIS" } }
test "house: half of the searchers must succeed" { covers = { "DX-39" }, house = [[ function rule.notice(them, dc) return 2 * checks(them, "wis", dc, { secret = true }) >= #them end ]], party = { { "A" }, { "B" }, { "C" } }, given = { lights = { "torch A" } },
  { "search", dice = "d6:6 d20:12 d20:1 d20:1", sees = "find nothing" },
  { "A, B search", dice = "d6:6 d20:12 d20:1", sees = "find something" },
  { "search", dice = "d6:6 d20:12 d20:1 d20:12", answers = { found = "a ring" }, sees = "find a ring" } }
test "where something was found, nothing more is hidden unless you say so" { covers = { "DX-42", "DX-43" },
  given = { lights = { "torch A" } },
  { "search", dice = "d6:6 d20:12 d20:1", sees = "find something" },
  { "search", dice = "d6:6 d20:20 d20:1", want = by_default("found", "nothing"), sees = "find nothing" } }
test "house: other degrees" { covers = { "DX-40", "DX-41" }, house = [[ setting.dc.normal = 10  setting.dc.easy = 6  setting.dc.hard = 18  setting.dc.extreme = 25 ]],
  party = { { "A" } }, given = { lights = { "torch A" } },
  { "search", dice = "d6:6 d20:10", sees = "6 easy, 10 normal, 18 hard, WIS 10 vs 10, finds something" },
  { "force", dice = "d6:6 d20:10", sees = "STR 10 vs 10, open" }, { "listen", dice = "d6:6 d20:10", sees = "WIS 10 vs 10" },
  { "try dex", dice = "d6:6 d20:10", sees = "DEX 10 vs 10" } }

test "looking over one thing takes a Turn, unless you say less" { covers = { "DX-44" }, party = { { "A" } }, given = { lights = { "torch A" } },
  { "inspect statue", dice = "d6:6 d20:2", never = "asked.glance", sees = "finds nothing", minutes = 10, turn = 1, A = { since_rest = 1 } },
  { "inspect statue", dice = "d20:2", answers = { glance = "half a Turn" }, sees = "finds nothing", never = "hazard", minutes = 15, turn = 1, A = { since_rest = 1 } },
  { "inspect statue", dice = "d20:12", answers = { glance = "no time" }, sees = "finds something", minutes = 15, turn = 1 },
  { "rest", dice = "d6:6", minutes = 25, turn = 2 } }
test "house: you are asked how long it takes" { covers = { "DX-44" }, house = [[ question.glance.always = nil ]], party = { { "A" } }, given = { lights = { "torch A" } },
  { "inspect statue", asks = "glance" },
  { "inspect statue", dice = "d6:6 d20:2", want = by_default("glance", "a Turn"), minutes = 10, turn = 1 } }
test "house: half a Turn is usual" { covers = { "DX-44" }, house = [[ question.glance.default = "half a Turn" ]], party = { { "A" } }, given = { lights = { "torch A" } },
  { "inspect statue", dice = "d20:2", never = "asked.glance", minutes = 5, turn = 0 } }
test "house: a glance takes no time" { covers = { "DX-44" }, house = [[ question.glance.always = "no time" ]], party = { { "A" } }, given = { lights = { "torch A" } },
  { "inspect statue", dice = "d20:2", never = "asked.glance", minutes = 0, turn = 0 } }

-- --- surprise ---

test "nobody could be surprised: no checks" { example = true, covers = { "DX-45" }, given = { lights = { "torch A" } },
  { "rest", dice = "d6:1", answers = { surprised = "nobody" }, sees = "encounter", never = "check.success, check.failure" } }
test "surprised are those who fail, one by one" { example = true, covers = { "DX-46", "DX-47", "DX-48" },
  party = { { "A" }, { "B" }, { "C", wis = 3 } }, given = { lights = { "torch A" } },
  { "rest", dice = "d6:1 d20:12 d20:11 d20:9", sees = { "WIS 12 vs 12", "WIS 11 vs 12", "WIS 9+3 = 12 vs 12", "Surprise costs B the first round" }, never = "costs A" } }
test "Edge against surprise" { example = true, covers = { "DX-49" }, party = { { "A" } }, given = { lights = { "torch A" } },
  { "rest", dice = "d6:1 d20:9 d6:3", answers = { circumstances = "edge" }, sees = "WIS 12 vs 12", never = "first round" },
  { "rest", dice = "d6:1 d20:14 d6:3", answers = { circumstances = "setback" }, sees = "Surprise costs A the first round" },
  { "rest", dice = "d6:1 d20:12", want = by_default("circumstances", "even terms"), never = "first round" } }
test "a party at the top of its voice surprises nobody" { example = true, covers = { "DX-50" }, given = { lights = { "torch A" } },
  { "rest", dice = "d6:1", answers = { surprised = "the party", circumstances = "cannot surprise" }, never = "check.success, check.failure, first round" },
  { "rest", dice = "d6:1", answers = { surprised = "the others", circumstances = "cannot surprise" }, never = "check.success, check.failure, are surprised" },
  { "rest", dice = "d6:1 d20:1 d20:1", answers = { surprised = "the party" }, sees = { "Surprise costs everyone the first round" }, never = "others are surprised" } }
test "the others check with their WIS" { covers = { "DX-49" }, given = { lights = { "torch A" } },
  { "rest", dice = "d6:1 d20:9", answers = { surprised = "the others", foe_wis = 2 }, sees = "11 vs 12, The others are surprised" },
  { "rest", dice = "d6:1 d20:9 d6:1", answers = { surprised = "the others", foe_wis = 2, circumstances = "edge" }, never = "are surprised" },
  { "rest", dice = "d6:1 d20:12", answers = { surprised = "the others" }, want = by_default("foe_wis", 0), never = "are surprised" },
  { "rest", dice = "d6:1 d20:1 d20:1 d20:9", answers = { surprised = "both" }, sees = { "Surprise costs everyone the first round", "The others are surprised" } } }
test "house: the others check at +0" { covers = { "DX-49" }, house = [[ question.foe_wis.always = 0 ]],
  { "rest", dice = "d6:1 d20:11", answers = { surprised = "the others" }, never = "asked.foe_wis", sees = "The others are surprised" } }
test "house: hard to be caught unawares" { covers = { "DX-46" }, house = [[ setting.surprise_dc = 5 ]], party = { { "A" } }, given = { lights = { "torch A" } },
  { "rest", dice = "d6:1 d20:5", never = "first round" }, { "rest", dice = "d6:1 d20:4", sees = "Surprise costs A the first round" } }
test "in the dark they are easier to surprise" { covers = { "DX-23", "DX-49" }, party = { { "A" } },
  { "rest", dice = "d6:1 d20:14 d6:3", sees = "Surprise costs A the first round" },
  { "rest", dice = "d6:1 d20:11", answers = { circumstances = "edge" }, sees = "Surprise costs A the first round" } }

-- --- rest and fatigue ---

test "six Turns, and a rest is due" { example = true, covers = { "DX-51" }, given = { lights = { "lantern A" } },
  { "other x5", dice = quiet(5), never = "rest_due", A = { since_rest = 5 } },
  { "other", dice = "d6:6", sees = "rest_due", A = { since_rest = 6 } } }
test "a rest that falls due ends a count" { covers = { "DX-51" }, given = { lights = { "lantern A" } },
  { "other x9", dice = quiet(6), sees = "rest_due, everyone", turn = 6 },
  { "other", dice = "d20:12 d20:12 d6:6", never = "rest_due" } }
test "the prompt counts them" { covers = { "DX-51" }, party = { { "A", since_rest = 3 }, { "B" } },
  { "= rule.status()", data = "rest 3/6" }, { "rest", dice = "d6:6" }, { "= rule.status()", data = "rest 0/6" } }

test "no rest: everyone saves" { example = true, covers = { "DX-52" }, party = { { "A" }, { "B" } }, given = { lights = { "lantern A" } },
  { "other x6", dice = quiet(6), never = "check" },
  { "cautious", dice = "d20:11 d20:12 d6:6", sees = "CON 11 vs 12, CON 12 vs 12", A = { fatigue = 1, since_rest = 1 }, B = { fatigue = 0, since_rest = 1 } },
  { "other x5", dice = quiet(5), never = "check", A = { since_rest = 6 } },
  { "other", dice = "d20:1 d20:1 d6:6", A = { fatigue = 2 }, B = { fatigue = 1 } } }
test "a rest: no save" { example = true, covers = { "DX-52" }, party = { { "A" }, { "B" } }, given = { lights = { "lantern A" } },
  { "other x6", dice = quiet(6) },
  { "rest", dice = "d6:6", never = "check", A = { fatigue = 0, since_rest = 0 }, B = { fatigue = 0, since_rest = 0 } } }
test "house: a rest every three Turns" { covers = { "DX-51" }, house = [[ setting.rest_every = 3 ]], given = { lights = { "lantern A" } },
  { "other x3", dice = quiet(3), sees = "rest_due" }, { "other", dice = "d20:20 d20:20 d6:6" } }
test "house: who is late by a new rule is warned first" { covers = { "DX-51" }, house = [[ setting.rest_every = 3 ]], given = { lights = { "lantern A" } },
  { "since_rest A 5; since_rest B 5" }, { "search", dice = "d6:6 d20:1 d20:1", sees = "rest_due", never = "CON" }, { "search", dice = "d20:20 d20:20 d6:6 d20:1 d20:1", sees = "A: CON, B: CON" } }
test "house: no hourly rest" { covers = { "DX-51" }, house = [[ setting.rest_every = 0 ]], given = { lights = { "lantern A" } },
  { "other x20", dice = quiet(20), never = "check, rest_due" }, { "= rule.status()", data = "" } }

test "who listens at a door does not rest" { example = true, covers = { "DX-53" }, given = { lights = { "lantern A" } },
  { "other x6", dice = quiet(6) },
  { "A rest + B listen", dice = "d20:12 d6:6 d20:3", sees = "B: CON", never = "A: CON", A = { since_rest = 0 }, B = { since_rest = 1 } } }
test "who does nothing in particular does not rest" { covers = { "DX-53" }, given = { lights = { "lantern A" } },
  { "A force door", dice = "d6:6 d20:1", A = { since_rest = 1 }, B = { since_rest = 1 } } }
test "house: a rest that not all take is none" { covers = { "DX-53" }, house = [[ function rule.resting() return #doers "rest" == count(party) end ]], party = { { "A", since_rest = 6 }, { "B", since_rest = 6 } }, given = { lights = { "lantern A" } },
  { "A rest + B listen", dice = "d20:12 d20:12 d6:6 d20:3", sees = "A: CON, B: CON", A = { since_rest = 1 } },
  { "rest", dice = "d6:6", A = { since_rest = 0 }, B = { since_rest = 0 } } }

test "two failed saves are Fatigue 2, and it does nothing" { example = true, covers = { "DX-54" }, party = { { "A", con = 0, str = 1 } }, given = { lights = { "lantern A" } },
  { "other", dice = "d6:4 d20:3", A = { fatigue = 1 } }, { "other", dice = "d6:4 d20:3", A = { fatigue = 2 } },
  { "force door", dice = "d6:6 d20:11", sees = "STR 11+1 = 12 vs 12" },
  { "rest x3", dice = quiet(3), A = { fatigue = 2 } },
  { "fatigue A -1", A = { fatigue = 1 } },
  { "fatigue A 4" }, { "other", dice = "d6:4 d20:3", A = { fatigue = 5, away = false } },
  { "cautious", dice = "d6:6", party = { walked = 90 } } }
test "house: fatigue as published" { covers = { "DX-54" }, house = [[ setting.fatigue_effect = "published" ]], party = { { "A", con = 0, str = 1, fatigue = 2 }, { "B" } }, given = { lights = { "lantern A" } },
  { "A force door + B rest", dice = "d6:6 d20:12", sees = "STR 12-1 = 11 vs 12" },
  { "A force door + B rest", dice = "d6:4 d20:13 d20:1", sees = "CON 13-2 = 11 vs 12", A = { fatigue = 3 } },
  { "cautious", dice = "d6:6", party = { walked = 45 } },
  { "fatigue A 4" }, { "A force door + B rest", dice = "d6:4 d20:1", sees = "A can do nothing more", A = { fatigue = 5, away = true } },
  { "cautious", dice = "d6:6", party = { walked = 135 } },
  { 'lua lose(party.members[1], "fatigue")', A = { fatigue = 4, away = false } } }
test "house: a breather against fatigue" { covers = { "DX-54" }, house = [[ setting.fatigue_removed = "breather" ]], party = { { "A", con = 1, hp = "2/6", fatigue = 1 }, { "B" } },
  given = { supplies = 3, lights = { "lantern A" } },
  { "A rest + B other", dice = "d6:6", asks = "breather" },
  { "A rest + B other", dice = "d6:6 d20:11", want = by_default("breather", "fatigue"), A = { fatigue = 0, hp = 2 }, party = { supplies = 2 } },
  { "A rest + B other", dice = "d6:6 d4:2", want = by_default("breather", "hit points"), A = { hp = 5 }, party = { supplies = 1 } },
  { "A rest + B tend A", dice = "d6:6 d4:4", answers = { breather = "hit points" }, A = { hp = 6 }, party = { supplies = 0 } },
  { "A rest + B other", dice = "d6:6", never = "asked" } }
test "house: a breather, tended: both" { covers = { "DX-54" }, house = [[ setting.fatigue_removed = "breather" ]], party = { { "A", con = 1, hp = "2/6", fatigue = 1 }, { "B" } },
  given = { supplies = 3, lights = { "lantern A" } },
  { "A rest + B other", dice = "d6:6", answers = { breather = "both" }, refused = "not one of its choices" },
  { "A rest + B tend A", dice = "d6:6 d4:2 d20:10", want = by_default("breather", "both"), A = { hp = 5, fatigue = 1 }, party = { supplies = 2 } },
  { "A rest + B tend A", dice = "d6:6", answers = { breather = "neither" }, party = { supplies = 2 } } }
test "resting heals nothing, and takes no supplies" { covers = { "DX-54" }, party = { { "A", hp = "2/6", fatigue = 1 } }, given = { supplies = 3, lights = { "lantern A" } },
  { "rest", dice = "d6:6", never = "asked", A = { hp = 2, fatigue = 1 }, party = { supplies = 3 } } }

-- --- at a glance ---

test "what takes a Turn, and what is rolled" { example = true, covers = { "DX-55", "DX-56", "DX-57", "DX-61" }, party = { { "A", since_rest = 3 } }, given = { lights = { "torch A" } },
  { "cautious", dice = "d6:6", never = "check", minutes = 10 },
  { "rush", dice = "d6:6", never = "check", minutes = 20 },
  { "search", dice = "d6:6 d20:12", want = count(1, "check"), minutes = 30 },
  { "rest", dice = "d6:6", never = "check", sees = "hazard.nothing", A = { since_rest = 0 }, minutes = 40 } }
test "a door is forced with STR" { example = true, covers = { "DX-58", "DX-62" }, party = { { "A", str = 2 } }, given = { lights = { "torch A" } },
  { "force door", dice = "d6:6 d20:9", sees = "STR 9+2 = 11 vs 12, cannot open it", minutes = 10 },
  { "force door", dice = "d6:6 d20:10", sees = "STR 10+2 = 12 vs 12, opens it", minutes = 20 } }
test "a lock is picked with DEX" { example = true, covers = { "DX-59", "DX-62" }, party = { { "A", dex = 3 } }, given = { lights = { "torch A" } },
  { "pick 16 chest", dice = "d6:6 d20:12", sees = "DEX 12+3 = 15 vs 16, cannot open it" },
  { "pick chest", dice = "d6:6 d20:13", never = "asked", sees = "DEX 13+3 = 16 vs 16, opens it" },
  { "pick chest", dice = "d6:6 d20:9", never = "asked", sees = "DEX 9+3 = 12 vs 12" } }
test "what is heard is yours" { covers = { "DX-60" }, party = { { "A", wis = 1 } }, given = { lights = { "torch A" } },
  { "listen door", dice = "d6:6 d20:11", asks = "heard" },
  { "listen door", dice = "d6:6 d20:11", answers = { heard = "two voices" }, sees = "They hear two voices." },
  { "listen door", dice = "d6:6 d20:1", never = "asked", sees = "They hear nothing." } }
test "a hiding place may be called easy or hard" { covers = { "DX-40" }, party = { { "A" } }, given = { lights = { "torch A" } },
  { "search rack", dice = "d6:6 d20:8", answers = { found = "a loose board, easy" }, sees = "WIS 8 vs 8, finds a loose board" },
  { "search hearth", dice = "d6:6 d20:15", answers = { found = "hard" }, sees = "vs 16, finds nothing" },
  { "search hearth", dice = "d6:6 d20:16", never = "asked", sees = "finds something" } }
test "care is for somebody who rests, and what it is worth is yours" { covers = { "DX-54" }, party = { { "A" }, { "B" } }, given = { lights = { "torch A" } },
  { "A tend B + B listen", dice = "d6:6 d20:1", sees = "B does not rest: A's care is lost." },
  { "A tend B", dice = "d6:6", sees = "A looks after B. What that is worth you say: fatigue B -1." },
  { "A tend B + B rest", dice = "d6:6", sees = "A looks after B. What that is worth you say: fatigue B -1." } }
test "listening is WIS against 12" { example = true, covers = { "DX-60" }, party = { { "A", wis = 1 } }, given = { lights = { "torch A" } },
  { "listen door", dice = "d6:6 d20:11", sees = "WIS 11+1 = 12 vs 12, check.success", minutes = 10 },
  { "listen door", dice = "d6:6 d20:10", sees = "WIS 10+1 = 11 vs 12, check.failure", never = "asked" } }
test "the DC of a door is yours" { covers = { "DX-62" }, party = { { "A" } }, given = { lights = { "torch A" } },
  { "force east door", dice = "d6:6 d20:11", never = "asked", sees = "STR 11 vs 12" },
  { "force 18 west door", dice = "d6:6 d20:17", never = "asked", sees = "STR 17 vs 18, cannot open it" },
  { "force west door", dice = "d6:6 d20:17", sees = "STR 17 vs 18, cannot open it" },
  { "move hall", dice = "d6:6" }, { "move hall", refused = "They are in hall already; to spend a turn there, type 'move'" }, { "force west door", dice = "d6:6 d20:1", sees = "STR 1 vs 12" } }
test "house: a door asks how hard it is" { house = [[ question.door.always = nil ]],
  party = { { "A" } }, given = { lights = { "torch A" } },
  { "force east door", dice = "d6:6 d20:20", answers = { door = 18 }, sees = "asked.door, STR 20 vs 18" } }
test "one of the party puts a shoulder to it: the strongest" { covers = { "DX-58", "DX-59", "DX-60" },
  party = { { "A", str = 1, wis = 2 }, { "B", str = 3, dex = 0 }, { "C", dex = 2 } }, given = { lights = { "torch A" } },
  { "force door", dice = "d6:6 d20:20", sees = "B: STR", want = count(1, "check") },
  { "pick lock", dice = "d6:6 d20:20", sees = "C: DEX", want = count(1, "check") },
  { "listen", dice = "d6:6 d20:20", sees = "A: WIS", want = count(1, "check") } }
test "half of a group must succeed" { covers = { "DX-62" }, party = { { "A" }, { "B" }, { "C" }, { "D" } }, given = { lights = { "torch A" } },
  { "group dex 10", dice = "d6:6 d20:10 d20:1 d20:10 d20:1", sees = "Together they succeed" },
  { "group dex", dice = "d6:6 d20:11 d20:11 d20:12 d20:1", sees = "Together they fail" } }
test "Edge and Setback stack, and cancel one for one" { covers = { "DX-49" }, party = { { "A" } },
  house = [[ local usual = on.check  function on.check(c) usual(c)  if c.what == "str" then c.dis = c.dis + 1 elseif c.what == "dex" then c.adv = c.adv + 2 end end ]],
  { "try str 12", dice = "d6:6 d20:15 d6:1 d6:3", sees = "STR 11 vs 12" },
  { "try dex 12", dice = "d6:6 d20:11 d6:1", sees = "DEX 12 vs 12" },
  { "try con 12", dice = "d6:6 d20:13 d6:1", sees = "CON 12 vs 12" } }
test "the three numbers to remember" { example = true, covers = { "DX-63" },
  { "facts", sees = { "Hazard die: 1d6 every turn", "A torch burns 6 turns", "A lantern burns 36 turns; six turns are an hour" }, minutes = 0 } }

-- --- exact chances: every face falls once ---

-- Twenty alike, so that one row of dice holds every face.
local function twenty(wis)
  local party = {}
  for i = 1, 20 do party[i] = { "P" .. i, wis = wis } end
  return party
end
local every_face = ""
for face = 1, 20 do every_face = every_face .. " d20:" .. face end

test "P-01, P-02: one face is an encounter" { covers = { "DX-27", "DX-35" },
  { "= (function() local n = 0 for i = 1, 6 do if chart.hazard:at(i).name == 'encounter' then n = n + 1 end end return n end)()", data = 1 },
  { "= (function() local n = 0 for i = 1, 20 do if chart.wandering:at(i).name == 'encounter' then n = n + 1 end end return n end)()", data = 1 } }
for wis, found in pairs { [-1] = { 12, 8, 4 }, [0] = { 13, 9, 5 }, [1] = { 14, 10, 6 }, [2] = { 15, 11, 7 }, [3] = { 16, 12, 8 }, [4] = { 17, 13, 9 } } do
  test(("P-12: WIS %+d finds in %d, %d and %d of 20"):format(wis, found[1], found[2], found[3])) { covers = { "DX-39", "DX-40", "DX-41" },
    party = twenty(wis), given = { lights = { "torch P1" } },
    { "search easy", dice = "d6:6" .. every_face, answers = { hidden = 8 }, want = count(found[1], "check", "success") },
    { "search normal", dice = "d6:6" .. every_face, answers = { hidden = 12 }, want = count(found[2], "check", "success") },
    { "search hard", dice = "d6:6" .. every_face, answers = { hidden = 16 }, want = count(found[3], "check", "success") } }
end
test "P-13: eleven of twenty are surprised" { covers = { "DX-46" }, party = twenty(0), given = { lights = { "torch P1" } },
  { "rest", dice = "d6:1" .. every_face, want = count(9, "check", "success") } }

-- Two d20 and the higher, or the lower: 20 rows of 20 pairs.
local function pairs_of(first)
  local dice = "d6:6"
  for face = 1, 20 do dice = dice .. " d20:" .. first .. " d20:" .. face end
  return dice
end
local function kept(verb, dc, good)
  local rows = { covers = { "DX-15", "DX-23" }, party = twenty(1), given = { lights = verb == "edge" and { "torch P1" } or {} },
    house = [[ setting.edge = "keep"  function rule.able(them) return them end   light.torch.lasts = nil  setting.rest_every = 0  question.hidden.always = ]] .. dc .. (verb == "edge"
      and [[  local usual = on.check  function on.check(c) usual(c)  c.adv = c.adv + 1 end ]] or "") }
  for first = 1, 20 do rows[first] = { "search", dice = pairs_of(first), want = count(good(first), "check", "success") } end
  return rows
end
test "P-12: Edge at DC 8, the higher of two: 91 of 100" (kept("edge", 8, function(first) return first >= 7 and 20 or 14 end))
test "P-12: Edge at DC 16, the higher of two: 51 of 100" (kept("edge", 16, function(first) return first >= 15 and 20 or 6 end))
test "P-12: Setback at DC 8, the lower of two: 49 of 100" (kept("setback", 8, function(first) return first >= 7 and 14 or 0 end))
test "P-12: Setback at DC 16, the lower of two: 9 of 100" (kept("setback", 16, function(first) return first >= 15 and 6 or 0 end))
test "house: Edge and Setback together are neither" { covers = { "DX-49" }, house = [[ setting.edge = "keep" ]], party = { { "A" } },
  { "rest", dice = "d6:1 d20:11", answers = { circumstances = "edge" }, sees = "Surprise costs A the first round" } }

-- Chances, exactly.
test "odds: what the hazard die brings" { covers = { "DX-26", "DX-27", "DX-32" },
  { odds = { encounter = "1/6", ["hazard.nothing"] = "1/3" }, turns = 1, plan = "cautious" },
  { odds = { encounter = "31031/46656" }, turns = 6, plan = "rest" },
}
test "odds: six of them, forty Turns" { covers = { "DX-26", "DX-46", "DX-52" },
  party = { { "A" }, { "B" }, { "C" }, { "D" }, { "E" }, { "F" } }, given = { torches = 3, lights = { "torch A" } },
  { often = { encounter = "20/3", rest_due = 6 }, turns = 40, plan = "move" },
}
test "odds: traditional bookkeeping" { covers = { "DX-35" }, house = [[ setting.traditional = true  setting.traditional_die = "1d8" ]],
  { odds = { encounter = "144495/262144" }, turns = 6, plan = "rest" },
}
test "odds: searching" { covers = { "DX-39" }, party = { { "A", wis = 1 } }, given = { lights = { "torch A" } },
  { odds = { ["check.success"] = "7/10" }, turns = 1, plan = "spot 8" },
  { odds = { ["check.success"] = "1/2" }, turns = 1, plan = "spot 12" },
  { odds = { ["check.success"] = "3/10" }, turns = 1, plan = "spot 16" },
}
