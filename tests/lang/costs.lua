-- costs.lua -- what actions cost and do, what timers do, and members who cannot go on.
ruleset "Costs" { turn = "10 minutes", check = "1d20", procedure = "turn" }
procedure "turn" { "act", "time" }
procedure "fight" { lasts = "10 seconds", "act", "time" }
kind.member:has { wit = 1 }
track "silver" { start = 12, min = 0 }
track "rations" { min = 0 }
track "gas"    { min = 0 }
track "way"    { unit = "miles", start = 3, min = 0 }
track "mood"   { steps = { "low", "fair", "high" }, start = "fair" }
track "alarm"  { steps = { "calm", "wary" } }
track "quick"  { of = "turn", start = 1, min = 0, help = "quick action, one a turn" }
track "hp"     { of = "member", min = 0, max = "own", empty = "down" }
track "down"   { of = "member", start = false, away = true }
track "gone"   { of = "member", start = false, away = true }
track "pack"   { of = "member", start = {} }
track "luck"   { of = "member", start = true }
track "weary"  { of = "member", start = false }
timer "venom" { of = "member", lasts = "2 turns", loses = "1d4 hp" }
timer "bell"  { lasts = "2 turns", gains = "silver", starts = "bell" }
modifier "tired" { when = "weary", dis = 1 }
modifier "din"   { when = "alarm", add = -2 }
modifier "packed" { when = "pack", adv = function() return true end }

action "wait"  { default = true }
action "buy"   { turns = 0, costs = "10 silver" }
action "train" { by = "each", costs = "6 silver", gains = "2 hp" }
action "climb" { by = "each", turns = 0, costs = { "rope pack", "2 hp" } }
action "dare"  { by = "each", turns = 0, costs = "luck", sets = { weary = true } }
action "sail"  { turns = 0, costs = { "2 miles way", "mood" } }
action "draw"  { turns = 0, by = "one", costs = { fight = "quick" } }
action "eat"   { turns = 0, costs = "rations" }
action "vent"  { turns = 0, costs = "gas" }
action "chime" { turns = 0, starts = "bell" }
action "bite"  { turns = 0, by = "each", starts = "venom" }
action "shout" { turns = 0, sets = { alarm = "wary" } }
action "look"  { turns = 0, by = "each" }
action "fight" { enters = "fight" }
function act.buy() say "Bought." end
function act.look(who) check(who, "wit", 12) end
function cannot.train(who) if who.weary then return "Too weary." end end
