-- amid.lua -- amid a step that is done for each member, one of them drops the step for those who follow, or changes
-- what those may do.
-- ask: --turns 3 --plan "go; A guard" --measure 'hp=sum(party, "hp")' --before dozed,left_out
ruleset "Amid" { turn = "10 minutes" }
procedure "turn" { "chill", "act", "watch", "time" }
track "hp" { of = "member", start = 5, min = 0 }
track "calm" { start = false }
event "dozed" {}
event "left_out" {}
member "A" {}
member "B" {}
member "C" {}
action "go" {}
action "doze"  { at = "watch", by = "each", default = true }
action "guard" { at = "watch", by = "each" }
function act.go() set("calm", false) end
function act.doze(who) gain(who, "hp", 2) emit "dozed" {} end
function cannot.doze() return not party.calm and "Who could sleep now?" end
function step.chill(who) if dice "1d3" == 1 then lose(who, "hp") skip "chill" emit "left_out" {} end end
function step.watch(who) if dice "1d3" == 1 then lose(who, "hp") set("calm", true) end end
