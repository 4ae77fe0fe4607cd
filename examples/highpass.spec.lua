-- highpass.spec.lua -- what the High Pass changes, and that all else is still Travel Turn.
tests "highpass" { party = { { "A", hp = "2/8", level = 2 }, { "B", hp = 8 } }, given = { minutes = 420, sup = 20 },
  house = [[ question.what.always = "as it may be" ]] }

test "a day in the snow is eight hours long" {
  { "every day" }, { "march snow", sees = "A cannot feel their feet", time = "13:00" }, { "march snow", dice = "d20:12", time = "15:00", party = { travelled = 2, sup = 12 }, A = { cold = 6, hindered = true } },
  { "fire", party = { sup = 10 }, A = { cold = 0 } },
  { "rest safe fed", A = { hp = 4, hindered = false } } }
test "the weather is bad until somebody says otherwise" {
  { "every day" }, { "march open", dice = "d20:12", party = { travelled = 5 } },
  { "rest safe fed" }, { "time 7:00" }, { "march open fine", dice = "d20:12", party = { travelled = 15 } } }
test "a torch keeps the cold off" { given = { torches = 1, lights = { "torch A" } },
  { "travel snow", dice = "d20:12", A = { cold = 0 } }, { "travel snow", dice = "d20:12", A = { cold = 1 } },
  { "fire" }, { "travel open", dice = "d20:12", A = { cold = 0 } } }
test "no rest for frozen feet" { { "cold A 6" }, { "rest safe fed", A = { hp = 3 } } }
test "who wanders there" { house = [[ question.what.always = true ]],
  { "meet", dice = "d6:6 2d6:3,4 d6:4", sees = "wanderers.a monk" }, { "wait", dice = "d20:12 d8:8", sees = "omen.rumble" },
  { "level lit" }, { "meet hostile", dice = "d6:1 d3:3 d6:4", answers = { combat = "fight" }, sees = "4 frostwolves, frostwolf1's go" }, { "over" }, { "A infect thinair", dice = "d20:11", sees = "vs 12, failure" } }
test "no fire in a fight" { { "fight 2 wolf" }, { "fire", refused = "It is wolf1's go; next ends it" } }
test "nothing to burn" { given = { sup = 1 }, { "fire", refused = "You have only 1 sup" } }
