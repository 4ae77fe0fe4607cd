tests "days" { party = { { "A", str = 12 }, { "Pike", str = 8 } } }
test "play begins once" { { "hike", party = { packed = { "rope" } } }, { "battle", party = { packed = { "rope" } } } }
test "hours strike, days begin" {
  { "hike", sees = { "An hour to midnight.", "Day 2 dawns." }, party = { days = 1 } }, { "hike", never = "dawns", party = { days = 1 } },
  { "pass 3 days", sees = { "Day 3 dawns.", "Day 4 dawns.", "Day 5 dawns." }, party = { days = 4 } },
}
test "one speaks; the others are free" {
  { "talk", sees = "A says: well" }, { "Pike talk of home", sees = "Pike says: of home" }, { "A Pike talk", refused = "only one at a time can talk. Type 'A talk'" },
}
test "verbs that enter and leave" {
  { "flee", refused = "'flee' is only for fight; 'battle' begins it" },
  { "battle", sees = "Now: fight." }, { "battle", refused = "you are in fight already" },
  { "A hit" }, { "Pike hit", sees = "Pike hits." }, { "flee", sees = "Fight is over." },
}
test "at most the number, and by how much" {
  { "A lift", dice = "d20:12", sees = "A lifts by 0" }, { "A lift", dice = "d20:13", sees = "A fails by -1" },
  { "Pike lift", dice = "d20:3", sees = "Pike lifts by 5" }, { "A lift 5", dice = "d20:6", sees = "A fails by -1" },
}
test "a save is a verb of the rules" { { "Pike save str", dice = "d20:8", sees = "saved" }, { "save str", dice = "d20:13", sees = "lost" } }
test "everybody at once" {
  { "tire", A = { tired = 3, hp = 2 }, Pike = { tired = 3, hp = 4 }, sees = "left over: 2" }, { "mend", A = { tired = 0, hp = 4 }, Pike = { tired = 0 } },
}
test "a list set to what it is does not change" { { "again", sees = "packed none", never = "marks" }, { "again", never = "packed" } }
test "who cannot do the default does nothing" { party = { { "A" }, { "Pike", tired = 2 } }, { "battle" }, { "A hit", sees = "A hits.", never = "Pike hits" }, { "Pike hit", refused = "too tired" } }
test "a test may begin in the midst" { given = { procedure = "fight", turn = 3 }, { "hit", sees = { "A hits.", "Pike hits." }, turn = 4 } }
test "a round waits for nobody who is gone" {
  { "battle" }, { "A hit", turn = 1 }, { "away Pike" }, { "hit", sees = "A hits.", turn = 2 },
}
test "a rule given as a deed is the rule as it will be" { house = [[ local usual = rule.best function rule.best(who) usual(who) say("and %s, by the house", who.name) end ]],
  { "best", sees = { "A, as written", "and A, by the house" } } }
test "how long until, exactly" { { takes = { day_six = 6 }, plan = "roll_it" }, { takes = { day_six = "6.00" }, plan = "roll_it" }, { often = { day_six = "0.17" }, turns = 1, plan = "roll_it" } }
test "odds, exactly" { { odds = { ["said"] = "1" }, plan = "lift", turns = 1 } }
test "days and hours come in odds as they come in play" { { often = { days = 1, said = 2, ["party.days"] = 1 }, turns = 3, plan = "hike" } }
