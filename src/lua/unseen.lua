-- unseen.lua -- what play keeps and nobody looks at: tallies, the clock, the number of the turn.  Where plays are weighed
-- or remembered it is left out of the state, so that states which differ in nothing else are one.  Whoever looks at it
-- after all is caught in the act: then everything begins again, with it in the state.
local common = module "common"
local live = module "live"
local unseen = {}

local looked_at = {}                          -- names of what was found to be looked at

-- Can rules tell such a track from what it was?  Without bounds and without a hook they have to look.
local function is_free(track)
  return (track.kind == "number" or track.kind == "quantity") and not track.min and not track.max and not track.max_of and not track.own
    and rawget(live.on, track.name) == nil
end

-- What may be left out, by name.
local function candidates()
  local tracks, on = live.R.tracks, live.on
  local names = { number = not tracks.number or nil, now = not (tracks.now or rawget(on, "new_hour") or rawget(on, "new_day")) or nil }
  for _, e in ipairs(live.R.kinds.track:live()) do
    local track = live.R.tracks[e.name]
    if track.tally and track.of == "party" and is_free(track) then names[e.name] = true end
  end
  return names
end

-- Finds what is left out of this table's states.
function unseen.find()
  live.hidden, live.quick = candidates(), {}
  for name in next, looked_at do live.hidden[name] = nil end
end

-- Leaves it out of a state.
function unseen.hide(S)
  for _, party in ipairs(S.parties) do
    for name in next, live.hidden do rawset(party, name, nil) end
    if live.hidden.number then
      for _, turn in ipairs(party.turns) do rawset(turn, "number", nil) end
    end
  end
end

-- err: what a play ended with.  Was that a look?  Then it is kept in the state from now on.
function unseen.was_seen(err)
  if err.stop ~= "looked" then return false end
  looked_at[err.name] = true
  unseen.find()
  return true
end

-- The metatable's functions stop whoever asks for a hidden name, or goes through all (pairs) where one of those is.
-- Returns what undoes that.
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
function unseen.begin()
  looked_at = {}
  local undo = {
    watch(live.party_meta, function(name) return name ~= "number" end), watch(live.turn_meta, function(name) return name == "number" end),
  }
  return function()
    live.hidden, live.quick = nil, {}
    for _, f in ipairs(undo) do f() end
  end
end

return unseen
