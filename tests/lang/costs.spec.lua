-- Deeds that cost something, and deeds and timers with effects, without a function.
tests "costs" { party = { { "Ann", hp = "3/6", pack = { "rope" } }, { "Bo", hp = 3 } } }

test "what it costs is paid first, and refused without" {
  { "buy", sees = "silver 2, Bought.", party = { silver = 2 } },
  { "buy", refused = "You have only 2 silver, and this takes 10." } }
test "what nothing is left of, one thing or several" {
  { "eat", refused = "No rations are left." }, { "silver 0" }, { "buy", refused = "No silver is left." },
  { "vent", refused = "No gas is left." } }
test "each pays, and nothing happens when the second cannot" {
  { "train", party = { silver = 0 }, Ann = { hp = 5 }, Bo = { hp = 3 } } }
test "three pay twice: refused as a whole" { given = { silver = 11 },
  { "train", refused = "You have only 5 silver, and this takes 6.", party = { silver = 11 }, Ann = { hp = 3 } } }
test "the action's own reason comes first" { given = { silver = 0 }, party = { { "Ann", weary = true } }, { "train", refused = "Too weary." } }
test "items and points of one's own" {
  { "Bo climb", refused = "Bo has no rope left." },
  { "Ann climb", Ann = { hp = 1, pack = {} } }, { "gain pack Ann rope" }, { "Ann climb", refused = "Ann has only 1 hp, and this takes 2." } }
test "a switch, a ladder, a quantity" {
  { "Ann dare", Ann = { luck = false, weary = true } }, { "Ann dare", refused = "Ann has no luck left." },
  { "sail", party = { way = 1, mood = "low" } }, { "sail", refused = "You have only 1 way, and this takes 2." },
  { "way 3" }, { "sail", refused = "No mood is left." } }
test "in one procedure only" {
  { "draw; draw" }, { "fight; draw" }, { "draw", refused = "No quick action is left." }, { "wait" }, { "draw" } }
test "a deed and a timer do what they say" {
  { "chime" }, { "Ann bite" }, { "wait x2", dice = "d4:2", sees = "Bell ends., silver 13, Bell begins.", Ann = { hp = 1 } },
  { "wait x2", party = { silver = 14 } } }
test "at 0 down and away, above it back" {
  { "lose hp Ann 5", sees = "Ann: down", Ann = { hp = 0, down = true, away = true } }, { "Ann look", refused = "Ann is down" },
  { "gain hp Ann", Ann = { down = false, away = false } } }
test "two reasons to be away" {
  { "lose hp Ann 3" }, { "lua gain(named 'Ann', 'gone')" }, { "gain hp Ann 2", Ann = { down = false, away = true } },
  { "lua lose(named 'Ann', 'gone')", Ann = { away = false } } }
test "modifiers by the name of a track" {
  { "Bo look", dice = "d20:11", sees = "WIT 11+1 = 12" }, { "Ann look", dice = "d20:3 d20:11", sees = "WIT 11+1 = 12" },
  { "Bo dare; shout" }, { "Bo look", dice = "d20:15 d20:12", sees = "WIT 12-1 = 11" } }
