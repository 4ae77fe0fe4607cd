-- ignored_fields.lua -- leaves fields out of the state that rules count up and never read, and lists that
-- they only add to.
--
-- Example: a track "rooms_searched" only goes up. With it, turn 7 after three rooms and turn 7 after four
-- would be two states, and everything after them would be worked out twice. No rule reads the track, so it is
-- left out (recorder.ignored), and the two states are one. The clock and the number of the turn are treated
-- in the same way.
--
-- Rules show that they read a field only by reading it. So each field that may be left out is, at first: the
-- metatables catch the first read, and the study begins again with that field in the state. This happens at
-- most once for each field. If rules read no more of the clock than the hour, only the time of day is in the
-- state, and the second day is like the first.
local common = module "common"
local functions = module "read/functions"
local live = module "play/live"
local recorder = module "play/recorder"
local records = module "play/records"
local state = module "play/state"
local turn_phase = module "study/turn_phase"
local ignored_fields = {}

local looked_at = {}                          -- names of the fields that rules have read
local kept                                    -- what turn.phase is to tell (turn_phase.lua); nil: no phases
local reads_hours = false                     -- rules have read the time of day
local DAY <const> = 86400

local may_grow <const> = { number = true, quantity = true, list = true }

-- True if the track can change without its value being known: it has no maximum, and its hook takes no more
-- than the owner. When it goes down, its minimum, or whether the list has the item, has to be looked at
-- (counting.lua, may_adjust).
local function is_free(track)
  return may_grow[track.kind] and not track.max and not track.max_of and not track.follows
    and not track.min_of and not track.own and not functions.takes_more_than_one(live.on[track.name])
end

local whose <const> = { party = true, member = true, campaign = true }

-- True if a track may be left out as long as no rule reads it.
function ignored_fields.may_ignore(track) return whose[track.of] and is_free(track) end

-- Returns DAY if the state is to have only the time of day, true if no clock at all, nil if the whole clock.
local function clock_left_out()
  local tracks = live.R.tracks
  if tracks.now or tracks.of_day or live.on.new_day then return nil end
  return (reads_hours or live.on.new_hour) and DAY or true
end

-- Returns the fields that may be left out, as recorder.ignored has them: name -> true; but for the turn's
-- number and the clock, what the state keeps of them.
local function candidates()
  local tracks = live.R.tracks
  local names = { number = not tracks.number and (kept or true) or nil, now = clock_left_out() }
  for _, e in ipairs(live.R.kinds.track:live()) do
    local track = live.R.tracks[e.name]
    if ignored_fields.may_ignore(track) then names[e.name] = true end
  end
  return names
end

-- Sets recorder.ignored for these rules. Without the memo nothing is ignored.
function ignored_fields.find()
  local ignored = replay.remembers() and candidates() or {}
  for name in next, looked_at do ignored[name] = nil end
  recorder.install { ignored = ignored }
end

local function hide_in(record)
  for name in next, recorder.ignored do rawset(record, name, nil) end
end

-- Removes the ignored fields from a state.
function ignored_fields.hide(S)
  hide_in(S.campaign)
  for _, party in ipairs(S.parties) do
    if recorder.ignored.now == DAY then rawset(party, "of_day", party.now % DAY) end
    hide_in(party)
    for _, who in ipairs(party.members) do hide_in(who) end
    for _, turn in ipairs(recorder.ignored.number and party.turns or {}) do
      if kept then rawset(turn, "phase", state.phase(turn.number, kept)) end
      rawset(turn, "number", nil)
    end
  end
end

-- True when a play ended because a rule read an ignored field. The field is in the state from now on.
function ignored_fields.was_seen(err)
  if err.stop ~= "looked" then return false end
  local phases = err.kept and turn_phase.both(kept or err.kept, err.kept)
  if err.hours then reads_hours = true
  elseif phases then kept = phases
  else looked_at[err.name] = true end
  ignored_fields.find()
  return true
end

-- Makes a metatable stop the play when an ignored name is read or assigned, or when pairs() would visit one.
-- is_there(name) is true when records of this metatable may have the field. read(record, name) is called when
-- an ignored name is read, and returns a value that will do in its place, or nil. Returns a function that
-- undoes this.
local function watch(meta, is_there, read)
  local index, newindex, whole = meta.__index, meta.__newindex, meta.__whole
  local function caught(name)
    if recorder.ignored[name] then common.stop { stop = "looked", name = name } end
  end
  function meta.__index(self, key)
    local v = read and recorder.ignored[key] and read(self, key)
    if v then return v end
    caught(key)
    return index(self, key)
  end
  function meta.__newindex(self, key, value) caught(key) return newindex(self, key, value) end
  function meta.__whole(self)
    for _, name in ipairs(common.keys(recorder.ignored)) do if is_there(name) then caught(name) end end
    if whole then whole(self) end
  end
  return function() meta.__index, meta.__newindex, meta.__whole = index, newindex, whole end
end

-- Returns the phase of a turn if the function that reads its number needs no more. Called by __index.
local function phase_of(turn, name)
  local needed = turn_phase.kept_for(2)
  if not needed then return nil end
  if kept and turn_phase.will_do(kept, needed) then return rawget(turn, "phase") end
  common.stop { stop = "looked", name = name, kept = needed }
end

-- recorder.of_day: returns the time of day.  A state without it stops the study, which begins again
-- with it in the state.
local function of_day(party)
  if not recorder.ignored.now then return party.now % DAY end
  return rawget(party, "of_day") or common.stop { stop = "looked", name = "now", hours = true }
end

-- Catches every read of an ignored field. Returns a function that ends this.
function ignored_fields.begin()
  looked_at, kept, reads_hours = {}, nil, false
  recorder.install { of_day = of_day }
  turn_phase.begin()
  local function track_of(of)
    return function(name) return live.R.tracks[name] and live.R.tracks[name].of == of end
  end
  local undo = {
    watch(records.party, function(name) return name == "now" or track_of "party"(name) end),
    watch(records.member, track_of "member"), watch(records.campaign, track_of "campaign"),
    watch(records.turn, function(name) return name == "number" end, phase_of),
  }
  return function()
    recorder.install { ignored = recorder.person.ignored, of_day = recorder.person.of_day }
    for _, f in ipairs(undo) do f() end
  end
end

return ignored_fields
