-- Parts of rulesets/parts that Dungeon Turn and the examples use; each stands alone, in a house file of a bare ruleset.
tests "dungeon_parts" { party = { { "A" }, { "B" } } }

local pack = { { name = "ring", class = "magic" }, { name = "sword", class = "weapon" }, { name = "lamp", value = 9 },
  { name = "rope", value = 1 }, { name = "locket", secured = true } }

test "items: the loose and the cheap are lost first" { house = [[ include "items" ]], party = { { "A", items = pack }, { "B" } },
  { "lua rule.drop(party.members[1], 2)", sees = { "A loses 2 items: rope and lamp" } },
  { "lua rule.drop(party.members[1], 1)", sees = { "A loses 1 item: locket" } },
  { "lua rule.drop(party.members[1], 9)", sees = { "A loses 9 items: sword and ring, and 7 more of your choice" }, A = { items = {} } },
  { "lua rule.drop(party.members[2], 1)", sees = "B loses 1 item of your choice." } }

local home = [[ include "roll_home"  function rule.modifier(who, what) return who.skills[what] or who[what] end
  kind.member:has { str = 0, dex = 0, con = 0, int = 0, wis = 0, cha = 0 }
  track "hp" { of = "member", min = 0, max = "own" }
  action "home" { turns = 0, takes = { "dangerous|arduous", "number" } }
  function act.home(list, way, dc) rule.go_home(list, way, dc) end ]]
test "roll_home: blood or baggage by the point" { house = home,
  party = { { "A", hp = 9, skills = { climb = 3 }, items = pack }, { "B", hp = 9, wis = 2 } },
  { "home dangerous 12", dice = "d20:9 d20:8 2d6:3,4", sees = "climb 9+3 = 12, WIS 8+2 = 10", A = { hp = 9 }, B = { hp = 2 } },
  { "A home arduous 12", dice = "d20:8", sees = "A loses 1 item: rope" },
  { "= rule.home_dc(2, 3)", data = 15 }, { "= rule.home_dc(4, 9)", data = 20 } }

test "harvest: the best cuts, against ten and the hit dice" {
  house = [[ include "harvest" kind.member:has { str = 0, dex = 0, con = 0, int = 0, wis = 0, cha = 0 } ]], party = { { "A", int = 2 }, { "B" } },
  { "harvest ogre tusk", dice = "d20:12", sees = "12+2 = 14 vs 14, A has tusk", A = { items = { { name = "tusk" } } } },
  { "harvest ogre tusk", dice = "d20:11", sees = "tusk: spoiled" },
  { "harvest: STR check, 2 HD", dice = "d20:12", sees = "A has the part" } }

test "omens: a die at 0, and one for each held" { house = [[ include "omens" ]], party = { { "A", hp = 3 }, { "B", hp = 3 } },
  { "hurt A 3", dice = "d6:3 d4:2", sees = "omen_due, omen.wound", A = { omens = 1, wounded = 2 } },
  { "omen A", dice = "d6:6 d4:1", sees = "omen.bleeding" },
  { "lua party.members[1].omens = 9" }, { "omen A", dice = "d6:6", A = { dead = true, away = true } } }
test "omens: the wounded are at disadvantage" { house = [[ include "omens" function act.wait(list) check(list[1], nil, 10) end ]],
  party = { { "A", hp = 3, wounded = 1 } }, { "wait", dice = "2d20:15,9", sees = "check.failure" } }

local hall = [[ include "hidden" room "hall" { traps = { "a pit", { "a dart", square = 2 } } } ]]
test "hidden: what is found is no longer sprung" { house = hall, given = { here = "hall" },
  { "lua rule.find 'a pit'", sees = "find a pit", here = { known = { "a pit" } } },
  { "lua rule.spring()", sees = "goes off: a dart", never = "a pit" }, { "lua rule.spring()", never = "goes off" } }
test "hidden: all go off, or those you choose" { house = hall, given = { here = "hall" },
  { "lua rule.spring()", answers = { springs = { "a dart" } }, sees = "goes off: a dart", never = "a pit" } }

test "stock_dungeon: who comes, and whose trace" { house = [[ include "stock_dungeon" ]],
  { "= rule.wanderer()", dice = "d12:4", data = "{2d4} goblins" }, { "= rule.trace()", dice = "d12:8", data = "A cracked bone, and no marrow." },
  { "= monster.ogre.hd", data = 4 } }

test "tension: haste rolls the pool, and so does the sixth die" {
  house = [[ include "tension" procedure.turn:after("act", "tension") chart "complication" { "fall" }
    action "dash" {} function act.dash() gain(turn, "haste") end ]],
  { "wait", party = { tension = 1 } }, { "dash", dice = "d6:2 d6:3", sees = "Nothing comes of it", party = { tension = 0 } },
  { "wait x6", dice = "d6:1 d6:2 d6:2 d6:2 d6:2 d6:2 d1:1", sees = "complication.fall", party = { tension = 0 } } }
test "hurts: twice is worse, three times is out" { party = { { "A", brawn = 1 } },
  house = [[ include "hurts" kind.member:has { brawn = 0 } hurt "bruised" { spoils = "brawn", worse = "limps" }
    function act.wait(list) check(list[1], "brawn", 10) end ]],
  { "lua rule.hurt(party.members[1], 'bruised') rule.hurt(party.members[1], 'bruised')", sees = "A is bruised again, and limps" },
  { "wait", dice = "d20:12", sees = "12-3 = 9" }, { "lua rule.hurt(party.members[1], 'bruised')", A = { out = true } },
  { "lua rule.mend(party.members[1])", A = { hurts = { "bruised", "bruised" } } } }
test "boxes: gear eases what it is for, and is used up" {
  house = [[ include "boxes" kind.member:has { brawn = 0, wits = 0 } gear "rope" { boxes = 2, eases = "brawn" } ]],
  { "A try brawn 10 rope + B wait", dice = "2d20:3,11", sees = "success" }, { "A try wits 10 rope + B wait", dice = "d20:9", sees = "failure" },
  { "A try brawn 10 rope", refused = "The rope is used up" }, { "A try brawn 10 + B wait", dice = "d20:10", sees = "success" } }
test "seasons: thirty days each, and a year of four" { house = [[ include "seasons" ruleset.turn = "1 day" ]],
  { "wait x29", campaign = { season = "thaw", day = 30 } }, { "wait", campaign = { season = "green", day = 1, year = 1 } },
  { "wait x90", campaign = { season = "thaw", day = 1, year = 2 } }, { "= rule.date()", data = "thaw 1, year 2" } }
test "astray: what was gone wrong comes to light" { house = [[ include "astray" ]],
  { "lua rule.set_out(10) rule.cover(4, true) rule.cover(3, false)", party = { miles = 4, lost = 3, bound = 10 } },
  { "lua rule.know()", sees = "3 miles too far to one side", party = { lost = 0, bound = 13 } }, { "lua rule.know()", never = "not the way" },
  { "= rule.arrived()", data = false }, { "lua rule.cover(9, true)" }, { "= rule.arrived()", data = true } }
test "alarm: four of suspicion are a segment, six segments call the watch" { house = [[ include "alarm" ]],
  { "lua gain('suspicion', 4)", campaign = { suspicion = 0, alarm = 1 } }, { "lua gain('alarm', 5)", sees = "called, Watch begins" },
  { "wait x3", sees = "sprung" } }
test "plunder: a lock, and sacks brought out" { party = { { "A", clever = 2 } }, given = { here = "vault" },
  house = [[ kind.member:has { clever = 0 } include "plunder" room "vault" { lock = 12, loot = 2 } setting.carries = 1 ]],
  { "grab", refused = "The lock holds" }, { "pick", dice = "d20:10", here = { lock = 0 } }, { "grab", A = { sacks = 1 } }, { "grab", refused = "A can carry no more" },
  { "stash", refused = "Not in here" }, { "here street" }, { "stash", campaign = { fence = 1 }, A = { sacks = 0 } } }
local slots = [[ include "slots" function rule.own_slots() return 10 end function rule.carried() return rule.part(1.5) end ]]
test "slots: at no hit points you decide" { house = slots, party = { { "A", hp = 3 }, { "B", hp = 3 } },
  { "slots", sees = "Slots for lights: 2 of 20" },
  { "hurt A 5", asks = "at_zero" }, { "hurt A 5", answers = { at_zero = "down" }, A = { hp = 0, down = true, away = true } } }
test "slots: or wounds fill them" { house = slots .. "setting.wounds = true", party = { { "A", hp = 3 }, { "B", hp = 3 } },
  { "hurt A 5", sees = "A has 8 left of 10 slots", A = { wounds = 2 } }, { "slots", sees = "2 of 18" },
  { "hurt A 8", A = { dead = true, away = true } } }

test "shutters: dark, and the flame burns" { house = [[ include "shutters" light "lantern" { shutters = true } ]], given = { lights = { "lantern A" } },
  { "= rule.dark()", data = false }, { "shut B", refused = "No lantern burns there" },
  { "shut", lamps = { { shut = true } } }, { "= rule.dark()", data = true } }
for _, order in ipairs { 'include "shutters" include "sight"', 'include "sight" include "shutters"' } do
  test("shutters and sight: " .. order) { house = order .. [[ light "lantern" { bright = "10 ft", dim = "10 ft", shutters = true } ]],
    given = { lights = { "lantern A" } }, { "look 5", sees = "A, 5 ft off: bright light" },
    { "shut" }, { "= rule.dark()", data = true }, { "look 5", sees = "A, 5 ft off: darkness" } }
end

test "depletion: a light rolls its quality's die" { house = [[ include "depletion" light "torch" { quality = "crude" }
    function act.wait() rule.lights() end ]], given = { lights = { "torch A" } },
  { "wait", dice = "d4:3", lights = "torch A" }, { "wait", dice = "d4:2", lights = "" } }
test "sparks: five above, five below, and half of a group" { house = [[ include "sparks" kind.member:has { wit = 0 } setting.dark = "nothing"
    function act.wait(list) rule.those_who_pass(list, "wit") end action "sneak" {} function act.sneak() rule.group_check "wit" end ]],
  { "wait", dice = "d20:17 d20:7", sees = "A: 1 spark, B: 1 shadow" }, { "sneak", dice = "d20:2 d20:2", sees = "The group: 1 shadow" } }
test "recovery: the highest face, and a meal" { house = [[ include "recovery" ]],
  party = { { "A", hp = "3/20", recovery = 4, endurance = 5 }, { "B" } },
  { "A rest 2 + B wait", A = { hp = 15, recovery = 2, endurance = 4 } } }
