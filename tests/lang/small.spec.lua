tests "small" { party = { { "A", str = 2 }, { "Pike", hp = "2/6", str = 1 } } }
test "a row has fields of its own" {
  { "meet_some", dice = "d6:1 2d4:3,4", sees = "rats, 7 rats of size 1" }, { "meet_some", dice = "d6:6", sees = "wyrm, 1 wyrm of size 3" },
}
test "a house file changes them, and is told of a slip" {
  house = [[ chart.prowlers.rats.number = "1d4" ]],
  { "meet_some", dice = "d6:1 d4:3", sees = "3 rats" },
}
test "added up, and by name" { { "light lantern A" }, { "tally", sees = { "hp 6, str 3, light for 3, nothing 0", "Pike and nil" } } }
test "those of a list, and their names" {
  { "= names(those(party, function(who) return who.hp < 4 end))", data = "Pike" }, { "= names(party)", data = "A and Pike" },
  { '= names { "a", "b", "c" }', data = "a, b and c" }, { "= names {}", data = "" }, { "= #those({ 1, 2, 1 }, 1)", data = 2 },
  { "= names { 1 }", refused = "names: the list has members, things or texts, and here is 1" },
  { "light lantern A" }, { '= names(those(light, "people"))', data = "lantern" }, { '= #those(burning(), "lasts")', data = 1 },
}
test "a track with a unit keeps its bounds" {
  { "stray", sees = "left over: 2", party = { steps = 1, far = "0 miles" } },
  { "= party.far", data = "0 miles" }, { "far 20", party = { far = "10 miles" } },
}
test "a room may be a number; a count still counts" {
  { "travel 0304", here = "0304" }, { "travel 7", here = "7" }, { "look 2", turn = 4 }, { "travel hall x2", here = "hall", turn = 6 },
}
test "what is left of a lamp below nothing is nothing" {
  { "light lantern A" }, { "dim" }, { "look", sees = "light_out" },
}
test "a deed that rules hold is no later turn's" {
  house = [[ track "held" { start = {} }
             function act.look()
               say(party.held[1] == turn.doing[1] and "held again" or "a new deed")
               party.held = { turn.doing[1] }
             end ]],
  { "look x4", sees = "a new deed", never = "held again", turn = 4 },
}
test "a + stands between two deeds" {
  { "look +", refused = "something is missing at the +" }, { "+ look", refused = "which joins two deeds" },
}
test "deeds of two kinds are told apart" { { "look + tally", refused = "'tally' takes no turn, and + joins what is done in the same turn. Type 'look; tally'" } }
test "whoever always says yes or no makes a question of yes or no" {
  house = [[ question "flee" { always = false } question "stay" { always = function() return party.alarm > 0 end } ]],
  { "= ask 'flee'", data = false }, { "= ask 'stay'", data = false }, { "alarm 1" }, { "= ask 'stay'", data = true },
}
