ruleset "Candlelight"
procedure "turn" { "act", "time" }
-- expect: ruleset_without_body.lua:1: ruleset "Candlelight" has no body | write: ruleset "Candlelight" { … }
