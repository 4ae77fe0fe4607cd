-- trials.lua -- the lines and answers that a dry run can try; dry_run.lua decides where each is played.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local names = module "play/names"
local trials = {}

local FOLK = { "Ash", "Birch" }
local ROOMS, NUMBERS = { "hall", "well" }, { "1", "3", "0", "12", "20" }
-- words after a question's name to search for answers, and how many of them to take
local MAX_DISTANCE, MAX_TEXTS = 50, 4
-- tries of a verb without arguments: alone, and by a member
local MIN_TRIES = 2

-- A number from 0 below n.  The generator is our own, so that the dice do not depend on it (a linear
-- congruential one, with the constants of the C standard's example).
local function random_below(T, n)
  T.random = (T.random * 1103515245 + 12345) % 2147483648
  return (T.random >> 8) % n
end

local function one_of(T, list) return list[random_below(T, #list) + 1] end

-- --- people and things ---------------------------------------------------------------------------

local function add_of(name)
  local parts = { "add " .. name }
  for _, field in ipairs(live.R.has.member or {}) do
    if field.default == 0 then parts[#parts + 1] = field.name .. "=1" end
  end
  return table.concat(parts, " ")
end

-- The lines that make a small party.
function trials.people() return common.map(FOLK, add_of) end

-- A member of party.lua as a line.
function trials.add(name, fields)
  local parts = { "add " .. common.quoted(name) }
  for _, key in ipairs(common.keys(fields or {})) do
    local text = tostring(fields[key])                  -- lists and several words cannot be typed
    if type(fields[key]) ~= "table" and text:find "^%S+$" then parts[#parts + 1] = key .. "=" .. text end
  end
  return table.concat(parts, " ")
end

-- The lines that give the party light, and the supplies that lights use up.
function trials.supplies()
  local lines, who = {}, names.members()[1] or FOLK[1]
  for _, e in ipairs(live.R.kinds.light:live()) do
    local track = live.R.tracks[e.final.spends or ""]
    if track and track.kind ~= "number" then -- only numbers can be raised
    elseif track and track.of == "party" then lines[#lines + 1] = track.name .. " +3"
    elseif track and track.of == "member" then lines[#lines + 1] = ("%s %s +3"):format(track.name, who) end
  end
  local first = live.R.kinds.light:live()[1]
  if first then lines[#lines + 1] = ("light %s %s"):format(common.quoted(first.name), who) end
  return lines
end

-- Lines that set every counted track by hand, which calls no rules, to value(track), just before its limit.
local function lines_setting_tracks(value)
  local lines = {}
  for _, e in ipairs(live.R.kinds.track:live()) do
    local t = live.R.tracks[e.name]
    local n = t.kind == "number" and value(t)
    if n and t.of == "member" then
      for _, who in ipairs(names.members()) do lines[#lines + 1] = ("%s %s %d"):format(t.name, who, n) end
    elseif n and (t.of == "party" or t.of == "campaign") then
      lines[#lines + 1] = ("%s %d"):format(t.name, n) end
  end
  return lines
end

function trials.high()
  return lines_setting_tracks(function(t) return math.type(t.max) == "integer" and t.max - 1 end)
end

-- The lines that leave one member, in rules that make members themselves; other rules begin with one anyway.
function trials.alone()
  local who = names.members()
  local last = #live.R.kinds.member:live() > 1 and #who or 1
  return common.map(who, function(name, i) return i < last and "remove " .. name or nil end)
end

function trials.gone()
  return common.map(live.present(), function(who) return "away " .. who.name end)
end

function trials.low()
  return lines_setting_tracks(function(t)
    return t.min == nil and t.own and 1 or math.type(t.min) == "integer" and t.min + 1
  end)
end

-- --- lines ---------------------------------------------------------------------------------------

local function stats()
  local stats = names.stats()
  return #stats > 0 and stats or { "x" }
end

-- A die from the rules.
local function dice()
  for _, e in ipairs(live.R.kinds.chart:live()) do
    if live.R.charts[e.name].die then return { live.R.charts[e.name].die } end
  end
  return { "1" }
end

local words = {
  member = FOLK, room = ROOMS, number = NUMBERS, word = { "hall" }, text = { "rats in the wall" },
}

-- The texts to try for one argument of an action.
local function offers(take)
  local list
  local rooms = live.R.kinds.room:names()
  if take.choices then list = take.choices
  elseif take.word == "room" and #rooms > 0 then list = common.map(rooms, common.quoted)
  elseif take.word == "stat" then list = stats()
  elseif take.word == "die" then list = dice()
  elseif take.word == "lamp" then list = common.map(live.R.kinds.light:names(), common.quoted)
  elseif take.kind then list = common.map(live.R.kinds[take.kind]:names(), common.quoted)
  else list = words[take.word] end
  return take.optional and common.append(common.copy(list), { "" }) or list
end

-- Puts an action with arguments: often enough that each text for each argument is tried once.
local function deeds_of(action, put)
  local lists, tries = {}, MIN_TRIES
  for i, take in ipairs(action.takes) do
    lists[i] = offers(take)
    tries = math.max(tries, #lists[i])
  end
  for n = 1, math.min(tries, 12) do
    local parts = { action.name }
    for i, list in ipairs(lists) do
      local text = list[(n - 1) % math.max(1, #list) + 1]
      if text and text ~= "" then parts[#parts + 1] = text end
    end
    local text = table.concat(parts, " ")
    put(n % 2 == 0 and FOLK[1] .. " " .. text or text, action.name)
  end
end

-- The actions of the top files first, because the author is working on those; and how many are of the top
-- file.
local function newest_first(actions)
  local R, list, own = live.R, {}, 0
  local function rank(e)
    local act, cannot = R.spaces.act.entries[e.name], R.spaces.cannot.entries[e.name]
    return math.max(R.order[e.made.file] or 0, act and R.order[act.file] or 0, cannot and R.order[cannot.file]
      or 0)
  end
  for n = #R.files, 0, -1 do
    for _, e in ipairs(actions) do
      if rank(e) == n then list[#list + 1] = e end
    end
    if n == #R.files and n > 1 then own = #list end
  end
  return list, own
end

-- All lines worth typing alone: T.lines, and in T.deeds those of actions.
local function all_lines(T)
  local function put(line, verb)
    if verb and T.avoided[verb] then return end
    T.lines[#T.lines + 1] = line
    T.deeds[#T.deeds + 1] = verb and line
  end
  local actions, own = newest_first(live.R.kinds.action:live())
  T.own = 0                                            -- how many lines are of the top file
  for i, e in ipairs(actions) do
    deeds_of(live.R.actions[e.name], put)
    if i <= own then T.own = #T.lines end
  end
  for _, e in ipairs(live.R.kinds.light:live()) do
    put(("light %s %s"):format(common.quoted(e.name), FOLK[1]))
  end
  put "pass 10 minutes"
  put "pass 3 hours"
  put "snuff"
  put("away " .. FOLK[#FOLK])
  for i = 1, math.min(#FOLK, 4) do put("remove " .. FOLK[i]) end
end

-- A random line: an action, repeated, joined with another, or any line.
function trials.line(T)
  if #T.deeds == 0 then return nil end
  local deed = one_of(T, T.deeds)
  local what = random_below(T, 6)
  if what == 0 then return deed .. " x3" end
  if what == 1 then return ("%s + %s"):format(deed, one_of(T, T.deeds)) end
  if what == 2 then return one_of(T, T.lines) end
  return deed
end

-- Drops the verbs of a line that takes too long.
function trials.avoid(T, line)
  for word in line:gmatch "%S+" do
    if live.R.actions[word] then T.avoided[word] = true end
  end
  T.lines, T.deeds = {}, {}
  all_lines(T)
end

-- Opens the trials of the loaded rules.  avoided: verbs that are not tried.
function trials.open(avoided)
  local T = { random = 1, avoided = {}, lines = {}, deeds = {}, texts = {} }
  for _, verb in ipairs(avoided) do T.avoided[verb] = true end
  return T
end

-- Collects the lines, once the party is there.
function trials.know(T)
  local names = names.members()
  if #names > 0 then FOLK = names end
  words.member = FOLK
  T.lines, T.deeds = {}, {}
  all_lines(T)
end

-- --- answers -------------------------------------------------------------------------------------

local function name_of(choice) return tostring(events.plain(choice)) end

local function several(choices, n, from)
  local parts = {}
  for i = 1, math.min(n, #choices) do parts[i] = name_of(choices[(from + i - 2) % #choices + 1]) end
  return table.concat(parts, ", ")
end

local asks = { ask = true, roll = true }               -- a chart without rows asks, too

-- Short texts near ask "name" in the rules, because rules often compare the answer with them.
local function texts_near(T, name)
  if T.texts[name] then return T.texts[name] end
  local list = {}
  T.texts[name] = list
  for _, file in ipairs(live.R.files) do
    for i, word in ipairs(file.words) do
      if word == name and file.kinds[i] == "text"
        and (asks[file.words[i - 1]] or asks[file.words[i - 2]]) then
        for j = i + 1, math.min(i + MAX_DISTANCE, #file.words) do
          local text = file.words[j]
          if file.kinds[j] == "text" and text:find "^%a+$" and #list < MAX_TEXTS
            and not common.contains(list, text) then
            list[#list + 1] = text
          end
        end
      end
    end
  end
  list[#list + 1] = "rats"
  return list
end

-- The answers to try for a question, as typed: every choice, both ends of numbers.
function trials.answers(T, q, choices)
  if q.type == "yesno" then return { "yes", "no" } end
  if q.type == "number" then
    local min = q.min or 0
    local max = q.max or min + 10
    return { tostring(min), tostring(max), tostring((min + max) // 2) }
  end
  local list = {}
  if q.type == "several" and choices then
    for i = 1, math.min(#choices, 4) do list[i] = several(choices, q.exactly or q.upto or 1, i) end
  elseif q.type == "choice" and choices then
    for i = 1, math.min(#choices, 20) do list[i] = name_of(choices[i]) end
  end
  return #list > 0 and list or texts_near(T, q.name)
end

-- An answer to a question: one that was not given yet, else any.
function trials.answer(T, q, choices, seen)
  local list = trials.answers(T, q, choices)
  for _, text in ipairs(list) do
    if not seen["answer " .. q.name .. " " .. text] then
      seen["answer " .. q.name .. " " .. text] = true
      return text
    end
  end
  return one_of(T, list)
end

return trials
