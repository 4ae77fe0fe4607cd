tests "each" { party = { { "A" }, { "B" }, { "C" } } }
test "each who is here, in their order" {
  { "rest", dice = "d6:1 d6:2 d6:3", sees = "Dusk 0.", A = { cold = 1 }, B = { cold = 2 }, C = { cold = 3 } },
  { "leave B" }, { "rest", dice = "d6:1 d6:2", A = { cold = 2 }, B = { cold = 2 }, C = { cold = 5 } },
}
test "whoever goes meanwhile was here as the step began" { { "rest", dice = "d6:6 d6:2 d6:1", B = { cold = 2 } }, { "rest", dice = "d6:1 d6:1", B = { cold = 2 } } }
test "a step for each is left out when nobody is here" { { "leave A" }, { "leave B" }, { "leave C" }, { "keep", sees = "Now: watch" }, { "", dice = "" } }
test "a house file wraps a step for each, and passes on who" {
  house = [[ local was = step.chill  function step.chill(who) if who.name ~= "B" then was(who) end end ]],
  { "rest", dice = "d6:1 d6:2", A = { cold = 1 }, B = { cold = 0 }, C = { cold = 2 } },
}
test "a house file makes one step of it, and back" {
  house = [[ function step.chill() gain "fires" end  function step.dusk(who) gain(who, "cold") end ]],
  { "rest", party = { fires = 1 }, A = { cold = 1 }, B = { cold = 1 }, C = { cold = 1 } },
}
test "skip leaves it out for all" { house = [[ function step.dusk() skip "chill" end ]], { "rest", A = { cold = 0 }, B = { cold = 0 } } }
test "a default of one member is done by the first who is free and can, unless somebody does it" {
  house = [[
    action.rest = nil
    action "watch" { by = "one", default = true, takes = { "text?" } }
    action "dig"   { by = "each" }
    function act.watch(who) gain(who, "cold", 10) end
    function step.chill() end
  ]],
  { "dig", A = { cold = 0 }, C = { cold = 0 } },
  { "A dig", A = { cold = 0 }, B = { cold = 10 }, C = { cold = 0 } },
  { "A dig + C watch", A = { cold = 0 }, B = { cold = 10 }, C = { cold = 10 } },
  { "B watch", A = { cold = 0 }, B = { cold = 20 }, C = { cold = 10 } },
}
test "of the idle, the first whom the rules allow it" {
  house = [[
    action.rest = nil
    action "watch" { by = "one", default = true }
    action "dig"   { by = "each" }
    function cannot.watch(who) if who.name == "B" then return "B sleeps." end end
    function act.watch(who) gain(who, "cold", 10) end
    function step.chill() end
  ]],
  { "A dig", A = { cold = 0 }, B = { cold = 0 }, C = { cold = 10 } },
}
