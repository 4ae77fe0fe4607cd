-- saltmine.spec.lua -- what the Salt Mine changes, and that all else is still Delving.
tests "saltmine" { party = { { "A", hp = 6 }, { "B", hp = 6 } } }

test "the air bites, and salt stings" { given = { torches = 1, lights = { "torch A" } },
  { "crawl", dice = "d6:2", A = { weary = true } },
  { "A rest + B search", dice = "d4:3 d6:6", sees = "and B cries out, Salt drips", A = { hp = 6 }, B = { hp = 3 } } }

test "when the last flame dies, something comes" { given = { torches = 1, lights = { "torch A" } },
  { "crawl", dice = "d6:3", never = "asked.relight, encounter", lights = "torch A", party = { torches = 0 } },
  { "rest", dice = "d6:3 d6:6 d6:4 2d6:3,3 d8:1", sees = "ooze, Surprised: the party", lights = "" } }

test "candles last half as long, tallow less" { given = { lights = { "candle A", "tallow B" } },
  { "other x6", dice = ("d6:6 "):rep(6), lights = "candle A", party = { brine = 2 } },
  { "other x6", dice = ("d6:6 "):rep(6), lights = "candle A", sees = "flood" },
  { "other x12", dice = ("d6:6 "):rep(12), lights = "" } }

test "the brine rises every third turn, and floods once" {
  { "rest x11", dice = ("d6:6 "):rep(11), never = "flood", party = { brine = 3 } },
  { "rest x3", dice = "d6:6", sees = "under water, halted", party = { brine = 4 } },
  { "rest x3", dice = ("d6:6 "):rep(3), never = "flood", party = { brine = 4 } } }

test "bailing" {
  { "bail", refused = "nothing to bail" },
  { "rest x3", dice = ("d6:6 "):rep(3), party = { brine = 1 } },
  { "A bail + B rest", dice = "d6:6", party = { brine = 0 } } }

test "an echo stands in the apparition's row" {
  { "rest", dice = "d6:4 d6:5", sees = "shift.echo, Picks" },
  { "rest", dice = "d6:4 d6:3", sees = "shift.wind" } }
