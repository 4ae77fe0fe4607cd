-- trespasser.spec.lua -- each row: the line typed, the dice, the answers; then what must hold.
-- Here it is somebody who comes, so that no dice are rolled for it; with setting.charted the charts say.  And each
-- deed tells what comes of it, so that their order shows.
tests "trespasser" {
  rules = { TR = 45 },
  party = { { "A", intellect = 1, perception = 1 }, { "B", might = 1 }, { "C", hp = "3/20", recovery = 4, endurance = 5 } },
  house = [[
    setting "charted" { default = false }
    local creature, distance = rule.creature, rule.distance
    function rule.creature() return setting.charted and creature() or "somebody" end
    function rule.distance() return setting.charted and distance() or "at hand" end
    function question.mood.default() return setting.charted and roll("moods").text or "wary" end
    function question.surprised.default() return setting.charted and roll("surprise").text or "nobody" end
    question.result.always = "nothing"
  ]],
}

-- Checks that a question was asked so many times.
local function asked_times(name, times)
  return function(g)
    local n = 0
    for _, e in ipairs(g.events) do if e.kind == "asked" and e.name == name then n = n + 1 end end
    return n ~= times and n .. " times" or nil
  end
end

test "golden: eight rounds" { example = true,
  covers = { "TR-01", "TR-03", "TR-06", "TR-08", "TR-09", "TR-12", "TR-15", "TR-18", "TR-19", "TR-21", "TR-26", "TR-27", "TR-30", "TR-35", "TR-42", "TR-43" },
  house  = [[ setting.depletion = "ask"  setting.hide = "ask" ]],
  given  = { lights = { "torch A" } },
  { "advance hall; A search", dice = "d10:5 d20:10", sees = "asked.spent, moved, intellect and perception 10+2 = 12 vs 12, check.success", never = "encounter",
    party = { alarm = 1 }, here = "hall", lights = "torch A", minutes = 10 },
  { "stay; B batter door", dice = "d20:8", sees = "asked.spent, 8+1 = 9 vs 12, check.failure, B fails to open the door, loud", party = { alarm = 2 }, here = "hall", minutes = 20 },
  { "advance well", dice = "d10:3", sees = "asked.spent, encounter", want = in_order("alarm 3", "alarm 0", "encounter"), party = { alarm = 0 }, here = "well", minutes = 30 },
  { "stay; A other", sees = "asked.spent", party = { alarm = 1 }, minutes = 40 },
  { "advance shrine; A other", dice = "d10:3", sees = "asked.spent", never = "encounter", party = { alarm = 2 }, here = "shrine", minutes = 50 },
  { "hide", answers = { hidden = true, sparks = 1 }, sees = "asked.spent", party = { alarm = 0 }, here = "shrine", minutes = 60, waiting = "" },
  { "backtrack well; C rest", dice = "d10:1", answers = { dice_used = 2 }, sees = "asked.spent", never = "encounter",
    C = { endurance = 4, recovery = 2, hp = 15, food = 0 }, party = { alarm = 0 }, here = "well", minutes = 70 },
  { "hide", answers = { hidden = false }, sees = "asked.spent, encounter", party = { alarm = 0 }, lights = "torch A", minutes = 80, turn = 8 },
}

-- --- time and rounds ---

test "six rounds are an hour" { example = true, covers = { "TR-01" },
  { "hide x6", dice = ("3d20:20,20,20 "):rep(6), minutes = 60, turn = 6 } }
test "house: a round of a quarter of an hour" { covers = { "TR-01" }, house = [[ procedure.round.lasts = "15 minutes" ]],
  { "stay; A other", minutes = 15 } }

test "one deed each, and no second" { example = true, covers = { "TR-02" }, given = { lights = { "torch A" } },
  { "stay", dice = "d6:6" },
  { "A batter + A search", refused = "A already does something else", turn = 1, waiting = "act" },
  { "A batter + B search + C listen", dice = "d20:15 d20:15", sees = "A is loud, B finds nothing new", minutes = 10 } }

test "two lights, two depletions, then the way" { example = true, covers = { "TR-03", "TR-42" }, house = [[ setting.depletion = "ask" ]],
  given = { lights = { "torch A", "lantern B" } },
  { "stay", asks = "spent" },
  { "stay", answers = { spent = false }, want = in_order("A's torch", "B's lantern", "alarm 1"), lights = "torch A, lantern B" },
  { "A other; stay", answers = { ["spent.B"] = true }, sees = "B's lantern is spent", lights = "torch A", want = in_order("light_out", "alarm 2") } }
test "by default no light is spent" { covers = { "TR-42" }, house = [[ setting.depletion = "ask" ]], given = { lights = { "torch A" } },
  { "stay", want = by_default("spent", false), lights = "torch A" } }
test "a light's die by its quality: spent on 1 and 2" { covers = { "TR-42" }, given = { lights = { "torch A", "lantern B" } },
  { "stay; A other", dice = "d6:3 d6:2", lights = "torch A" }, { "stay; A other", dice = "d6:1", lights = "" } }
for quality, die in pairs { crude = 4, fine = 6, superior = 8, excellent = 10, enchanted = 12, legendary = 20 } do
  test(("a light of %s quality rolls a d%d"):format(quality, die)) { covers = { "TR-42" },
    house = ('light "star" { quality = "%s" }'):format(quality), given = { lights = { "star A" } },
    { "stay; A other", dice = ("d%d:3"):format(die), lights = "star A" }, { "stay", dice = ("d%d:2"):format(die), lights = "" } }
end
test "another light is lit when the last is spent" { covers = { "TR-42" }, given = { torches = 2, lights = { "torch A", "lantern B" } },
  { "stay", dice = "d6:1 d6:3", lights = "lantern B", party = { torches = 2 } },
  { "light torch A; snuff lantern" }, { "A other; stay", dice = "d6:1", never = "asked.relight", lights = "torch A", party = { torches = 0 } },
  { "A other; stay", dice = "d6:1", lights = "" } }
test "house: only if you say so" { covers = { "TR-42" }, house = [[ question.relight.always = nil ]], given = { torches = 1, lights = { "torch A" } },
  { "stay", dice = "d6:1", asks = "relight" }, { "stay", dice = "d6:1", answers = { relight = false }, lights = "", party = { torches = 1 } } }
test "house: only a 1 spends a light" { house = [[ setting.spent_on = 1 ]], given = { lights = { "torch A" } },
  { "stay; A other", dice = "d6:2", lights = "torch A" }, { "stay", dice = "d6:1", lights = "" } }
test "house: the way first, then the lights" { house = [[ procedure.round { "navigate", "lights", "act", "noise", "time" } ]], given = { lights = { "torch A" } },
  { "stay", dice = "d6:2", want = in_order("alarm 1", "light_out"), lights = "" } }

test "four ways, and the round waits for one" { example = true, covers = { "TR-04" },
  { [[= (function() local n = {} for a in each(action) do if a.at == "navigate" and a.name ~= "move" then table.insert(n, a.name) end end table.sort(n) return table.concat(n, " ") end)()]],
    data = "advance backtrack hide stay" },
  { "A search", dice = "d20:15", sees = "alarm 1, A finds nothing new", turn = 1, minutes = 10 },   -- nobody moves: they stay
  { "stay", waiting = "act" },
  { "advance hall", dice = "d10:10", never = "asked.sound", turn = 3, waiting = "act" } }
test "moving is advancing, or going back to a known room" { covers = { "TR-10", "TR-20" }, given = { here = "hall" },
  { "move", dice = "d10:10", party = { alarm = 1 } }, { "A listen" },
  { "move back", dice = "d10:10", here = "hall", party = { alarm = 1 } }, { "A listen" },
  { "move hall", refused = "They are in hall already; to spend a turn there, type 'stay'" }, { "advance hall", refused = "in hall already" }, { "move cave; A listen", dice = "d10:10", here = "cave", party = { alarm = 2 } } }
test "exactly one way" { covers = { "TR-04" }, { "A stay + B hide", refused = "One way a round", turn = 0 } }

test "which ways bring an encounter check" { example = true, covers = { "TR-05" },
  { "stay; A other" }, { "hide", dice = "3d20:20,20,20" }, { "advance; A other", dice = "d10:10" }, { "backtrack start", dice = "d10:10" } }
test "house: every way brings an encounter check" { covers = { "TR-05" }, house = [[ setting.checked = { "advance", "stay", "hide", "backtrack" } setting.hide = "ask" ]],
  given = { alarm = 5 },
  { "stay; A other", dice = "d10:7" }, { "hide", dice = "d10:5", party = { alarm = 4 } }, { "stay", dice = "d10:5", sees = "encounter", party = { alarm = 0 } } }
test "house: staying alone" { house = [[ setting.checked = { "stay" } ]], { "advance; A other" }, { "backtrack; A other" }, { "stay", dice = "d10:9" } }

test "lights, way, alarm, check, sight, deeds" { example = true, covers = { "TR-06" }, house = [[ setting.depletion = "ask" ]], given = { lights = { "torch A" } },
  { "advance hall; A other", dice = "d10:5", want = in_order("asked.spent", "alarm 1", "moved", "A: nothing"), party = { alarm = 1 }, minutes = 10 } }

-- --- the alarm ---

test "a new dungeon is at ease" { example = true, covers = { "TR-07" }, given = { alarm = 4 },
  { "delve the salt stair", party = { alarm = 0 }, here = "the salt stair", turn = 0, minutes = 0 }, { "= #here.exits", data = 0 } }
test "the alarm starts where the house says, and has a ceiling" { covers = { "TR-07" }, house = [[ track.alarm { start = 2, max = 3 } ]],
  { "stay; A other", party = { alarm = 3 } }, { "stay", party = { alarm = 3 } } }
local entry_counts = [[ local usual = act.delve  function act.delve(...) usual(...) gain "alarm" rule.encounter_check "advance" end ]]
local falls_after = [[
  track "met" { start = false }
  function rule.alarm_falls() party.met = true end
  local usual = on.turn_start
  function on.turn_start() usual() if party.met then set("alarm", 0) end party.met = false end
  local delve = act.delve
  function act.delve(...) party.met = false delve(...) end ]]
test "house: the first room is an advance" { house = entry_counts,
  { "delve", dice = "d10:2", party = { alarm = 1 }, here = "the entrance" }, { "delve cellar", dice = "d10:1", sees = "encounter", party = { alarm = 0 } } }

for alarm, dice in pairs { [0] = { 1 }, [3] = { 3, 4 }, [10] = { 10 } } do
  for _, die in ipairs(dice) do
    local met = die <= alarm
    test(("alarm %d, d10 of %d"):format(alarm, die)) { example = true, covers = { "TR-08", "TR-09", "TR-21" }, given = { alarm = alarm, rooms = { "hall" } },
      house = [[ room "start" { exits = { "hall" } } ]],
      { "backtrack hall", dice = "d10:" .. die, sees = met and "encounter" or "moved", never = not met and "encounter." or nil, party = { alarm = met and 0 or alarm } } }
  end
end
test "on an encounter the alarm falls" { example = true, covers = { "TR-09" }, given = { alarm = 2 },
  { "advance hall", dice = "d10:2", want = in_order("alarm 3", "alarm 0", "encounter"), party = { alarm = 0 } } }
test "house: the alarm falls when the encounter is over" { house = falls_after, given = { alarm = 2 },
  { "advance hall", dice = "d10:2", sees = "encounter", party = { alarm = 3 } }, { "stay; A other", party = { alarm = 1 } }, { "stay", party = { alarm = 2 } } }

test "house: and a new dungeon does not know of it" { house = falls_after .. entry_counts, given = { alarm = 2 },
  { "advance hall", dice = "d10:2", party = { alarm = 3 } }, { "delve", dice = "d10:2", party = { alarm = 1 } }, { "stay", party = { alarm = 2 } } }

test "what the prompt says" { given = { alarm = 3 }, { "= rule.status()", data = "alarm 3" } }

-- --- the ways ---

test "advance: on into the unknown" { example = true, covers = { "TR-10" },
  { "advance room 2", dice = "d10:9", here = "room 2" }, { "= known 'room 2'", data = true }, { "= known 'start'", data = true } }
local map = [[ room "gate" { exits = { "hall", "cave" } } room "hall" { exits = { "gate" }, look = "a long table" } room "cave" { exits = { "gate" } } ]]
test "advance needs a way to a room that is new" { example = true, covers = { "TR-11" }, house = map, given = { here = "gate", rooms = { "hall" } },
  { "advance hall", refused = "You know that room" },
  { "advance", dice = "d10:9", sees = "asked.ahead", here = "cave", waiting = "act" },
  { "advance", refused = "Every room next to this one is known", turn = 1 } }
test "which way on is yours" { covers = { "TR-11" }, house = map, given = { here = "gate" },
  { "advance", asks = "ahead" }, { "advance", dice = "d10:9", want = by_default("ahead", "hall"), here = "hall" } }
test "off the map too" { covers = { "TR-11" }, house = map, { "advance", dice = "d10:9", never = "asked.ahead", here = "room 2" } }
test "where there is no map there is always a way on" { covers = { "TR-11" }, { "advance", dice = "d10:9", never = "asked.ahead", here = "room 2" }, { "advance", dice = "d10:9", here = "room 3" } }
test "the alarm climbs, then the check" { example = true, covers = { "TR-12" },
  { "advance hall", dice = "d10:1", sees = "encounter", party = { alarm = 0 } },
  { "advance cave", dice = "d10:2", never = "encounter.", party = { alarm = 1 }, waiting = "act" } }
test "what is plainly to be seen" { covers = { "TR-13" }, house = map, given = { here = "gate" },
  { "advance hall", dice = "d10:9", never = "asked", sees = "hall: a long table" },
}
test "what is typed behind a room is said of it, and not who is met there" { covers = { "TR-13" }, house = [[ setting.charted = true ]], given = { alarm = 9 },
  { "m hall: a broken throne", dice = "d10:1 d8:3 d6:1 2d6:4,4 d6:6", sees = "hall: a broken throne, a lost pilgrim, at hand" } }
test "without notes nothing is said" { covers = { "TR-13" },
  { "advance well", dice = "d10:9", never = "asked, said" } }
test "house: unless you say what they see" { covers = { "TR-13" }, house = [[ question.describe.always = nil ]],
  { "advance well", asks = "describe", dice = "d10:9" },
  { "advance well", dice = "d10:9", want = by_default("describe", "nothing out of the ordinary") },
  { "advance pit", dice = "d10:9", answers = { describe = "a hole, and a rope" }, sees = "pit: a hole, and a rope", want = in_order("alarm 2", "a hole, and a rope") } }
test "whoever is met on the way is met in the new room" { { "advance hall", dice = "d10:1", sees = "encounter", here = "hall" } }
test "house: or at the door to it" { house = [[ setting.moved = false ]],
  { "advance hall", dice = "d10:1", sees = "encounter", never = "moved", here = "start" }, { "advance hall", dice = "d10:9", here = "hall" } }

test "stay" { example = true, covers = { "TR-14", "TR-15" }, given = { alarm = 3, here = "hall", rooms = { "hall" } },
  { "stay", never = "encounter.", here = "hall", party = { alarm = 4 }, waiting = "act" }, { "A other", sees = "A: nothing" } }
test "house: staying does not alarm" { house = [[ setting.stay = 0 ]], { "stay", party = { alarm = 0 } } }
test "staying still, all act" { example = true, covers = { "TR-44" }, { "stay", waiting = "act" }, { "A other + B other + C other", sees = "A: nothing, B: nothing, C: nothing" } }

test "hiding: nobody acts" { example = true, covers = { "TR-16" }, given = { alarm = 5, here = "hall" },
  { "hide", dice = "3d20:20,20,20", waiting = "", here = "hall", minutes = 10 }, { "A other", turn = 2 } }
test "the group's Stealth, by your word" { example = true, covers = { "TR-17" }, house = [[ setting.hide = "ask" ]], given = { alarm = 5 },
  { "hide", asks = "hidden" }, { "hide", answers = { hidden = true }, asks = "sparks" },
  { "hide", answers = { hidden = true, sparks = 2 }, never = "check.success", party = { alarm = 1 } },
  { "hide", want = by_default("hidden", true), party = { alarm = 0 } } }
test "by default there is no spark" { covers = { "TR-17" }, house = [[ setting.hide = "ask" ]], given = { alarm = 5 }, { "hide", want = by_default("sparks", 0), party = { alarm = 3 } } }
local sly = { { "A", agility = 1, stealth = 2, intellect = 3 }, { "B" }, { "C" } }
test "the group's Stealth, by its dice: half or more" { covers = { "TR-17", "TR-41" }, party = sly, given = { alarm = 5 },
  { "hide", dice = "d20:9 d20:12 d20:11", sees = "agility and stealth 9+3 = 12 vs 12", never = "encounter.", party = { alarm = 3 } },
  { "hide", dice = "d20:9 d20:11 d20:11", sees = "encounter", party = { alarm = 0 } } }
local four = { { "A" }, { "B" }, { "C" }, { "D" } }
test "two of four are half" { covers = { "TR-17" }, party = four, given = { alarm = 5 }, { "hide", dice = "d20:12 d20:12 d20:2 d20:2", party = { alarm = 3 } } }
test "a 20 is two, and no more" { covers = { "TR-17" }, party = four, given = { alarm = 5 }, { "hide", dice = "d20:20 d20:12 d20:2 d20:2", party = { alarm = 3 } } }
test "three against one: a shadow; two against one: none" { covers = { "TR-17" }, party = four,
  { "hide", dice = "d20:12 d20:2 d20:2 d20:2", sees = "The group: 1 shadow" }, { "away D" }, { "hide", dice = "d20:12 d20:2 d20:2", never = "shadow" } }
test "house: you say what the group must reach" { covers = { "TR-17" }, house = [[ setting.dc = "ask" ]], party = four, given = { alarm = 5 },
  { "hide", dice = "d20:5 d20:5 d20:5 d20:5", answers = { ["dc.A"] = 5 }, party = { alarm = 2 } } }
test "a group's spark: two more successes than failures, a 20 for two" { covers = { "TR-17", "TR-18" }, given = { alarm = 9 },
  { "hide", dice = "d20:12 d20:12 d20:12", party = { alarm = 6 } }, { "hide", dice = "d20:20 d20:12 d20:2", party = { alarm = 3 } },
  { "hide", dice = "d20:12 d20:12 d20:2", party = { alarm = 1 } },
  { "hide", dice = "d20:2 d20:2 d20:2", sees = "The group: 1 shadow, encounter" } }
test "house: hiding is a matter of wits" { house = [[ setting.hide_with = "intellect" ]], party = sly, { "hide", dice = "d20:9 d20:12 d20:11", sees = "intellect 9+3 = 12" } }
for _, c in ipairs { { 5, 0, 3 }, { 5, 2, 1 }, { 1, 0, 0 } } do
  test(("hidden at alarm %d with %d sparks"):format(c[1], c[2])) { example = true, covers = { "TR-18" }, house = [[ setting.hide = "ask" ]], given = { alarm = c[1] },
    { "hide", answers = { hidden = true, sparks = c[2] }, party = { alarm = c[3] } } }
end
test "failing to hide" { example = true, covers = { "TR-19" }, house = [[ setting.hide = "ask" ]], given = { alarm = 5 },
  { "hide", answers = { hidden = false }, sees = "encounter", party = { alarm = 0 }, minutes = 10 } }
test "house: and the alarm stays" {
  house = [[ setting.hide = "ask"  local usual = rule.alarm_falls  function rule.alarm_falls() if #doers "hide" == 0 then usual() end end ]], given = { alarm = 5 },
  { "hide", answers = { hidden = false }, sees = "encounter", party = { alarm = 5 } } }
test "a round of hiding costs the round, and the light" { example = true, covers = { "TR-45" }, house = [[ setting.hide = "ask" setting.depletion = "ask" ]], given = { alarm = 4, lights = { "torch A" } },
  { "hide", answers = { hidden = true, sparks = 1 }, want = in_order("asked.spent", "alarm 1"), never = "asked.sound", party = { alarm = 1 }, waiting = "", minutes = 10 } }

test "no way back from the first room" { example = true, covers = { "TR-20" }, { "backtrack", refused = "no room to go back to", turn = 0 } }
test "back to a room that is known, one room off" { covers = { "TR-20" },
  { "advance hall; A other; advance cave; A other", dice = "d10:10 d10:10" },
  { "backtrack well", refused = "You do not know that room" }, { "backtrack start", refused = "too far" }, { "backtrack cave", refused = "They are in cave already" },
  { "backtrack", dice = "d10:10", want = by_default("back", "hall"), here = "hall" }, { "A other; backtrack cave", dice = "d10:10", here = "cave" },
  { "advance", dice = "d10:10" } }
test "house: two rooms in a round" { house = [[ setting.rooms = 2 ]],
  { "advance hall; A other; advance cave; A other", dice = "d10:10 d10:10" }, { "backtrack start", dice = "d10:10", here = "start" } }
test "back: the alarm as it was, and a check" { example = true, covers = { "TR-21" }, given = { alarm = 3 },
  { "advance hall; A other", dice = "d10:10", party = { alarm = 4 } }, { "backtrack", dice = "d10:5", never = "encounter.", party = { alarm = 4 }, here = "start" },
  { "A other; backtrack", dice = "d10:4", sees = "encounter", party = { alarm = 0 }, here = "hall" } }

-- --- encounters ---

test "an encounter takes the round" { example = true, covers = { "TR-22", "TR-43" }, house = [[ setting.depletion = "ask" ]], given = { lights = { "torch A" } },
  { "advance hall", dice = "d10:1", sees = "encounter", never = "asked.sound", waiting = "", minutes = 10 },
  { "A other", turn = 2, minutes = 20 },                    -- in the next round, as they stay
  { "stay", want = in_order("turn", "asked.spent", "alarm 2"), turn = 3 } }
test "house: after it the members act" { house = [[ setting.encounter_ends = false ]], { "advance hall", dice = "d10:1", sees = "encounter", waiting = "act" }, { "A other", minutes = 10 } }
test "who comes, from where and in what mood: one question, rolled beforehand" { covers = { "TR-43" }, house = [[ setting.charted = true ]],
  { "advance a", dice = "d10:1 d8:4 d4:2 d6:3 2d6:3,3 d6:1", asks = "creature" },
  { "advance a", dice = "d10:1 d8:4 d4:2 d6:3 2d6:3,3 d6:1", sees = { "creatures.hounds", "3 hounds, across the room, wary. Surprised: the party." } },
  { "correct hostile, at hand", sees = "hounds; at hand (was across the room); hostile (was wary)" },
  { "alarm 1" }, { "advance b", dice = "d10:1 d8:1 3d6:1,1,1 d6:1 2d6:1,1 d6:2", answers = { creature = "the gaoler", mood = "friendly" }, sees = { "the gaoler, at hand, friendly. Surprised: the others." } } }
test "the room and who is in it are told together" { covers = { "TR-13", "TR-22" }, house = map,  given = { here = "gate" },
  { "advance hall", dice = "d10:1", want = in_order("hall: a long table", "somebody, at hand"), never = "asked.describe" } }
test "also where you say what they see" { covers = { "TR-13" }, house = [[ question.describe.always = nil ]],
  { "advance pit", dice = "d10:1", answers = { describe = "a hole" }, want = in_order("pit: a hole", "somebody, at hand") },
  { "advance well", dice = "d10:1", want = by_default("describe", "nothing out of the ordinary") } }
test "house: a table of one's own" { covers = { "TR-43" }, house = [[ setting.charted = true  chart.creatures { die = "1d2", { "to 3", "nothing" }, { "4+", "eels" } } ]],
  { "advance a", dice = "d10:1 d2:1", sees = "But nobody comes", never = "encounter.", party = { alarm = 1 }, waiting = "act" },
  { "tier 2" }, { "advance b", dice = "d10:1 d2:1 d6:1 2d6:1,1 d6:6", sees = "eels, at hand, hostile", party = { alarm = 0 } } }
test "the deeper, the worse" { house = [[ setting.charted = true ]], given = { tier = 5 },
  { "advance a", dice = "d10:1 d8:8 d6:1 2d6:1,1 d6:6", sees = "a wyrm" }, { "tier 0" }, { "advance b", dice = "d10:1 d8:1 2d6:1,1 d6:1 2d6:1,1 d6:6", sees = "2 vermin" } }
test "what is said with the way is told once, and where they come to" { covers = { "TR-12" }, given = { alarm = 0 },
  { "advance hall: a broken throne", dice = "d10:10", sees = "hall: a broken throne.", never = "encounter" } }
test "you say when somebody comes, and the round goes on" { covers = { "TR-43" }, given = { alarm = 3 },
  { "encounter 3 hounds, hostile", sees = { "3 hounds, at hand, hostile" }, party = { alarm = 0 }, turn = 0, minutes = 0 } }
test "house: then the alarm falls when it is over" { covers = { "TR-09" }, house = falls_after, given = { alarm = 3 },
  { "encounter 3 hounds", party = { alarm = 3 } }, { "stay; A other", party = { alarm = 1 } } }
test "a table that ends at its last die is rolled without the tier" { covers = { "TR-43" }, given = { tier = 5 },
  house = [[ setting.charted = true  chart.creatures { die = "1d6", { "1-2", "goblins" }, { "3-4", "ghouls" }, { "5-6", "a mute porter" } } ]],
  { "encounter", dice = "d6:1 d6:1 2d6:1,1 d6:6", sees = "goblins, at hand, hostile" },
  { "encounter", dice = "d6:6 d6:1 2d6:1,1 d6:6", sees = "a mute porter, at hand" } }
test "and so is one that was typed at the prompt" { covers = { "TR-43" }, given = { tier = 5 },
  house = [[ setting.charted = true  chart.creatures { die = "1d6", { "1-2", "goblins" }, { "3-4", "ghouls" }, { "5+", "a mute porter" } } ]],
  { "encounter", dice = "d6:1 d6:1 2d6:1,1 d6:6", sees = "goblins, at hand, hostile" } }

-- --- deeds ---

test "what they may do, and who does nothing listens" { example = true, covers = { "TR-23", "TR-32" },
  house = [[ function on.deed(verb, who) say("%d at %s.", #who, verb) end ]],
  { "stay; A batter door + B search desk", dice = "d20:10", want = in_order("A is loud", "desk: nothing", "1 at listen") },
  { [[= (function() local n = {} for a in each(action) do if not a.at and a.turns ~= 0 then table.insert(n, a.name) end end table.sort(n) return table.concat(n, " ") end)()]],
    data = "batter disarm dodge flee incant listen other pick rest search" } }
test "what comes of the rest is yours" { covers = { "TR-23" }, house = [[ question.result.always = "" ]], { "stay" },
  { "A disarm", answers = { result = "the blade is jammed" }, sees = "A: the blade is jammed" },
  { "stay; A disarm + B dodge + C flee", never = "asked, A:, B:, C:" } }
test "house: you are asked what comes of it" { house = [[ question.result.always = nil ]], { "stay" },
  { "A disarm + B dodge + C flee", asks = "result" },
  { "A disarm + B dodge + C flee", answers = { ["result.A"] = "the blade is jammed" }, sees = "A: the blade is jammed, B: nothing, C: nothing" } }
test "house: it is only written down" { house = [[ function rule.result() end ]], { "stay; A disarm + B dodge + C flee", never = "asked" } }

test "deeds are told in order of importance" { covers = { "TR-24" },
  { "stay; A other + B search desk + C disarm", never = "asked.order", want = in_order("C:", "desk:", "A:") } }
test "house: deeds are told in the order they were typed" { covers = { "TR-24" }, house = [[ function rule.deed_order(deeds) return deeds end ]],
  { "stay; A other + B search desk + C other", never = "asked.order", want = in_order("A:", "desk:", "C:") } }
test "house: in an order of yours" { covers = { "TR-24" }, house = [[
  question "order" { text = "In which order?" }
  function rule.deed_order(deeds) return ask("order", nil, { choices = deeds, exactly = #deeds }) end ]],
  { "stay" }, { "A other + B search desk + C other", asks = "order" },
  { "A other + B search desk + C other", sees = "asked.order", want = in_order("A:", "desk:", "C:") },
  { "stay" }, { "A other + B search desk + C other", answers = { order = { "C: other", "B: search desk", "A: other" } }, want = in_order("C:", "desk:", "A:") },
  { "stay" }, { "other", never = "asked.order" } }
test "deeds happen at once: noise counts after the last" { covers = { "TR-24" }, house = [[ setting.loud = 1 ]],
  { "stay" }, { "A batter + B search desk + C other", dice = "d20:15", want = in_order("A is loud", "C:", "alarm 2"), party = { alarm = 2 } } }
test "house: deeds happen one after the other" { house = [[ setting.loud = 1  local usual = on.loud  function on.loud() usual() rule.alarm() end ]],
  { "stay" }, { "A batter + B search desk + C other", dice = "d20:15", want = in_order("A is loud", "alarm 2", "C:"), party = { alarm = 2 } } }

test "incantations that are known" { example = true, covers = { "TR-25" }, party = { { "A", incantations = { "Light", "Open Door" } } },
  { "stay" }, { "incant Darkness", refused = "A does not know Darkness", waiting = "act" }, { "incant Light", sees = "A casts Light" },
  { "stay; cast Open Door", sees = "A casts Open Door" } }

test "a moment's rest eats, or tires" { example = true, covers = { "TR-26" }, party = { { "A", food = 1, endurance = 5 } },
  { "stay; rest 0", A = { food = 0, endurance = 5 } }, { "stay; rest 0", A = { food = 0, endurance = 4 } } }
test "house: it eats more" { house = [[ setting.food = 2 ]], party = { { "A", food = 3, endurance = 5 } },
  { "stay; rest 0", A = { food = 1, endurance = 5 } }, { "stay; rest 0", A = { food = 0, endurance = 4 } } }
test "no endurance left" { covers = { "TR-26" }, party = { { "A", endurance = 1 } },
  { "stay" }, { "rest 0", asks = "worn_out" }, { "rest 0", want = by_default("worn_out", "nothing yet"), A = { endurance = 0 } }, { "stay; rest 0", never = "asked", A = { endurance = 0 } } }
test "who has no food and no endurance is named" { covers = { "TR-26" }, party = { { "A" }, { "B", endurance = 1 }, { "C" } },
  { "stay; rest 0", sees = "A and C have nothing to eat, and no endurance to lose." } }
test "who has no hit points left is yours" { party = { { "A", hp = 3 }, { "B" } }, given = { lights = { "torch A" } },
  { "lose hp A 3", asks = "at_zero" },
  { "lose hp A 3", answers = { at_zero = "down" }, want = by_default("taken", "B"), A = { down = true }, lights = "torch B" },
  { "gain hp A 1", A = { down = false } } }
test "recovery dice give their highest face" { example = true, covers = { "TR-27" }, party = { { "A", hp = "3/20", recovery = 4, endurance = 9 }, { "B", hp = "3/20", recovery = 4, endurance = 9, recovery_die = 8 } },
  { "stay; A rest 2", A = { hp = 15, recovery = 2 } }, { "stay; B rest 9", B = { hp = 20, recovery = 0 } },
  { "stay; A rest", never = "asked", A = { hp = 20, recovery = 1 } }, { "stay; A rest", never = "asked", A = { hp = 20, recovery = 1 } } }
test "house: how many recovery dice is asked" { house = [[ question.dice_used.always = nil ]], party = { { "A", hp = "15/20", recovery = 2, endurance = 9 } },
  { "stay" }, { "A rest", asks = "dice_used" }, { "A rest", want = by_default("dice_used", 1), A = { hp = 20, recovery = 1 } } }
test "no more dice than there are" { covers = { "TR-27" }, party = { { "A", hp = "3/40", recovery = 2, endurance = 9 } }, { "stay; rest 9", A = { hp = 15, recovery = 0 } } }
test "no more than there was" { example = true, covers = { "TR-27" }, party = { { "A", hp = "3/20", recovery = 4, endurance = 9 } }, { "stay; rest 3", A = { hp = 20, recovery = 1 } } }
test "armour whole, two marks gone" { example = true, covers = { "TR-28" }, party = { { "A", armour = 3, focus = 3, endurance = 9 } },
  { "stay; rest 0", A = { armour = 0, focus = 1 } }, { "stay; rest 0", A = { armour = 0, focus = 0 } } }
test "a moment's rest after any way" { party = { { "A", endurance = 9 } }, { "advance; rest 0", dice = "d10:9", A = { endurance = 8 } } }
test "house: only when staying" {
  house = [[ function cannot.rest() if not doing "stay" then return "There is no rest on the way: stay first." end end ]], party = { { "A", endurance = 9 } },
  { "advance", dice = "d10:9" }, { "rest 0", refused = "no rest on the way" }, { "stay; rest 0", A = { endurance = 8 } } }

local study = [[ room "study" { features = { desk = "a letter in the drawer" } } ]]
test "to search one thing always shows something" { example = true, covers = { "TR-29" }, house = study, given = { here = "study" },
  { "stay" },
  { "A search desk", sees = "desk: a letter in the drawer", never = "asked, check.failure, check.success" },
  { "stay; A search rug", sees = "rug: nothing more than meets the eye", never = "asked" },
  { "stay; A search rug", answers = { shows = "moths" }, sees = "rug: moths" } }
test "house: one thing takes a check as well" { house = study .. [[ setting.search_one = "check" ]], given = { here = "study" },
  { "stay; A search desk", dice = "d20:10", sees = "a letter" }, { "stay; A search desk", dice = "d20:9", sees = "They learn nothing", never = "a letter" } }
test "the whole room takes a check" { example = true, covers = { "TR-30" },
  { "stay" }, { "A search", dice = "d20:10", answers = { room_told = "a loose stone" }, sees = "10+2 = 12 vs 12, check.success, A finds a loose stone" },
  { "stay; A search", dice = "d20:9", sees = "9+2 = 11 vs 12, check.failure, They learn nothing" } }
test "what several search is asked and told once" { covers = { "TR-29", "TR-30" },
  { "stay" }, { "A, B search + C other", dice = "d20:10 d20:20", answers = { room_told = "a loose stone" }, sees = "A and B find a loose stone" },
  { "stay; search rug", never = "check", want = in_order("rug:") } }
test "by default the room shows nothing new" { covers = { "TR-30" }, { "stay; A search", dice = "d20:10", sees = "A finds nothing new", never = "asked.room_told" } }
test "house: you are asked what a search turns up" { house = [[ question.shows.always = nil  question.room_told.always = nil ]],
  { "stay" }, { "A search rug", asks = "shows" }, { "A, B search rug", want = asked_times("shows", 1) },
  { "stay; A search", dice = "d20:10", want = by_default("room_told", "nothing new") } }
test "a failed search teaches nothing whatever" { example = true, covers = { "TR-31" }, house = study, given = { here = "study" },
  { "stay; A search", dice = "d20:9", sees = "They learn nothing", never = "asked.room_told, asked.shows, a letter" } }
test "not further than the next room" { house = map, given = { here = "gate", rooms = { "gate", "hall" } },
  { "advance cave", dice = "d10:9" }, { "A search gate", sees = "gate: nothing" }, { "stay" }, { "A search hall", refused = "too far away" }, { "A listen hall", refused = "too far away" } }
test "house: as far as you like" { house = map .. [[ setting.reach = 9 ]], given = { here = "gate", rooms = { "gate", "hall" } },
  { "advance cave; A search hall", dice = "d10:9", sees = "hall: nothing" } }

test "whoever does nothing listens, and hears no more than the room" { example = true, covers = { "TR-32" },
  house = [[ setting.dark = "nothing"  function on.deed(verb, who) say("%d at %s.", #who, verb) end ]],
  { "stay" }, { "A batter", dice = "d20:15", sees = "2 at listen", never = "asked.sound" } }
local ears = { { "A", intellect = 1 }, { "B" } }
test "listening at a door takes a check" { example = true, covers = { "TR-33" }, party = ears, house = [[ setting.dark = "nothing" setting.spot = 0 ]],
  { "stay" }, { "A listen east door + B other", dice = "d10:9 d20:11", answers = { sound = "two guards" }, sees = "11+1 = 12 vs 12, A hears two guards" },
  { "stay; A listen east door + B other", dice = "d10:9 d20:10", answers = { sound = "two guards" }, sees = "check.failure, They hear nothing", never = "guards." } }
test "at a door there may be news; in the middle of the room it is the room" { covers = { "TR-34" }, party = ears, house = [[ setting.dark = "nothing"  question.sound.always = nil ]],
  { "stay" }, { "A listen east door", dice = "d10:9", asks = "sound" },
  { "A listen east door + B other", dice = "d10:9 d20:20", want = by_default("sound", "nothing"), sees = "They hear nothing" },
  { "alarm 3" }, { "stay; A listen east door + B other", dice = "d10:4 d8:3 d20:9", sees = "sounds.voices, 9+3 = 12 vs 12, A hears two voices" },
  { "stay; A listen + B other", never = "asked.sound, check", sees = "Nothing but the sounds of this room" },
  { "stay; B other", never = "sounds of this room" } }
test "house: a door helps more" { covers = { "TR-34" }, house = [[ setting.spot = 5  setting.dark = "nothing"  question.sound.always = "steps" ]], party = ears,
  { "stay; A listen east door + B rest 0", dice = "d20:6", sees = "6+6 = 12, A hears steps", never = "asked.sound" } }

test "battering opens a door, or not" { example = true, covers = { "TR-35", "TR-36" },
  { "stay; B batter the east door", dice = "d20:11", sees = "might and athletics 11+1 = 12 vs 12, B breaks open the east door, B is loud", party = { alarm = 1 } },
  { "stay; B batter", dice = "d20:10", sees = "10+1 = 11 vs 12, B fails to open the door, B is loud", party = { alarm = 2 } },
  { "stay; B batter grate", dice = "d20:11", sees = "B breaks open the grate", party = { alarm = 3 } } }
test "house: you say who hears it" { covers = { "TR-36" }, house = [[ setting.dark = "nothing"  question.heard.always = nil ]], { "stay" }, { "B batter", dice = "d20:11", asks = "heard" },
  { "B batter", dice = "d20:11", want = by_default("heard", "nobody"), party = { alarm = 1 } }, { "stay; B batter", dice = "d20:11", answers = { heard = "the gaoler" }, sees = "Heard by: the gaoler" } }
test "house: loud deeds alarm the place" { house = [[ setting.loud = 1 ]],
  { "stay; A batter + B batter + C other", dice = "d20:8 d20:8", party = { alarm = 3 } } }

local thief = { { "A", agility = 2, tinkering = 1, lockpicks = true }, { "B", agility = 2, tinkering = 1 } }
test "no lockpicks, no lock" { example = true, covers = { "TR-37" }, party = thief,
  { "stay" }, { "B pick", refused = "B has no lockpicks", waiting = "act" }, { "B pick picks", refused = "no lockpicks" } }
test "lockpicks that are found pick locks" { covers = { "TR-37", "TR-39" }, party = thief,
  { "B found a set of lockpicks; stay" }, { "B pick chest", dice = "d20:9", sees = "9+3 = 12 vs 12, B opens the chest" },
  { "give lockpicks A; stay" }, { "B pick", refused = "Type 'pick improvise', or 'B found lockpicks' first." } }
test "improvised: four less" { example = true, covers = { "TR-38" }, party = thief,
  { "stay; B pick improvise", dice = "d20:13", sees = "agility and tinkering 13-1 = 12 vs 12, B opens the lock" }, { "stay; B pick improvise", dice = "d20:12", sees = "12-1 = 11 vs 12, B fails to open the lock" } }
test "house: improvised is as good" { house = [[ setting.improvised = 0 ]], party = thief, { "stay; B pick improvise", dice = "d20:9", sees = "opens" } }
test "a lock picked" { example = true, covers = { "TR-39", "TR-41" }, party = thief,
  { "stay; A pick picks chest", dice = "d20:9", sees = "agility and tinkering 9+3 = 12 vs 12, A opens the chest" }, { "stay; A pick", dice = "d20:8", sees = "A fails to open the lock" },
  { "stay; A pick improvise", dice = "d20:9", sees = "9-1 = 8 vs 12, A fails to open" } }
test "six with an entry of their own" { example = true, covers = { "TR-40" },
  { "= action.incant.name .. action.rest.name .. action.search.name .. action.listen.name .. action.batter.name .. action.pick.name", data = "incantrestsearchlistenbatterpick" } }

-- --- checks ---

local scholar = { { "A", intellect = 1, perception = 2 }, { "B", intellect = 1, perception = 2, pairs = { ["intellect|perception"] = 5 } } }
test "attribute and skill make a pair" { example = true, covers = { "TR-41" }, party = scholar,
  { "= rule.modifier(party.members[1], 'intellect|perception')", data = 3 }, { "= rule.modifier(party.members[2], 'intellect|perception')", data = 5 },
  { "= rule.modifier(party.members[2], 'might|athletics')", data = 0 }, { "stay; A search + B search", dice = "d20:9 d20:7", sees = "9+3 = 12, 7+5 = 12" } }
test "house: the better of the pair" { house = [[ setting.pair = "better" ]], party = scholar, { "= rule.modifier(party.members[1], 'intellect|perception')", data = 2 } }

test "sparks and shadows" { covers = { "TR-30" }, party = { { "A" } }, given = { tier = 0 },
  { "stay; search", dice = "d20:14", sees = "check.success", never = "spark, shadow" }, { "stay; search", dice = "d20:15", sees = "A: 1 spark" }, { "stay; search", dice = "d20:20", sees = "A: 3 sparks" },
  { "stay; search", dice = "d20:6", never = "shadow, spark" }, { "stay; search", dice = "d20:5", sees = "A: 1 shadow" }, { "stay; search", dice = "d20:1", sees = "A: 2 shadows" } }
test "five at most" { covers = { "TR-30" }, party = { { "A", perception = 30 }, { "B", perception = -30 } },
  { "stay; A search + B search", dice = "d20:20 d20:1", sees = "A: 5 sparks, B: 5 shadows" } }
test "the dungeon's hostility by its tier" { covers = { "TR-30" }, party = { { "A" } }, given = { tier = 5 },
  { "stay; search", dice = "d20:19", sees = "vs 20, check.failure" }, { "tier 0" }, { "stay; search", dice = "d20:10", sees = "vs 10, check.success" } }
test "house: you say what must be reached" { house = [[ setting.dc = "ask" ]], party = { { "A" } },
  { "stay" }, { "search", asks = "dc" }, { "search", dice = "d20:12", want = by_default("dc", 12), sees = "vs 12" }, { "stay; search", dice = "d20:12", answers = { dc = 15 }, sees = "vs 15" } }

test "without light, what checks suffer is yours" { covers = { "TR-42" }, party = { { "A" } },
  { "stay" }, { "search", asks = "in_dark" }, { "search", dice = "d20:12", want = by_default("in_dark", "nothing"), sees = "check.success" },
  { "stay; search", dice = "d20:12", never = "asked.in_dark" }, { "torches 2; light torch A; snuff" },
  { "stay" }, { "search", dice = "2d20:12,3", answers = { in_dark = "disadvantage" }, sees = "check.failure" },
  { "stay; search", dice = "2d20:12,3", never = "asked.in_dark" }, { "light torch A; snuff; stay" },
  { "search", answers = { in_dark = "impossible" }, refused = "without light" } }
test "by any light they suffer nothing" { party = { { "A" } }, given = { lights = { "torch A" } }, { "stay; search", dice = "d6:6 d20:12", never = "asked.in_dark" } }
test "house: darkness is a disadvantage" { house = [[ setting.dark = "disadvantage" ]], party = { { "A" } }, { "stay; search", dice = "2d20:12,3", never = "asked.in_dark" } }
test "house: darkness is nothing" { house = [[ setting.dark = "nothing" ]], party = { { "A" } }, { "stay; search", dice = "d20:12", never = "asked.in_dark" } }
test "house: darkness forbids" { house = [[ setting.dark = "impossible" ]], party = { { "A" } }, { "stay" }, { "search", refused = "without light" } }

-- --- the odds, face by face ---

for alarm = 0, 9 do
  local rows = { covers = { "TR-08", "TR-12" }, given = { alarm = alarm } }
  for die = 1, 10 do
    local met = die <= alarm + 1
    rows[#rows + 1] = { "alarm " .. alarm }
    rows[#rows + 1] = { "advance", dice = "d10:" .. die, sees = met and "encounter" or "moved", never = not met and "encounter." or nil, party = { alarm = met and 0 or alarm + 1 } }
  end
  test(("advance at alarm %d: %d faces of 10 (P-16)"):format(alarm, alarm + 1))(rows)
end

-- Chances, exactly: the alarm climbs by one a round, and a d10 under it is an encounter.
test "odds: how long until somebody comes" { covers = { "TR-03" },
  { odds = { encounter = "1/10" }, turns = 1, plan = "advance" },
  { odds = { encounter = "62/125" }, turns = 3, plan = "advance" },
  { odds = { encounter = "2936/3125" }, turns = 6, plan = "advance" },
  { takes = { encounter = "5719087/1562500" }, plan = "advance" },
}
