-- words.lua -- a die that leaves numbers out, the hour play begins, rooms by name, actions of one procedure.
ruleset "Words" { turn = "10 minutes", procedure = "crawl", starts = "6 hours", room = "cellar" }
procedure "crawl" { "act", "time" }
procedure "fight" { lasts = "10 seconds", "act", "time" }
chart "d66" { die = "10*d6+d6", { "11-36", "low" }, { "41-66", "high" } }
track "mess" { of = "room" }
track "fled" { of = "member", start = false }
kind.room:has { depth = 0 }
room "vault" { depth = 3 }
question "go_on" { text = "Go on?", default = function() return party.bold end }
question "how_many" { text = "How many?", default = function() return 3 end, min = 1 }
track "bold" { start = true }
action "roam" {}  action "look" { default = true, turns = 1 }
action "strike" { during = "fight", help = "hit somebody" }
action "guard" { during = { "fight" }, default = true, by = "each" }
action "start" { turns = 0, during = "crawl" }
action "stop_it" { turns = 0, during = "fight" }
action "litter" { turns = 0, takes = { "room" } }
action "fray" { turns = 0 }  action "query" { turns = 0 }
function act.roam() roll "d66" end
function act.start() enter "fight" end
function act.stop_it() leave() end
function act.strike() say "Struck." end
function act.guard(who) say("%s guards.", who.name) end
function act.litter(_, name) gain(place(name), "mess") say("%s: %d at depth %d", name, place(name).mess, place(name).depth) end
function act.fray() warn("The rope frays: %d strands.", 2) end
function act.query() say("%s %d", ask "go_on" and "on" or "back", ask "how_many") end
kind "tool" { edge = 0 }
tool "rope" {}
action "creep" { takes = { "slowly|fast?", "tool?" } }
function act.creep(_, how, with) say("creeps %s with %s", how or "somehow", with and with.name or "nothing") end
