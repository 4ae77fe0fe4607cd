-- twice.lua -- two questions about each member in one turn; rooms whose names begin alike; rows that do things.
ruleset "Twice" { turn = "10 minutes" }
member "Bram" {}
member "Pike" {}
question "bruises" { text = "How many bruises has {name}?", default = 0, min = 0 }
procedure "turn" { "act", "time" }
action "climb" { by = "each" }
function act.climb(who)
  say("%s: %d and %d.", who.name, ask("bruises", who), ask("bruises", who))
end
chart "hazard" { die = "1d2", { "1", "noise", "Steps.", rule.steps }, { "2", "still" } }
function rule.steps() say "They come nearer." end
chart "smells" { die = "1d2", { "1", "smoke" }, { "2", "mould" } }
action "wait" {}
function act.wait() roll "hazard" roll "smells" end
