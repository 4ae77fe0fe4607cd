-- A rule changes a table deep within others, in a local: only the state may change in play.
extends "lamplight"

local top = {}
local function bottom()
  local t = top
  for _ = 1, 150 do
    if not t.below then return t end
    t = t.below
  end
  return t
end
for _ = 1, 150 do bottom().below = {} end
action "tap" { help = "knock on a wall" }
function act.tap()
  local list = bottom()
  list.taps = (list.taps or 0) + 1
end
-- play: tap
-- expect: deep_in_play.lua:17: the local 'top' changed in play; only the state may: make it a track
