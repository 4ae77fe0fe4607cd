-- A rule uses a name that the ruleset gave up: the message has the new name.
ruleset "Bad" { renamed = { walked = "travelled", rest = "sleep" } }
procedure "hour" { "act", "time" }
action "sleep" {}
track "travelled" {}
function act.sleep() if party.walked > 3 then say "They are tired." end end
-- expect: renamed_walked.lua:6: the party has no track 'walked' any more; it is called 'travelled' now
