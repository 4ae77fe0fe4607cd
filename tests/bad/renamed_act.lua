-- So is the name of an action, where its function is written.
ruleset "Bad" { renamed = { rest = "sleep" } }
procedure "hour" { "act", "time" }
action "sleep" {}
function act.rest() say "They sleep." end
-- expect: renamed_act.lua:5: act.rest: there is no action of that name any more; it is called 'sleep' now
