-- delving.spec.lua -- each row: the line typed, the dice, the answers; then what must hold.
tests "delving" {
  party = { { "A", hp = 6, dex = 3 }, { "B", hp = 6 } },
  house = [[ chart.creatures { die = "1d6", { "1", "goblins" }, { "2", "bats" }, { "3-5", "rats" }, { "6", "ooze" } } ]],
}

test "golden: seven turns" {
  example = true,
  covers = { "DL-01", "DL-03", "DL-06", "DL-09", "DL-10", "DL-14", "DL-15", "DL-27", "DL-39" },
  given  = { torches = 2, lights = { "torch A", "candle B" } },
  { "crawl", dice = "d6:6", sees = "hazard.free", minutes = 10, party = { walked = 36 } },
  { "search", dice = "d6:5 d6:6", sees = "hazard.sign, creatures.ooze", never = "encounter", party = { near = { "ooze" } } },
  { "crawl", dice = "d6:2", sees = "hazard.fatigue", A = { weary = true, hp = 6 } },
  { "A rest + B search", dice = "d6:3", sees = "hazard.burn, light_out, kindled", A = { hp = 6 }, B = { hp = 5 }, party = { torches = 1 } },
  { "walk", dice = "d6:1", sees = { "ooze, at the edge of the light", "Surprised: the party" }, party = { near = {}, walked = 792 } },
  { "run", dice = "d6:3", answers = { relight = false }, lights = "", party = { walked = 2292 } },
  { "A try dex 11 + B other", dice = "d20:17 d6:4 d6:3", sees = "check.failure, shift.wind", A = { hp = 6 }, minutes = 70 },
}
