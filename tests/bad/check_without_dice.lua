-- A check needs the ruleset's die, and there is none.
ruleset "Candlelight" { turn = "10 minutes" }
kind.member:has { wis = 0 }
procedure "turn" { "act", "time" }
action "pray" { by = "each" }
function act.pray(who) check(who, "wis", 10) end
-- play: pray
-- expect: check_without_dice.lua:6: check: the ruleset says no dice for checks; write ruleset "…" { check = "1d20" }
