tests "saltmarsh" { given = { lights = { "torch Ysolde" } } }
test "who left a sign is who comes" {
  { "move", dice = "d6:2 d6:4 d8:5", sees = "creatures.ghouls, Wet footprints", party = { near = "ghouls, three of them" } },
  { "move", dice = "d6:1 d6:1 2d6:1,1 d20:20 d20:20 d20:20", sees = { "ghouls, three of them" }, never = "creatures", party = { near = "" } },
  { "move", dice = "d6:1 d6:1 d6:1 2d6:1,1 d20:20 d20:20 d20:20", sees = { "eels as long as oars, 5 ft away, hostile" }, party = { near = "" } } }
test "an evening" {
  { "light torch Bram" },
  { "move guardroom", dice = "d6:6", here = "guardroom" },
  { "s weapon rack + l east door", dice = "d6:5 d20:12 d20:6", sees = { "Bram: WIS 12 vs 12", "Ysolde: WIS 6+1 = 7 vs 12" } },
  { "force east door", dice = "d6:4 d20:9 d20:15 d20:14 d20:17", answers = { fatigue = "save", door = 16 },
    sees = { "Bram: CON 9+1 = 10 vs 12, failure", "Bram: STR 17+2 = 19 vs 16, success", "Bram opens it" }, Bram = { fatigue = 1 } },
  { "= rule.status()", data = "rest 3/6" } }
