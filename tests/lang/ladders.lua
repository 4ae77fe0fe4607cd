-- ladders.lua -- ladders that do something at their ends, and on the way.
ruleset "Ladders" { turn = "1 hour" }
procedure "turn" { "act", "time" }
track "temper" { steps = { "mutinous", "d4", "d6" }, start = "d6", empty = "mutiny", falls = { d4 = rule.mutter } }
track "fear"   { of = "member", steps = { "calm", "uneasy", "shaken", "mad" }, full = "gone", rises = { shaken = "screams" } }
track "gone"   { of = "member", start = false, away = true }
event "screams" { text = "{who} screams." }
event "mutiny"  { text = "Mutiny!", ends = true }
action "wait" {}
action "scare" { by = "each", turns = 0, takes = { "number?" } }
function act.wait() lose "temper" end
function act.scare(who, n) gain(who, "fear", n or 1) end
function rule.mutter(_, at) say("They mutter: %s.", at) end
member "A" {}
member "B" {}
