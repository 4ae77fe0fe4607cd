-- hooks.lua -- hooks that replace rows, rows that roll on other charts, secret rolls, skipped steps.
-- ask: --turns 6 --plan "go; hide" --measure calm=party.calm --before hazard.fire,hazard.flood --until drowned
ruleset "Hooks" { turn = "10 minutes" }
procedure "turn" { "act", "hazard", "time" }
track "calm" { start = true }
track "water" { max = 3 }
track "heat" { secret = true, max = 2, min = 0 }
chart "hazard" { die = "1d6", { "1", "fire", "Fire.", rule.fire }, { "2-3", "flood", "Water.", rule.flood }, { "4-6", "quiet" } }
chart "deep" { die = "1d4", secret = true, { "1", "eel" }, { "2-4", "silt" } }
event "drowned" { stops = true }
event "seen" {}
action "go" {}
action "hide" { secret = true }
function act.hide() if dice("1d4", "seen?", { secret = true }) == 1 then emit "seen" {} else skip "hazard" end end
function on.hazard(r)
  if r.row.name == "fire" and party.calm then r.row = chart.hazard.quiet party.calm = false
  elseif r.row.name == "quiet" and party.water == 2 then r.row = chart.hazard.flood end
end
function rule.fire() gain "heat" if party.heat == 2 then roll("hazard", nil, { add = 1, die = "1d5" }) set("heat", 0) end end
function rule.flood()
  gain("water", 1)
  if roll("deep").name == "eel" then lose "water" end
  if party.water == 3 then emit "drowned" {} end
end
