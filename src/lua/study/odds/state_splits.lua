-- state_splits.lua -- finds the parts of the state that make many states, for the message when there are
-- too many.
--
-- Each value at each place of a state gets a random number, and a state is the sum of its numbers. To leave
-- out a place, its numbers are subtracted from the sums. The number of different sums that remain is the
-- number of states there would be without that place.
local common = module "common"
local live = module "play/live"
local ignored_fields = module "study/ignored_fields"
local state_splits = { max = 1000 }           -- states that are looked at: a third of a second

local SHOWN <const> = 5                       -- fields named in a message: one line

-- Returns the path of a value as messages show it, "party.members.hp": without numbers of lists, so it stands
-- for all members.
local function place_of(where, key)
  if type(key) == "number" then return where end
  return where == "" and key or where .. "." .. key
end

-- Calls note(place, value) for every value within v.
local function walk(where, v, note)
  if type(v) == "table" then
    if #v > 0 then note(where, #v) end        -- the length of a list is a value, too
    for k, x in next, v do walk(place_of(where, k), x, note) end
  else
    note(where, v)
  end
end

-- Returns a function that maps each text to a random number, always the same one (splitmix64).
local function random_numbers()
  local number_of = common.numbering()
  return function(text)
    local lot = number_of(text) * 0x9E3779B97F4A7C15
    lot = (lot ~ lot >> 29) * 0xBF58476D1CE4E5B9
    return lot ~ lot >> 32
  end
end

-- Returns the numbers of a state in bytes: their sum, and by place the sum of those there. Raises highest, by
-- place the highest value there, to those of the state.
local function sums_of_state(bytes, number_of, highest)
  local sum, sum_at, values_at = 0, {}, {}
  walk("", data.decode(bytes), function(where, v)
    -- A place has several values where members or lamps have it: the first of one is told from the second.
    values_at[where] = (values_at[where] or 0) + 1
    local number = number_of(where .. "\0" .. values_at[where] .. "\0" .. tostring(v))
    sum = sum + number
    sum_at[where] = (sum_at[where] or 0) + number
    if math.type(v) then highest[where] = math.max(v, highest[where] or v) end
  end)
  return sum, sum_at
end

-- Returns, for the first n states: the sum of each; by place, the sum of each state's numbers there; by
-- place, how many of these sums differ; and by place, the highest value.
local function sums_of(keys, n)
  local number_of, sums, sums_at, differing, seen, highest = random_numbers(), {}, {}, {}, {}, {}
  for i = 1, n do
    sandbox.beat(i)
    sums[i], sums_at[i] = sums_of_state(keys[i], number_of, highest)
    for where, sum in next, sums_at[i] do
      seen[where] = seen[where] or {}
      if not seen[where][sum] then
        seen[where][sum] = true
        differing[where] = (differing[where] or 0) + 1
      end
    end
  end
  return sums, sums_at, differing, highest
end

-- Returns how many states there would be without the values at a place. sums, sums_at: as sums_of has them.
local function states_without(where, sums, sums_at)
  local n, seen = 0, {}
  for i, sum in ipairs(sums) do
    local rest = sum - (sums_at[i][where] or 0)
    if not seen[rest] then
      seen[rest] = true
      n = n + 1
    end
  end
  return n
end

-- True if a maximum would keep the numbers of a track small: it has none, and they have grown beyond those it
-- can start with.  highest: the highest of them.
local function may_be_capped(track, highest)
  if track.kind ~= "number" or track.max or track.max_of or track.own or not highest then return false end
  local first = track.start
  if type(first) == "string" then first = select(2, door.range(first)) end
  return not math.type(first) or highest > first
end

-- By the beginning of a place that no track, member or lamp has: what it is at a table.
local in_words <const> = { ["^parties%.turns%.doing"] = "what they do",
  ["^parties%.came"] = "the rooms they came by" }

-- Returns a place as the message shows it; for a track that could have been ignored, with the reason why not.
local function shown_place(where, highest)
  for pattern, words in next, in_words do
    if where:find(pattern) then return words end
  end
  local track = live.R.tracks[where:match "[^.]+$"]
  where = where:gsub("^parties%.members%.", "members."):gsub("^parties%.", "party.")
  if not track or not ignored_fields.may_ignore(track) then return where end
  local grows = may_be_capped(track, highest)
  return where .. (grows and " (it has no maximum, and " or " (") .. "a rule or a measure looks at it)"
end

-- Returns the name of the track of numbers at a place if a maximum would keep it small; nil for others, and
-- for one in the set `told`.
local function number_track(where, highest, told)
  local track = live.R.tracks[where:match "[^.]+$"]
  if not track or not may_be_capped(track, highest) then return end
  local name = (track.base or track).name
  if told[name] then return end
  told[name] = true
  return name
end

-- Returns a list of { where, values, states, of, highest } for the first n states, fewest states first: where
-- values make more states.
local function splits_of(keys, n)
  local list = {}
  local sums, sums_at, differing, highest = sums_of(keys, n)
  for where, values in next, differing do
    local is_rest_of_line = where:find "^left%."
    if values > 1 and where ~= "" and not is_rest_of_line then
      local states = states_without(where, sums, sums_at)
      if states < n then
        list[#list + 1] = { where = where, values = values, highest = highest[where], states = states,
          of = n }
      end
    end
  end
  table.sort(list, function(a, b)
    if a.states ~= b.states then return a.states < b.states end
    return a.where < b.where
  end)
  return list
end

-- Returns a list of { where, values, states, of, number } for states in bytes.  where: a place in them, as
-- shown; values: how many it has; states: how many of the `of` states there would be without it, fewest
-- first; number: the name of its track, if that is a number without a maximum.
function state_splits.find(keys)
  local list = splits_of(keys, math.min(#keys, state_splits.max))
  local shown, told = table.move(list, 1, math.min(SHOWN, #list), 1, {}), {}
  for _, split in ipairs(shown) do
    split.number = number_track(split.where, split.highest, told)
    split.where = shown_place(split.where, split.highest)
  end
  return shown
end

return state_splits
