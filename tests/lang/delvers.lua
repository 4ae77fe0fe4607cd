-- delvers.lua -- a small ruleset of three parts: sight, fatigue and search.
ruleset "Delvers" { turn = "10 minutes", check = "1d20" }
include "fatigue"
include "search"
kind.member:has { str = 0, dex = 0, con = 0, wis = 0 }
light "torch" { lasts = "6 turns", bright = "30 ft", dim = "30 ft" }
procedure "turn" { "act", "time" }
action "march" { help = "until you drop" }
action "rest"  { by = "each" }

function act.march(them) rule.save(them) end
function act.rest(who) rule.breathe(who) end
