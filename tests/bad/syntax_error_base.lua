-- Lua cannot read this ruleset.
ruleset "Broken" { turn = "10 minutes"
procedure "turn" { "act", "time" }
-- expect: syntax_error_base.lua:2: a comma or } is missing at the end of this line | write: ruleset "Broken" { turn = "10 minutes" }
