-- The ruleset has no braces.
ruleset "Candlelight"
procedure "turn" { "act", "time" }
-- expect: ruleset_without_body.lua:2: ruleset "Candlelight" has no body | write: ruleset "Candlelight" { … }
