-- Lamps of a member, and in marching order.
tests "holders" { party = { { "Ann" }, { "Bo" } }, given = { lights = { "torch Bo", "candle Ann", "candle Bo" } } }
test "whose lamps" {
  { "= #burning(named 'Bo')", data = 2 }, { "= burning(named 'Ann')[1].kind", data = "candle" },
  { "= burning()[1].holder .. burning(party)[1].holder", data = "BoAnn" },
  { "order Bo Ann" }, { "= burning(party)[1].kind", data = "torch" }, { "= #burning 'candle'", data = 2 } }
test "those who are away take theirs along" { { "away Bo" }, { "= #burning(party)", data = 1 }, { "= #burning(named 'Bo')", data = 0 } }
