tests "supply" { party = { { "A", wicks = 0 }, { "B" }, { "C" } } }
test "whoever has one lights it, when nobody is named" {
  { "light taper", sees = "B lights a taper", B = { wicks = 0 } }, { "light taper", sees = "C lights a taper", C = { wicks = 0 } },
  { "light taper", refused = "no wicks left; 'wicks A +1' corrects that" }, { "light torch", sees = "A lights a torch", party = { torches = 0 } },
  { "light torch", refused = "no torches left; 'torches +1' corrects that" },
}
test "whoever is named lights their own, or nothing" {
  { "light taper A", refused = "no wicks left; 'wicks A +1' corrects that" }, { "light taper C", sees = "C lights a taper", C = { wicks = 0 } },
}
test "where nobody is there is nothing to light" {
  { "away A" }, { "away B" }, { "away C" }, { "light taper", refused = "nobody is here to light it" }, { "beg", sees = "There is none." },
}
