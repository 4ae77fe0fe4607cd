-- Right: steps added at every place.
extends "lamplight"

procedure.turn:before("hazard", "listen", "sniff")
procedure.turn:after("hazard", "omen")
procedure.turn:replace("hazard", "doom")
procedure.turn:remove("sniff")
function step.listen() say "Drip." end
chart "omen" { die = "1d2", { "1", "cold" }, { "2", "echo" } }
chart "doom" { die = "1d2", { "1", "gloom" }, { "2", "hope" } }
procedure "combat" { lasts = "10 seconds", "act", "time" }
procedure "camp" { lasts = "8 hours", "sleep", "time" }
function step.sleep() say "Zzz." end
function on.check() if turn.procedure == "turn" then skip "omen" end end
action "charge" { help = "into battle" }
function act.charge() enter "combat" run "camp" end
-- play: charge
