tests "conditions" { party = { { "A" }, { "B", body = 1, breath = 9 } }, given = { sky = "fair" } }
test "a step of a ladder, one of several; a quantity" {
  { "sail", dice = "d6:1" }, { "sky fog" }, { "sail", refused = "weather" }, { "sky gale" }, { "sail", refused = "weather" },
  { "sky fair" }, { "way 10" }, { "sail", refused = "Far" } }
test "a number of a member, who is named" {
  { "A dig x2", dice = "d6:1 d6:1" }, { "A dig", refused = "A has dug" }, { "B dig", dice = "d6:1" } }
test "in the dark, and where they are" {
  { "read", refused = true }, { "light torch A" }, { "read", refused = "Only" }, { "here hall of kings" }, { "read" } }
test "an item of a list, a text, a number to a bound or beside it" {
  { "open", refused = "No rune" }, { "gain marks rune" }, { "open" }, { "way 5" }, { "open", refused = "Too far" }, { "way 6" }, { "open" },
  { "goal no" }, { "open", refused = "No bell" } }
test "modifiers" { given = { lights = { "torch A" } },
  { "A try", dice = "d20:6", sees = "6 vs 5" }, { "dug A 2" }, { "A try", dice = "d20:6", sees = "6-1 = 5" },
  { "sky gale" }, { "A try", dice = "d20:8", sees = "8-3 = 5" },
  { "snuff torch" }, { "here hall of kings" }, { "B try", dice = "d20:9", sees = "9-4 = 5" } }
test "a chart sets a track to the name of its row" {
  { "dig", dice = "d6:5", party = { sky = "fog", way = "1 miles" } }, 
  { "A bow", dice = "d2:2", A = { mark = "a limp" }, B = { mark = "" } } }
test "a rule says what a member begins with, at most" {
  { "= named('A').max.breath, named('A').nerve, named('B').max.breath, named('B').nerve" , data = 3 },
  { "= named('A').nerve", data = 4 }, { "= named('B').nerve", data = 10 },
  { "add C body=2" }, { "= named('C').nerve", data = 6 }, { "gain breath C 3", C = { breath = 5 } } }
test "a deed of all with a check that a rule makes" {
  { "vote", dice = "d20:6", party = { hungry = true } }, { "vote", dice = "d20:5", party = { marks = { "no" } } } }
test "odds" {
  { plan = "sail", turns = 1, odds = { ["party.sky == 'gale'"] = "1/6" } } }
