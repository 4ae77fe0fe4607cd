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
test "functions of an event add up in a ruleset and its parts" {
  { "battle; flee", sees = "The clang fades, They part, Rain again", want = in_order("The clang fades.", "They part.", "Rain again.") },
}
test "a house file wraps all of them, or replaces them" {
  house = [[ local usual = on.leave  function on.leave(what) usual(what) say("Out of %s.", what) end ]],
  { "battle; flee", sees = "The clang fades, They part, Rain again, Out of battle" },
}
test "a house file takes them away" {
  house = [[ on.leave = nil  function on.leave() say "Done." end ]],
  { "battle; flee", sees = "Done.", never = "They part" },
}
