tests "ending" { party = { { "Ann" }, { "Bo" }, { "Cy" } } }
test "an event ends the turn but for its time, and then play" {
  { "burn", sees = "The Dolphin goes down", turn = { procedure = "sunk" } } }
test "what is left of the turn is left out; time passes, no hour strikes, and turn_end comes" {
  { "scuttle", sees = "sunk", never = "look", minutes = 60, party = { told = { "Ann", "Bo", "sunk", "evening" }, hull = 3 } },
  { "sail", refused = "it is over: sunk" }, { "sing", refused = "it is over: sunk" } }
test "no other deed of that turn is done" {
  { "Bo scuttle + Ann sail + Cy sail", sees = "sunk", party = { told = { "Bo", "sunk", "evening" } } } }
test "a step that each does ends with the first of them; and the rest of the rule is done" { given = { hull = 9 },
  party = { { "Ann", crew = 2 }, { "Bo", crew = 1 }, { "Cy", crew = 1 } },
  { "land", never = "look", sees = "Nobody is left", turn = { procedure = "starved", number = 1 },
    party = { told = { "sea", "starved", "rites", "evening" } }, Ann = { crew = 1 }, Bo = { crew = 0 }, Cy = { crew = 1 } } }
test "the first ending counts, and others do not happen" { given = { hull = 1 },
  party = { { "Ann", crew = 1 } },
  { "sail; sing", sees = "It goes down", never = "starved", Ann = { crew = 1 },
    party = { told = { "sailed", "sunk", "sea", "evening" } } },
  { "burn", refused = "over" } }
test "an ending without a text, in a nested procedure, of a deed of several turns" { given = { hull = 9 },
  { "brave; land", sees = "ashore", turn = { procedure = "ashore" } }, { "again", refused = "over: ashore" } }
test "a fight in which play ends is neither left nor entered any more" {
  { "brave" }, { "yield", sees = "sunk", turn = { procedure = "sunk" }, never = "leave" } }
test "a deed that ends play leaves nothing, and enters nothing" {
  { "brave" }, { "leap", sees = "sunk", turn = { procedure = "sunk" } },
  { "again", turn = { procedure = "watch" } }, { "gamble", sees = "sunk", turn = { procedure = "sunk" } },
  { "again" }, { "sally", sees = "sunk", turn = { procedure = "sunk" }, never = "enter" } }
test "a verb for after the end may begin again" {
  { "burn" }, { "again", turn = { procedure = "watch", number = 0 } }, { "sail", dice = "d6:1", turn = 1 } }
test "a house file may let play go on" { house = [[ event.ashore.ends = false ]], given = { hull = 9 },
  { "land", dice = "d6:1 d6:1 d6:1", sees = "ashore", turn = { procedure = "watch" } }, { "sing" } }
test "skip() leaves out what is left of a turn" { given = { turn = 3, hull = 3 },
  { "sail", never = "look", party = { told = { "bell", "evening" }, hull = 3 }, minutes = 60 },
  { "sail", dice = "d6:1", party = { hull = 2 } } }
test "odds: an end is an end" { party = { { "Ann", crew = 9 } },
  { odds = { sunk = 1, look = 1, ["turn.procedure == 'sunk'"] = 1 }, turns = 9, plan = "sail" },
  { takes = { sunk = 3 }, plan = "sail" },
  { ever = { sunk = 1 }, plan = "sail" }, { ever = { starved = 0 }, plan = "sail" } }
