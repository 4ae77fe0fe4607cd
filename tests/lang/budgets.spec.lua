-- Fields for kinds of the host, and rule.cannot.
tests "budgets" {}

test "rules read the fields" { { "tell", sees = "south nil 4 doubt true 7" } }
test "rule.cannot is asked of every deed, before cannot.VERB" {
  { "strike", party = { spent = 1, heard = "strike 2 nil" } },
  { "strike air", refused = "Not air: strike 2 air" },
  { "shout", refused = "Pike is hoarse." }, { "Bram shout", sees = "Bram shouts." },
}
test "a budget ends" {
  given = { spent = 3 },
  { "strike", refused = "Too much." }, { "strike air", refused = "Too much." },
}
test "odds ask it, too" {
  given = { spent = 1 },
  { plan = "strike; strike", turns = 1, odds = { ["party.spent == 3"] = "0" } },
}
test "a house file wraps it" {
  house = [[
    local usual = rule.cannot
    function rule.cannot(verb, ...) if verb == "wait" then return "No time." end return usual(verb, ...) end ]],
  { "wait", refused = "No time." }, { "Pike shout", refused = "hoarse" },
}
test "the program's own lets all pass" {
  house = [[ function rule.cannot(verb, ...) return nil end ]], { "shout", sees = "Pike shouts." },
}
test "a deed for one that takes no turn is done by the first who can" {
  { "sing", sees = "Pike sings." }, { "Bram sing", refused = "Bram has a cold." }, { "away Pike" }, { "sing", refused = "Bram has a cold." },
}
