-- The parts sight, fatigue and search, alone and changed.
tests "delvers" { party = { { "A", con = 1, str = 2, hp = "3/6" }, { "B", darkvision = true, wis = 1 } },
  given = { lights = { "torch A" } } }

test "bright, dim, dark, and darkvision" {
  { "look 30", sees = { "A, 30 ft off: bright light", "B, 30 ft off: bright light" } },
  { "look 60", sees = { "A, 60 ft off: dim light", "B, 60 ft off: dim light" } },
  { "look 61", sees = { "A, 61 ft off: darkness", "B, 61 ft off: darkness" } },
  { "snuff torch" },
  { "look 30", sees = { "A, 30 ft off: darkness", "B, 30 ft off: dim light" } },
}
test "the blind do not search, nor read" {
  { "snuff torch" },
  { "A search", refused = "It is too dark to search." },
  { "A search + B march", refused = "It is too dark to search." },
  { "search", dice = "d20:11", sees = "WIS 11+1 = 12 vs 12, find something" },
  { "read a letter", refused = "Darkvision shows no colours" },
}
test "whoever fails tires, and it does nothing" {
  { "march", dice = "d20:10 d20:11", A = { fatigue = 1 }, B = { fatigue = 1 } },
  { "A march", dice = "d20:11", A = { fatigue = 1 }, sees = "CON 11+1 = 12 vs 12" },
  { "rest", never = "asked", A = { fatigue = 1, hp = 3 } },
}
test "fatigue that weighs" {
  house = [[ setting.fatigue_effect = "published"  setting.fatigue_dc = 10 ]],
  { "march", dice = "d20:8 d20:10", A = { fatigue = 1 } },
  { "A force", dice = "d20:11", sees = "STR 11+1 = 12 vs 12, opens it" },
  { "fatigue A 4" }, { "A march", dice = "d20:1", sees = "A can do nothing more.", A = { fatigue = 5, away = true } },
  { 'lua lose(named "A", "fatigue")', A = { away = false } },
}
test "a breather, and both for whoever is tended" {
  house = [[ setting.fatigue_removed = "breather" ]], given = { supplies = 2 },
  { "fatigue A 1" },
  { "A rest + B march", dice = "d20:11 d20:20", A = { fatigue = 0, hp = 3 }, party = { supplies = 1 } },
  { "fatigue A 1" },
  { "A rest + B tend A", dice = "d4:1 d20:11", want = by_default("breather", "both"), A = { fatigue = 0, hp = 5 } },
  { "A rest + B tend A", never = "asked", party = { supplies = 0 } },
}
test "what is hidden, and how hard it is, holds until it is found" {
  { "search chest", dice = "d20:14 d20:14", answers = { found = "a map", hidden = 16 }, sees = "find nothing" },
  { "search chest", dice = "d20:16 d20:1", never = "asked", sees = "find a map" },
  { "search chest", dice = "d20:20 d20:1", answers = { found = "nothing" }, sees = "find nothing" },
  { "inspect urn", dice = "d20:12 d20:1", answers = { glance = "half a Turn" }, sees = "find something", minutes = 35 },
}
test "house: what rooms hide, and other degrees" {
  house = [[ room "crypt" { hidden = "a stair", hidden_dc = 14 }  setting.dc.normal = 10 ]],
  { 'lua go "crypt"' }, { "search", dice = "d20:14 d20:1", never = "asked", sees = "find a stair" },
  { "search", dice = "d20:20 d20:20", never = "asked", sees = "find nothing" },
  { "listen", dice = "d20:9", sees = "B: WIS 9+1 = 10 vs 10" },
}
test "the best puts a shoulder to it, and you rule once" {
  { "force gate", dice = "d20:13", answers = { door = 16 }, sees = "A: STR 13+2 = 15 vs 16, cannot open it" },
  { "force gate", dice = "d20:14", never = "asked", sees = "opens it" },
  { "pick lock", dice = "d20:12", sees = "A: DEX 12 vs 12, opens it" },
}
