tests "depthcrawl" { party = { { "Ann", wits = 2, hp = 6 }, { "Bo", nerve = 3, hp = 3 } }, given = { torches = 2, lights = { "torch Ann" } } }
test "deeper: place, detail, event" {
  { "deeper", dice = "d20:5 d20:16 d20:2", party = { depth = 1, deepest = 1, uneasy = 1 }, here = "flooded stacks, inhabited 2", minutes = 20 },
  { "deeper", dice = "d20:1 d20:1 d20:12", sees = "event.sign", party = { depth = 2, uneasy = 2 } },
  { "retrace", dice = "d20:16", sees = "event.denizen, encounter", party = { depth = 1 } } }
test "back at the door" { given = { depth = 1, uneasy = 3 }, { "retrace", party = { depth = 0, uneasy = 0 }, sees = "They are out.", never = "event" }, { "retrace", refused = "at the door already" } }
test "searched once, and not in the dark" { given = { depth = 10 },
  { "search", dice = "d20:10 d20:9 d6:4 d20:1", party = { treasure = 4 } }, { "search", refused = "has been searched" } }
test "too dark" { given = { depth = 1, lights = {} }, { "search", refused = "too dark" } }
test "the hunt" { given = { depth = 8, uneasy = 6 }, { "search", dice = "d20:1 d20:15 d20:11 d6:3 d20:8 d6:3", sees = "event.hunt", Ann = { hp = 3 }, Bo = { lost = true } } }
