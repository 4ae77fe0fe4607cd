tests "columns" {}
test "numbers by column" {
  { "go", dice = "2d6:2,2", sees = "weather.rain" }, { "season summer" }, { "go", dice = "2d6:2,2", sees = "weather.fair" },
  { "season autumn" }, { "go", dice = "2d6:3,4", sees = "weather.fog" } }
test "names by column" {
  { "roll met", dice = "d4:1", sees = "met.leeches" }, { "roll met", dice = "d4:2", sees = "met.a fisher", party = { depth = 2 } },
  { "lua go 'pass'" }, { "roll met", dice = "d4:2", sees = "met.charcoal burners" },
  { "lua roll('met', nil, { column = 'heights' })", dice = "d4:3", sees = "met.wolves" },
  { "lua roll('met', nil, { column = 'heights', at = 4 })", sees = "met.giants" },
  { "= chart.met:at(3, 'fen').name", data = "a bog body" }, { "= chart.met:at(3)", data = nil } }
test "levels" {
  { "look", dice = "d4:1", sees = "deep.rats" }, { "down" }, { "look", dice = "d4:2", sees = "deep.rats" }, { "down" },
  { "look", dice = "d4:2", sees = "deep.ghouls" }, { "down; down" }, { "look", dice = "d4:1", sees = "deep.kings" }, { "look", dice = "d4:3", sees = "Bats." } }
test "odds" { { odds = { ["weather.fog"] = "1/4", ["weather.rain"] = "1/6" }, turns = 1, plan = "go" } }
