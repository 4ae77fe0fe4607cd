-- phases.lua -- a day with three phases, each with verbs of its own; a lantern that burns by the clock; who falls.
ruleset "Phases" { turn = "1 day", procedure = "day", nobody = "gone" }
procedure "day" { "shop", "yard", "night", "time" }
procedure "fight" { lasts = "10 seconds", "act", "time" }
member "A" {}
member "B" {}
track "hits" { of = "member", start = 3, min = 0, empty = "down" }
track "down" { of = "member", start = false, away = true }
event "gone" { text = "Nobody is left.", ends = true }
light "lantern" { lasts = "6 hours" }
light "candle" { lasts = "3 turns" }
action "work"  { at = "shop",  by = "each", default = true }
action "talk"  { at = "yard",  by = "each", default = true }
action "sleep" { at = "night", by = "each", default = true }
action "begin" { at = "shop", enters = "fight" }
action "hit" { during = "fight" }
action "over" { during = "fight", leaves = "fight" }
action "dim" { turns = 0 }
function act.dim() for lamp in each(burning()) do lamp.left = lamp.left - 1 end end
function on.down(who, _, now) say("%s %s: %d", who.name, now and "screams" or "sighs", dice "1d6") end
function on.light_out(lamp) say("Smoke: %d", dice "1d6") end
