-- onward.lua -- rooms that need only be new: left behind, looked for later by name, in a track, and on the way back.
-- ask: --turns 5 --plan "on; on; look; on; keep" --before gold,knows --measure seen=#party.seen --measure exits=#here.exits
ruleset "Onward" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
event "gold" {}
event "knows" {}
track "seen" { start = {} }
member "A" {}
action "on" { default = true }
action "keep" {}
action "look" {}
function act.on()
  if dice "1d2" == 1 then go(new_name "room") end
  if dice "1d6" == 1 then emit "gold" {} end
end
function act.keep()
  act.on()
  if not has(party.seen, here.name) then gain("seen", here.name) end
end
function act.look()
  act.on()
  if known "room 2" then emit "knows" {} end
end
