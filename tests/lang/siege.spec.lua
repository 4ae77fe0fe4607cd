tests "siege" { party = { { "Ann", war = 3 }, { "Bo", tongue = 2 } } }
test "a week" { { "Ann mend gate + Bo watch", dice = "d8:7 d8:1 d6:5", campaign = { strength_gate = 5 }, party = { works = 2, stores = 18, sick = 2, silver = 28, relief = 9 } } }
test "stones on the weakest" { { "watch", dice = "d8:3 d3:2 d8:7 d6:1", sees = "Stones fall on the gate wall", campaign = { strength_gate = 2 } } }
test "a sally leaves them one deed" { given = { works = 5 }, { "Ann sally 40 + Bo watch", dice = "d20:8 d4:1 d8:7 d6:1", party = { works = 3, men = 119 } } }
test "a sally goes wrong" { { "Ann sally 20 + Bo watch", dice = "d20:2 2d6:3,4 d8:7 d6:1", Ann = { hurt = "hurt" }, party = { men = 113 } }, { "Ann sally 119 + Bo watch", refused = true } }
test "the breach" { given = { works = 8, strength_gate = 1 }, { "watch", dice = "d8:4 d3:1 d8:7 d20:4 d6:1", sees = "The town falls: by assault" } }
test "relief" { given = { relief = 1 }, { "watch", dice = "d8:7 d8:7 d6:1", sees = "Banners on the hills" } }
test "a rider" { { "Bo send + Ann watch", dice = "d20:12 d8:7 d8:7 d6:1", party = { relief = 7, silver = 25 } } }
test "hunger breaks them" { given = { stores = 1, spirit = "low" }, { "watch", dice = "d8:7 d8:7 2d6:2,2", sees = "opened from within", party = { sick = 1 } } }
test "no silver" { given = { silver = 4 }, { "Bo send", refused = "You have only 4 silver, and this takes 5." } }
test "terms" { { "watch", dice = "d8:5 d8:7 d6:1", answers = { herald = true }, sees = "by terms" } }
