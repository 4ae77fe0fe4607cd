-- crew.lua -- a pool of dice, a word for one player, rows that do something, and offices.
ruleset "Crew" { turn = "1 hour" }
kind.member:has { office = "captain|bosun|cook = captain" }
track "stale" { start = 2, min = 0 }
track "hull"  { start = 9, min = 0, falls = { [6] = "leak", [3] = "leak" }, empty = rule.sinks }
event "leak"  { text = "She leaks: {at} left." }
chart "sea" { die = "1d4", { "1", "rock", "A rock.", loses = { "1d3 hull", "stale" } }, { "2", "fish", sets = { stale = 0 } }, { "3-4", "calm" } }
procedure "turn" { "act", "time" }
action "prowl"   { turns = 0 }
action "whisper" { turns = 0, takes = { "member" } }
function act.prowl() say("Highest %d.", (most(pool(3, "d6", "prowl")))) end
function act.whisper(_, who) say("The %s is cursed.", "map", { to = who }) end
function rule.sinks() say "She sinks." end
member "Ann" {}
member "Bo" { office = "bosun" }
