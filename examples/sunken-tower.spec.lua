tests "sunken-tower" { party = { { "Bram", might = 2, athletics = 1, hp = 12 }, { "Ysolde", intellect = 2, perception = 2 } } }

test "down the stair, and a closer look" { given = { lights = { "torch Bram" } },
  { "delve", here = "the entrance" },
  { "advance", dice = "d6:5 d10:7", sees = "stair: a landing", here = "stair" },
  { "advance chapel", dice = "d6:5 d10:7", sees = "chapel: benches" },
  { "Ysolde search altar + Bram batter door", dice = "d20:11", sees = "altar: a seam, 11+3 = 14 vs 14, breaks open the door", party = { alarm = 3 } } }

test "the bell" { { "delve; advance", dice = "d10:1 d8:7 d6:1 2d6:1,1 d6:6", sees = "the ringer of the bell, at hand, hostile" } }
