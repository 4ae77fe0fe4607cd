-- `renamed` is a text, and must be a table of older names with their new ones.
ruleset "Bad" { renamed = "walked" }
procedure "hour" { "act", "time" }
action "sleep" {}
-- expect: renamed_wrong.lua:2: ruleset "Bad", renamed: older names and what they are called now are needed, as { walked = "travelled" }, and this is "walked"
