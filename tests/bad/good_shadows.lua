-- Right: local names may be words of the language.
extends "lamplight"

local light = { name = "a light of one's own", left = 3 }
local function roll(what) return what or "nothing" end
for set = 1, 2 do light.left = light.left - set end
action "juggle" { by = "each", help = "with everything" }
function act.juggle(who)
  local gain, ask = function(name) return name end, "me"
  roll "dice of bone"
  gain "applause"
  local party = { torchs = 3 }
  for _, chart in pairs { { hazrd = 1 } } do say("%s", chart.hazrd + party.torchs + #ask) end
  do
    local emit = roll
    emit "nothing"
  end
  local function start(x) return x end
  start "again"
  say("%s: %s, %s", who.name, light.name, roll "hazrd")
end
function on.turn_end(...) local enter = select("#", ...) return enter end
-- play: juggle
