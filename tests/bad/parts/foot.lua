-- No part: it is a ruleset.
ruleset "Foot" { turn = "1 hour" }
