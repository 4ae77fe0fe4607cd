-- longstair.spec.lua -- the pool, the roof, the boxes, the hurts, and an hour of your own time.
tests "longstair" { party = { { "A", brawn = 2 }, { "B" } }, given = { lights = { "torch A" } } }

test "every turn adds a die, and haste rolls them all" {
  { "descend", party = { tension = 1, depth = 1 } },
  { "descend x2", party = { tension = 3, depth = 3 } },
  { "climb hastily", dice = "d4:2 d6:2 d6:3 d6:4 d6:6", sees = "Nothing comes of it", party = { tension = 0, depth = 1, roof = 18 } } }
test "the sixth die rolls the pool by itself, and a 1 complicates" {
  { "rest x5", party = { tension = 5 } },
  { "rest", dice = "d6:2 d6:1 d6:3 d6:3 d6:3 d6:3 d6:3", sees = "complication.draught, blown out", lights = "", party = { tension = 0, meals = 4 } } }
test "the roof is shored up, and bears no more than it did" {
  { "shout", dice = "d4:4 d4:3", party = { roof = 13 } }, { "brace", dice = "d4:2", party = { roof = 15 } } }
test "brought to 0 exactly, a way opens" { given = { roof = 3 },
  { "shout", dice = "d4:3", sees = "opening, Daylight", never = "buried" } }
test "past 0, the roof comes down" { given = { roof = 3 }, { "descend hastily x2", dice = "d4:4 d4:1 d6:6", sees = "buried, 2 past, halted" } }
test "a meal every sixth turn; whoever goes without is shaken" { given = { meals = 1, tension = -0 },
  { "rest x6", dice = ("d6:6 "):rep(6), party = { meals = 0 }, A = { hurts = { "shaken" } }, B = { hurts = { "shaken" } } } }
test "gear eases what it is for, and its boxes run out" {
  { "A try brawn 12 rope", dice = "2d20:3,11", sees = "success", party = { marked = { "rope" } } },
  { "A try wits 12 rope", dice = "d20:11", sees = "failure" },
  { "A try brawn 9 rope x2", dice = "4d20:9,9,9,9" },
  { "A try brawn 9 rope", refused = "rope is used up" } }
test "the same hurt twice is worse, and three times is too much" {
  { "lua for i = 1, 2 do rule.hurt(party.members[1], \"bruised\") end", sees = "A is bruised again, and can hardly stand" },
  { "A try brawn 10", dice = "d20:11", sees = "11-2 = 9" },
  { "lua rule.hurt(party.members[1], \"dazed\")", A = { out = false } },
  { "lua rule.hurt(party.members[1], \"bruised\")", A = { out = true } },
  { "A rest", A = { hurts = { "bruised", "dazed", "bruised" } } } }
test "a torch is an hour of your own time, and a pause is none of it" {
  { "rest", wall = "20 minutes", lights = "torch A", lamps = { { left = 40 } } },
  { "pause" }, { "rest", wall = "50 minutes", lights = "torch A", lamps = { { left = 40 } } },
  { "resume" }, { "rest", wall = "41 minutes", sees = "burns down", lights = "" } }
test "what the stair does" { given = { tension = 5 },
  { "rest", dice = "d6:1 d6:2 d6:2 d6:2 d6:2 d6:2 d6:1 d2:2 d4:1", sees = "complication.fall", B = { hurts = { "bruised" } }, party = { roof = 19 } } }
