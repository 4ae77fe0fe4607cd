-- tracks.lua -- gain, lose, set: how play changes what it keeps.
local common = module "common"
local live = module "play/live"
local words = {}

local owners = {
  party = function() return live.party end, turn = function() return live.turn end,
  room = function() return live.env.here end, campaign = function() return live.S.campaign end,
}

-- Whose track it is, for the text of an event: "Bram", "Bram's torch", "".
local function whose(owner, track)
  if track.of == "member" then return owner.name end
  if track.of == "light" then return owner.holder .. "'s " .. owner.kind end
  if track.of == "room" then return owner.name end
  return ""
end

-- Has the owner the track all the same, to be fetched?
local function is_absent(owner, name) return live.absent and live.absent(owner, name) end

-- gain([owner,] name [, n]) told apart: owner, track, n.
local function read(verb, a, b, c)
  local owner, name, n
  if type(a) == "table" then owner, name, n = a, b, c else name, n = a, b end
  if a == nil then error(("%s: whose %s?  What stands first is nothing (nil)"):format(verb, tostring(b)), 0) end
  local track = live.R.tracks[name]
  if not track and not owner and live.R.tracks[b] then
    error(("%s: whose %s?  A member, a room or a lamp is needed first, and this is %s%s"):format(verb, b, common.show(a),
      type(a) == "string" and live.words.named(a) and "; named(\"" .. a .. "\") is the member of that name" or ""), 0)
  end
  if not track then
    error(verb .. ": there is no track '" .. tostring(name) .. "'" .. common.hint(tostring(name), live.R.kinds.track:names()), 0)
  end
  if not owner then
    local find = owners[track.of]
    owner = find and find()
    if not owner and track.of == "member" and #live.party.members == 1 then owner = live.party.members[1] end
    if not owner then error(verb .. ": '" .. name .. "' belongs to a " .. track.of .. "; say whose: " .. verb .. "(who, \"" .. name .. "\")", 0) end
  end
  if owner == a and getmetatable(owner) == nil then
    error(("%s: a member, a room or a lamp is needed, or a list of them, and this is %s"):format(verb, common.show(live.plain(a))), 0)
  end
  if rawget(owner, name) == nil and not (live.hidden and live.hidden[name]) and not is_absent(owner, name) then
    error(verb .. ": " .. tostring(owner) .. " has no " .. name .. ", which belongs to a " .. track.of, 0)
  end
  return owner, track, n
end

-- An item of a list as the log shows it: of a table its name first, "ritual (full 2, size 4)".
local function tell_item(x)
  if type(x) ~= "table" then return tostring(x) end
  local parts = {}
  for _, key in ipairs(common.keys(x)) do
    local v = x[key]
    if type(key) ~= "string" then return common.show(x) end
    if key ~= "name" and v ~= false then parts[#parts + 1] = v == true and key or key .. " " .. (type(v) == "table" and common.show(v) or tostring(v)) end
  end
  if not x.name then return #parts > 0 and table.concat(parts, ", ") or common.show(x) end
  return tostring(x.name) .. (#parts > 0 and " (" .. table.concat(parts, ", ") .. ")" or "")
end

-- A value as the log shows it.
local function tell(v)
  if type(v) == "boolean" then return v and "yes" or "no" end
  if v == "" then return "nothing" end
  if type(v) == "table" then
    local parts = {}
    for i, x in ipairs(v) do parts[i] = tell_item(live.plain(x)) end
    if #parts == 0 and next(v) ~= nil then return common.show(live.plain(v)) end
    return #parts > 0 and table.concat(parts, ", ") or "none"
  end
  return tostring(v)
end
words.tell = tell

-- Every change goes through here: the event, and on.NAME(owner, was, now).
local function change(owner, track, now)
  local was = owner[track.name]
  if was == now or track.kind == "list" and common.same(was, now) then return end
  local told = live.told_already
  owner[track.name], live.told_already = now, nil
  if live.watching and not told and track.of ~= "turn" then
    local who = whose(owner, track)
    local what
    if track.kind == "switch" then what = (now and "" or "no longer ") .. track.name
    else what = track.name .. " " .. tell(now) end
    live.happen(track.name, nil, (who ~= "" and who .. ": " or "") .. what, {
      who = who ~= "" and who or nil, was = live.plain(was), now = live.plain(now), secret = track.secret or nil, quiet = track.quiet or nil,
      change = true,
    })
  end
  if live.count and track.of ~= "turn" then live.count(track.name) end
  live.hook(track.name, owner, was, now)
end
words.change = change
words.read = read

-- Beyond, whole numbers have gaps, and then no room at all.
local MOST <const> = 2 ^ 53

local function number(verb, track, n)
  if n == nil then return 1 end
  if type(n) ~= "number" then error(verb .. ": " .. track.name .. " is a number, and this is " .. common.show(n), 0) end
  if not (n > -MOST and n < MOST) then error(("%s: %s cannot be counted that far"):format(verb, track.name), 0) end
  return math.tointeger(n) or n
end

local function as_quantity(track, n)
  if type(n) == "string" then n = measure.quantity(n) or n end
  if type(n) == "number" then n = measure.quantity_of(n, track.unit) end
  if type(n) ~= "quantity" then error(track.name .. " counts " .. track.unit .. ", and this is " .. common.show(n), 0) end
  return measure.quantity_of(0, track.unit) + n
end

-- A quantity within the bounds of its track, which are numbers of its unit.
local function within(owner, track, q)
  local n, most = measure.amount(q, track.unit), live.most_of(owner, track)
  if track.min and n < track.min then return measure.quantity_of(track.min, track.unit) end
  if most and n > most then return measure.quantity_of(most, track.unit) end
  return q
end
words.within = within

-- An item more at the end of a list, or the first that is the same less; returns 1 when there is none.
local function put(owner, track, sign, item, verb)
  if item == nil then error(("%s: %s is a list; say what: %s(who, \"%s\", \"…\")"):format(verb, track.name, verb, track.name), 0) end
  local now = common.copy_list(owner[track.name])
  if sign > 0 then now[#now + 1] = item
  else
    local at = common.contains(now, item)
    if not at then return 1 end
    table.remove(now, at)
  end
  change(owner, track, now)
  return 0
end

-- Of what is not kept (ignored_fields.lua) all there is to tell is that it changed.  Returns false where one has to know what it
-- was: it goes down, and may come to its least; or who only looks must not change it.
local function change_unseen(verb, sign, owner, track, n)
  if track.kind == "quantity" then n = measure.amount(as_quantity(track, n == nil and 1 or n))
  else n = number(verb, track, n) end
  if live.looking or track.min and sign * n < 0 then return false end
  if n == 0 then return true end
  if live.count then live.count(track.name) end
  live.hook(track.name, owner)
  return true
end

-- Goes n up (or down, when sign is -1) and returns what could not be done.
local function move(verb, sign, a, b, c)
  local owner, track, n = read(verb, a, b, c)
  if live.hidden and live.hidden[track.name] and change_unseen(verb, sign, owner, track, n) then return 0 end
  local was = owner[track.name]
  if track.kind == "switch" then
    change(owner, track, sign > 0)
    return 0
  elseif track.kind == "ladder" then
    n = number(verb, track, n)
    local rank = track.rank[was]
    local to = math.max(1, math.min(#track.steps, rank + sign * n))
    change(owner, track, track.steps[to])
    return n - math.abs(to - rank)
  elseif track.kind == "quantity" then
    n = as_quantity(track, n == nil and 1 or n)
    local wanted = sign > 0 and was + n or was - n
    local now = within(owner, track, wanted)
    change(owner, track, now)
    local short = measure.amount(wanted) - measure.amount(now)
    return short < 0 and -short or short
  elseif track.kind == "list" then
    return put(owner, track, sign, n, verb)
  elseif track.kind ~= "number" then
    error(verb .. ": " .. track.name .. " is a " .. track.kind .. "; set gives it another", 0)
  end
  n = number(verb, track, n)
  local now, most = number(verb, track, was + sign * n), live.most_of(owner, track)
  if track.min and now < track.min then now = track.min end
  if most and now > most then now = most end
  change(owner, track, now)
  return n - math.abs(now - was)
end

-- Those meant by a list, or by the party where members have the track; nil where one owner is.
local function several(verb, owner, name)
  if type(owner) ~= "table" then return nil end
  local meta, track = getmetatable(owner), live.R.tracks[name]
  if meta == nil then
    for _, who in ipairs(owner) do
      if type(who) ~= "table" then
        error(("%s: members, rooms or lamps are needed in the list, and this is %s%s"):format(verb, common.show(who),
          type(who) == "string" and "; named(\"" .. who .. "\") is the member of that name" or ""), 0)
      end
    end
    return owner
  end
  if meta == live.party_meta and track and track.of == "member" then return live.present() end
end

-- Goes up or down for one owner or several; what could not be done, added up.
local function move_all(verb, sign, a, b, c)
  local all = several(verb, a, b)
  if not all then return move(verb, sign, a, b, c) end
  local left = 0
  for i = 1, #all do left = left + move(verb, sign, all[i], b, c) end
  return left
end

function words.gain(a, b, c) return move_all("gain", 1, a, b, c) end
function words.lose(a, b, c) return move_all("lose", -1, a, b, c) end

-- Has a member or room a further field of that name?
local function has_field(record, name)
  return rawget(record, name) ~= nil or is_absent(record, name) or getmetatable(record) == live.room_meta and live.R.kinds.room.fields[name] ~= nil
end

-- set([owner,] name, value)
function words.set(a, b, c)
  local all = several("set", a, b)
  if all then
    for i = 1, #all do words.set(all[i], b, c) end
    return
  end
  local owner, track, value
  if type(a) == "table" then
    if type(b) == "string" and not live.R.tracks[b] and has_field(a, b) then
      local was = a[b]                       -- a further field of a member or room: no track, no event
      if type(was) ~= type(c) and was ~= false and was ~= nil then error("set: " .. b .. " is a " .. type(was) .. ", and this is " .. common.show(c), 0) end
      a[b] = c
      return
    end
    owner, track, value = read("set", a, b, c)
  else
    owner, track, value = read("set", a, b)
  end
  if value == nil then error(("set: a value is needed, as set(\"%s\", …)"):format(track.name), 0) end
  if track.kind == "number" then
    value = number("set", track, value)
    local most = live.most_of(owner, track)
    if track.min and value < track.min then value = track.min end
    if most and value > most then value = most end
  elseif track.kind == "quantity" then value = within(owner, track, as_quantity(track, value))
  else live.fits(track, value, "set") end
  change(owner, track, value)
end

return words
