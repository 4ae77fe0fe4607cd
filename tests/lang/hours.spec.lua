tests "hours" { given = { crates = 3, hum = 9 } }
test "each hour sees its own time, and the lights that burn then" {
  { "light candle" },
  { "watch", minutes = 1440 + 3 * 60 + 30, lights = "", party = { heard = { "23:00: 23, 1 lit", "day 2 0:00: day 2",
    "day 2 0:00: 0, 0 lit", "day 2 1:00: 1, 0 lit", "day 2 1:30: bell", "day 2 2:00: 2, 0 lit", "day 2 3:00: 3, 0 lit" } } },
}
test "numbers that are given are not rolled" { { "= party.crates + party.hum", data = 12 } }
test "the highest of eight dice, and dice read in any order" {
  { turns = 1, plan = "pry", odds = { ["party.best == 6"] = "1288991/1679616" } },
  { turns = 1, plan = "grope", odds = { raid = "2593/11664" } },
}
