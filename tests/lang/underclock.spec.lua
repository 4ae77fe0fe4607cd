tests "underclock" { given = { lights = { "torch" } } }
test "ticks" { { "go_on", dice = "d6:4", party = { clock20 = 16 } }, { "force", dice = "d6:6 d6:2 d6:1 d6:1", party = { clock20 = 6 }, turn = 2 } }
test "past nought" { given = { clock20 = 2 }, { "go_on", dice = "d6:3 d4:1", sees = "the drowned 1, and nobody", party = { clock20 = 20 } } }
test "exactly" { given = { clock20 = 4 }, { "go_on hall", dice = "d6:4 d3:1", sees = "omens.a cold draught", party = { clock20 = 3 }, here = "hall" } }
test "respite" { given = { clock20 = 2, rests = 1 }, { "respite", party = { clock20 = 20, rests = 0 }, minutes = 10 }, { "respite", refused = "rests" } }
test "deeper" { given = { clock20 = 1 }, { "deeper", dice = "d6:2 d4:3", sees = "vermin 2", party = { depth = 2 } } }
