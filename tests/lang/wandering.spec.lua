-- The part encounter, alone and changed.
tests "wandering" {}

test "one question, and Enter takes what is rolled" {
  { "walk", dice = "d6:1 d4:1", asks = "creature" },
  { "walk", dice = "d6:1 d4:1 d3:2 d6:2 2d6:3,4 d6:3",
    sees = { "2 crabs, 30 m away, wary. Surprised: nobody." }, party = { met = { "2 crabs" } } },
}
test "the game master changes what is different" {
  { "walk", dice = "d6:1 d4:4 d6:6 2d6:1,1 d6:4", answers = { mood = "friendly" },
    sees = { "a hermit, 90 m away, friendly. Surprised: nobody." } },
}
test "nobody comes: by the chart, or as the game master says" {
  { "walk", dice = "d6:1 d4:3", never = "asked, encounter.creature", sees = "But nobody comes." },
  { "walk", dice = "d6:1 d4:4 d6:1 2d6:1,1", answers = { creature = "nothing" },
    sees = "But nobody comes.", party = { met = {} } },
}
test "somebody of the game master's own" {
  { "encounter 3 bears, hostile, 40 m, both", dice = "d4:4 d6:1 2d6:3,3", turn = 0,
    sees = { "3 bears, 40 m away, hostile. Surprised: both." } },
  { "correct friendly", sees = "friendly" },
}
test "a house file asks for less, and in another order" {
  house = [[
    function rule.encounter_asks() return { "mood", "creature" } end
    event.encounter.text = "{creature}: {mood}." ]],
  { "walk", dice = "d6:1 d4:4 2d6:1,1", sees = "a hermit: hostile." },
}
