-- Arguments with names, whole numbers, ranges and lists.
tests "arguments" {}

test "deed tells the arguments by name, in every turn of it" {
  { "march hills 6 fast", sees = "3 march over hills (2), 6 h, fast, turn 1", want = in_order("act: hills 6") },
  { "march road fast", sees = "3 march over road (1), nil h, fast, turn 2" },
}
test "deed tells the arguments of one member" {
  { "Bram carry 4 rope + Pike carry 20", sees = "Bram: 4 rope of 1" },
  { "Bram, Pike carry 7", sees = "Pike: 7 things of 2" },
}
test "a range and a whole number are kept to" {
  { "carry 21", refused = "carry: '21' is not a number from 1 to 20" },
  { "carry x", refused = "'x' is not a number from 1 to 20" },
  { "march road 1.5 fast", refused = "the only choice is fast" },
  { "cut", sees = "nil nil" }, { "cut -2 7", sees = "-2 7" }, { "cut 9", sees = "nil 9" },
}
test "several words are a list" {
  { "join Bram, Old Tom and Pike", sees = "Bram joins., Old Tom joins., Pike joins." },
  { "join Tom", sees = "Old Tom joins." }, { "join Bram Nobody", refused = "'Nobody' is not a member" },
  { "join", refused = "'join' needs a member: Bram, Old Tom or Pike" },
  { "spell", sees = "0 none" }, { "spell road and hills", sees = "2 hills" },
  { "chant om and hum", sees = "om-hum" },
}
test "what may be left out stands in any order" {
  { "sail dark 4 slow road", sees = "road slow 4 dark" }, { "sail 4 road", sees = "road - 4 -" },
  { "sail slow dark rope", refused = "so what is 'rope'?" }, { "sail roat", refused = "did you mean 'road'?" },
  { "sail slow fast", refused = "so what is 'fast'?" },
}
test "members named behind the arguments are those who do it" {
  { "bind 3 Pike", sees = "Pike binds - 3" }, { "Bram bind 3 Pike", sees = "Bram binds Pike 3" },
}
test "words of digits are words, and no count" {
  { "clock 4", sees = "a clock of 4, then -" }, { "clock 4 8", sees = "a clock of 4, then 8" },
  { "clock 8 six", sees = "a clock of 8, then six" }, { "clock 5", refused = "choose 4, 6 or 8" },
}
