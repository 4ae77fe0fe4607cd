-- ended.lua -- events that end play: a ship that sinks, and a letter; for ended.play.
ruleset "Ended" { turn = "1 day" }
track "hull" { start = 4, min = 0, prompt = true, empty = "sunk" }
procedure "day" { "act", "sea", "look", "time" }
event "sunk" { text = "The ship goes down.", ends = true, public = true }
event "betrayed" { text = "The duke has sold them.", ends = true }
chart "look" { die = "1d6", { "1", "ship" }, { "2-6", "nothing" } }
action "sail" {}
action "grog" { turns = 0 }
action "open_letter" { turns = 0 }
action "anew" { turns = 0, during = "sunk", help = "another ship" }
function act.anew() switch "day" set("hull", 4) end
function act.open_letter() emit "betrayed" {} end
function step.sea() lose("hull", dice("1d3", "sea")) end
