-- fenmarch.spec.lua -- days, watches, turns and rounds within each other; the way, lost and found.
tests "fenmarch" { party = { { "A", lore = 2, grit = 1 }, { "B" } } }

test "days in a haven, and the season turns after thirty" {
  { "stay x2", time = "06:00", turn = 2, campaign = { season = "thaw", day = 3 } },
  { "stay x28", campaign = { season = "green", day = 1, year = 1 } } }
test "after the frost comes a new year" { given = { season = "frost", day = 30 },
  { "stay", campaign = { season = "thaw", day = 1, year = 2 } } }
test "a season is as long as the house says" { house = "setting.season_days = 2", { "stay x2", campaign = { season = "green", day = 1 } } }
test "a march over the causeway, as far as they were bound" {
  { "set_out 15", sees = "Now: watch" },
  { "march causeway", dice = "d6:1 2d6:3,1 2d6:3,3", sees = "weather.clear, fen.quiet", time = "14:00", party = { miles = 9 } },
  { "march causeway", dice = "d6:3 2d6:3,1 2d6:3,3", party = { miles = 13.5, sky = "rain" } },
  { "march causeway", dice = "d6:1 2d6:6,6 2d6:3,3 d8:2", sees = "palisade, Watch is over", time = "06:00", party = { miles = 22.5, rations = "d6" }, campaign = { day = 2 } },
  { "stay", time = "06:00", campaign = { day = 3 } } }
test "who loses the way does not know it before they camp" { given = { season = "mist" },
  { "set_out 30" },
  { "march fen", dice = "d6:5 2d6:4,3 2d6:2,2", sees = "weather.fog", party = { miles = 0, lost = 2.5, bound = 30 } },
  { "camp", dice = "d6:1 2d6:2,2", sees = "not the way: 2.5 miles", party = { lost = 0, bound = 32.5 } } }
test "a landmark tells, too" { given = { lost = 4, bound = 20 },
  { "set_out 20" }, { "lua set(\"lost\", 4)" }, { "march mere", dice = "d6:1 2d6:6,2 2d6:6,6", sees = "landmark, 4 miles too far", party = { lost = 0, bound = 24 } } }
test "a storm wears them down, and nobody gets anywhere" { given = { season = "frost" },
  { "set_out 9" }, { "march causeway", dice = "d6:6 2d6:3,3 2d6:2,2", sees = "weather.storm", party = { miles = 0 }, A = { strain = "worn" }, B = { strain = "worn" } },
  { "camp", dice = "d6:1 2d6:2,2", A = { strain = "fresh" } } }
test "without food the third watch wears them down" { given = { rations = "d4" },
  { "set_out 90" }, { "camp x3", dice = "d6:1 2d6:2,2 d6:1 2d6:2,2 d6:1 2d6:2,2 d4:1", party = { rations = "gone" } },
  { "camp x3", dice = "d6:1 2d6:2,2 d6:1 2d6:2,2 d6:1 2d6:2,2", A = { strain = "worn" } } }
test "a fight in a mound below the march, and back again" {
  { "set_out 20" }, { "march fen", dice = "d6:1 2d6:4,2 2d6:5,5", sees = "fen.ruin", party = { miles = 5 } },
  { "descend", sees = "Now: below" },
  { "explore", dice = "d6:2", sees = "kindled.lamp", minutes = 850, lights = "lamp A", party = { oil = "d6" }, here = "start" },
  { "march fen", refused = "march" },
  { "explore x2", dice = "2d6:1,1 d4:2", sees = "fen.foes, Now: fight", party = { foes = 2 } },
  { "strike", dice = "2d6:5,2 2d6:3,2 d2:2 2d6:3,4", sees = "foes 1", party = { foes = 1 }, B = { strain = "fresh" } },
  { "strike", dice = "2d6:5,2 2d6:3,2", sees = "Fight is over", party = { foes = 0 } },
  { "explore", turn = 4 }, { "ascend", turn = 1, sees = "Below is over" },
  { "march causeway", dice = "d6:1 2d6:4,2 2d6:3,3", turn = 2, party = { miles = 14 } } }
