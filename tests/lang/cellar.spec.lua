tests "cellar" { party = { { "Ada", craft = 1 }, { "Bran", aim = 2 } } }

test "a quiet turn, a wave" {
  { "Ada hide", waiting = "act", turn = 1 },
  { "Bran hide", dice = "d3:1 d3:2 d6:3 2d6:4,1", sees = "2 rat at the door", party = { escalation = 1, noise = 0 }, campaign = { hits_door = 11, rat_door = 2 }, turn = 1 } }
test "escalation: more, and worse" { given = { escalation = 4, turn = 4 },
  { "hide", dice = "d3:2 d3:1 d6:5 3d6:6,6,1", sees = "3 brute at the hatch", campaign = { hits_hatch = 2, brute_hatch = 3 }, party = { escalation = 5 } } }
test "escalation stops at six" { given = { escalation = 6 },
  { "hide", dice = "d3:1 d3:1 d6:1 4d6:1,1,1,1", party = { escalation = 6 }, sees = "4 ghoul" } }
test "shooting" { given = { rat_door = 3, ghoul_door = 1, escalation = 1 },
  { "Ada shoot hatch", refused = "Nothing is at" },
  { "Ada shoot door", dice = "d20:10", campaign = { ghoul_door = 0, rat_door = 3 }, party = { bullets = 11, noise = 2 } },
  { "Bran shoot door", dice = "d20:20 d3:3 d3:1 d6:1 d6:1 2d6:1,1", campaign = { rat_door = 1 }, sees = "at the window", party = { noise = 2 } } }
test "missing" { given = { rat_door = 1 },
  { "Ada shoot door", dice = "d20:10", campaign = { rat_door = 1 } }, { "Bran shoot door", dice = "d20:8 d3:1 d3:1 d6:1 3d6:1,1,1", campaign = { rat_door = 3 } } }
test "no bullets" { given = { bullets = 0, rat_door = 1 }, { "Ada shoot door", refused = true } }
test "repair" { given = { hits_door = 5 },
  { "Ada repair door", dice = "d6:3", campaign = { hits_door = 9 }, party = { planks = 5, noise = 1 } },
  { "Bran repair door", dice = "d6:6 d3:2 d3:1 d6:1 d6:1", campaign = { hits_door = 12 }, party = { noise = 1 } } }
test "no repair of what fell" { given = { hits_door = 0 }, { "Ada repair door", refused = "past mending" } }
test "searching" {
  { "Ada search", dice = "d6:4 d3:3", party = { planks = 9 } },
  { "Bran search", dice = "d6:2 d3:2 d3:1 d6:1 d6:1", party = { noise = 1 } },
  { "Ada search", dice = "d6:5 d6:4", party = { bullets = 16 } } }
test "bandage" { party = { { "Ada", hp = 1 }, { "Bran" } }, { "Bran bandage Ada", Ada = { hp = 2 }, party = { bandages = 0 } }, { "Ada bandage", refused = true } }
test "noise brings more, and a brute" { given = { noise = 13 },
  { "hide", dice = "d3:1 d3:1 d6:1 4d6:1,1,1,1 d6:1", sees = "4 rat, din has brought", campaign = { brute_door = 1 }, party = { noise = 5 } } }
test "noise, less than loud" { given = { noise = 6 },
  { "hide", dice = "d3:1 d3:1 d6:1 2d6:1,1", sees = "2 rat", party = { noise = 2 } } }
test "a barricade falls, and they are hurt" { given = { hits_window = 1, rat_window = 1 },
  { "hide", dice = "d3:1 d3:1 d6:1 d6:1 d6:4 d2:2", sees = "The window gives way", Bran = { hp = 2 } },
  { "hide", dice = "d2:1 d3:1 d6:1 2d6:1,1 d2:2", Bran = { hp = 1 } } }
test "all fall" { given = { hits_window = 1, rat_window = 1, hits_door = 0, hits_hatch = 0 },
  { "hide", dice = "d1:1 d3:1 d6:1 2d6:4,4 d2:1", sees = "fallen", turn = { procedure = "fallen" } } }
test "slain" { party = { { "Ada", hp = 1 } }, given = { hits_window = 0, rat_window = 1 },
  { "hide", dice = "d2:1 d3:1 d6:1 d6:1 d1:1", sees = "slain" } }
test "dawn" { given = { turn = 11, hits_window = 0 },
  { "hide", dice = "d2:1 d3:1 d6:1 d6:1", sees = "Dawn. 6 points", turn = { procedure = "dawn" } } }
test "not yet" { given = { turn = 10 }, { "hide", dice = "d3:1 d3:1 d6:1 d6:1", never = "dawn" } }
test "odds" { party = { { "Ada" } }, { odds = { ["comers.ghoul"] = "1/3" }, turns = 1, plan = "hide" } }
