-- trespasser.lua RUNS TURNS -- what `sconce sim rulesets/day/trespasser-day.lua` plays, written by hand in bare
-- Lua; see delving.lua.  Four people go from room to room, while the alarm climbs.
package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua"
local histograms = require "histograms"
local runs, turns = tonumber(arg[1]) or 2000, tonumber(arg[2]) or 24
local count, random = histograms.count, math.random

local party, turn

local function new_member(name)
  return {
    name = name, might = 0, agility = 0, intellect = 0, spirit = 0, athletics = 0, stealth = 0, tinkering = 0,
    perception = 0, pairs = {}, recovery_die = 6, incantations = {}, lockpicks = false,
    hp = 8, max = 8, endurance = 0, food = 0, recovery = 0, armour = 0, focus = 0, away = false,
  }
end

local function new_torch(holder) return { kind = "torch", quality = "fine", holder = holder } end
local function new_room(name) return { name = name, features = {}, exits = {} } end

local function new_party()
  party = {
    members = { new_member "Ada", new_member "Bo", new_member "Cy", new_member "Di" },
    lights = { new_torch "Ada" }, torches = 1000, oil = 0, alarm = 0, tier = 1, met = false, now = 0, rooms = {},
    here = new_room "here",
  }
  party.rooms.here = party.here
  turn = { number = 0 }
end

local function set_alarm(n)
  if party.alarm == n then return end
  party.alarm = n
  count "alarm"
end

local function kindle(holder)
  if party.torches == 0 then return end
  party.torches = party.torches - 1
  count "torches"
  party.lights[#party.lights + 1] = new_torch(holder)
  count("kindled", "torch")
end

-- Puts a lamp out; if it was the last light, its holder lights another one.
local function put_out(lamp)
  for i, other in ipairs(party.lights) do
    if other == lamp then table.remove(party.lights, i) break end
  end
  count("light_out", lamp.kind)
  if #party.lights == 0 then kindle(lamp.holder) end
end

local function see_to_lights()
  local spent = {}
  for _, lamp in ipairs(party.lights) do if random(6) <= 2 then spent[#spent + 1] = lamp end end
  for _, lamp in ipairs(spent) do put_out(lamp) end
end

-- The rows of the chart, from a total of 2 on.
local creatures = {
  { "vermin", "{2d6} vermin" }, { "bats", "{3d6} bats" }, { "looters", "{1d4+1} looters" }, { "a lost pilgrim" },
  { "hounds", "{1d4+1} hounds" }, { "bones", "{1d6+1} walking bones" }, { "bones", "{1d6+1} walking bones" },
  { "sentries", "{1d3+1} sentries" }, { "sentries", "{1d3+1} sentries" },
}

local function go(name)
  local from, to = party.here, party.rooms[name]
  if not to then
    to = new_room(name)
    party.rooms[name] = to
    from.exits[#from.exits + 1], to.exits[1] = name, from.name
  end
  party.here = to
  count "moved"
end

local function advance()
  set_alarm(party.alarm + 1)
  local met = random(10) <= party.alarm
  go("room " .. turn.number + 1)
  if not met then return end
  set_alarm(0)
  local creature = creatures[math.max(1, random(8) + 2 * party.tier - 1)]
  count("creatures", creature[1])
  count("*creature\t" .. (creature[2] or creature[1]))
  for _, part in ipairs { "*distance\t", "*mood\t", "*surprised\t" } do count(part) end
  turn.met = { what = creature[1] }
  count "encounter"
  count "peril"
end

local function play_turn()
  turn = { number = turn.number + 1, stayed = false, noise = 0 }
  count "turn"
  if party.met then set_alarm(0) end
  party.met = false
  see_to_lights()
  advance()
  set_alarm(party.alarm + turn.noise * 0)                 -- noise of loud deeds, which nobody does here, would count
  turn.noise = 0
  party.now = party.now + 600
end

histograms.play(runs, turns, new_party, play_turn)
