tests "bounds" { party = { { "Ann" }, { "Bo" } } }
test "a switch is on while the number stands at its max" {
  { "gain stress Ann 9", Ann = { out = true, away = true, stress = 3 } },
  { "lose stress Ann", Ann = { out = false, away = false } } }
test "two tracks may turn one switch on" {
  { "lose hp Ann", Ann = { out = true } }, { "gain stress Ann 3", Ann = { out = true } },
  { "gain hp Ann", Ann = { out = true } }, { "lose stress Ann", Ann = { out = false } } }
test "an event happens when the number comes to its bound, and not while it stays there" {
  { "gain alarm 2", never = "Alarm" }, { "gain alarm 5", sees = "Alarm!", party = { alarm = 0 } },
  { "lose luck Bo 2", sees = "Bo is cursed." }, { "lose luck Bo 2", never = "cursed" },
  { "gain luck Bo 2", sees = "Bo is blessed." }, { "gain luck Bo", never = "blessed" },
  { "lua gain(gang.rats, \"heat\", 2)", sees = "War with rats." } }
test "a correction by hand is no event" { { "hull 0", never = "sunk", turn = { procedure = "turn" } }, { "sail" } }
test "an event that ends play" {
  { "sail x4", turn = { procedure = "landfall", number = 3 } } }
test "… by a maximum that a rule gives" { house = [[ setting.length = 4 ]], { "sail", sees = "landfall" } }
test "odds" { { odds = { landfall = 1 }, turns = 3, plan = "sail" }, { takes = { landfall = 3 }, plan = "sail" } }
