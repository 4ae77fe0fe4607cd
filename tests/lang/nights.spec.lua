-- Nights and weeks of Travel Turn, and what its older house files are told.
tests "travel-turn" { party = { { "A", hp = "3/9", level = 2 }, { "B", hp = 9 } }, house = [[ question.what.always = "as it may be" ]] }

test "the fallen rest with the others, and rise" {
  { "lua set(named 'A', 'hp', 0)  stop('dying', named 'A')", A = { down = true, away = true } },
  { "sleep safe", A = { hp = 2, down = false, away = false } } }
test "the dead do not, nor those who are elsewhere" {
  { "lua set(named 'A', 'dead', true)" }, { "sleep safe", A = { hp = 3, away = true } },
  { "lua set(named 'A', 'dead', false)" }, { "away A" }, { "sleep safe", A = { hp = 3 } } }
test "a week of care, where it is safe and where it is not" {
  { "care A unsafe", A = { hp = 9 }, minutes = 10080 } }
test "an unsafe week gives a point a night" { party = { { "A", hp = "1/20", level = 2, exhausted = true } },
  { "care A unsafe", A = { hp = 8, exhausted = true } }, { "care A", A = { hp = 20, exhausted = false } } }
test "at sea: five miles in each of twenty hours, then a hundred are sailed" {
  { "every week" }, { "sail ship 20 hours still", party = { travelled = 100 } },
  { "lua party.travelled = party.travelled * 0" }, { "sail ship 24 hours still", party = { travelled = 100 } } }
