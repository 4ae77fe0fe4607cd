-- conditions.lua -- what deeds need and while modifiers hold, by value; charts that set a track, first values by a rule.
ruleset "Conditions" { turn = "10 minutes", check = "1d20" }
procedure "turn" { "weather", "act", "time" }
kind.member:has { wit = 0, body = 0 }
light "torch" { lasts = "6 turns" }
track "sky"    { steps = { "fair", "fog", "gale" } }
track "dug"    { of = "member" }
track "marks"  { start = {} }
track "way"    { unit = "miles" }
track "goal"   { start = "the bell" }
track "mark"   { of = "member", start = "" }
track "hungry" { start = false }
track "breath" { of = "member", start = function(who) return 3 + who.body end, min = 0, max = "own" }
track "nerve"  { of = "member", start = rule.nerve, min = 0, max = "own" }
function rule.nerve(who) return who.breath + 1 end

chart "weather" { die = "1d6", columns = "1-3|4+", by = rule.day, sets = "sky",
  { "1-4 | 1-2", "fair" }, { "5 | 3", "fog", gains = "way" }, { "6 | 4-6", "gale", "A gale!" } }
chart "scars" { sets = "mark", "a scar", "a limp" }
function rule.day() return turn.number end

action "sail" { unless = { ["sky fog | gale"] = "Not in this weather.", ["way 10+"] = "Far enough." } }
action "dig"  { by = "each", gains = "dug", unless = { ["dug 2+"] = "{who} has dug." } }
action "read" { turns = 0, unless = { dark = "Too dark." }, needs = { ["here hall of kings"] = "Only in the hall." } }
action "open" { turns = 0, needs = { ["marks rune"] = "No rune.", ["goal the bell"] = "No bell.", ["way to 4, 6"] = "Too far." } }
action "try"  { by = "each", turns = 0, check = "wit 5" }
action "bow"  { by = "each", turns = 0, rolls = "scars" }
action "vote" { turns = 0, check = rule.vote, gains = "hungry", fails = { gains = "no marks" } }
function rule.vote(them) return dice("1d20", "the vote") >= 4 + #them end
modifier "gloom" { when = "dark", add = -3 }
modifier "tired" { when = "dug 2+", add = -1 }
modifier "gale"  { when = "sky gale", add = -2 }
modifier "hall"  { when = "here hall of kings", add = 1 }
