-- A function is written for an action by the name that the ruleset gave up; the message has the new one.
ruleset "Bad" { renamed = { rest = "sleep" } }
procedure "hour" { "act", "time" }
action "sleep" {}
function act.rest() say "They sleep." end
-- expect: renamed_act.lua:5: act.rest: there is no action of that name any more; it is called 'sleep' now
