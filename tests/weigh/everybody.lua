-- everybody.lua -- what members do one by one, and behind it a step's chart, which is about everybody.
-- ask: --turns 3 --plan lift --measure 'goods=sum(party, "goods")' --before jolt.jolt,jolt.nothing
ruleset "Everybody" { turn = "1 hour", check = "1d20" }
kind.member:has { calm = 0 }
member "Ann" {}
member "Bo" {}
track "air"   { of = "member", start = 3, min = 0, empty = "choking" }
track "goods" { of = "member", min = 0, max = 2 }
track "choking" { idle = true }
procedure "hour" { "act", "breath", "jolt", "time" }
action "wait" { by = "each", default = true }
action "lift" { by = "each", check = "calm 10", gains = "goods" }
chart "jolt" { die = "1d2",
  { "1", "jolt", check = "calm 10", fails = { loses = { "air", "goods" } } }, { "2", "nothing" } }
function step.breath(who) lose(who, "air") end
