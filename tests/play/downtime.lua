-- downtime.lua -- each does two things a week, and none of them twice.
ruleset "Downtime" { turn = "1 week" }
procedure "week" { deeds = "2 different each", "act", "time" }
action "train" { by = "each" }
action "drink" { by = "each" }
action "rest"  { by = "each", default = true }
function act.train(who) say("%s trains.", who.name) end
function act.drink(who) say("%s drinks.", who.name) end
function act.rest(who) say("%s rests.", who.name) end
member "A" {}
member "B" {}
