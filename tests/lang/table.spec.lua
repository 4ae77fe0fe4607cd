-- The words of the prompt that need no rules: rooms, finds, what changes hands.
tests "trespasser" { party = { { "A", hp = 6 }, { "B", hp = 6 } } }
test "rooms are walked, and known by a part of their name" {
  { "go to the long hall", dice = "d10:10", sees = "Now in long hall, for the first time." },
  { "go crypt",            dice = "d10:10", sees = "Now in crypt" },
  { "go into the long",    dice = "d10:10", sees = "Now in long hall." } }
test "what is found changes hands" { given = { torches = 1, lights = { "torch A" } },
  { "found 2 torches",     sees = "The party finds 2 torches.", party = { torches = 3 } },
  { "A found a silver key", sees = "A finds a silver key." },
  { "give silver key to B", sees = "A gives a silver key to B." },
  { "drop key",            sees = "B leaves a silver key behind." },
  { "B found key",         sees = "B picks up a silver key." },
  { "give torch B",        sees = "B takes A's torch." },
  { "drop 2 torches",      party = { torches = 1 } },
  { "A found 3 food",      A = { food = 3 } },
  { "A give 2 food B",     A = { food = 1 }, B = { food = 2 } } }
test "traps and notes come back with the room" {
  { "go crypt", dice = "d10:10" }, { "trap here a pit" }, { "note door: sticks" }, { "go hall", dice = "d10:10", never = "noted" },
  { "go to the crypt",     dice = "d10:10", sees = "Noted here: a pit (trap); door: sticks." },
  { "forget pit" },        { "go hall", dice = "d10:10" },
  { "go to the crypt",     dice = "d10:10", sees = "Noted here: door: sticks.", never = "pit" } }
