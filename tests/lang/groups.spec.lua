tests "groups" { party = { { "Bram" }, { "Ysolde" }, { "Pike" } } }

test "a group has its own clock, turn, alarm, lights and timers; the campaign's doom is everybody's" {
  given = { lights = { "torch Bram", "torch Pike" } },
  { "search", minutes = 10, party = { alarm = 3 }, campaign = { doom = 3 } },
  { "Pike begin", sees = "Ritual begins" },
  { "split Pike Ysolde", sees = "split, Pike and Ysolde go their way", party = { torches = 4, coins = 7 }, lights = "torch Bram" },
  { "search x2", minutes = 30, turn = 3, party = { alarm = 5 }, campaign = { doom = 5 }, Bram = { wounds = { "cut", "cut", "cut" } } },
  { "Ysolde search", minutes = 20, turn = 2, party = { alarm = 4, torches = 1, coins = 0 }, campaign = { doom = 6 }, lights = "torch Pike" },
  { "Ysolde search + Bram search", refused = "Bram is in another group" },
  { "with Bram", minutes = 30, Pike = { wounds = { "cut" } } },
  { "rejoin", sees = "rejoined, Pike and Ysolde join the others", minutes = 30, party = { torches = 5, coins = 7, alarm = 5 },
    lights = "torch Bram, torch Pike", lamps = { { left = 3 }, { left = 3 } } },
  { "look", sees = "doom 6, hurt 3 of 3" },
  { "rejoin", refused = "everyone is together" },
}
test "who waits lets time go by: lights burn down and timers fall due" {
  given = { lights = { "torch Pike" } },
  { "Pike begin" }, { "split Pike" },
  { "search x6", minutes = 60 },
  { "rejoin", sees = "Pike's torch burns down, Pike's ritual ends", minutes = 60, lights = "" },
}
test "whoever is behind may be the group that stays" {
  { "split Pike" }, { "search" }, { "Pike look", minutes = 0 }, { "rejoin Bram", minutes = 10, sees = "Bram and Ysolde join" },
}
test "rules split and gather at the end of the turn" {
  { "Pike scout", sees = "split", minutes = 10 },
  { "Pike look", minutes = 10, sees = "hurt 0 of 1" },
  { "gather", minutes = 20, sees = "rejoined", turn = 2 },
  { "look", sees = "hurt 0 of 3" },
}
test "nobody splits from nobody" {
  { "split", refused = "who leaves?" }, { "split Bram Pike Ysolde", refused = "somebody has to stay" },
  { "split Bramm", refused = "nobody is called 'Bramm'" }, { "rejoin", refused = "everyone is together" },
  { "with Bramm", refused = "nobody is called 'Bramm'" },
}
test "lists grow and shrink by gain and lose" {
  { "search" },
  { "Bram heal", sees = "Bram: 0 cuts, whole; missing 0", Bram = { wounds = {} } },
  { "Bram heal", sees = "Bram: 0 cuts, whole; missing 1" },
}
test "real time burns between lines, and stands still while it is paused" {
  { "light lamp Pike", lamps = { { left = 60 } } },
  { "search", wall = "10 minutes", lamps = { { left = 50 } } },
  { "pause", wall = "1 minute", lamps = { { left = 49 } } },
  { "pause", refused = "paused already" },
  { "search", wall = "2 hours", lamps = { { left = 49 } } },
  { "resume", wall = "1 minute", lamps = { { left = 49 } } },
  { "resume", refused = "nothing is paused" },
  { "split Pike", wall = "9 minutes", lights = "" },
  { "search", wall = "30 minutes" },
  { "", wall = "11 minutes", sees = "Pike's lamp burns down" },
  { "with Pike", lights = "" },
  { "light lamp Pike", wall = "3 hours", lamps = { { left = 60 } } },
  { "", wall = "1 minute", lamps = { { left = 59 } } },
}
test "real minutes may also be passed" {
  { "light lamp Pike" }, { "pass 10 real minutes", lamps = { { left = 50 } }, minutes = 0 },
}
test "what a list holds stays the same thing" { { "carry", Bram = { pack = { { name = "rope", dots = 1 } } } } }
test "told twice in a turn, they go and come once, and somebody stays" {
  house = [[
  action "part" {}
  function act.part() split { named "Pike" } split { named "Pike" } end
  action "part_all" {}
  function act.part_all() split { named "Pike", named "Ysolde" } split { named "Bram" } end
  action "gather_twice" {}
  function act.gather_twice() act.gather() act.gather() end ]],
  { "part_all", refused = "somebody has to stay" },
  { "part", sees = "Pike goes another way" },
  { "= #groups(), #party.members", data = 2 },
  { "gather_twice", sees = "Pike joins the others" },
  { "= #party.members", data = 3 },
}
test "each group has its clock" {
  { "split Pike" }, { "pass 30 minutes" },
  { "= groups()[1].clock.minutes - groups()[2].clock.minutes", data = 30 },
  { "= party.clock.text == clock.text", data = true },
  { "= groups()[2].clock.set", refused = "clock has no 'set'" },
}
