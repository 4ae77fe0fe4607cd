-- arguments.lua -- reads the words typed after a verb as the arguments of its action.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local names = module "play/names"
local arguments = {}

local FEW <const> = 12                        -- names that fit into a sentence

local member_names, refuse, resolve = names.members, events.refuse, names.resolve

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

-- Reads a name from a closed list.
local function read_name(take, word, known, action)
  local name = resolve(word, known)
  if name then return name, 1, common.quoted(name) end
  if not take.optional then misfit(take, word, known, action) end
end

-- Readers by the word of an argument.  Each reads list[i] …, and returns the value, the number of words
-- used, and their text; or nil when an optional argument is left out.  last: the argument is the action's
-- last.
local readers = {}

function readers.choices(take, list, i, action)
  local choice = resolve(list[i], take.choices)
  if choice then return choice, 1, choice end
  if not take.optional then
    refuse("%s: one of these is wanted: %s", action.name, common.list(take.choices, "or"))
  end
end

function readers.kind(take, list, i, action)
  return read_name(take, list[i], live.R.kinds[take.kind]:names(), action)
end

function readers.room(_, list, i, _, last)
  live.looked_about = true
  local name = last and table.concat(list, " ", i) or list[i]
  local known = {}
  for _, r in ipairs(live.S.rooms) do known[#known + 1] = r.name end
  for _, e in ipairs(live.R.kinds.room:live()) do known[#known + 1] = e.name end
  name = resolve(name, known) or name
  return name, last and #list - i + 1 or 1, last and name or common.quoted(name)
end

function readers.member(take, list, i, action)
  return read_name(take, list[i], member_names(), action)
end

function readers.stat(take, list, i, action)
  local known, parts = arguments.stats(), {}
  for part in list[i]:gmatch("[^|]+") do
    local name = resolve(part, known)
    if not name and take.optional then return nil end
    if not name then misfit(take, part, known, action) end
    parts[#parts + 1] = name
  end
  local text = table.concat(parts, "|")
  return text, 1, text
end

function readers.number(take, list, i, action)
  local n = tonumber(list[i])
  if n and n == n and math.abs(n) < 1e15 then return math.tointeger(n) or n, 1, list[i] end
  if not take.optional then refuse("%s: a number is wanted, and this is '%s'", action.name, list[i]) end
end

function readers.die(take, list, i, action)
  local min, sentence = door.range(list[i])
  if min ~= nil then return list[i], 1, list[i] end
  if not take.optional then refuse("%s: %s", action.name, sentence) end
end

-- A light that burns, KIND or KIND HOLDER.
function readers.lamp(take, list, i, action)
  live.looked_about = true
  local kind, holder = resolve(list[i], live.R.kinds.light:names()), list[i + 1]
  for _, lamp in ipairs(live.party.lights) do
    if lamp.kind == kind and (not holder or lamp.holder == resolve(holder, member_names())) then
      local text = common.quoted_all { lamp.kind, lamp.holder }
      return { kind = lamp.kind, holder = lamp.holder }, holder and 2 or 1, text
    end
  end
  if not take.optional then refuse("%s: no such light burns", action.name) end
end

function readers.text(_, list, i)
  local text = table.concat(list, " ", i)
  return text, #list - i + 1, text
end

function readers.word(_, list, i) return list[i], 1, list[i] end

-- Reads one argument; nil, 0 when it is left out.
local function read_take(take, list, i, action, last)
  if list[i] == nil then return nil, 0 end
  local how = take.choices and "choices" or take.word
  if take.kind then how = take.kind == "room" and "room" or "kind" end
  local value, used, text = readers[how](take, list, i, action, last)
  return value, used or 0, text
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
