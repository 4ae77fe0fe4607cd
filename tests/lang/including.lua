-- including.lua -- a ruleset in parts: one beside it, some in parts/; a part includes another.
include "battle"
ruleset "Including" { turn = "10 minutes", procedure = "turn" }
include "weather_part"
procedure "turn" { "act", "rain", "time" }
action "wait" {}
function on.leave() say "Rain again." end
