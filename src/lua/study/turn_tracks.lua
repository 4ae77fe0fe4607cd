-- turn_tracks.lua -- lets measures read the tracks of the turn that just ended.
--
-- A turn's tracks are reset when it ends, before measures look. So their last values are kept, and put back
-- while the measures look. They are not part of the state: two plays in the same state may have different
-- values here (enumerate.lua, values_now).
local common = module "common"
local live = module "play/live"
local recorder = module "play/recorder"
local turn_tracks = {}

local last                                    -- the turn that is over, or nil: { turn, values by name }

-- Forgets the turn that is over: another line begins.
function turn_tracks.forget() last = nil end

-- recorder.turn_ends: keeps the values of a turn that is over; nil: another turn begins.
local function keep(turn)
  last = turn and { turn = turn, values = {} }
  for _, track in ipairs(turn and live.R.tracks_of.turn or {}) do
    last.values[track.name] = rawget(turn, track.name)
  end
end

function turn_tracks.begin()
  last = nil
  recorder.install { turn_ends = #(live.R.tracks_of.turn or {}) > 0 and keep }
end

function turn_tracks.done() recorder.install { turn_ends = recorder.person.turn_ends } end

-- Gives the turn these values; returns those that it had.
local function exchange(values)
  local before = {}
  for _, track in ipairs(live.R.tracks_of.turn) do
    before[track.name] = rawget(last.turn, track.name)
    rawset(last.turn, track.name, values[track.name])
  end
  return before
end

-- True if a track had another value when the turn ended than it has now.
function turn_tracks.differ()
  if not last or last.turn ~= live.turn then return false end
  for _, track in ipairs(live.R.tracks_of.turn) do
    if not common.same(last.values[track.name], rawget(last.turn, track.name)) then return true end
  end
  return false
end

-- Returns what f() returns while the tracks have the values that they had when the turn ended.
function turn_tracks.shown_to(f)
  if not turn_tracks.differ() then return f() end
  local before = exchange(last.values)
  local v = f()
  exchange(before)
  return v
end

return turn_tracks
