-- days.lua -- roll under, actions of one member, verbs that only enter or leave, hours, days, everyone.
ruleset "Days" { turn = "4 hours", procedure = "watch", starts = "22 hours", check = "1d20", under = true }
procedure "watch" { "act", "time" }
procedure "fight" { lasts = "10 seconds", deeds = "each", "act", "time" }
kind.member:has { str = 10, rank = 1 }
track "tired" { of = "member", max = 3 }
track "hp" { of = "member", start = 4, max = "own" }
track "days" { quiet = true }
track "packed" { start = {} }
track "marks" { start = { "a" } }
action "hike" { default = true }
action "talk" { by = "one", takes = { "text?" }, help = "one of them speaks" }
action "battle" { enters = "fight", help = "to arms" }
action "flee" { leaves = "fight" }
action "hit" { by = "each", during = "fight", default = true }
action "lift" { by = "each", takes = { "number?" }, turns = 0 }
action "tire" { turns = 0 }  action "mend" { turns = 0 }  action "again" { turns = 0 }  action "best" { turns = 0, by = "one" }
action "save" { by = "one", turns = 0, takes = { "stat" } }
function act.save(who, what) say(check(who, what) and "saved" or "lost") end
action "roll_it" {}
event "day_six" {}
function act.roll_it() if dice "d6" == 6 then emit "day_six" {} end end
function cannot.hit(who) if who.tired > 1 then return who.name .. " is too tired" end end
function act.hit(who) say("%s hits.", who.name) end
function act.talk(who, what) say("%s says: %s", who.name, what or "well") end
function act.lift(who, more) local ok, c = check(who, "str", more) say("%s %s by %d", who.name, ok and "lifts" or "fails", c.margin) end
function act.tire(them) gain(party, "tired") lose({ party.members[1] }, "hp", 2) say("left over: %d", gain(them, "tired", 3)) end
function act.mend() set(party, "tired", 0) set(party.members, "hp", 4) end
function act.again() set("marks", { "a" }) set("packed", {}) end
act.best = rule.best
function rule.best(who) say("%s, as written", who.name) end
function on.begin() gain("packed", "rope") set("marks", { "a" }) end
function on.new_day(n) gain "days" say("Day %d dawns.", n) end
function on.new_hour(h) if h == 23 then say "An hour to midnight." end end
