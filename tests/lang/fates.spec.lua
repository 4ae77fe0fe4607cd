tests "fates" { party = { { "A" }, { "B", nerve = 3 } } }

test "a row that is a check: everybody makes it, where a step rolls the chart" {
  { "wait", dice = "d6:3 d20:8 d20:9", A = { dread = 1 }, B = { dread = 0 } } }
test "where a step rolls the chart, what a row does to members it does to everybody" {
  { "wait", dice = "d6:4", A = { dread = 1 }, B = { dread = 1 } },
  { "wait", dice = "d6:5 d2:2", A = { dread = 3 }, B = { dread = 3 } } }
test "the row's rule follows for those who succeed, fails for the others, natural besides" {
  { "wait", dice = "d6:5 d2:1 d20:1 d20:20", sees = "A falls by 4., B steps over the hole., B sees a gleam.", A = { luck = 1 } } }
test "about one member, one makes it" {
  { "A sing", dice = "d2:1 d20:5", sees = "A steps over", never = "B steps" } }
test "a roll about nobody is about everybody" {
  { "lua roll 'haunt'", dice = "d6:3 d20:8 d20:9", A = { dread = 1 }, B = { dread = 0 } } }
test "not while each of them does something" { house = "function act.sing() roll 'haunt' end",
  { "A sing", dice = "d6:3", refused = "about nobody; write roll(\"haunt\", who), or roll(\"haunt\", party) for everybody" } }
test "but a procedure that one of them runs has steps of its own" { house = "function act.sing() run 'night' end",
  { "A sing", dice = "d6:3 d20:8 d20:9", A = { dread = 1 }, B = { dread = 0 } } }
test "a text ends play, and its words are the event" {
  { "walk x4", dice = "d6:1 d6:1 d6:1", sees = "the_gates_of_tamesk", turn = { procedure = "the_gates_of_tamesk", number = 4 } },
  { "walk", refused = "it is over: The gates of Tamesk, at last" } }
test "at the lower end of a track, and on the way there" {
  { "grieve", dice = "d6:1", A = { dread = 1 }, B = { dread = 1 } },
  { "grieve x2", dice = "d6:1", sees = "the_drivers_are_gone" } }
test "what a member's track brings is that member's" {
  { "A gamble + B wait", dice = "d6:1" }, { "A gamble + B wait", dice = "d6:1", A = { dread = 3 }, B = { dread = 1 }, party = { heart = 2 } } }
test "the last who goes ends play" {
  given = { dice = "" }, party = { { "A", dread = 5 } },
  { "wait", dice = "d6:4", sees = "bones_by_the_road", A = { dead = true, away = true } } }
test "as a member's track comes down, that member makes a check" {
  { "lua lose(named 'A', 'breath')", dice = "d20:12", A = { luck = 3, dread = 0 }, B = { dread = 0 } },
  { "lua lose(named 'B', 'breath')", dice = "d20:8", A = { dread = 0 }, B = { luck = 2, dread = 1 } } }
test "a check that fails brings another" {
  { "lua lose(named 'A', 'breath', 4)", dice = "d20:11 d20:12 d20:10", A = { luck = 2, dread = 1, dead = false } },
  { "lua lose(named 'B', 'breath', 4)", dice = "d20:8 d20:1 d20:1", B = { dead = true } } }
test "at the end of the party's track, or of a room's, everybody makes it" {
  { "lua gain('tide', 2)", dice = "d20:11 d20:9", A = { luck = 1 }, B = { luck = 2 } },
  { "lua gain(here, 'damp')", dice = "d20:11 d20:8", A = { dread = 1 }, B = { dread = 1 } } }
test "a deed that fails has a second chance, by a rule" {
  { "A climb", dice = "d20:11 d20:4", A = { dread = 2 } }, { "A climb", dice = "d20:11 d20:5", A = { dread = 2 } } }
test "a timer of the party: everybody, and the end" {
  { "board" }, { "wait x3", dice = "d6:1 d6:1 d6:1", sees = "the_train_stops", A = { dread = 1 }, B = { dread = 1 } } }
test "a deed, a row, an event of the rules" {
  { "B leap", dice = "d20:9", sees = "is_over_the_wall, B is over the wall." } }
test "a deed that fails" { { "A leap", dice = "d20:9 d6:1", A = { dead = true } } }
test "a row" { { "wait", dice = "d6:6", sees = "the_host_rides_out" } }
test "an event" { { "yield", sees = "surrender" } }
test "a switch that keeps from deeds is a member's without saying so" {
  given = { dice = "" }, party = { { "A", mired = true } }, { "wait", dice = "d6:1" }, { "A leap", dice = "d20:12", sees = "is over" } }
test "a house file" {
  house = [[ chart.haunt.whispers.check = "nerve 20"  track.leagues.full = { ends = "Home." }  track.leagues.max = 1 ]],
  { "wait", dice = "d6:3 d20:19 d20:17", A = { dread = 1 }, B = { dread = 0 } }, { "walk", sees = "home" } }
local alike = [[ action "one" { ends = "It ends here, for one." } action "two" { ends = "It ends here, for two." } ]]
test "a text" { house = alike, { "one", sees = "it_ends_here" } }
test "another that begins alike" { house = alike, { "two", sees = "it_ends_here_for_two" } }
test "a long one" { house = [[ action "three" { ends = "]] .. ("a"):rep(300) .. [[!" } ]], { "three", sees = "the_end" } }
test "one without words" { house = [[ action "four" { by = "each", ends = "{who}!" } ]], { "A four", sees = "the_end, A!" } }
test "one with the name of a chart" { house = [[ action "five" { ends = "Haunt!" } ]], { "five", sees = "haunt_ends" } }
test "odds" {
  { plan = "grieve", turns = 3, odds = { the_drivers_are_gone = "25/36", the_host_rides_out = "11/36" } },
  { plan = "wait", turns = 1, odds = { ["named('A').dread > 0"] = "41/120" } } }
