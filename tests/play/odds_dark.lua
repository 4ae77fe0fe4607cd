-- odds_dark.lua -- the first action cannot be done in the dark, and moving there takes as long as its rule says.
ruleset "Dark" { turn = "10 minutes" }
track "noise" { steps = { "quiet", "loud" } }
procedure "turn" { "act", "signs", "time" }
chart "signs" { die = "1d6", { "1", "ogre", sets = { noise = "loud" } }, { "2-6", "nothing" } }
action "search" { help = "a room" }
action "move" { takes = { "room?" }, turns = function() return #burning() == 0 and 2 or 1 end, dark = true }
function act.move(_, room) if room then go(room) end end
function cannot.search() if #burning() == 0 then return "It is too dark to search." end end
