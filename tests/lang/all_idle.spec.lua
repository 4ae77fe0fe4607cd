tests "all_idle" { party = { { "A" }, { "B", body = 3 } } }
test "one numb and one dead" {
  { "lua gain(named 'A', 'numb')", never = "nobody_stirs", A = { away = false } },
  { "lua lose(named 'B', 'hp', 3)", sees = "nobody_stirs", turn = { procedure = "nobody_stirs" } } }
test "one dead and one numb" {
  { "lua lose(named 'B', 'hp', 3)", never = "nobody_stirs" }, { "lua gain(named 'A', 'numb')", sees = "nobody_stirs" } }
test "who may still do one thing is left" {
  { "lua gain(party, 'bound')", never = "nobody_stirs" }, { "lua gain(party, 'numb')", sees = "nobody_stirs" } }
test "who comes to again is left" {
  { "lua gain(named 'A', 'numb')" }, { "lua lose(named 'A', 'numb')", never = "nobody_stirs" },
  { "lua gain(named 'B', 'numb')", never = "nobody_stirs" }, { "wait" } }
test "somebody of another group is left" {
  { "split B" }, { "lua gain(named 'A', 'numb')", never = "nobody_stirs" }, { "with B" },
  { "lua gain(named 'B', 'numb')", sees = "nobody_stirs" } }
test "house: idle does not count" { house = "ruleset.nobody = { ends = 'All gone.' }",
  { "lua gain(party, 'numb')", never = "all_gone" }, { "lua gain(party, 'dead')", sees = "all_gone" } }
test "as much as may be" {
  { "A lift x2", A = { loads = 2 } }, { "A lift", refused = "A can carry no more." }, { "B lift x3", B = { loads = 3 } },
  { "B lift", refused = "B can carry no more." } }
test "not" { party = { { "A", hp = "1/3", mood = "mad" }, { "B", hp = "1/3" } },
  { "A rest", refused = "A does not sleep." }, { "B rest", B = { hp = 2 } }, { "B rest x1", B = { hp = 3 } }, { "B rest", refused = "B is whole" } }
test "of whom it is so" { party = { { "A", hp = "1/3", mood = "mad" }, { "B", loads = 2, marks = { "rune" } } },
  { "= { count(party, 'hp 2+'), count(party, 'not hp max'), names(those(party, 'mood mad|uneasy')) }", data = { 1, 1, "A" } },
  { "= { names(those(party, 'marks rune')), count(party, 'gale 0'), count(party, 'not dark'), count({ 'a b', 'c' }, 'a b') }", data = { "B", 2, 2, 1 } },
  { "= { names(those(clan, 'anger max')), count({ place 'start' }, 'dug 1+') }", data = { "owl", 0 } },
  { "= count(party, 'moods mad')", refused = "there is no track 'moods'; did you mean 'mood'?, and this is \"moods mad\"" },
  { "= count(party, 'mood made')", refused = "of 'mood' one of its steps" } }
test "a timer is a check of its owner" { given = {},
  { "A dose" }, { "wait x2", dice = "d20:10", A = { loads = 1, hp = 3 } }, { "A dose" }, { "wait x2", dice = "d20:9", A = { loads = 1, hp = 1 } },
  { "B dose" }, { "wait x2", dice = "d20:1", B = { hp = 1, numb = true } } }
test "a timer of the party is a check of everybody" { { "freeze" }, { "wait", dice = "d20:1 d20:1", A = { hp = 3 }, B = { hp = 3 } } }
test "odds" {
  { plan = "gasp", turns = 1, odds = { nobody_stirs = "21/200", ["count(party, 'numb') > 0"] = "109/200" } },
  { plan = "gasp", turns = 1, odds = { ["count(party, 'air 1') == 2"] = "1" } } }
test "several verbs at once" {
  { "A mend + B haul up", sees = "B and A B; A." }, { "A wait + B mend", sees = "B ; false." },
  { "= #doers 'haul|mendd'", refused = "there is no action 'mendd'; did you mean 'mend'?" },
  { "= doing '|'", refused = "there is no action '|'" }, { "= doers('haul|wait', 'left')", refused = "takes" } }
test "doing" { house = "function on.turn_end() check(named 'A', 'body', 12) check(named 'B', 'body', 12) roll 'stir' say('%d', count(party, 'doing haul|mend')) end",
  { "A wait + B haul", dice = "d20:8 d20:11 d6:6", sees = "A: body 8+4 = 12, B: body 11+2 = 13 vs 12, success, crash, 1" },
  { "A mend + B wait", dice = "d20:11 d20:8 d6:6", sees = "A: body 11+1 = 12 vs 12, calm, 1" },
  { "= count(party, 'doing hual')", refused = "there is no action 'hual'; did you mean 'haul'?" } }
