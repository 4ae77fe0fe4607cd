-- exploration.lua RUNS TURNS -- what `sconce sim rulesets/day/dungeon-exploration-day.lua` plays, written by hand in
-- bare Lua; see delving.lua.  Four people walk on with counted torches, and save against fatigue.
package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua"
local histograms = require "histograms"
local runs, turns = tonumber(arg[1]) or 2000, tonumber(arg[2]) or 24
local count, random = histograms.count, math.random

local strides = { slow = 45, normal = 90, fast = 135 }    -- yards in a turn
local party, turn

local function new_member(name)
  return {
    name = name, str = 0, dex = 0, con = 0, int = 0, wis = 0, cha = 0, speed = "normal", darkvision = false,
    hp = 8, max = 8, fatigue = 0, helpless = false, since_rest = 0, owes_rest = false, busy = false, away = false,
  }
end

local function new_torch(holder)
  return { kind = "torch", holder = holder, left = 6, met = 0, low = false, spent = false }
end

local function new_party()
  party = {
    members = { new_member "Ada", new_member "Bo", new_member "Cy", new_member "Di" },
    lights = { new_torch "Ada" }, torches = 1000, flasks = 0, candles = 0, supplies = 0, depth = 1, walked = 0,
    pace = "cautious", feet = 0, now = 0, here = { name = "here", rulings = {}, searched = {} },
  }
  turn = { number = 0 }
end

local function dark() return #party.lights == 0 end
local function blind(who) return dark() and not who.darkvision end

-- A check by each of a list; returns the names of those who fail.
local function checks(list, stat, dc)
  local failed = {}
  for _, who in ipairs(list) do
    local total = random(20) + who[stat] - (blind(who) and random(6) or 0)
    if total < dc then failed[#failed + 1] = who end
    count("check", total < dc and "failure" or "success")
  end
  return failed
end

local function save(list)
  for _, who in ipairs(checks(list, "con", 12)) do
    who.fatigue = who.fatigue + 1
    count "fatigue"
  end
end

local function due(who) return who.since_rest >= 6 end

-- Nobody rests in this game, so whoever owes a rest makes a save.
local function weariness()
  party.pace = "cautious"
  if dark() then count "said" end
  local late = {}
  for _, who in ipairs(party.members) do
    if who.owes_rest or due(who) then late[#late + 1] = who end
    who.owes_rest = false
  end
  save(late)
  for _, who in ipairs(late) do if due(who) then who.since_rest = 0 end end
end

local creatures = {
  { "rats", "{3d6} rats, boiling out of a wall" }, { "goblins", "{1d4+1} goblins with a heavy sack" },
  { "spider", "a spider the size of a hound" }, { "rivals", "another party, bandaged and nervous" },
  { "bones", "{1d3+1} walking dead, on their old round" }, { "ghouls", "{1d4+1} ghouls, noses to the ground" },
}

local function creature()
  local one = creatures[random(6)]
  count("creatures", one[1])
  return one
end

local function meet()
  local one = creature()
  count("*creature\t" .. one[2])
  turn.met = one[1]
  count "encounter"
  count "peril"
  count "*distance\t"
  count "*mood\t"
  count "*deeds\tgo on"
  count "*surprised\tthe party"
  count "*circumstances\teven terms"
  if #checks(party.members, "wis", 12) > 0 then count "said" end
end

local function hint()
  creature()
  count "*sign\t"
  count "sign"
end

local function kindle(holder)
  if party.torches == 0 then return end
  party.torches = party.torches - 1
  count "torches"
  party.lights[#party.lights + 1] = new_torch(holder)
  count("kindled", "torch")
end

-- Puts out a torch that failed or burned down, and lights another one from the packs.
local function put_out(lamp)
  for i, other in ipairs(party.lights) do
    if other == lamp then table.remove(party.lights, i) break end
  end
  count("light_out", lamp.kind)
  if (lamp.spent or lamp.left == 0) and party.torches > 0 then
    kindle(lamp.holder)
  else
    count "said"                                          -- the line that tells who is blind now
  end
  if dark() then kindle(lamp.holder) end
end

local function gutter()
  local torch = party.lights[1]
  if not torch then return end
  if torch.met <= 1 then
    count "flicker"
  else
    torch.spent = true
    put_out(torch)
  end
end

local function tire()
  for _ = 1, #party.members do count "*fatigue\tsave" end
  save(party.members)
end

local nothing = { "nothing" }
local hazards = { { "encounter", meet }, { "sign", hint }, { "light", gutter }, { "fatigue", tire }, nothing, nothing }

local function hazard()
  for _, lamp in ipairs(party.lights) do lamp.met = math.min(lamp.met + 1, 2) end
  local row = hazards[random(6)]
  count("hazard", row[1])
  turn.danger = row[1]
  if row[2] then row[2]() end
end

local function stride(who)
  local way = strides[who.speed]
  return blind(who) and way / 2 or way
end

local function move()
  local slowest = math.huge
  for _, who in ipairs(party.members) do slowest = math.min(slowest, stride(who)) end
  turn.moved = slowest
  party.walked = party.walked + slowest
  count "walked"
end

local function pass_time()
  party.now = party.now + 600
  local out = {}
  for _, lamp in ipairs(party.lights) do
    lamp.left = lamp.left - 1
    if lamp.left == 0 then out[#out + 1] = lamp end
  end
  for _, lamp in ipairs(out) do put_out(lamp) end
end

local function mark()
  local tired = {}
  for _, who in ipairs(party.members) do
    who.since_rest = math.min(who.since_rest + 1, 6)
    if due(who) then tired[#tired + 1] = who.name end
  end
  if #tired > 0 then count "rest_due" end
  count "marked"
end

local function play_turn()
  turn = { number = turn.number + 1, moved = 0, danger = "nothing", held = "", when = "", dropped = {} }
  count "turn"
  weariness()
  hazard()
  move()
  pass_time()
  mark()
  party.feet = party.walked * 3
end

histograms.play(runs, turns, new_party, play_turn)
