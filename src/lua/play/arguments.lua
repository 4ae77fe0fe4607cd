-- arguments.lua -- reads the words typed after a verb as the arguments of its action.
local common = module "common"
local live = module "play/live"
local names = module "play/names"
local turn = module "play/turn"
local arguments = {}

local FEW <const> = 12                        -- names that fit into a sentence

local member_names, refuse, resolve = names.members, turn.refuse, names.resolve

-- The fields of members that can be added or rolled: numbers and dice.
function arguments.stats()
  local names = {}
  for _, field in ipairs(live.R.has.member) do
    if type(field.default) == "number" or field.base == "dice" then names[#names + 1] = field.name end
  end
  return names
end

local function misfit(take, word, names, action)
  local what = take.kind or take.word
  refuse("%s: '%s' is no %s%s", action.name, word, what, common.hint(word, names))
end

-- Reads one argument from list at place i; returns its value, the number of words used, and its text.
local function read_take(take, list, i, action, last)
  local word = list[i]
  if word == nil then return nil, 0 end
  if take.choices then
    local v = resolve(word, take.choices)
    if v then return v, 1, v end
    if take.optional then return nil, 0 end
    refuse("%s: one of these is wanted: %s", action.name, common.list(take.choices, "or"))
  elseif take.kind == "room" or take.word == "room" then
    live.looked_about = true
    local name = last and table.concat(list, " ", i) or word
    local known = {}
    for _, r in ipairs(live.S.rooms) do known[#known + 1] = r.name end
    for _, e in ipairs(live.R.kinds.room:live()) do known[#known + 1] = e.name end
    name = resolve(name, known) or name
    return name, last and #list - i + 1 or 1, last and name or common.quoted(name)
  elseif take.kind then
    local names = live.R.kinds[take.kind]:names()
    local v = resolve(word, names)
    if v then return v, 1, common.quoted(v) end
    if take.optional then return nil, 0 end
    misfit(take, word, names, action)
  elseif take.word == "member" then
    local v = resolve(word, member_names())
    if v then return v, 1, common.quoted(v) end
    if take.optional then return nil, 0 end
    misfit(take, word, member_names(), action)
  elseif take.word == "stat" then
    local names, parts = arguments.stats(), {}
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
    live.looked_about = true
    local kind = resolve(word, live.R.kinds.light:names())
    for _, lamp in ipairs(live.party.lights) do
      if lamp.kind == kind and (not list[i + 1] or lamp.holder == resolve(list[i + 1], member_names())) then
        return { kind = lamp.kind, holder = lamp.holder }, list[i + 1] and 2
          or 1, common.quoted_all { lamp.kind, lamp.holder }
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

-- The possible texts of an argument, when they are a closed list; else nil.
local function could_be(take)
  if take.choices then return take.choices end
  if take.kind and take.kind ~= "room" then return live.R.kinds[take.kind]:names() end
  if take.word == "member" then return member_names() end
end

-- Handles a word that no optional argument took.  It is a note, unless it is a near miss of an argument; a
-- choice that was not made gets a warning.
local function left_over(action, takes, word)
  for _, take in ipairs(takes) do
    local near = common.nearest(word, could_be(take))
    if near then refuse("%s: there is no '%s'; did you mean '%s'?", action.name, word, near) end
  end
  for _, take in ipairs(takes) do
    if take.choices then
      live.warned[#live.warned + 1] = ("%s: '%s' is taken as a note; it could be %s."):format(action.name,
        word, common.list(take.choices, "or"))
    end
  end
end

-- The possible texts in a message, when they are few: ": Bram or Pike".
local function which(take)
  local names = not take.choices and could_be(take) or {}
  return #names > 0 and #names <= FEW and ": " .. common.list(names, "or") or ""
end

-- Reads list[i…] as the arguments of an action; returns their values, and the words of the line in full.
function arguments.read(action, list, i, pace)
  local args, full = {}, {}
  -- arguments left out though a word stood there, and the place of that word
  local passed = { at = 0 }
  for n, take in ipairs(action.takes) do
    if pace and take.kind == "pace" then
      args[n], pace = pace, nil
    else
      local v, used, text = read_take(take, list, i, action, n == #action.takes)
      if v == nil then
        if not take.optional then
          refuse("%s takes %s%s", action.name, action.usage, which(take))
        end
        if passed.at ~= i then passed = { at = i } end
        if could_be(take) then passed[#passed + 1] = take end
        v = false
      else
        full[#full + 1] = text
      end
      args[n] = v
      i = i + used
    end
  end
  if passed.at == i and list[i] then left_over(action, passed, list[i]) end
  for j = i, #list do full[#full + 1] = list[j] end     -- the rest is a note in the log
  return args, full
end

return arguments
