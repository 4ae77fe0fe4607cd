-- told.lua -- which column a roll was read in; a number in the prompt that is told all the same; a correction
-- that leaves out what a rule or an event would do.
ruleset "Told" { turn = "1 hour" }
track "season" { steps = { "summer", "winter" } }
track "beasts" { start = 7, min = 0, prompt = true, quiet = false, empty = "stranded" }
track "dread"  { max = 6, prompt = true, full = "raid", rises = { [3] = rule.howl } }
event "stranded" { text = "The last beast kneels." }
event "raid" { text = "They come over the wall." }
function rule.howl() say "A howl." end
chart "sky" { die = "1d1", columns = "summer|winter", by = "season", { "1 | -", "sun" }, { "- | 1", "snow" } }
procedure "turn" { "act", "sky", "time" }
action "march" { default = true, loses = "1 beasts", gains = "1 dread" }
