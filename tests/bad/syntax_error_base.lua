-- A ruleset that Lua cannot read.
ruleset "Broken" { turn = "10 minutes"
procedure "turn" { "act", "time" }
-- expect: syntax_error_base.lua:3: a comma or } is missing before 'procedure'; the { stands in line 2
