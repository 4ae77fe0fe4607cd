-- line.lua -- what the GM types: verbs and doers, counts, corrections, and the host's own verbs.
local chance = module "chance"
local common = module "common"
local live = module "live"
local time = module "time"
local tracks = module "tracks"
local turn = module "turn"
local words = module "words"
local line = {}

local refuse = turn.refuse

-- The host's verbs.  here: done by a worker; the others are the campaign side's.
line.verbs = {
  light = { takes = "LIGHT [WHO]", help = "light a torch, candle …; costs no turn" },
  snuff = { takes = "[LIGHT] [WHO]", help = "put a light out" },
  pass = { takes = "TIME [WHY]", help = "time that goes by without a turn: pass 10 minutes, pass 2h" },
  note = { takes = "TEXT", help = "a note in the log" },
  add = { takes = "NAME [FIELD=VALUE …]", help = "a new member: add Bram con=1 hp=6" },
  remove = { takes = "NAME", help = "a member leaves for good" },
  away = { takes = "NAME", help = "a member is elsewhere for a while" },
  back = { takes = "NAME", help = "a member is back" },
  order = { takes = "NAME …", help = "the marching order" },
  here = { takes = "ROOM", help = "the party is in that room; a correction" },
  time = { takes = "+MINUTES | HH:MM", help = "corrects the clock; lights do not burn" },
  state = { takes = "[PATH]", help = "the state, or a part: state party.1.hp" },
  ["="] = { takes = "EXPR", help = "evaluates Lua: = #burning()" },
  lua = { takes = "STATEMENT", help = "runs Lua: lua gain(\"torches\", 2)" },
  undo = { help = "takes the last line back, dice and all", campaign = true, aka = { "u" } },
  redo = { help = "does it again", campaign = true },
  log = { help = "what has happened", campaign = true },
  help = { takes = "[WORD]", help = "this list, or one word", campaign = true, aka = { "?" } },
  chart = { takes = "[NAME]", help = "shows a chart, the last row rolled marked", campaign = true },
  changes = { help = "what the house files change", campaign = true },
  why = { help = "which rule, in which line, decided the last result", campaign = true },
  dice = { takes = "auto | hand", help = "who rolls", campaign = true },
  save = { takes = "FOLDER", help = "keeps a scratch game as a campaign", campaign = true },
  session = { takes = "\"TITLE\"", help = "an evening begins", campaign = true },
  quit = { help = "leaves; everything is saved already", campaign = true, aka = { "exit" } },
}

local function split_words(text)
  local list = {}
  local at = 1
  while true do
    local from = text:find("%S", at)
    if not from then return list end
    if text:sub(from, from) == '"' then
      local close = text:find('"', from + 1, true)
      if close then
        list[#list + 1] = text:sub(from + 1, close - 1)
        at = close + 1
        goto continue
      end
    end
    do
      local to = text:find("%s", from) or #text + 1
      list[#list + 1] = text:sub(from, to - 1)
      at = to
    end
    ::continue::
  end
end

-- The one of `names` that `word` is, exactly or as an unmistakable beginning; nil and all it could be.
local function resolve(word, names)
  local low, found = word:lower(), {}
  for _, name in ipairs(names) do
    local n = name:lower()
    if n == low then return name end
    if n:sub(1, #low) == low and not common.contains(found, name) then found[#found + 1] = name end
  end
  if #found == 1 then return found[1] end
  return nil, found
end

local function member_names()
  local names = {}
  for _, who in ipairs(live.party.members) do names[#names + 1] = who.name end
  return names
end

local function member(word)
  local name, several = resolve(word, member_names())
  if not name then
    if #several > 1 then refuse("'%s' could be %s", word, common.list(several, "or")) end
    refuse("there is nobody called '%s'%s", word, common.hint(word, member_names()))
  end
  for _, who in ipairs(live.party.members) do if who.name == name then return who end end
end

-- --- verbs --------------------------------------------------------------------------------------------

-- Every verb of the rules: word -> { verb, pace or nil }, and the list of words.
local function rule_verbs()
  local R = live.R
  if R.verb_list then return R.verb_table, R.verb_list end
  local t, list = {}, {}
  local function put(word, what)
    if not t[word] then list[#list + 1] = word end
    t[word] = t[word] or what
  end
  for _, e in ipairs(R.kinds.action:live()) do put(e.name, { verb = e.name }) end
  for _, e in ipairs(R.kinds.action:live()) do
    for _, aka in ipairs(R.actions[e.name].aka) do put(aka, { verb = e.name }) end
  end
  for _, e in ipairs(R.kinds.action:live()) do
    for _, take in ipairs(R.actions[e.name].takes) do
      if take.kind == "pace" then
        for _, p in ipairs(R.kinds.pace:live()) do put(p.name, { verb = e.name, pace = p.name }) end
      end
    end
  end
  R.verb_table, R.verb_list = t, list
  return t, list
end
line.rule_verbs = rule_verbs

local function correction_names()
  local names = {}
  for _, e in ipairs(live.R.kinds.track:live()) do
    if live.R.tracks[e.name].of ~= "turn" then names[#names + 1] = e.name end
  end
  for _, e in ipairs(live.R.kinds.light:live()) do names[#names + 1] = e.name end
  return names
end

-- What the first word of a line is: "rule", "host" or "correct", and its name; or why it is nothing.
local function find_verb(word)
  local t, list = rule_verbs()
  local low = word:lower()
  if t[low] then return "rule", low end
  if line.verbs[low] then return "host", low end
  local corrections = correction_names()
  if common.contains(corrections, word) then return "correct", word end
  local name, several = resolve(word, list)
  if name then return "rule", name end
  if #several > 0 then
    local verb = t[several[1]].verb
    for _, s in ipairs(several) do if t[s].verb ~= verb or t[s].pace then verb = nil end end
    if verb then return "rule", verb end
    return nil, "'" .. word .. "' could be " .. common.list(several, "or")
  end
  local hosts = common.keys(line.verbs)
  name, several = resolve(word, hosts)
  if name then return "host", name end
  if #several > 1 then return nil, "'" .. word .. "' could be " .. common.list(several, "or") end
  name, several = resolve(word, corrections)
  if name then return "correct", name end
  if #several > 1 then return nil, "'" .. word .. "' could be " .. common.list(several, "or") end
  local all = {}
  for _, from in ipairs { list, hosts, corrections, member_names() } do for _, n in ipairs(from) do all[#all + 1] = n end end
  local near = common.nearest(word, all)
  return nil, "there is no verb '" .. word .. "'" .. (near and "; did you mean '" .. near .. "'?" or "; ? lists them")
end

-- --- arguments ------------------------------------------------------------------------------------------

local function stat_names()
  local names = {}
  for _, field in ipairs(live.R.has.member) do
    if type(field.default) == "number" then names[#names + 1] = field.name end
  end
  return names
end

local function misfit(take, word, names, action)
  local what = take.kind or take.word
  refuse("%s: '%s' is no %s%s", action.name, word, what, common.hint(word, names))
end

-- Reads one argument from list at place i; returns value, places used, its text.
local function read_take(take, list, i, action, last)
  local word = list[i]
  if word == nil then return nil, 0 end
  if take.choices then
    local v = resolve(word, take.choices)
    if v then return v, 1, v end
    if take.optional then return nil, 0 end
    refuse("%s: one of these is wanted: %s", action.name, common.list(take.choices, "or"))
  elseif take.kind == "room" or take.word == "room" then
    local name = last and table.concat(list, " ", i) or word
    local known = {}
    for _, r in ipairs(live.S.rooms) do known[#known + 1] = r.name end
    for _, e in ipairs(live.R.kinds.room:live()) do known[#known + 1] = e.name end
    name = resolve(name, known) or name
    return name, last and #list - i + 1 or 1, name
  elseif take.kind then
    local names = live.R.kinds[take.kind]:names()
    local v = resolve(word, names)
    if v then return v, 1, v end
    if take.optional then return nil, 0 end
    misfit(take, word, names, action)
  elseif take.word == "member" then
    local v = resolve(word, member_names())
    if v then return v, 1, v end
    if take.optional then return nil, 0 end
    misfit(take, word, member_names(), action)
  elseif take.word == "stat" then
    local names, parts = stat_names(), {}
    for part in word:gmatch("[^|]+") do
      local v = resolve(part, names)
      if not v then
        if take.optional then return nil, 0 end
        misfit(take, part, names, action)
      end
      parts[#parts + 1] = v
    end
    local v = table.concat(parts, "|")
    return v, 1, v
  elseif take.word == "number" then
    local n = tonumber(word)
    if n and n == n and math.abs(n) < 1e15 then return math.tointeger(n) or n, 1, word end
    if take.optional then return nil, 0 end
    refuse("%s: a number is wanted, and this is '%s'", action.name, word)
  elseif take.word == "die" then
    local least, sentence = door.range(word)
    if least == nil then
      if take.optional then return nil, 0 end
      refuse("%s: %s", action.name, sentence)
    end
    return word, 1, word
  elseif take.word == "lamp" then
    local kind = resolve(word, live.R.kinds.light:names())
    for _, lamp in ipairs(live.party.lights) do
      if lamp.kind == kind and (not list[i + 1] or lamp.holder == resolve(list[i + 1], member_names())) then
        return { kind = lamp.kind, holder = lamp.holder }, list[i + 1] and 2 or 1, lamp.kind .. " " .. lamp.holder
      end
    end
    if take.optional then return nil, 0 end
    refuse("%s: no such light burns", action.name)
  elseif take.word == "text" then
    local v = table.concat(list, " ", i)
    return v, #list - i + 1, v
  end
  return word, 1, word
end

-- list[i…] as the arguments of an action: args, the words of the line in full.
local function read_args(action, list, i, pace)
  local args, full = {}, {}
  for n, take in ipairs(action.takes) do
    if pace and take.kind == "pace" then
      args[n], pace = pace, nil
    else
      local v, used, text = read_take(take, list, i, action, n == #action.takes)
      if v == nil then
        if not take.optional then
          refuse("%s takes %s", action.name, line.takes_text(action))
        end
        v = false
      else
        full[#full + 1] = text
      end
      args[n] = v
      i = i + used
    end
  end
  for j = i, #list do full[#full + 1] = list[j] end     -- the rest is a note, for the log
  return args, full
end

function line.takes_text(action)
  local parts = {}
  for i, take in ipairs(action.takes) do
    local word = take.choices and table.concat(take.choices, "|") or (take.kind or take.word):upper()
    parts[i] = take.optional and "[" .. word .. "]" or word
  end
  return table.concat(parts, " ")
end

-- --- a deed, a part, a line ----------------------------------------------------------------------------------

-- "Bram, Pike s altar" -> { who, verb, args, text }
local function read_deed(text)
  local list, who, i = split_words(text), nil, 1
  local names = member_names()
  local t = rule_verbs()
  while list[i] and list[i + 1] do
    local word = list[i]:gsub(",$", "")
    local exact
    for _, n in ipairs(names) do if n:lower() == word:lower() then exact = n end end
    if not exact and not t[word:lower()] and not resolve(word, select(2, rule_verbs())) then exact = resolve(word, names) end
    if not exact or t[word:lower()] then break end
    who = who or {}
    who[#who + 1] = exact
    i = i + 1
  end
  local word = list[i]
  if not word then refuse("%s does what?", common.list(who or { "who" })) end
  local what, name = find_verb(word)
  if not what then refuse("%s", name) end
  if what ~= "rule" then
    if who then refuse("'%s' is nothing that a member does", word) end
    return nil, what, name, list, i
  end
  local found = t[name]
  local action = live.R.actions[found.verb]
  local args, full = read_args(action, list, i + 1, found.pace)
  if found.pace then table.insert(full, 1, found.pace) end
  local said = action.name .. (#full > 0 and " " .. table.concat(full, " ") or "")
  if found.pace and #action.takes > 0 then said = table.concat(full, " ") end
  for _, name_of in ipairs(who or {}) do
    for _, m in ipairs(live.party.members) do
      if m.name == name_of and m.away then refuse("%s is away", m.name) end
    end
  end
  return { who = who, verb = action.name, args = args, text = said }
end

-- The count at the end of a part: "m x3", "search 3" where nothing else takes a number.
local function take_count(text)
  local rest, n = text:match("^(.-)%s+[xX](%d+)%s*$")
  if n then return rest, math.tointeger(tonumber(n)), true end
  rest, n = text:match("^(.-)%s+(%d+)%s*$")
  if n and not rest:find(" + ", 1, true) then
    local list = split_words(rest)
    local what, name = find_verb(list[1] or "")
    if what == "rule" then
      local action = live.R.actions[rule_verbs()[name].verb]
      for _, take in ipairs(action.takes) do
        if take.word == "number" or take.word == "text" or take.word == "word" or take.word == "die" then return text, 1 end
      end
      if #list == 1 or #action.takes > 0 then return rest, math.tointeger(tonumber(n)), true end
    end
  end
  return text, 1
end

local function split(text, separator)
  local parts, at = {}, 1
  while true do
    local from, to = text:find(separator, at)
    parts[#parts + 1] = text:sub(at, (from or 0) - 1)
    if not from then return parts end
    at = to + 1
  end
end

local function trim(s) return (s:match("^%s*(.-)%s*$")) end

local function full_text(deed)
  return (deed.who and #deed.who > 0 and deed.said_who and table.concat(deed.who, ", ") .. " " or "") .. deed.text
end

-- --- corrections -------------------------------------------------------------------------------------------------

local function corrected(text) live.happen("corrected", nil, text, { correction = true }) end

local function read_change(word, was, what)
  local s, n = word:match("^([+-]?)(%d+%.?%d*)$")
  if not n then refuse("%s: a number is wanted, as 3, +1 or -1, and this is '%s'", what, word) end
  n = tonumber(n)
  n = math.tointeger(n) or n
  if s == "+" then return was + n elseif s == "-" then return was - n end
  return n
end

local function correct_light(kind, list, i)
  local who = list[i + 1] and list[i] and member(list[i])
  local word = who and list[i + 1] or list[i]
  if not word then refuse("%s: who holds it, and by how much? as in: %s %s +1", kind, kind, live.party.members[1] and live.party.members[1].name or "Bram") end
  for _, lamp in ipairs(live.party.lights) do
    if lamp.kind == kind and (not who or lamp.holder == who.name) then
      local light = live.R.lights[kind]
      if not light.lasts then refuse("a %s has no counted life here", kind) end
      local left = live.left_of(lamp, light.lasts)
      local now = read_change(word, left, kind)
      if now < 0 then now = 0 end
      local units = math.tointeger(now * light.lasts.per)
      if not units then refuse("%s: that is no whole number of seconds", kind) end
      local field = lamp.secs and "secs" or lamp.turns and "turns" or "real"
      lamp[field] = units
      corrected(lamp.holder .. "'s " .. kind .. ": " .. common.count(now, light.lasts.unit) .. " left (was " .. tostring(left) .. ").")
      if now == 0 then time.put_out(lamp, "is out") end
      return
    end
  end
  refuse(who and who.name .. " holds no burning " .. kind or "no " .. kind .. " burns")
end

local function correct_value(track, owner, list, i)
  local word, was = list[i], owner[track.name]
  if word == nil then refuse("%s is %s; what should it be?", track.name, tracks.tell(was)) end
  if track.kind == "switch" then
    local on = ({ on = true, yes = true, ["true"] = true, ["1"] = true, off = false, no = false, ["false"] = false, ["0"] = false })[word:lower()]
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
    return sign == "+" and was + q or sign == "-" and was - q or q
  end
  local now = read_change(word, was, track.name)
  if track.min and now < track.min then now = track.min end
  local most = track.own and owner.max[track.name] or track.max
  if most and now > most then
    if track.own and not word:match("^[+-]") then owner.max[track.name] = now else now = most end
  end
  return now
end

local function correct_track(name, list, i)
  local track = live.R.tracks[name]
  local owner, label = nil, name
  if track.of == "member" then
    if not list[i] then refuse("%s: whose? as in: %s %s +1", name, name, live.party.members[1] and live.party.members[1].name or "Bram") end
    owner = member(list[i])
    label, i = owner.name .. ": " .. name, i + 1
  elseif track.of == "light" then
    local who = list[i] and member(list[i])
    for _, lamp in ipairs(live.party.lights) do if who and lamp.holder == who.name then owner = owner or lamp end end
    if not owner then refuse("%s: whose light? nobody of that name holds one", name) end
    label, i = owner.holder .. "'s " .. owner.kind .. ": " .. name, i + 1
  elseif track.of == "room" then owner = live.env.here
  elseif track.of == "campaign" then owner = live.S.campaign
  else owner = live.party end
  local was = owner[name]
  local now = correct_value(track, owner, list, i)
  owner[name] = now
  corrected(label .. " " .. tracks.tell(now) .. " (was " .. tracks.tell(was) .. ").")
end

-- --- the host's verbs ---------------------------------------------------------------------------------------------------

local host = {}

function host.light(list, i)
  if not list[i] then refuse("light what? %s", common.list(live.R.kinds.light:names(), "or")) end
  local kind, several = resolve(list[i], live.R.kinds.light:names())
  if not kind then
    if #several > 1 then refuse("'%s' could be %s", list[i], common.list(several, "or")) end
    refuse("there is no light '%s'%s", list[i], common.hint(list[i], live.R.kinds.light:names()))
  end
  local who = list[i + 1] and member(list[i + 1]) or nil
  local light = live.R.lights[kind]
  local _, track, n = time.supply(light, who and who.name)
  if track and n < 1 then refuse("no %s left%s", track.name, " (" .. track.name .. " +1 corrects that)") end
  time.kindle(kind, who)
  return "light " .. kind .. (who and " " .. who.name or "")
end

function host.snuff(list, i)
  local kind = list[i] and resolve(list[i], live.R.kinds.light:names())
  local who = list[kind and i + 1 or i]
  who = who and member(who).name
  for _, lamp in ipairs(live.party.lights) do
    if (not kind or lamp.kind == kind) and (not who or lamp.holder == who) then
      time.put_out(lamp, "is put out")
      return "snuff " .. lamp.kind .. " " .. lamp.holder
    end
  end
  refuse("no such light burns")
end

local units = { m = "minute", min = "minute", mins = "minute", h = "hour", hr = "hour", s = "second", sec = "second", d = "day", w = "week", t = "turn" }
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
  local q, sentence = measure.quantity(n .. " " .. (units[unit:lower()] or unit))
  if not q then refuse("%s", sentence) end
  local _, what = measure.unit(q)
  if what ~= "time" and what ~= "turns" then refuse("'%s' is no time; write pass 10 minutes, or pass 2h", n .. " " .. unit) end
  return q, i
end

function host.pass(list, i)
  local q, at = read_time(list, i)
  local why = table.concat(list, " ", at)
  live.happen("passed", nil, tostring(q) .. (measure.amount(q) == 1 and " goes by" or " go by") .. (why ~= "" and ": " .. why or "") .. ".", { why = why ~= "" and why or nil })
  time.pass(q)
  return "pass " .. tostring(q) .. (why ~= "" and " " .. why or "")
end

function host.note(_, _, rest)
  if rest == "" then refuse("note what?") end
  live.happen("note", nil, rest, { secret = true })
  return "note " .. rest
end

function host.add(list, i)
  local name = list[i]
  if not name then refuse("add whom? as in: add Bram con=1 hp=6") end
  for _, who in ipairs(live.party.members) do if who.name:lower() == name:lower() then refuse("%s is in the party already", who.name) end end
  if name:find("[%c,;+]") or #name > 60 then refuse("a name is one word, without , ; or +") end
  local fields = {}
  for j = i + 1, #list do
    local key, value = list[j]:match("^([%a_][%w_]*)=(.*)$")
    if not key then refuse("'%s' is no field; write hp=6", list[j]) end
    local n = tonumber(value)
    if n then fields[key] = math.tointeger(n) or n
    elseif value == "true" or value == "false" then fields[key] = value == "true"
    else fields[key] = value end
  end
  local who = live.join(name, fields)
  live.happen("joined", nil, name .. " joins the party.", { who = name })
  return "add " .. table.concat(list, " ", i), who
end

function host.remove(list, i)
  local who = member(list[i] or "")
  for at, m in ipairs(live.party.members) do if m == who then table.remove(live.party.members, at) end end
  for _, deed in ipairs(live.turn.doing) do
    local at = common.contains(deed.who, who.name)
    if at then table.remove(deed.who, at) end
  end
  live.happen("left", nil, who.name .. " leaves the party.", { who = who.name })
  return "remove " .. who.name
end

local function set_away(list, i, away)
  local who = member(list[i] or "")
  if who.away == away then refuse("%s is %s already", who.name, away and "away" or "here") end
  who.away = away
  live.happen(away and "away" or "back", nil, who.name .. (away and " is away." or " is back."), { who = who.name })
  return (away and "away " or "back ") .. who.name
end
function host.away(list, i) return set_away(list, i, true) end
function host.back(list, i) return set_away(list, i, false) end

function host.order(list, i)
  local new, seen = {}, {}
  for j = i, #list do
    local who = member((list[j]:gsub(",$", "")))
    if seen[who] then refuse("%s is named twice", who.name) end
    seen[who] = true
    new[#new + 1] = who
  end
  if #new == 0 then refuse("the order is %s", common.list(member_names())) end
  for _, who in ipairs(live.party.members) do if not seen[who] then new[#new + 1] = who end end
  live.party.members = new
  live.happen("order", nil, "Marching order: " .. table.concat(member_names(), ", ") .. ".")
  return "order " .. table.concat(member_names(), " ")
end

function host.here(list, i)
  local name = table.concat(list, " ", i)
  if name == "" then refuse("the party is in %s", live.party.room) end
  local known = {}
  for _, r in ipairs(live.S.rooms) do known[#known + 1] = r.name end
  name = resolve(name, known) or name
  local room = live.room(name)
  room.seen = true
  live.party.room, live.env.here = name, room
  corrected("The party is in " .. name .. ".")
  return "here " .. name
end

function host.time(list, i)
  local word = list[i] or ""
  local was = live.party.now
  local h, m = word:match("^(%d+):(%d%d)$")
  local sign, n = word:match("^([+-])(%d+)$")
  if h then live.party.now = tonumber(h) * 3600 + tonumber(m) * 60
  elseif n then live.party.now = math.max(0, was + (sign == "+" and 60 or -60) * tonumber(n))
  else refuse("time +10 or time -10 in minutes, or time 5:30") end
  corrected("The clock is at " .. clockwork.read(live.party.now) .. " (was " .. clockwork.read(was) .. ").")
  return "time " .. word
end

-- --- the state, to look at -----------------------------------------------------------------------------------------------------

local function lamp_view(lamp)
  local v = { light = lamp.kind, holder = lamp.holder, left = live.left_of(lamp, live.R.lights[lamp.kind] and live.R.lights[lamp.kind].lasts) }
  for _, track in ipairs(live.R.tracks_of.light or {}) do v[track.name] = live.plain(lamp[track.name]) end
  return v
end
line.lamp_view = lamp_view

local function view()
  local party, t = live.party, live.turn
  local lights, timers, members = {}, {}, {}
  for i, lamp in ipairs(party.lights) do lights[i] = lamp_view(lamp) end
  for i, timer in ipairs(party.timers) do
    timers[i] = { timer = timer.kind, of = timer.owner ~= "" and timer.owner or nil, left = live.left_of(timer, live.R.timers[timer.kind] and live.R.timers[timer.kind].lasts) }
  end
  for i, who in ipairs(party.members) do members[i] = who end
  local out = { party = { members = members }, turn = {}, lights = lights, timers = timers, rooms = live.S.rooms, here = live.env.here,
    campaign = live.S.campaign, clock = { minutes = party.now // 60, seconds = party.now, text = clockwork.read(party.now) } }
  for _, track in ipairs(live.R.tracks_of.party or {}) do out.party[track.name] = party[track.name] end
  for k, v in next, t do if k ~= "doing" and k ~= "skipped" or #t.doing > 0 then out.turn[k] = v end end
  return out
end

local function bare(v, depth)
  if type(v) ~= "table" then return live.plain(v) end
  if (depth or 0) > 50 then return "…" end
  local t = {}
  for k, x in next, v do t[k] = bare(x, (depth or 0) + 1) end
  return t
end

function line.look(path)
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
      if type(into) == "table" then for _, k in ipairs(common.keys(into)) do names[#names + 1] = tostring(k) end end
      refuse("the state has no '%s'%s", (at ~= "" and at .. "." or "") .. key, common.hint(key, names))
    end
    v = nexts
    at = (at ~= "" and at .. "." or "") .. key
  end
  return bare(v)
end

function host.state(_, _, rest)
  live.data = line.look(rest)
  live.shown = common.show(live.data)
  return "state" .. (rest ~= "" and " " .. rest or "")
end

local function run_lua(text, name)
  local f, sentence = sandbox.compile(text, name, live.R.proxy)
  if not f then refuse("%s", (sentence:gsub("^.-:%d+: ", ""))) end
  return table.pack(f())
end

host["="] = function(_, _, rest)
  local out = run_lua("return " .. rest, "the line")
  local v = out[1]
  live.data = bare(type(v) == "table" and getmetatable(v) and getmetatable(v).__sealed and tostring(v) or v)
  local parts = {}
  for i = 1, out.n do parts[i] = common.show(bare(out[i])) end
  live.shown = #parts > 0 and table.concat(parts, "  ") or "nothing"
  return "= " .. rest
end

host.lua = function(_, _, rest)
  run_lua(rest, "the line")
  return "lua " .. rest
end

-- --- a whole line --------------------------------------------------------------------------------------------------------------

local whole = { note = true, ["="] = true, lua = true }

-- Runs one deed part `count` times; stops at a question or an event that stops.
local function play_part(read, count)
  for n = 1, count do
    live.stopped, live.asked = nil, false
    local deeds = read()
    turn.play(deeds)
    if n < count and (live.stopped or live.asked) then
      live.happen("halted", nil, "stopped, " .. common.count(count - n, "turn") .. " not run", { left = count - n })
      return false
    end
  end
  return not live.stopped
end

-- Runs a typed line; returns it in full.
function line.run(text)
  text = trim(text)
  local first = text:match("^=") or text:match("^%S+") or ""
  local what, name = nil, nil
  if first ~= "" then what, name = find_verb(first) end
  if what == "host" and whole[name] then
    return host[name](split_words(text), 2, trim(text:sub(#first + 1)))
  end
  local full = {}
  for _, part in ipairs(split(text, ";")) do
    part = trim(part)
    if part ~= "" then
      local more = line.part(part, full)
      if not more then break end
    end
  end
  return table.concat(full, "; ")
end

-- One part of a line; appends its full text; returns whether the line goes on.
function line.part(part, full)
  local rest, count, counted = take_count(part)
  local texts = split(rest, "%s%+%s")
  local deed, what, name, list, i = read_deed(trim(texts[1]))
  if what then
    if #texts > 1 then refuse("'%s' stands alone: + joins what members do", name) end
    if counted then list = split_words(part) end
    if what == "correct" then
      if live.R.tracks[name] then correct_track(name, list, i + 1) else correct_light(name, list, i + 1) end
      full[#full + 1] = name .. " " .. table.concat(list, " ", i + 1)
    else
      if not host[name] then refuse("'%s' is not for here", name) end
      full[#full + 1] = host[name](list, i + 1, table.concat(list, " ", i + 1))
    end
    return true
  end
  local function read()
    local deeds = {}
    for j, t in ipairs(texts) do
      local d, other = read_deed(trim(t))
      if other then refuse("'%s' is nothing that a member does", trim(t)) end
      d.said_who = d.who ~= nil
      deeds[j] = d
    end
    return deeds
  end
  local deeds, texts_full = read(), {}
  for j, d in ipairs(deeds) do texts_full[j] = full_text(d) end
  full[#full + 1] = table.concat(texts_full, " + ") .. (count > 1 and " x" .. count or "")
  local free = live.R.actions[deed.verb].turns == 0
  for _, d in ipairs(deeds) do
    if (live.R.actions[d.verb].turns == 0) ~= free then refuse("'%s' takes no turn, and the other does: give them in two lines", d.verb) end
  end
  if count > 1000 then refuse("at most a thousand turns at once") end
  if free then
    for _ = 1, count do
      for _, d in ipairs(read()) do turn.at_once(d) end
    end
    return not live.stopped
  end
  return play_part(read, count)
end

return line
