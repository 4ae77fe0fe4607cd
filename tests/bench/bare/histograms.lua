-- histograms.lua -- counts what happens in many runs, in bare Lua: how often each event had happened by the
-- end of each turn, in how many runs.  The tables of this folder count with it; `sconce sim` counts the same.
math.randomseed(tonumber(os.getenv "SEED") or 1)

local counts, touched = {}, {}            -- of this run, by event; the events of this turn
local changes = {}                        -- event -> turn -> (count before, count now) -> how many runs
local histograms = {}

local keys = setmetatable({}, { __index = function(t, kind)
  local of_kind = setmetatable({}, { __index = function(o, name)
    o[name] = kind .. "." .. name
    return o[name]
  end })
  t[kind] = of_kind
  return of_kind
end })

local function count_one(key)
  counts[key] = (counts[key] or 0) + 1
  touched[#touched + 1] = key
end

-- Counts an event, and its name if it has one: count("hazard", "burn") counts hazard and hazard.burn.
local function count(kind, name)
  count_one(kind)
  if name then count_one(keys[kind][name]) end
end

-- Adds to `changes` what this run counted in turn t.  before: event -> its count before turn t.
local function add_turn(t, before)
  for i = 1, #touched do
    local key = touched[i]
    local was, now = before[key] or 0, counts[key]
    if was ~= now then
      before[key] = now
      local by_turn = changes[key]
      if not by_turn then by_turn = {} changes[key] = by_turn end
      local runs = by_turn[t]
      if not runs then runs = {} by_turn[t] = runs end
      local change = was << 20 | now
      runs[change] = (runs[change] or 0) + 1
    end
    touched[i] = nil
  end
end

-- Prints the mean of an event by each turn: turn, mean, standard error and event, with tabs between.
local function print_means(key, runs, turns)
  local sum, squares = 0, 0
  for t = 1, turns do
    for change, n in pairs(changes[key][t] or {}) do
      local was, now = change >> 20, change & 0xfffff
      sum, squares = sum + n * (now - was), squares + n * (now ^ 2 - was ^ 2)
    end
    local variance = math.max(0, squares - sum ^ 2 / runs) / math.max(1, runs - 1)
    print(("%d\t%.17g\t%.17g\t%s"):format(t, sum / runs, (variance / runs) ^ 0.5, key))
  end
end

-- Plays all runs, and prints the means.
local function play(runs, turns, new_party, play_turn)
  for _ = 1, runs do
    new_party()
    counts, touched = {}, {}
    local before = {}
    for t = 1, turns do
      play_turn()
      add_turn(t, before)
    end
  end
  local names = {}
  for key in pairs(changes) do names[#names + 1] = key end
  table.sort(names)
  for _, key in ipairs(names) do print_means(key, runs, turns) end
end

histograms.count, histograms.play = count, play
return histograms
