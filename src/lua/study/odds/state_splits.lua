-- state_splits.lua -- finds the parts of the state that make many states, for the message when there are
-- too many.
--
-- Each value at each place of a state gets a random number, and a state is the sum of its numbers. To leave
-- out a place, its numbers are subtracted from the sums. The number of different sums that remain is the
-- number of states there would be without that place.
local live = module "play/live"
local ignored_fields = module "study/ignored_fields"
local state_splits = { max = 4000 }           -- states that are looked at

local SHOWN <const> = 5                       -- fields named in a message: one line

-- Returns the place of a value for people: "party.members.hp", for all members.
local function place(where, key)
  if type(key) == "number" then return where end
  return where == "" and key or where .. "." .. key
end

-- Calls note(place, value) for every value within v.
local function walk(where, v, note)
  if type(v) == "table" then
    if #v > 0 then note(where, #v) end        -- the length of a list is a value, too
    for k, x in next, v do walk(place(where, k), x, note) end
  else
    note(where, v)
  end
end

-- Returns a function that maps each thing to a random number, always the same one (splitmix64).
local function random_numbers()
  local known, n = {}, 0
  return function(what)
    local lot = known[what]
    if not lot then
      n = n + 1
      lot = n * 0x9E3779B97F4A7C15
      lot = (lot ~ lot >> 29) * 0xBF58476D1CE4E5B9
      lot = lot ~ lot >> 32
      known[what] = lot
    end
    return lot
  end
end

-- Returns, for the first n states: the sum of each; by place, the sum of each state's numbers there; and by
-- place, which of these sums occur.
local function sums_of(keys, n)
  local number_of, values, sums, parts = random_numbers(), {}, {}, {}
  for i = 1, n do
    sandbox.beat(i)
    local sum, of, nth = 0, {}, {}
    walk("", data.decode(keys[i]), function(where, v)
      nth[where] = (nth[where] or 0) + 1
      local l = number_of(where .. "\0" .. nth[where] .. "\0" .. tostring(v))
      sum, of[where] = sum + l, (of[where] or 0) + l
    end)
    sums[i], parts[i] = sum, of
    for where, l in next, of do
      values[where] = values[where] or { n = 0 }
      if not values[where][l] then values[where][l], values[where].n = true, values[where].n + 1 end
    end
  end
  return sums, parts, values
end

-- Returns how many states there would be without the values at a place. sums, parts: as sums_of returns them.
local function left_without(where, sums, parts)
  local left, seen = 0, {}
  for i, sum in ipairs(sums) do
    local rest = sum - (parts[i][where] or 0)
    if not seen[rest] then seen[rest], left = true, left + 1 end
  end
  return left
end

-- Returns a place as the message shows it; for a track that could have been ignored, with the reason why not.
local function shown_place(where)
  local track = live.R.tracks[where:match "[^.]+$"]
  where = where:gsub("^parties%.members%.", "members."):gsub("^parties%.", "party.")
  if not track or not ignored_fields.may_be(track) then return where end
  return where .. (track.kind == "list" and " (" or " (it has no maximum, and ")
    .. "a rule or a measure looks at it)"
end

-- Returns the track of numbers at a place that has no maximum, which would keep it small; nil for others, and
-- for one in the set `told`.
local function number_track(where, told)
  local track = live.R.tracks[where:match "[^.]+$"]
  if not track or track.kind ~= "number" or track.max or track.max_of or track.own then return end
  local name = (track.base or track).name
  if told[name] then return end
  told[name] = true
  return name
end

-- Returns a list of { where, values, states, number } for states in bytes: how many values the place has, how
-- many states there would be without it, and its track if that is a number without a maximum; fewest first.
function state_splits.find(keys)
  local n, list = math.min(#keys, state_splits.max), {}
  local sums, parts, values = sums_of(keys, n)
  for where, of in next, values do
    local is_told = of.n > 1 and where ~= "" and not where:find "^left%."  -- left: the rest of a line
    local left = is_told and left_without(where, sums, parts) or n
    if left < n then list[#list + 1] = { where = where, values = of.n, states = left, of = n } end
  end
  table.sort(list, function(a, b)
    if a.states ~= b.states then return a.states < b.states end
    return a.where < b.where
  end)
  list = table.move(list, 1, math.min(SHOWN, #list), 1, {})
  local told = {}
  for _, part in ipairs(list) do
    part.number = number_track(part.where, told)
    part.where = shown_place(part.where)
  end
  return list
end

return state_splits
