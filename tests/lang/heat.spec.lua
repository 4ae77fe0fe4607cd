tests "heat" { party = { { "Ada" }, { "Bix", heat = 5, sinks = 1 } } }
test "a round: each a deed, then cooling, then the enemy" {
  { "Ada fire laser", dice = "2d6:5,4 d6:3", waiting = "act" },
  { "Bix vent", dice = "d2:1 2d6:2,2", Ada = { heat = 0 }, Bix = { heat = 3 }, party = { foe = 26 } } }
test "too hot" { { "Ada boost + Bix fire missiles", dice = "2d6:1,1 2d6:3,3 d2:1", sees = "overheat, reactor.shuts down", Bix = { heat = 7, shut = true } },
  { "Bix boost + Ada boost", refused = "Bix is shut." } }
test "shots" { { "Ada fire missiles + Bix vent", dice = "2d6:1,1 d2:2 2d6:1,1" }, { "Ada fire missiles + Bix vent", dice = "2d6:1,1 d2:2 2d6:1,1" },
  { "Ada fire missiles + Bix vent", refused = "No shots are left" } }
test "hit" { { "vent", dice = "d2:1 2d6:6,2 2d6:6,6", Ada = { wreck = true, armour = 0 } } }
test "cool again" { given = { foe = 1 }, { "shut Bix on" }, { "heat Bix 2" }, { "vent", dice = "d2:1 2d6:1,1", Bix = { shut = false, heat = 0 } } }
test "won" { given = { foe = 3 }, { "Ada fire cannon + Bix vent", dice = "2d6:6,6 2d6:2,2", sees = "The enemy is down.", party = { foe = 0 } } }
