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
test "an event at a maximum that a rule gives ends play" { house = [[ setting.length = 4 ]], { "sail", sees = "landfall" } }
test "what a number falls to or passes, in that order, and then its bound" {
  { "lose cheer 2", never = "grumbling", party = { told = {} } }, { "lose cheer", sees = "Grumbling at 6." },
  { "lose cheer", never = "grumbling" }, { "lose cheer 5", never = "grumbling", party = { told = { "4 of 0", "0 of 0", "0 of 0" } } } }
test "what a number rises to or passes, and then its bound" {
  { "cheer 3" }, { "gain cheer 2", party = { told = {} } }, { "gain cheer 9", sees = "Grumbling at 11.", party = { told = { "6 of 12" } } } }
test "what a number of a member, and of a thing, falls or rises to" {
  { "lose wits Bo 4", party = { told = { "Bo 2 of 1" } } },
  { "lua gain(gang.rats, \"bite\", 9)", party = { told = { "Bo 2 of 1", "rats 2", "rats 4" } } } }
test "a house file takes them away" { house = [[ track.cheer.falls = nil  track.cheer.empty = nil ]],
  { "lose cheer 9", never = "grumbling", party = { told = {} } } }
test "odds" { { odds = { landfall = 1 }, turns = 3, plan = "sail" }, { takes = { landfall = 3 }, plan = "sail" } }
test "odds of what a number falls to" { { odds = { grumbling = "1/2" }, turns = 1, plan = "brawl" }, { odds = { grumbling = "3/4" }, turns = 2, plan = "brawl" } }
