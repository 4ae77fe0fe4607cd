-- attempts.lua -- a chart rolled by one member at a time, who may be too tired; for odds_named.play.
ruleset "Attempts" { procedure = "score" }
procedure "score" { "act", "time" }
procedure "camp" { "act" }
chart "result" { die = "1d6", { "1-3", "failure" }, { "4-6", "success" } }
track "tired" { of = "member", start = false }
action "attempt" { by = "one", takes = { "word" } }
action "rest" { during = "camp" }
function cannot.attempt(who) if who.tired then return who.name .. " is too tired" end end
function act.attempt(who, what) roll("result", who) if what == "all" then gain(who, "tired") end end
member "Ann" {}
member "Bo" {}
