-- correct.lua -- corrections: a track or a light set right by hand, without its effects.
local chance = module "play/chance"
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local names = module "play/names"
local records = module "play/records"
local time = module "play/time"
local tracks = module "play/tracks"
local values = module "play/values"
local correct = {}

local member, refuse, resolve = names.member, events.refuse, names.resolve

-- Tells that something was corrected.
function correct.told(text, secret)
  events.happen("corrected", nil, text, { correction = true, secret = secret })
end

local function read_change(word, was, what)
  local s, n = word:match("^([+-]?)(%d+%.?%d*)$")
  if not n then refuse("%s: a number is wanted, as 3, +1 or -1, and this is '%s'", what, word) end
  n = tonumber(n)
  n = math.tointeger(n) or n
  if n > 1000000000 then refuse("%s: %s is more than can be counted here", what, word) end
  if s == "+" then return was + n elseif s == "-" then return was - n end
  return n
end

function correct.light(kind, list, i)
  local who = list[i + 1] and list[i] and member(list[i])
  local word = who and list[i + 1] or list[i]
  if not word then
    refuse("%s: who holds it, and by how much? as in: %s %s +1", kind, kind,
      live.party.members[1] and live.party.members[1].name or "Bram")
  end
  for _, lamp in ipairs(live.party.lights) do
    if lamp.kind == kind and (not who or lamp.holder == who.name) then
      local light = live.R.lights[kind]
      if not light.lasts then refuse("a %s has no counted life here", kind) end
      local left = records.left_of(lamp, light.lasts)
      local now = read_change(word, left, kind)
      if now < 0 then now = 0 end
      local units = math.tointeger(now * light.lasts.per)
      if not units then refuse("%s: that is no whole number of seconds", kind) end
      local field = lamp.secs and "secs" or lamp.turns and "turns" or "real"
      lamp[field] = units
      correct.told(lamp.holder .. "'s " .. kind .. ": " .. common.count(now, light.lasts.unit)
        .. " left (was " .. tostring(left) .. ").")
      if now == 0 then time.put_out(lamp, "is out") end
      return
    end
  end
  refuse(who and who.name .. " holds no burning " .. kind or "no " .. kind .. " burns")
end

local function value_of(track, owner, list, i)
  local word, was = list[i], owner[track.name]
  if word == nil then refuse("%s is %s; what should it be?", track.name, tracks.value_text(was)) end
  if track.kind == "switch" then
    local on = ({ on = true, yes = true, ["true"] = true, ["1"] = true, off = false, no = false,
      ["false"] = false, ["0"] = false })[word:lower()]
    if on == nil then refuse("%s: on or off is wanted, and this is '%s'", track.name, word) end
    return on
  elseif track.kind == "ladder" then
    local step = resolve(word, track.steps)
    if step then return step end
    local n = tonumber(word)
    if not n then refuse("%s: one of these is wanted: %s", track.name, common.list(track.steps, "or")) end
    local rank = math.max(1, math.min(#track.steps, track.rank[was] + n))
    return track.steps[math.tointeger(rank) or 1]
  elseif track.kind == "list" then
    local text = table.concat(list, " ", i)
    local sign, item = text:match("^([+-])%s*(.+)$")
    local now = common.copy(was)
    if text == "clear" or text == "none" then return {} end
    if sign == "+" then now[#now + 1] = item return now end
    if sign == "-" then
      local at = common.contains(now, item)
      if not at then refuse("%s: '%s' is not in it", track.name, item) end
      table.remove(now, at)
      return now
    end
    refuse("%s is a list: +ITEM adds, -ITEM takes away, clear empties it", track.name)
  elseif track.kind == "text" then
    return table.concat(list, " ", i)
  elseif track.kind == "quantity" then
    local text = table.concat(list, " ", i)
    local sign, rest = text:match("^([+-])(.+)$")
    local q = measure.quantity(rest or text)
    if not q then
      local n = tonumber(rest or text)
      if not n then refuse("%s: a quantity is wanted, as 36 %s", track.name, track.unit) end
      q = measure.quantity_of(n, track.unit)
    end
    q = measure.quantity_of(0, track.unit) + q
    return tracks.within(owner, track, sign == "+" and was + q or sign == "-" and was - q or q)
  end
  if list[i + 1] then
    refuse("%s: one number is wanted, and behind it stands '%s'", track.name, table.concat(list, " ", i + 1))
  end
  local now = read_change(word, was, track.name)
  if track.min and now < track.min then now = track.min end
  local most = values.max_of(owner, track)
  if most and now > most then
    if track.own and not word:match("^[+-]") then owner.max[track.name] = now else now = most end
  end
  return now
end

-- Whose track is meant by what stands after its name: the owner, what it is called, and the place after.
local function owner_of(track, list, i)
  local name = track.name
  if track.of == "member" then
    if not list[i] then
      refuse("%s: whose? as in: %s %s +1", name, name,
        live.party.members[1] and live.party.members[1].name or "Bram")
    end
    local who = member(list[i])
    return who, who.name .. ": " .. name, i + 1
  elseif track.of == "light" then
    local who = list[i] and member(list[i])
    for _, lamp in ipairs(live.party.lights) do
      if who and lamp.holder == who.name then
        return lamp, lamp.holder .. "'s " .. lamp.kind .. ": " .. name, i + 1
      end
    end
    refuse("%s: whose light? nobody of that name holds one", name)
  elseif track.of == "room" then return live.env.here, name, i
  elseif track.of == "campaign" then return live.S.campaign, name, i
  end
  return live.party, name, i
end

function correct.track(name, list, i)
  local track = live.R.tracks[name]
  local owner, label, at = owner_of(track, list, i)
  local was = owner[name]
  local now = value_of(track, owner, list, at)
  owner[name] = now
  correct.told(label .. " " .. tracks.value_text(now) .. " (was " .. tracks.value_text(was) .. ").",
    track.secret)
end

-- Returns by how much, as typed: a number, dice that are rolled, or an item of a list.
local function how_much(verb, track, list, i)
  local text = table.concat(list, " ", i)
  if text == "" or track.kind == "list" or track.kind == "quantity" then
    return text ~= "" and (tonumber(text) or text) or nil
  end
  if door.range(text) == nil then
    refuse("%s %s: a number or dice are wanted, as 2 or 1d6, and this is '%s'", verb, track.name, text)
  end
  return chance.dice(text, track.name)
end

-- lose hp Bram 1d6: does what gain and lose of the rules do, hooks and all.
function correct.move(verb, list, i)
  local all = {}
  for _, e in ipairs(live.R.kinds.track:live()) do all[#all + 1] = e.name end
  local name = list[i] and resolve(list[i], all)
  if not name and list[i] then
    refuse("%s: there is no track '%s'%s", verb, list[i], common.hint(list[i], all))
  end
  if not name then refuse("%s what? as in: %s %s", verb, verb, all[1] or "hp 2") end
  local track = live.R.tracks[name]
  if track.of == "turn" then refuse("%s begins anew every turn", name) end
  local everybody = track.of == "member" and (list[i + 1] or ""):lower() == "all"
  local owner, _, at = live.party, nil, i + 2
  if not everybody then owner, _, at = owner_of(track, list, i + 1) end
  tracks[verb](owner, name, how_much(verb, track, list, at))
  return verb .. " " .. name .. (list[i + 1] and " " .. common.quoted_all(list, i + 1) or "")
end

return correct
