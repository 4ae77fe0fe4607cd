-- delving.lua RUNS TURNS [MEMBERS] -- what `sconce sim examples/demo.lua --first 'light torch' --plan crawl` plays,
-- written by hand in bare Lua, without the host: the same party, the same procedure, the same events counted.
-- The speed of `sconce sim` is compared with that of this file; agree.py checks that it is the same game.
package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua"
local histograms = require "histograms"
local runs, turns, people = tonumber(arg[1]) or 2000, tonumber(arg[2]) or 24, tonumber(arg[3]) or 3
local count, random = histograms.count, math.random

local creatures = { "rats", "rats", "bats", "bats", "goblins", "ooze" }
local shifts = { "sound", "temperature", "wind", "debris", "apparition", "vermin" }
local names, hit_points = { "Bram", "Ysolde", "Pike" }, { 6, 4, 5 }
local party, turn

local function new_member(i)
  local hp = hit_points[(i - 1) % 3 + 1]
  return {
    name = names[i] or "M" .. i, str = 0, dex = 0, con = 0, int = 0, wis = 0, cha = 0, hp = hp, max = hp,
    weary = false, down = false, dead = false, away = false, wounds = 0,
  }
end

local function new_party()
  party = {
    members = {}, lights = { { kind = "torch", holder = names[1], shut = false } }, torches = 3, candles = 0,
    walked = 0, near = {}, now = 0,
    here = { name = "here", hidden = {}, clues = {}, searched = 0 },
  }
  for i = 1, people do party.members[i] = new_member(i) end
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
  count "hp"
  if who.hp == 0 then
    count "hp.0"
    count "*at_zero\tnothing yet"
  end
end

local function creature()
  local what = creatures[random(6)]
  count("creatures", what)
  return what
end

local function meet()
  local what = table.remove(party.near, 1) or creature()
  for _, part in ipairs { "*creature\t", "*distance\t", "*activity\t", "*reaction\t", "*surprised\t" } do
    count(part)
  end
  turn.met = { what = what, surprised = dark() and "the party" or "nobody" }
  count "encounter"
end

local function tire()
  for _, who in ipairs(party.members) do
    if not who.away and not who.weary then
      who.weary = true
      count "weary"
    end
  end
  count "said"
end

local function burn()
  local out = party.lights
  if #out == 0 then return count "said" end                                      -- none is lit
  party.lights = {}
  for i = 1, #out do
    count("light_out", "torch")
    if #out - i + party.torches + party.candles == 0 then count "said" end   -- no light is left
  end
  for _, torch in ipairs(out) do
    if party.torches > 0 then
      party.torches = party.torches - 1
      count "torches"
      party.lights[#party.lights + 1] = { kind = "torch", holder = torch.holder, shut = false }
      count("kindled", "torch")
      if party.torches == 0 then count "said" end                            -- that was the last torch
    end
  end
end

local function shift()
  count("shift", shifts[random(6)])
  count "said"
end

local function trace()
  party.near[#party.near + 1] = creature()
  count "said"
end

local hazards = {
  { "encounter", meet }, { "fatigue", tire }, { "burn", burn }, { "shift", shift }, { "sign", trace }, { "free" },
}

local function play_turn()
  turn = { number = turn.number + 1, pace = "" }
  count "turn"
  local blamed = false
  for _, who in ipairs(party.members) do                  -- weariness
    if not who.away then
      if who.weary then
        if not blamed then count "said" end               -- said once: nobody rested
        blamed = true
        hurt(who, 1)
      end
      who.weary = false
    end
  end
  turn.pace = "crawl"                                     -- the deed
  party.walked = party.walked + 36
  count "walked"
  party.here.searched = 0
  local row = hazards[random(6)]
  count("hazard", row[1])
  if row[2] then row[2]() end
  party.now = party.now + 600                             -- time; these torches burn until the die says otherwise
end

histograms.play(runs, turns, new_party, play_turn)
