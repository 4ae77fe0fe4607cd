tests "sanity" { party = { { "Ann", spot = 60 }, { "Bo", sanity = 20, library = 50 } } }
test "clues" { { "Ann search + Bo read Unaussprechliches", dice = "d100:60 d100:50 d3:2", campaign = { clues = 2 }, Bo = { sanity = 18 }, minutes = 1140, time = "19:00" } }
test "a ghoul" { { "see Ann ghoul", dice = "d100:61 d8:6 d4:4 d4:2", Ann = { sanity = 54, nerves = "shaken", fears = { "water" } }, sees = "fits.fears" },
  { "Ann search", refused = "out of their mind" } }
test "steady" { { "see Ann ghoul", dice = "d100:60", Ann = { sanity = 60 } }, { "see Ann angle", dice = "d100:1 d6:1", Ann = { sanity = 59, nerves = "steady" } } }
test "broken" { { "see Bo ghoul", dice = "d100:99 d8:8 d4:1" }, { "Ann calm", Bo = { nerves = "broken", sanity = 12 } } }
test "insane" { given = { minutes = 0 }, { "sanity Bo 3" }, { "see Bo angle", dice = "d100:4 2d10:5,5 d4:1", Bo = { insane = true, sanity = 0 } } }
test "the night" { { "calm x2" }, { "calm", dice = "d10:6", sees = "night.noise", campaign = { dread = 1 }, time = "21:00" },
  { "calm", dice = "d10:8 d100:1 d100:1", sees = "night.sight" } }
