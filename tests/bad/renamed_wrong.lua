-- What is renamed is written as old name = "new name".
ruleset "Bad" { renamed = "walked" }
procedure "hour" { "act", "time" }
action "sleep" {}
-- expect: renamed_wrong.lua:2: ruleset "Bad", renamed: older names and what they are called now are needed, as { walked = "travelled" }, and this is "walked"
