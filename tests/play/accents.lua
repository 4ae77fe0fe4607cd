-- accents.lua -- names whose accents are characters of their own, as some keyboards and file systems write them.
ruleset "Accents" { turn = "10 minutes", procedure = "turn" }
procedure "turn" { "act", "time" }
member "Zoë" {}
member "Bram" {}
light "torche résineuse" { lasts = "6 turns" }
room "entrée" {}
question "way" { text = "Which way?", choices = { "montée", "descente" } }
action "climb" {}
function act.climb() say("The way is %s.", ask "way") end
