-- The parts fight and rout stand alone.
tests "brawl" { party = { { "A", hp = 8, str = 2, wields = "club" }, { "B", hp = 6, dex = 5, wields = "club" } } }

test "a fight in order, with an action of each kind" {
  { "fight 2 thug", sees = "Now: melee, A's go" }, { "morale", dice = "d20:9", sees = "morale 9+2 = 11 vs 11" },
  { "attack thug", dice = "d20:10 d6:1", sees = "club at thug1 10+2 = 12 vs 12, thug1: 1 hp" },
  { "attack thug", refused = "No active action is left" }, { "pray", sees = "Amen" }, { "pray", refused = "No quick action is left" },
  { "next", sees = "thug1's go" }, { "strike B", dice = "d20:9 d4:2", sees = "9+1 = 10 vs 10", B = { hp = 4 } },
  { "over", turn = { procedure = "turn" } },
}
test "the rest of a round in a line" {
  { "fight 2 thug" },
  { "round", dice = "d20:2 d20:2 d20:2 d20:2", sees = "club at thug1, strike at A, strike at B" },
}
test "out of it, and after them" {
  { "fight 2 thug" }, { "retreat", dice = "d20:4", sees = "DEX 4+7 = 11", A = { escaped = true } },
  { "over" }, { "chase 40 uneven", dice = "d20:7", sees = "DEX 7+5 = 12 vs 13, failure, The other gets away" },
}
test "house: other numbers" {
  house = [[ function rule.moment() end  setting.hp_per_hd = 1
    function rule.goes_at(who) return who.name == "B" and 9 or 1 end ]],
  { "fight 2 thug", sees = "B's go", never = "MORALE" }, { "attack thug", dice = "d20:12 d6:1", sees = "thug1 falls" },
}
test "house: an order below 0" {
  house = [[ function rule.moment() end
    function rule.goes_at(who) return ({ A = -1, B = -3 })[who.name] or 1 end ]],
  { "fight 1 thug", sees = "thug's go" }, { "next", sees = "A's go" }, { "next", sees = "B's go" },
  { "next", sees = "thug's go" }, { "next", sees = "A's go" },
}
test "house: an order of hundreds, and an ambush" {
  house = [[ function rule.moment() end
    function rule.goes_at(who) return ({ A = 150, B = 210 })[who.name] or 330 end ]],
  { "fight 1 thug ambush", sees = "B's go" }, { "next", sees = "A's go" }, { "next", sees = "thug's go" },
  { "next", sees = "thug's go" }, { "next", sees = "B's go" },
}
test "who lies in ambush may wait, and is then as late as anybody" {
  house = [[ function rule.moment() end
    function rule.goes_at(who) return ({ A = 9, B = 8 })[who.name] or 7 end ]],
  { "fight 1 thug ambush", sees = "A's go" }, { "delay 3", sees = "B's go" }, { "next", sees = "thug's go" },
  { "next", sees = "A's go" }, { "next", sees = "B's go" },
}
