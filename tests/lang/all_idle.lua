-- all_idle.lua -- play is over once nobody is left who can do anything; conditions in lists, and with not and max.
ruleset "All idle" { check = "1d20", nobody = { ends = "Nobody stirs.", idle = true } }
procedure "turn" { "act", "time" }
track "hp"    { of = "member", start = 3, min = 0, max = "own", empty = "dead" }
track "dead"  { away = true }
track "numb"  { idle = true }
track "bound" { idle = "cut" }
track "mood"  { of = "member", steps = { "calm", "uneasy", "mad" } }
track "loads" { of = "member", min = 0, max = function(who) return who.body end }
track "air"   { of = "member", start = 2, min = 0, falls = { [1] = { check = "body 12", fails = { gains = "numb" } } } }
track "marks" { of = "member", start = {} }
track "gale"  { start = 0, max = 6 }
track "dug"   { of = "room", min = 0 }
kind.member:has { body = 2 }
kind "clan" {}
clan "fox" {}
clan "owl" { anger = 2 }
track "anger" { of = "clan", max = 2 }
action "wait" { by = "each", default = true }
action "gasp" { by = "each", loses = "air" }
action "dose" { by = "each", turns = 0, starts = "venom" }
timer "venom" { of = "member", lasts = "2 turns", check = "body 14", gains = "loads", fails = { loses = "2 hp" }, natural = { [1] = { gains = "numb" } } }
timer "cold"  { lasts = "1 turn", check = rule.shivers, fails = { loses = "hp" } }
action "freeze" { turns = 0, starts = "cold" }
action "haul" { by = "each", takes = { "up|down?" } }
action "mend" { by = "each", takes = { "up|?" } }
function rule.worked() return names(doers "haul|mend") .. " " .. names(doers("haul | mend", "up")) end
function rule.works(who) return doing(who, "haul|mend") ~= nil and deed(who, "mend|haul").who[1].name end
function on.turn_end() say("%s; %s.", rule.worked(), tostring(rule.works(named "A"))) end
function rule.shivers(who) return check(who, "body", 5) end
action "cut"  { by = "each", turns = 0 }
action "lift" { by = "each", turns = 0, unless = { ["loads max"] = "{who} can carry no more." }, gains = "loads" }
action "rest" { by = "each", turns = 0, unless = { ["hp max"] = "{who} is whole." }, needs = { ["not mood mad"] = "{who} does not sleep." }, gains = "hp" }
modifier "wounded" { when = "not hp max", add = -1 }
modifier "work"    { when = "doing haul|mend", add = -3 }
modifier "din"     { chart = "stir", when = "doing haul", add = 1 }
chart "stir" { die = "1d6", { "1-6", "calm" }, { "7+", "crash" } }
modifier "light"   { when = "not dark", add = 2 }
