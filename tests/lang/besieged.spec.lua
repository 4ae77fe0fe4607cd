tests "besieged" { party = { { "Ann", lead = 2 }, { "Bo", craft = 1, cunning = 1 } } }
test "a day" { { "Ann rouse", dice = "2d6:3,4", waiting = "act", party = { hope = 8 } },
  { "Bo repair", dice = "2d6:2,2 2d6:5,5 d3:2", party = { walls = 10, stores = 96, hope = 8 }, campaign = { relief = 29 }, minutes = 1440 } }
test "half rations cost hope" { { "ration half" }, { "plan", dice = "2d6:4,4", party = { stores = 98, hope = 6 } } }
test "a mine" { { "lua campaign.mines = 5" }, { "plan", dice = "2d6:2,3 2d6:6,6", sees = "mine is sprung, over", party = { walls = 0, breached = true } } }
test "a storm" { { "plan", dice = "2d6:6,6 2d6:1,1", party = { walls = 9, mouths = 19 } } }
test "a sally" { { "Ann sally + Bo nurse", dice = "2d6:4,4", party = { hope = 9 }, never = "enemy." } }
test "terms" { { "plan", dice = "2d6:1,1", answers = { yield = true }, sees = "The gates are opened.", party = { lost = true } } }
test "sick" { given = { sick = 3 }, { "Bo nurse + Ann plan", dice = "2d6:4,3 d6:2", party = { sick = 2, mouths = 19 } } }
test "relief" { { "lua campaign.relief = 1" }, { "plan", dice = "2d6:3,4", sees = "Banners in the east." } }
