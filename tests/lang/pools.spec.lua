-- Dice of which none is rolled, timers in a list, a light that cannot be lit.
tests "pools" {}

test "a pool of no dice is 0, and rolls nothing" {
  { "roll_it", sees = "0 0 0 0" },
}
test "a pool of some" {
  given = { tension = 2 }, { "roll_it", dice = "2d6:3,4 2d6:1,5 2d6:2,6", sees = "1 6 2 7" },
}
test "exact odds of a pool that may be empty" {
  { plan = "roll_it", turns = 1, odds = { ["party.tension == 0"] = "1" } },
}
test "timers are listed, by kind and owner" {
  { "= #timers()", data = 0 }, { "stir" }, { "= #timers()", data = 4 }, { "= #timers 'threat'", data = 2 },
  { "= #timers('threat', 'south')", data = 1 }, { "= #timers('venom', named 'Pike')", data = 1 },
  { "hurry" }, { "= #timers('threat')", data = 1 }, { "= running('threat').owner", data = "north" },
}
test "a light may be refused" {
  { "light torch", refused = "Bram's torch is wet." }, { "light torch Pike", refused = "Pike's torch is wet." },
  { "light candle", lights = "candle Bram" },
  { "lua set('wet', false)" }, { "light torch Pike", lights = "candle Bram, torch Pike" },
  { "snuff torch" }, { "lua set('wet', true)" }, { "light torch", refused = "Pike's torch is wet." },
}
test "a house file wraps it" {
  house = [[ local usual = cannot.light
    function cannot.light(who, what) return usual(who, what) or who.name == "Pike" and "No." or nil end ]],
  { "light candle Pike", refused = "No." }, { "light torch", refused = "wet" },
}
