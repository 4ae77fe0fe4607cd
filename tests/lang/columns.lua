-- columns.lua -- charts with columns: by a track, by the ground of the room, by a rule, by level.
ruleset "Cols" { turn = "10 minutes", check = "1d20" }
kind.room:has { ground = "woods|fen|heights = woods" }
room "start" { ground = "fen" }
procedure "turn" { "act", "weather", "time" }
track "season" { steps = { "spring", "summer", "autumn" }, wraps = true }
track "depth" { start = 1 }
chart "weather" { die = "2d6", columns = "spring | summer | autumn", by = "season",
  { "2-4 | 2-3 | 2-6", "rain" },
  { "5-6 | -   | 7-9", "fog" },
  { "7-12| 4-12| 10-12", "fair" } }
chart "met" { columns = "woods|fen|heights", by = "ground",
  "wolves | leeches | goats",
  { "charcoal burners | a fisher | harpies", "You meet somebody.", gains = "depth" },
  "an elf | a bog body | wolves",
  "bandits | frogmen | giants" }
chart "deep" { die = "1d4", columns = "1-2|3|4+", by = rule.level, { "1-2", "rats|ghouls|kings" }, { "3-4", "bats", "Bats." } }
function rule.level() return party.depth end
action "look" { turns = 0 }
action "down" { turns = 0, gains = "depth" }
action "go" {}
function act.look() roll "deep" end
