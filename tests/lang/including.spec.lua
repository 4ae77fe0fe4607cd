-- A ruleset of several files, and house files that change it.
tests "including" {}

test "what stands in parts is played" {
  { "wait", party = { rain = 1 }, minutes = 10 }, { "battle", turn = { procedure = "battle" } },
  { "strike", sees = "Clang." }, { "flee", turn = { procedure = "turn" } },
}
test "a house file wraps what stands in a part, and changes fields of the ruleset" {
  house = [[
    ruleset.turn = "1 hour"
    ruleset.starts = "6 hours"
    track.rain.start = 2
    local usual = rule.blow
    function rule.blow(sound) usual(sound .. ", crash") end ]],
  { "wait", party = { rain = 3 }, time = "07:00" }, { "battle; strike", sees = "Clang, crash." },
}
test "play begins with another procedure" {
  house = [[ ruleset.procedure = "battle" ]],
  { "strike", sees = "Clang." },
}
test "a length of turns is taken away" {
  house = [[ ruleset.turn = nil ]],
  { "wait", minutes = 0 },
}
