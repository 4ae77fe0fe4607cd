tests "shorter" { party = { { "A", hp = 6, might = 2 }, { "B", hp = 4 } } }
test "rows without numbers are counted off, along the die" {
  { "mood", dice = "d4:2", sees = "moods.wary, They wait.", party = { heat = 1 } }, { "mood", dice = "d4:4", sees = "moods.drunk, 0" },
  { "dig", dice = "2d2:1,1", sees = "deeper.shaft" }, { "dig", dice = "2d2:2,2", sees = "deeper.sea" },
  { "both", dice = "d2:2 d2:1", sees = "d22.r" }, { "= chart.moods.die", data = "1d4" },
}
test "a house file changes rows that are counted" {
  house = [[ chart.moods.hostile = nil  chart.moods.kind.text = "Smiles."  chart.deeper { "a", "b" }  chart.deeper.die = "1d2" ]],
  { "mood", dice = "d3:1", sees = "moods.wary" }, { "mood", dice = "d3:2", sees = "Smiles." }, { "dig", dice = "d2:2", sees = "deeper.b" },
}
test "two deeds each" {
  { "A try", waiting = "act", sees = "A tries" }, { "A try", waiting = "act" }, { "A try", refused = "A has no more deeds this turn (try and try)" },
  { "B try", waiting = "act" }, { "B rest", waiting = "", turn = 1, sees = "B rests" },
  { "try", waiting = "act", sees = "A tries, B tries" }, { "rest", waiting = "", turn = 2 },
  { "A try + A rest + B watch rear + B watch rear", turn = 3, sees = "rear: 2, front: 0" },
}
test "doers by what they were told" {
  { "A watch front hall + B watch rear", never = "rear:" }, { "rest", sees = "rear: 1, front: 1" },
}
test "a list of things by name" {
  { "tick flood", refused = "no clock flood" }, { "clock flood 4", sees = "clocks flood (size 4)" }, { "clock ritual 6", sees = "flood (size 4), ritual (size 6)" },
  { "tick ritual", party = { clocks = { { name = "flood", size = 4 }, { name = "ritual", size = 5 } } } },
}
test "two sides roll; a tie is the other's" {
  { "A wrestle 5", dice = "d20:10 d20:13", sees = "won, 16 to 15" }, { "A wrestle 6", dice = "d20:10 d20:13", sees = "lost, 16 to 16" },
}
test "the most is a rule" {
  { "gain slots A 9", A = { slots = 4 } }, { "gain slots B 9", B = { slots = 2 } }, { "slots A 9", A = { slots = 4 } },
}
test "gain and lose at the prompt are those of the rules" {
  { "lose hp A 1d6", dice = "d6:4", A = { hp = 2 }, sees = "A: hp 2" }, { "lose hp all 9", A = { hp = 0 }, B = { hp = 0 } }, { "gain heat", party = { heat = 1 } },
  { "gain heat x", refused = "type a number or dice" }, { "lose hp", refused = "hp: whose?" }, { "lose hpp A", refused = "did you mean 'hp'?" },
}
test "a timer says a text of its own" { { "A poison" }, { "rest", waiting = "act" }, { "rest", sees = "The venom takes A., The bell strikes." } }
test "a stat may be a die" { { "A roll_it skill", dice = "d6:3", sees = "skill: 3, of 6 sides" }, { "A roll_it might", sees = "might: 2, of 1 sides" } }
test "one entry of a table" { house = [[ setting.pay.guide = 7  setting.pay.cook = 1 ]],
  { "= setting.pay.guide + setting.pay.guard + setting.pay.cook", data = 10 } }
test "a number stops at its min, and without one nowhere" {
  { "lose heat 3", party = { heat = 0 } }, { "lose cold 3", party = { cold = -5 } }, { "lose gone 3", party = { gone = -3 } }, { "= lose('heat', 2)", data = 2 },
}
