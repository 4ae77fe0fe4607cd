-- look.lua -- the state, to look at: `state party.1.hp`, `= EXPR`.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local records = module "play/records"
local texts = module "play/texts"
local look = {}

local refuse = events.refuse

local function lamp_view(lamp)
  local v = { light = lamp.kind, holder = lamp.holder,
    left = records.left_of(lamp, live.R.lights[lamp.kind] and live.R.lights[lamp.kind].lasts) }
  for _, track in ipairs(live.R.tracks_of.light or {}) do v[track.name] = texts.plain(lamp[track.name]) end
  return v
end
look.lamp = lamp_view

local function view()
  local party, t = live.party, live.turn
  local lights, timers, members = {}, {}, {}
  for i, lamp in ipairs(party.lights) do lights[i] = lamp_view(lamp) end
  for i, timer in ipairs(party.timers) do
    timers[i] = { timer = timer.kind, of = timer.owner ~= "" and timer.owner or nil,
      left = records.left_of(timer, live.R.timers[timer.kind] and live.R.timers[timer.kind].lasts) }
  end
  for i, who in ipairs(party.members) do members[i] = who end
  local out = { party = { members = members }, turn = {}, lights = lights, timers = timers,
    rooms = live.S.rooms, here = live.env.here,
    campaign = live.S.campaign, clock = { minutes = party.now // 60, seconds = party.now,
      text = game_clock.read(party.now) } }
  for _, track in ipairs(live.R.tracks_of.party or {}) do out.party[track.name] = party[track.name] end
  for k, v in next, t do if k ~= "doing" and k ~= "skipped" or #t.doing > 0 then out.turn[k] = v end end
  return out
end

local function bare(v, depth)
  if type(v) ~= "table" then return texts.plain(v) end
  if (depth or 0) > 50 then return "…" end
  local t = {}
  for k, x in next, v do t[k] = bare(x, (depth or 0) + 1) end
  return t
end

look.bare = bare

function look.at(path)
  local v, at = view(), ""
  for key in path:gmatch("[^.%s]+") do
    local n = math.tointeger(tonumber(key))
    local into = v
    if type(into) == "table" and rawget(into, "members") then
      if n then into = into.members
      else
        for _, who in ipairs(into.members) do if who.name == key then into = { [key] = who } break end end
      end
    end
    local nexts = type(into) == "table" and (rawget(into, n or key))
    if nexts == nil and type(into) == "table" then
      for _, x in ipairs(into) do if type(x) == "table" and rawget(x, "name") == key then nexts = x end end
    end
    if nexts == nil then
      local names = {}
      if type(into) == "table" then
        for _, k in ipairs(common.keys(into)) do names[#names + 1] = tostring(k) end
      end
      refuse("the state has no '%s'%s", (at ~= "" and at .. "." or "") .. key, common.hint(key, names))
    end
    v = nexts
    at = (at ~= "" and at .. "." or "") .. key
  end
  return bare(v)
end


-- A value as lines, one leaf each: "party.torches = 3".
function look.leaves(v)
  local lines = {}
  local function walk(path, x)
    if type(x) == "table" and next(x) ~= nil then
      for _, key in ipairs(common.keys(x)) do
        walk((path ~= "" and path .. "." or "") .. tostring(key), x[key])
      end
    else
      lines[#lines + 1] = (path ~= "" and path .. " = " or "")
        .. (type(x) == "table" and "none" or tostring(x))
    end
  end
  walk("", v)
  return table.concat(lines, "\n")
end

return look
