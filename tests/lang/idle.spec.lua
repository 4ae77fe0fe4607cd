tests "idle" { party = { { "A" }, { "B", faint = true }, { "C" } } }
test "named" { { "B dig", refused = "B is faint." }, { "B one", refused = "B is faint." }, { "B rest", refused = "faint" } }
test "all" { { "dig", A = { n = 1 }, B = { n = 0 }, C = { n = 1 } }, { "A dig", B = { n = 0 }, C = { n = 101 } }, { "go", sees = {"A, B and C go."} }, { "one", sees = "A does" } }
test "long" { { "faint B off" }, { "dig" }, { "dig", B = { n = 2 } }, { "faint B on" }, { "dig", B = { n = 2 } , A = { n = 3}}, { "faint B off" }, { "dig", B = { n = 3 } } }
test "shut" { { "faint B off" }, { "shut B on" }, { "dig", B = { n = 0 }, A = { n = 1 } }, { "B vent", B = { shut = false } } }
test "rounds" { { "round" }, { "A dig", waiting = "act" }, { "C dig", waiting = "", turn = { procedure = "round", number = 1 }, B = { n = 0 } } }
test "nobody" { party = { { "B", faint = true } }, { "dig", refused = "B is faint" }, { "one", refused = "B is faint" }, { "go" } }
