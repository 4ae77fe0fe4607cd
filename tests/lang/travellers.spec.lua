-- The parts abilities, ways and wounds stand alone.
tests "travellers" {}

test "tasks, proficiency and what a house adds to them" {
  { "try climb", dice = "d20:8", sees = "STR 8+3 = 11 vs 11, success" }, { "blowing foul" },
  { "try climb 12", dice = "d20:15 d20:8", sees = "8+3 = 11 vs 12, failure" }, { "resist con 9", dice = "d20:14 d20:13", sees = "13-4 = 9 vs 9, success" },
}
test "hours of a way, and a night" {
  { "time 7:00" }, { "march open", sees = "Rest now, or be exhausted: A.", party = { travelled = 3.3 } },
  { "travel open", dice = "d20:14", sees = "CON 14-4 = 10 vs 11, failure", A = { exhausted = true } },
  { "travel open", refused = "A cannot take another step" },
  { "sleep safe fed", A = { exhausted = false, waking = 0 } },
}
test "a boat and the wind" {
  { "sail boat 2 hours fair", party = { travelled = 12 } }, { "sail boat 1 hours foul", party = { travelled = 13.5 } },
}
test "a trap with a warning, a fall, and a hand" {
  { "lua go 'wood'", sees = "A bent sapling" },
  { "trap", dice = "d4:4", sees = "dying", A = { down = true } }, { "heal A 2", dice = "d20:9", sees = "injury.maimed", A = { hp = 2 } },
}
test "a cough" {
  { "infect cough", dice = "d20:10" }, { "travel", dice = "d20:14", sees = "CON 14-4", A = { con = 2 } },
}
