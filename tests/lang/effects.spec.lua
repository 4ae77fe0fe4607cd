-- What rows of charts do without a function.
tests "effects" {}

test "gains of the party: an amount, dice, a step of a ladder, a quantity" {
  { "Bram hurt", dice = "d4:1 d6:4 d2:1", sees = "Bram has 6.", Bram = { str = 6 },
    party = { alarm = "hunting", way = "1.5 miles", ["rain fall"] = 1 } },
}
test "sets, loses and starts of the party" {
  { "Bram hurt", dice = "d4:1 d6:4 d2:2 d2:2", party = { alarm = "wary", way = "3 miles", torches = 2 },
    campaign = { name = "Foul" }, sees = "Bell begins." },
}
test "an item of a list, a switch and a timer of whom it is about" {
  { "Pike hurt", dice = "d4:2 d2:1", Pike = { wounds = { "cut" }, weary = true }, Bram = { wounds = {} },
    sees = "Venom begins for Pike." },
}
test "other charts are about the same" {
  { "Bram hurt", dice = "d4:3 d1:1 d1:1 d1:1 d2:1", Bram = { str = 6, weary = true } },
  { "Bram hurt", dice = "d4:4 d1:1 d4:3 d2:1", Bram = { str = 3 } },
}
test "about several, each has it" {
  { "all", dice = "d4:2 d2:1", Pike = { wounds = { "cut" } }, Bram = { wounds = { "cut" } }, sees = "Venom begins for Bram." },
}
test "a room and a light" {
  { "dig", dice = "d1:1 d1:1 d1:1 d2:1", here = { mud = 3 }, lamps = { { soot = 1 } } },
  { "= place('well').mud", data = 3 },
}
test "about nobody, it is everybody" {
  { "none", dice = "d1:1 d2:1", Pike = { str = 8 }, Bram = { str = 8 } } }
test "a row's fields can be read, and its effects done again" {
  { "hold", dice = "d1:1 d2:1", sees = "2 str nil", Bram = { str = 6 } },
}
test "a house file changes them" {
  house = [[ chart.air.still.gains = "4 torches"  chart.lame.lame { loses = "1d4 str", text = "Lame." } ]],
  { "hold", dice = "d1:1 d4:1 d4:2 d2:1", Bram = { str = 7 }, party = { torches = 9, alarm = "calm" } },
}
test "exact odds" {
  { plan = "Bram hurt", turns = 1, odds = { ["party.alarm == 'hunting'"] = "1/2" } },
}
