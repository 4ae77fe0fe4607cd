tests "anew" { party = { { "A" }, { "B", mask = true, kin = "elf" } } }

test "a switch of a member holds for one turn, and goes off without an event" {
  { "A toil + B rest", A = { air = 22, worked = false, spare = 2 }, B = { air = 23 }, sees = "A rests.", never = "no longer" },
  { "rest", A = { air = 21 }, B = { air = 22 }, never = "rests" },
}
test "set between turns, it holds in the next one" {
  { "A brace", A = { worked = true } }, { "rest", A = { air = 22, worked = false }, B = { air = 23 } },
}
test "a round of a fight is a turn, and what is of the fight stays" {
  { "battle; A roar + B rest", A = { air = 22, worked = false, rage = 1 } },
  { "rest; peace", A = { air = 21, rage = 0 } },
}
test "odds: one track less to keep apart" {
  { plan = "toil", turns = 3, odds = { ["named(\"A\").air == 18"] = "1" } },
}
test "a house file changes what members are given by default" {
  house = [[ kind.member.mask = true  kind.member.dex = 2  kind.member.weapon = "axe" ]],
  { "rest", A = { mask = true, dex = 2, kin = "human", weapon = "axe" }, B = { mask = true, dex = 2, kin = "elf" } },
}
test "the default of a field whose type is in words" {
  house = [[ kind.member.kin = "elf"  kind.member.mask = true  kind.member.mask = false ]],
  { "rest", A = { kin = "elf", mask = false }, B = { mask = true } },
}
