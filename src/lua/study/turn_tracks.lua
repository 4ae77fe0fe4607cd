-- turn_tracks.lua -- the tracks of a turn in exact odds: those of the turn that just ended, for measures, and
-- those that nobody reads any more, which are no state.
--
-- A turn's tracks are reset when it ends, before measures look. So their last values are kept, and put back
-- while the measures look. They are not part of the state: two plays in the same state may have different
-- values here (odds/one_path.lua, values_now).
--
-- A line is cut between steps, and plays that agree go on as one. Example: turn.met holds what the d20 has
-- brought, one of five texts, and the steps that follow do not read it. With it in the state, these steps
-- would be played five times. So at a cut the turn's tracks are hidden. When a rule reads a hidden one after
-- all, the study begins again and hides it no more at this cut and those before it in the turn: at most once
-- for each track and step.
local common = module "common"
local live = module "play/live"
local recorder = module "play/recorder"
local records = module "play/records"
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

-- --- tracks that nobody reads any more -------------------------------------

-- Procedure -> track -> the place (number) of the last step where it must not be hidden, as a rule read it
-- after that.  nil: no track is hidden.
local read_after
local begun                                   -- the turn under way
local begun_at                                -- the place of the step at which it goes on, or nil

-- Returns the place of the step at which a turn goes on, when a line was cut there or waits for another line.
local function place_of(turn)
  if turn == begun then return begun_at end
  return live.R.procedures[turn.procedure].place_of[turn.step]
end

-- True if a track may be hidden where a turn goes on: no later step reads it.
local function is_unread(turn, name)
  local last_step_of = read_after[rawget(turn, "procedure")] or {}
  local place = place_of(turn)
  return place ~= nil and place > (last_step_of[name] or -1)          -- -1: no step is known to read it
end

-- A line begins; step: the place of the step at which it was cut before, or nil.
function turn_tracks.line_begins(step)
  begun = nil                                   -- so that place_of looks at the turn, and not at begun_at
  begun, begun_at = live.turn, step or place_of(live.turn)
end

-- Hides tracks of the turn under way, as the line is cut at this step. step: nil between turns, when nothing
-- is hidden.
function turn_tracks.hide(step)
  if not step then return end
  turn_tracks.line_begins(step)
  for _, track in ipairs(live.R.tracks_of.turn or {}) do
    if is_unread(live.turn, track.name) then rawset(live.turn, track.name, nil) end
  end
end

-- True when a turn lacks a track only because it is hidden.
function turn_tracks.is_hidden(turn, name)
  local track = read_after and live.R.tracks[name]
  return track and track.of == "turn" and rawget(turn, name) == nil and is_unread(turn, name)
end

-- True when a play ended because a rule read a hidden track. It is hidden no more there.
function turn_tracks.was_seen(err)
  if err.stop ~= "hidden" then return false end
  read_after[err.procedure] = read_after[err.procedure] or {}
  read_after[err.procedure][err.name] = err.step
  return true
end

-- Stops the play, since a hidden track was read.
local function stop_for(turn, name)
  common.stop { stop = "hidden", procedure = rawget(turn, "procedure"), name = name, step = place_of(turn) }
end

-- Makes turns stop the play when a hidden track is read, or pairs() would visit one. Returns a function that
-- undoes this.
local function watch()
  local meta = records.turn
  local index, newindex, whole = meta.__index, meta.__newindex, meta.__whole
  function meta.__index(turn, name)
    if turn_tracks.is_hidden(turn, name) then stop_for(turn, name) end
    return index(turn, name)
  end
  function meta.__newindex(turn, name, value)
    if not turn_tracks.is_hidden(turn, name) then return newindex(turn, name, value) end
    rawset(turn, name, value)
  end
  function meta.__whole(turn)
    for _, track in ipairs(live.R.tracks_of.turn or {}) do
      if turn_tracks.is_hidden(turn, track.name) then stop_for(turn, track.name) end
    end
    if whole then whole(turn) end
  end
  return function() meta.__index, meta.__newindex, meta.__whole = index, newindex, whole end
end

-- --- on and off ------------------------------------------------------------

local undo                                    -- ends watching, or nil

-- hides: true if tracks may be hidden (turn_tracks.hide).
function turn_tracks.begin(hides)
  last, read_after, begun = nil, hides and {}, nil
  recorder.install { turn_ends = #(live.R.tracks_of.turn or {}) > 0 and keep }
  undo = hides and watch()
end

function turn_tracks.done()
  recorder.install { turn_ends = recorder.person.turn_ends }
  if undo then undo() end
  undo, read_after = nil, nil
end

return turn_tracks
