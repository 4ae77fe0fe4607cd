-- ignored_fields.lua -- what play keeps and nobody looks at: counts that only go up, the clock, the number of the turn.  Where
-- plays are weighed or remembered it is left out of the state, so that states which differ in nothing else are one.
-- Whoever looks at it after all is caught in the act: then everything begins again, with it in the state.
local common = module "common"
local live = module "play/live"
local ignored_fields = {}

local looked_at = {}                          -- names of what was found to be looked at

-- Does a hook get no more than whose it is?
local function asks_whose(f)
  local _, _, takes, more = sandbox.made(f)
  return takes <= 1 and not more
end

-- Can it be changed and nobody knows what it was?  Not when it may come to its most; its least is looked at where it goes
-- down (tracks.lua).
local function is_free(track)
  local hook = rawget(live.on, track.name)
  return (track.kind == "number" or track.kind == "quantity") and not track.max and not track.max_of and not track.own
    and (hook == nil or asks_whose(hook))
end

local whose <const> = { party = true, member = true, campaign = true }

-- May a track be left out, as long as nobody looks at it?
function ignored_fields.may_be(track) return whose[track.of] and is_free(track) end

-- What may be left out, by name.
local function candidates()
  local tracks, on = live.R.tracks, live.on
  local names = { number = not tracks.number or nil, now = not (tracks.now or rawget(on, "new_hour") or rawget(on, "new_day")) or nil }
  for _, e in ipairs(live.R.kinds.track:live()) do
    local track = live.R.tracks[e.name]
    if ignored_fields.may_be(track) then names[e.name] = true end
  end
  return names
end

-- Finds what is left out of this table's states: nothing, where all is played in full.
function ignored_fields.find()
  live.hidden, live.quick = replay.remembers() and candidates() or {}, {}
  for name in next, looked_at do live.hidden[name] = nil end
end

local function hide_in(record)
  for name in next, live.hidden do rawset(record, name, nil) end
end

-- Leaves it out of a state.
function ignored_fields.hide(S)
  hide_in(S.campaign)
  for _, party in ipairs(S.parties) do
    hide_in(party)
    for _, who in ipairs(party.members) do hide_in(who) end
    if live.hidden.number then
      for _, turn in ipairs(party.turns) do rawset(turn, "number", nil) end
    end
  end
end

-- err: what a play ended with.  Was that a look?  Then it is kept in the state from now on.
function ignored_fields.was_seen(err)
  if err.stop ~= "looked" then return false end
  looked_at[err.name] = true
  ignored_fields.find()
  return true
end

-- The metatable's functions stop whoever asks for a hidden name, or goes through all (pairs) where one of those is.
-- is_there(name): may such a record have it?  Returns what undoes that.
local function watch(meta, is_there)
  local index, newindex, whole = meta.__index, meta.__newindex, meta.__whole
  local function caught(name)
    if live.hidden and live.hidden[name] then common.stop { stop = "looked", name = name } end
  end
  function meta.__index(self, key) caught(key) return index(self, key) end
  function meta.__newindex(self, key, value) caught(key) return newindex(self, key, value) end
  function meta.__whole(self)
    for _, name in ipairs(common.keys(live.hidden or {})) do if is_there(name) then caught(name) end end
    if whole then whole(self) end
  end
  return function() meta.__index, meta.__newindex, meta.__whole = index, newindex, whole end
end

-- From now on looks are caught.  Returns a function that ends it.
function ignored_fields.begin()
  looked_at = {}
  local function track_of(of)
    return function(name) return live.R.tracks[name] and live.R.tracks[name].of == of end
  end
  local undo = {
    watch(live.party_meta, function(name) return name == "now" or track_of "party"(name) end),
    watch(live.member_meta, track_of "member"), watch(live.campaign_meta, track_of "campaign"),
    watch(live.turn_meta, function(name) return name == "number" end),
  }
  return function()
    live.hidden, live.quick = nil, {}
    for _, f in ipairs(undo) do f() end
  end
end

return ignored_fields
