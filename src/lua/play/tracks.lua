-- tracks.lua -- gain, lose, set: every change of a track goes through here.
local common = module "common"
local events = module "play/events"
local lists = module "play/lists"
local live = module "play/live"
local recorder = module "play/recorder"
local records = module "play/records"
local texts = module "play/texts"
local values = module "play/values"
local words = {}

-- --- whose track -----------------------------------------------------------

-- The owner of a track that is given without one, by the kind of owner.
local usual_owner = {
  party = function() return live.party end,
  turn = function() return live.turn end,
  room = function() return live.env.here end,
  campaign = function() return live.S.campaign end,
}

-- The end of a sentence about something that is no owner: a member may have been named by a text.
local function hint_of_member(x)
  return type(x) == "string" and lists.named(x) and "; named(\"" .. x .. "\") is the member of that name"
    or ""
end

local function find_owner(verb, track)
  local find = usual_owner[track.of]
  local owner = find and find()
  if not owner and track.of == "member" and #live.party.members == 1 then owner = live.party.members[1] end
  if owner then return owner end
  error(verb .. ": '" .. track.name .. "' belongs to a " .. track.of .. "; say whose: " .. verb .. "(who, \""
    .. track.name .. "\")", 0)
end

local function check_owner(verb, owner, track)
  if rawget(owner, track.name) ~= nil or recorder.ignored[track.name]
    or recorder.is_kept(owner, track.name) then
    return
  end
  error(verb .. ": " .. tostring(owner) .. " has no " .. track.name .. ", which belongs to a " .. track.of, 0)
end

-- The arguments of gain([owner,] name [, n]) -> owner, track, n.
function words.read(verb, a, b, c)
  local owner, name, n
  if type(a) == "table" then owner, name, n = a, b, c else name, n = a, b end
  if a == nil then
    error(("%s: whose %s?  What stands first is nothing (nil)"):format(verb, tostring(b)), 0)
  end
  local track = live.R.tracks[name]
  if not track and not owner and live.R.tracks[b] then
    error(("%s: whose %s?  A member, a room or a lamp is needed first, and this is %s%s"):format(verb, b,
      common.show(a), hint_of_member(a)), 0)
  end
  if not track then
    error(verb .. ": there is no track '" .. tostring(name) .. "'"
      .. common.hint(tostring(name), live.R.kinds.track:names()), 0)
  end
  owner = owner or find_owner(verb, track)
  if owner == a and getmetatable(owner) == nil then
    error(("%s: a member, a room or a lamp is needed, or a list of them, and this is %s"):format(verb,
      common.show(texts.plain(a))), 0)
  end
  check_owner(verb, owner, track)
  return owner, track, n
end

-- The owners meant by a list, or by the party where members have the track; nil where there is one owner.
local function several(verb, owner, name)
  if type(owner) ~= "table" then return nil end
  local meta, track = getmetatable(owner), live.R.tracks[name]
  if meta == nil then
    for _, who in ipairs(owner) do
      if type(who) ~= "table" then
        local hint = type(who) == "string" and "; named(\"" .. who .. "\") is the member of that name" or ""
        error(("%s: members, rooms or lamps are needed in the list, and this is %s%s"):format(verb,
          common.show(who),
          hint), 0)
      end
    end
    return owner
  end
  if meta == records.party and track and track.of == "member" then return live.present() end
end

-- --- values as text --------------------------------------------------------

-- An item of a list as the log shows it: a table with its name first, "ritual (full 2, size 4)".
local function item_text(x)
  if type(x) ~= "table" then return tostring(x) end
  local parts = {}
  for _, key in ipairs(common.keys(x)) do
    local v = x[key]
    if type(key) ~= "string" then return common.show(x) end
    if key ~= "name" and v ~= false then
      parts[#parts + 1] = v == true and key or key .. " "
        .. (type(v) == "table" and common.show(v) or tostring(v))
    end
  end
  if not x.name then return #parts > 0 and table.concat(parts, ", ") or common.show(x) end
  return tostring(x.name) .. (#parts > 0 and " (" .. table.concat(parts, ", ") .. ")" or "")
end

-- A value as the log shows it.
function words.value_text(v)
  if type(v) == "boolean" then return v and "yes" or "no" end
  if v == "" then return "nothing" end
  if type(v) ~= "table" then return tostring(v) end
  local parts = {}
  for i, x in ipairs(v) do parts[i] = item_text(texts.plain(x)) end
  if #parts == 0 and next(v) ~= nil then return common.show(texts.plain(v)) end
  return #parts > 0 and table.concat(parts, ", ") or "none"
end

-- The owner for the text of an event: "Bram", "Bram's torch", or nil.
local function owner_text(owner, track)
  if track.of == "light" then return owner.holder .. "'s " .. owner.kind end
  if track.of == "member" or track.of == "room" then return owner.name ~= "" and owner.name or nil end
end

-- Text and fields of the event that a track has changed.
local function describe_change(owner, track, was, now)
  local who, what = owner_text(owner, track), track.name .. " " .. words.value_text(now)
  if track.kind == "switch" then what = (now and "" or "no longer ") .. track.name end
  return (who and who .. ": " or "") .. what, {
    who = who, was = texts.plain(was), now = texts.plain(now), secret = track.secret or nil,
    quiet = track.quiet or nil, change = true,
  }
end

-- --- changes ---------------------------------------------------------------

local unsaid = false                           -- the next change has no event of its own

-- Gives a track another value: the event, and the rules' on.NAME(owner, was, now).
local function change(owner, track, now)
  local was = owner[track.name]
  if was == now or track.kind == "list" and common.same(was, now) then return end
  local already_said = unsaid
  owner[track.name], unsaid = now, false
  recorder.changed(track, owner, was, now, already_said, describe_change)
  events.hook(track.name, owner, was, now)
end

-- Beyond 2^53 whole numbers have gaps.
local MAX <const> = 2 ^ 53

local function number(verb, track, n)
  if n == nil then return 1 end
  if type(n) ~= "number" then
    error(verb .. ": " .. track.name .. " is a number, and this is " .. common.show(n), 0)
  end
  if not (n > -MAX and n < MAX) then
    error(("%s: %s cannot be counted that far"):format(verb, track.name), 0)
  end
  return math.tointeger(n) or n
end

local function as_quantity(track, n)
  if n == nil then n = 1 end
  if type(n) == "string" then n = measure.quantity(n) or n end
  if type(n) == "number" then n = measure.quantity_of(n, track.unit) end
  if type(n) ~= "quantity" then
    error(track.name .. " counts " .. track.unit .. ", and this is " .. common.show(n), 0)
  end
  return measure.quantity_of(0, track.unit) + n
end

-- A quantity within the bounds of its track, which are numbers of its unit.
function words.within(owner, track, q)
  local n = measure.amount(q, track.unit)
  local clamped = values.clamp(owner, track, n)
  return clamped == n and q or measure.quantity_of(clamped, track.unit)
end

-- Adds an item to the end of a list, or removes the first one that is equal; returns 1 when there is none.
local function put(owner, track, sign, item, verb)
  if item == nil then
    error(("%s: %s is a list; say what: %s(who, \"%s\", \"…\")"):format(verb, track.name, verb, track.name),
      0)
  end
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

local function move_quantity(sign, owner, track, n)
  n = as_quantity(track, n)
  local was = owner[track.name]
  local wanted = sign > 0 and was + n or was - n
  local now = words.within(owner, track, wanted)
  change(owner, track, now)
  return math.abs(measure.amount(wanted) - measure.amount(now))
end

local function move_number(verb, sign, owner, track, n)
  n = number(verb, track, n)
  local was = owner[track.name]
  local now = values.clamp(owner, track, number(verb, track, was + sign * n))
  change(owner, track, now)
  return n - math.abs(now - was)
end

local function move_ladder(verb, sign, owner, track, n)
  n = number(verb, track, n)
  local rank = track.rank[owner[track.name]]
  local to = math.max(1, math.min(#track.steps, rank + sign * n))
  change(owner, track, track.steps[to])
  return n - math.abs(to - rank)
end

-- Moves a track that is not in the state (recorder.ignored): only that it changed can be told.  Returns false
-- where its value has to be known.
local function move_ignored(verb, sign, owner, track, n)
  if track.kind == "quantity" then n = measure.amount(as_quantity(track, n)) else n = number(verb, track,
    n) end
  if not recorder.may_move(track, sign * n) then return false end
  if n == 0 then return true end
  recorder.changed(track, owner)
  events.hook(track.name, owner)
  return true
end

-- Goes n up (or down, when sign is -1) for one owner, and returns how much could not be done.
local function move(verb, sign, a, b, c)
  local owner, track, n = words.read(verb, a, b, c)
  if recorder.ignored[track.name] and move_ignored(verb, sign, owner, track, n) then return 0 end
  if track.kind == "number" then return move_number(verb, sign, owner, track, n) end
  if track.kind == "ladder" then return move_ladder(verb, sign, owner, track, n) end
  if track.kind == "quantity" then return move_quantity(sign, owner, track, n) end
  if track.kind == "list" then return put(owner, track, sign, n, verb) end
  if track.kind ~= "switch" then
    error(verb .. ": " .. track.name .. " is a " .. track.kind .. "; set gives it another", 0)
  end
  change(owner, track, sign > 0)
  return 0
end

-- The same for one owner or several; how much could not be done is added up.
local function move_all(verb, sign, a, b, c)
  local all = several(verb, a, b)
  if not all then return move(verb, sign, a, b, c) end
  local left = 0
  for i = 1, #all do left = left + move(verb, sign, all[i], b, c) end
  return left
end

function words.gain(a, b, c) return move_all("gain", 1, a, b, c) end
function words.lose(a, b, c) return move_all("lose", -1, a, b, c) end

-- Loses one of a supply, without an event: the event of what it is spent on tells of it.
function words.spend(owner, name)
  unsaid = true
  words.lose(owner, name)
  unsaid = false
end

-- --- set -------------------------------------------------------------------

-- Has a member or room a further field of that name?
local function has_field(record, name)
  return rawget(record, name) ~= nil or recorder.is_kept(record, name)
    or getmetatable(record) == records.room and live.R.kinds.room.fields[name] ~= nil
end

-- Sets a further field of a member or room, which is no track and has no event.
local function set_field(record, name, value)
  local was = record[name]
  if type(was) ~= type(value) and was ~= false and was ~= nil then
    error("set: " .. name .. " is a " .. type(was) .. ", and this is " .. common.show(value), 0)
  end
  record[name] = value
end

-- set([owner,] name, value)
function words.set(a, b, c)
  local all = several("set", a, b)
  if all then
    for i = 1, #all do words.set(all[i], b, c) end
    return
  end
  if type(a) == "table" and type(b) == "string" and not live.R.tracks[b] and has_field(a, b) then
    return set_field(a, b, c)
  end
  if type(a) ~= "table" then c = nil end
  local owner, track, value = words.read("set", a, b, c)
  if value == nil then error(("set: a value is needed, as set(\"%s\", …)"):format(track.name), 0) end
  if track.kind == "number" then value = values.clamp(owner, track, number("set", track, value))
  elseif track.kind == "quantity" then value = words.within(owner, track, as_quantity(track, value))
  else values.check(track, value, "set") end
  change(owner, track, value)
end

return words
