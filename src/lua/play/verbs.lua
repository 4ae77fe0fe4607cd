-- verbs.lua -- the host's own verbs: light, pass, note, add …  Each is given the words typed, the place of
-- the first after the verb, and those as one text; it returns the line in full.
local common = module "common"
local correct = module "play/correct"
local events = module "play/events"
local groups = module "play/groups"
local live = module "play/live"
local look = module "play/look"
local names = module "play/names"
local orphaned_state = module "play/orphaned_state"
local party = module "play/party"
local state = module "play/state"
local time = module "play/time"
local verbs = {}

local member, member_names, refuse, resolve = names.member, names.members, events.refuse, names.resolve

-- Who lights a light that members carry for themselves, when nobody is named: the first who has one left.
local function bearer(light)
  local track = light.spends and live.R.tracks[light.spends]
  if not track or track.of ~= "member" then return nil end
  local present = live.present()
  for _, who in ipairs(present) do
    if who[track.name] >= 1 then return who end
  end
  return present[1] or refuse("nobody is here to light it")
end

function verbs.light(list, i)
  if not list[i] then refuse("light what? %s", common.list(live.R.kinds.light:names(), "or")) end
  local kind, several = resolve(list[i], live.R.kinds.light:names())
  if not kind then
    if #several > 1 then refuse("'%s' could be %s", list[i], common.list(several, "or")) end
    refuse("there is no light '%s'%s", list[i], common.hint(list[i], live.R.kinds.light:names()))
  end
  local light = live.R.lights[kind]
  local who = list[i + 1] and member(list[i + 1]) or bearer(light)
  local owner, track, n = time.supply(light, who and who.name)
  if track and n < 1 then
    local whose = owner == who and who and " " .. common.quoted(who.name) or ""
    refuse("no %s left (%s%s +1 corrects that)", track.name, track.name, whose)
  end
  time.kindle(kind, who)
  return "light " .. common.quoted(kind) .. (who and " " .. common.quoted(who.name) or "")
end

function verbs.snuff(list, i)
  local kind = list[i] and resolve(list[i], live.R.kinds.light:names())
  local who = list[kind and i + 1 or i]
  who = who and member(who).name
  for _, lamp in ipairs(live.party.lights) do
    if (not kind or lamp.kind == kind) and (not who or lamp.holder == who) then
      time.put_out(lamp, "is put out")
      return "snuff " .. common.quoted_all { lamp.kind, lamp.holder }
    end
  end
  refuse("no such light burns")
end

function verbs.gain(list, i) return correct.move("gain", list, i) end
function verbs.lose(list, i) return correct.move("lose", list, i) end

local units = {
  m = "minute", min = "minute", mins = "minute", h = "hour", hr = "hour", s = "second", sec = "second",
    d = "day",
  w = "week", t = "turn",
}

-- "10 minutes", "2h", "5 real minutes" from the words at i on -> a quantity, and the place after it.
local function read_time(list, i)
  local word = list[i]
  if not word then refuse("how long? as in: pass 10 minutes") end
  local n, unit = word:match("^(%d+%.?%d*)(%a*)$")
  if not n then refuse("'%s' is no time; write pass 10 minutes, or pass 2h", word) end
  i = i + 1
  if unit == "" and list[i] and list[i]:match("^%a+$") then
    unit = list[i]
    i = i + 1
  elseif unit == "" then
    unit = "minute"
  end
  local real = unit:lower() == "real" and list[i] ~= nil
  if real then
    unit = list[i]
    i = i + 1
  end
  local q, sentence = measure.quantity(n .. (real and " real " or " ") .. (units[unit:lower()] or unit))
  if not q then refuse("%s", sentence) end
  local _, what = measure.unit(q)
  if what ~= "time" and what ~= "turns" and what ~= "real" then
    refuse("'%s' is no time; write pass 10 minutes, or pass 2h", n .. " " .. unit)
  end
  return q, i
end

function verbs.pass(list, i)
  local q, at = read_time(list, i)
  local why = table.concat(list, " ", at)
  local text = tostring(q) .. (measure.amount(q) == 1 and " goes by" or " go by")
  events.happen("passed", nil, text .. (why ~= "" and ": " .. why or "") .. ".",
    { why = why ~= "" and why or nil })
  time.pass(q)
  return "pass " .. tostring(q) .. (why ~= "" and " " .. why or "")
end

function verbs.note(_, _, rest)
  if rest == "" then refuse("note what?") end
  events.happen("note", nil, rest, { secret = true })
  return "note " .. rest
end

function verbs.add(list, i)
  local name = list[i]
  if not name then refuse("add whom? as in: add Bram con=1 hp=6") end
  for _, who in ipairs(live.party.members) do
    if who.name:lower() == name:lower() then refuse("%s is in the party already", who.name) end
  end
  if state.misnamed(name) then refuse("%s", state.misnamed(name)) end
  local fields = {}
  for j = i + 1, #list do
    local key, value = list[j]:match("^([%a_][%w_]*)=(.*)$")
    if not key then refuse("'%s' is no field; write hp=6", list[j]) end
    local n = tonumber(value)
    if n then fields[key] = math.tointeger(n) or n
    elseif value == "true" or value == "false" then fields[key] = value == "true"
    else fields[key] = value end
  end
  local who = party.join(name, fields)
  events.happen("joined", nil, name .. " joins the party.", { who = name })
  return "add " .. common.quoted_all(list, i), who
end

function verbs.remove(list, i)
  local who = member(list[i] or "")
  table.remove(live.party.members, common.contains(live.party.members, who))
  for _, deed in ipairs(live.turn.doing) do
    local at = common.contains(deed.who, who.name)
    if at then table.remove(deed.who, at) end
  end
  events.happen("left", nil, who.name .. " leaves the party.", { who = who.name })
  return "remove " .. common.quoted(who.name)
end

local function set_away(list, i, away)
  local who = member(list[i] or "")
  if who.away == away then refuse("%s is %s already", who.name, away and "away" or "here") end
  who.away = away
  events.happen(away and "away" or "back", nil, who.name .. (away and " is away." or " is back."),
    { who = who.name })
  return (away and "away " or "back ") .. common.quoted(who.name)
end
function verbs.away(list, i) return set_away(list, i, true) end
function verbs.back(list, i) return set_away(list, i, false) end

function verbs.order(list, i)
  local new, seen = {}, {}
  for j = i, #list do
    local who = member((list[j]:gsub(",$", "")))
    if seen[who] then refuse("%s is named twice", who.name) end
    seen[who] = true
    new[#new + 1] = who
  end
  if #new == 0 then refuse("the order is %s", common.list(member_names())) end
  for _, who in ipairs(live.party.members) do
    if not seen[who] then new[#new + 1] = who end
  end
  live.party.members = new
  events.happen("order", nil, "Marching order: " .. table.concat(member_names(), ", ") .. ".")
  return "order " .. common.quoted_all(member_names())
end

for name, verb in next, groups.verbs do
  verbs[name] = function(list, i) return verb(list, i, member) end
end

-- Real time stands still for lights and timers, until resume.
function verbs.pause()
  if live.S.paused then refuse("it is paused already; resume goes on") end
  live.S.paused = true
  events.happen("paused", nil, "Real time stands still.", { quiet = true })
  return "pause"
end

function verbs.resume()
  if not live.S.paused then refuse("nothing is paused") end
  live.S.paused = nil
  events.happen("resumed", nil, "Real time goes on.", { quiet = true })
  return "resume"
end

function verbs.here(list, i)
  local name = table.concat(list, " ", i)
  if name == "" then refuse("the party is in %s", live.party.room) end
  local known = {}
  for _, r in ipairs(live.S.rooms) do known[#known + 1] = r.name end
  name = resolve(name, known) or name
  state.stand_in_room(name)
  correct.told("The party is in " .. name .. ".")
  return "here " .. name
end

function verbs.time(list, i)
  local word = list[i] or ""
  local was = live.party.now
  local h, m = word:match("^(%d+):([0-5]%d)$")
  local sign, n = word:match("^([+-])(%d+)$")
  if #word > 12 then h, n = nil, nil end
  if h then live.party.now = tonumber(h) * 3600 + tonumber(m) * 60
  elseif n then live.party.now = math.max(0, was + (sign == "+" and 60 or -60) * tonumber(n))
  else refuse("time +10 or time -10 in minutes, or time 5:30") end
  correct.told("The clock is at " .. game_clock.read(live.party.now) .. " (was " .. game_clock.read(was)
    .. ").")
  return "time " .. word
end

-- Lists the orphaned state, or deletes a part of it for good.
function verbs.forget(list, i)
  local name = table.concat(list, " ", i)
  if name == "" then
    live.shown = table.concat(orphaned_state.texts()
      or { "nothing is set aside: the rules know all that is here" }, "\n")
    return "forget"
  end
  if orphaned_state.forget(name) == 0 then
    refuse("nothing called '%s' is set aside%s", name, common.hint(name, orphaned_state.names()))
  end
  correct.told("Forgotten: " .. name .. ".")
  return "forget " .. name
end

function verbs.state(_, _, rest)
  live.data = look.at(rest)
  live.shown = look.leaves(live.data)
  return "state" .. (rest ~= "" and " " .. rest or "")
end

local function run_lua(text, name)
  local f, sentence = sandbox.compile(text, name, live.R.proxy)
  if not f then refuse("%s", (sentence:gsub("^.-:%d+: ", ""))) end
  return table.pack(f())
end

verbs["="] = function(_, _, rest)
  local out = run_lua("return " .. rest, "the line")
  local v = out[1]
  live.data = look.bare(type(v) == "table" and getmetatable(v) and getmetatable(v).__sealed and tostring(v)
    or v)
  local parts = {}
  for i = 1, out.n do parts[i] = common.show(look.bare(out[i])) end
  live.shown = #parts > 0 and table.concat(parts, "  ") or "nothing"
  return "= " .. rest
end

verbs.lua = function(_, _, rest)
  run_lua(rest, "the line")
  return "lua " .. rest
end

return verbs
