-- delving.lua RUNS TURNS -- the demo table's delving under the plan "crawl", written by hand in bare Lua: what
-- `sconce sim examples/demo.lua --plan crawl` plays, without the host.  It builds the same party, counts the
-- same events in the same histograms, and prints means to compare.  The measure for speed: half of this.
local runs, turns = tonumber(arg[1]) or 2000, tonumber(arg[2]) or 24
local random = math.random
math.randomseed(1)

local counts, touched, moves = {}, {}, {}
local function count_one(key)
  counts[key] = (counts[key] or 0) + 1
  touched[#touched + 1] = key
end
local names = setmetatable({}, { __index = function(t, kind)
  local of = setmetatable({}, { __index = function(o, name) local key = kind .. "." .. name o[name] = key return key end })
  t[kind] = of
  return of
end })
local function count(kind, name)
  count_one(kind)
  if name then count_one(names[kind][name]) end
end

local creatures = { "rats", "rats", "bats", "bats", "goblins", "ooze" }
local shifts = { "sound", "temperature", "wind", "debris", "apparition", "vermin" }
local party, turn

local function new_party()
  local function member(name, con, wis, hp) return { name = name, str = 0, dex = 0, con = con, int = 0, wis = wis, cha = 0, hp = hp, most = hp, weary = false, down = false, dead = false, away = false, wounds = 0 } end
  party = {
    members = { member("Bram", 1, 0, 6), member("Ysolde", 0, 1, 4), member("Pike", -1, 0, 5) },
    lights = {}, torches = 4, candles = 0, walked = 0, near = {}, stubs = {}, now = 0, here = { name = "here", hidden = {}, clues = {}, searched = 0 },
  }
  turn = { number = 0 }
end

local function dark()
  for _, lamp in ipairs(party.lights) do if not lamp.shut then return false end end
  return true
end

local function hurt(who, n)
  local was = who.hp
  who.hp = math.max(0, was - n)
  if who.hp == was then return end
  count("hp")
  if who.hp == 0 then count("asked", "at_zero") end       -- and the answer is: nothing yet
end

local function creature()
  local what = creatures[random(6)]
  count("creatures", what)
  return what
end

local function meet()
  local what = table.remove(party.near, 1) or creature()
  count("asked", "distance") count("asked", "activity") count("asked", "reaction")
  turn.met = { what = what, surprised = dark() and "the party" or "nobody" }
  if not dark() then count("asked", "surprised") end
  count("encounter")
end

local function tire()
  for _, who in ipairs(party.members) do
    if not who.away and not who.weary then who.weary = true count("weary") end
  end
end

local function burn()
  local out = party.lights
  party.lights = {}
  for _ = 1, #out do count("light_out", "torch") end
end

local function shift()
  count("asked", "shift")
  count("shift", shifts[random(6)])
end

local function trace()
  count("asked", "sign")
  party.near[#party.near + 1] = creature()
end

local rows = {
  { "encounter", meet }, { "fatigue", tire }, { "burn", burn }, { "shift", shift }, { "sign", trace }, { "free" },
}

local function play_turn()
  turn = { number = turn.number + 1, pace = "" }
  count("turn")
  for _, who in ipairs(party.members) do                  -- weariness
    if not who.away then
      if who.weary then hurt(who, 1) end
      who.weary = false
    end
  end
  turn.pace = "crawl"                                     -- the deed
  party.walked = party.walked + 36
  count("walked")
  if dark() then count("said") end
  party.here.searched = 0
  local row = rows[random(6)]                             -- the hazard die
  count("hazard", row[1])
  if row[2] then row[2]() end
  party.now = party.now + 600                             -- time
  for _, lamp in ipairs(party.lights) do if lamp.secs then lamp.secs = lamp.secs - 600 end end
end

local function note(t, before)
  for i = 1, #touched do
    local key = touched[i]
    local was, now = before[key] or 0, counts[key]
    if was ~= now then
      before[key] = now
      local by_turn = moves[key]
      if not by_turn then by_turn = {} moves[key] = by_turn end
      local ways = by_turn[t]
      if not ways then ways = {} by_turn[t] = ways end
      local way = was << 20 | now
      ways[way] = (ways[way] or 0) + 1
    end
    touched[i] = nil
  end
end

local began = os.clock()
local sums = {}
for _ = 1, runs do
  new_party()
  counts, touched = {}, {}
  local before = {}
  for t = 1, turns do
    play_turn()
    note(t, before)
  end
  for key, n in pairs(counts) do sums[key] = (sums[key] or 0) + n end
end
local seconds = os.clock() - began
for _, key in ipairs { "creatures", "encounter", "hp", "weary", "shift", "hazard.burn" } do
  io.stderr:write(("%s %.2f  "):format(key, sums[key] / runs))
end
io.stderr:write "\n"
print(("%.0f"):format(runs * turns / seconds))
