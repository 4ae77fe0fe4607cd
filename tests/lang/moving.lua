-- moving.lua -- procedures that take each other's place, deeds that are forced, bounds given by functions, ladders that wrap.
ruleset "Moving" { turn = "10 minutes", procedure = "dungeon" }
procedure "dungeon" { "act", "time" }
procedure "road" { lasts = "4 hours", "act", "time" }
procedure "fight" { lasts = "10 seconds", deeds = "each", "act", "time" }

track "season" { of = "campaign", steps = { "spring", "summer", "autumn", "winter" }, wraps = true }
track "debt" { start = 0, min = function(p) return -p.credit end, max = 5 }
track "credit" { start = 2 }
track "afraid" { of = "member", start = false }
track "bound" { of = "member", start = false }
track "rage" { of = "member", max = "own", min = 0, anew = "fight" }
track "marks" { start = {}, anew = "fight" }
track "heard" { start = "", quiet = true }
track "noise" { anew = "road" }
function on.noise(_, was, now) set("heard", was .. " " .. now) end
track "here_and_there" { start = "" , quiet = true }

action "wait" { default = true }
action "hit" { by = "each", during = "fight" }
action "flee" { by = "each", default = "forced", during = "fight", help = "who is afraid flees" }
action "struggle" { by = "each", default = "forced" }
action "shout" { turns = 0 }
function cannot.flee(who) if not who.afraid then return who.name .. " is not afraid." end end
function cannot.struggle(who) if not who.bound then return who.name .. " is free." end end
function act.hit(who) say("%s hits.", who.name) end
function act.flee(who) say("%s flees.", who.name) end
function act.struggle(who) say("%s struggles.", who.name) end

action "leave_for_road" { turns = 0 }
function act.leave_for_road() switch "road" end
action "ambush" { enters = "fight" }
action "camp" {}
action "stride" { takes = { "far|fast?", "room?" }, elsewhere = "wait", turns = 0 }
action "creep" { takes = { "room" }, elsewhere = "wait", turns = 0, by = "each" }
function cannot.stride(_, how) if how == "far" then return "Not so far." end end
function act.stride(_, _, where) if where then go(where) end end
function act.creep(_, where) go(where) end
function act.camp() switch "dungeon" end
action "out" { turns = 0, during = "fight" }
function act.out() leave { anew = true } end
action "quit_fight" { turns = 0, during = "fight" }
function act.quit_fight() leave() end
function on.enter(name) set("here_and_there", party.here_and_there .. "+" .. name) end
function on.leave(name) set("here_and_there", party.here_and_there .. "-" .. name) end
member "Bram" {}
member "Pike" {}
