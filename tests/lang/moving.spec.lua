-- Procedures that change place, deeds that are forced, bounds by rules, ladders that wrap.
tests "moving" {}

test "elsewhere: the room where they are is refused, before what the rules say" {
  { "stride hall", here = "hall" }, { "stride hall", refused = "They are in hall already; to spend a turn there, type 'wait'." },
  { "stride far hall", refused = "They are in hall already" }, { "stride far cave", refused = "Not so far." },
  { "stride fast", here = "hall" }, { "Bram creep hall", refused = "in hall already" }, { "Bram creep cave", here = "cave" },
}
test "a track begins anew after a procedure, whoever is away" { party = { { "Ann", rage = 3 }, { "Bo", rage = 1 } },
  { "ambush" }, { "lua lose(party, 'rage') gain('marks', 'cut') gain 'noise'" }, { "away Bo" },
  { "quit_fight", Ann = { rage = 3 }, Bo = { rage = 1 }, party = { marks = {}, noise = 1 }, sees = "Ann: rage 3" },
  { "leave_for_road", party = { noise = 1 } }, { "camp", party = { noise = 0, heard = "1 0" } },
}
test "switch puts a procedure in the place of another" {
  { "wait x3", turn = { number = 3, procedure = "dungeon" } },
  { "leave_for_road", turn = { number = 0, procedure = "road" }, sees = "Now: road.",
    party = { here_and_there = "-dungeon+road" } },
  { "wait", turn = { number = 1 }, minutes = 270 },
  { "camp", turn = { number = 0, procedure = "dungeon" }, minutes = 510 },
  { "wait", turn = 1, minutes = 520 },
  { "lua leave()", refused = "there is no procedure to go back to" },
}
test "switch inside another procedure changes only that one" {
  { "ambush" }, { "lua switch 'road'", turn = { procedure = "road" } },
  { "lua leave()", turn = { procedure = "dungeon" } },
}
test "leave goes on counting, and anew counts from 1" {
  { "wait x2" }, { "ambush" }, { "quit_fight", turn = 2 }, { "ambush" }, { "out", turn = 0 }, { "wait", turn = 1 },
}
test "whoever is forced does that, and nothing else" {
  { "lua set(named 'Bram', 'bound', true)" },
  { "wait", sees = "Bram struggles.", never = "Pike struggles." },
  { "Bram wait", refused = "Bram has to struggle" },
  { "Bram struggle", sees = "Bram struggles." },
  { "Pike wait", sees = "Bram struggles." },
  { "shout" },
  { "lua set(named 'Pike', 'bound', true)" }, { "wait", refused = "nobody is free to wait: Bram and Pike have to struggle. Type 'struggle'" },
  { "struggle", sees = "Pike struggles." },
}
test "a step that waits for everybody does not wait for them" {
  { "ambush" }, { "lua set(named 'Pike', 'afraid', true)" },
  { "Pike hit", refused = "Pike has to flee" },
  { "hit", sees = "Bram hits., Pike flees.", turn = 1 },
  { "lua set(named 'Pike', 'afraid', false)" }, { "Bram hit", waiting = "act" },
}
test "a count goes on under it, and it may end" {
  house = [[ function act.struggle(who) set(who, "bound", false) end ]],
  { "lua set(named 'Bram', 'bound', true)" }, { "Pike wait", Bram = { bound = false } }, { "wait x2", turn = 3 },
}
test "a ladder that wraps" {
  { "lua gain 'season'", campaign = { season = "summer" } }, { "= gain('season', 3)", data = 0 },
  { "= campaign.season", data = "spring" }, { "lua lose 'season'", campaign = { season = "winter" } },
  { "season +1", campaign = { season = "spring" } }, { "season -2", campaign = { season = "autumn" } },
}
test "a minimum by a rule" {
  { "= lose('debt', 5)", data = 3 }, { "= party.debt", data = -2 },
  { "lua gain 'credit' lose('debt', 5)", party = { debt = -3 } }, { "debt -9", party = { debt = -3 } },
}
test "exact odds" {
  { plan = "wait", turns = 3, odds = { ["turn.number == 3"] = "1" } },
}
