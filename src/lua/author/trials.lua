-- trials.lua -- the lines and answers that a dry run can try; dry_run.lua decides after which lines each is
-- played.
--
-- T, the trials of one run:
--   lines: all lines; deeds: those of them that are actions
--   own: how many lines have actions of the top file; these come first in `lines`
--   avoided: the set of the verbs not to try
--   texts: by question, the texts found near it in the rules (texts_near)
--   random: the state of the generator
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local names = module "play/names"
local source = module "read/source"
local trials = {}

local folk = { "Ash", "Birch" }                  -- the members' names; trials.collect puts in the real ones
local ROOMS <const>, NUMBERS <const> = { "hall", "well" }, { "1", "3", "0", "12", "20" }
local MAX_DISTANCE <const> = 50                  -- words searched behind a question, as in a table of answers
local MAX_TEXTS <const> = 4                      -- answers taken from those words; any few would do
-- How many lines are tried of each action: two at least, since every second one names a member.
local MIN_TRIES <const>, MAX_TRIES <const> = 2, 12

-- A number from 0 to n - 1.  The door's generator is left alone, so that the dice do not depend on these
-- choices; this one is linear congruential, with the constants of the C standard's example.
local function random_below(T, n)
  T.random = (T.random * 1103515245 + 12345) % 2147483648
  return (T.random >> 8) % n
end

local function one_of(T, list) return list[random_below(T, #list) + 1] end

-- --- people and things ---------------------------------------------------------------------------

-- The line that adds a member; a field whose default is 0 becomes 1, since 0 often leaves nothing to try.
local function add_line(name)
  local parts = { "add " .. name }
  for _, field in ipairs(live.R.has.member or {}) do
    if field.default == 0 then parts[#parts + 1] = field.name .. "=1" end
  end
  return table.concat(parts, " ")
end

-- The lines that make a small party.
function trials.people() return common.map(folk, add_line) end

-- The line that adds a member of party.lua.
function trials.add(name, fields)
  local parts = { "add " .. common.quoted(name) }
  for _, key in ipairs(common.keys(fields or {})) do
    local text = tostring(fields[key])                  -- lists and several words cannot be typed
    if type(fields[key]) ~= "table" and text:find "^%S+$" then parts[#parts + 1] = key .. "=" .. text end
  end
  return table.concat(parts, " ")
end

-- The lines that give the party light, and the supplies that lights use up; and `party`, which calls
-- rule.next_due, if the rules have it.
function trials.supplies()
  local lines, who = {}, names.members()[1] or folk[1]
  for _, entry in ipairs(live.R.kinds.light:live()) do
    local track = live.R.tracks[entry.final.spends or ""]
    if track and track.kind ~= "number" then -- cannot be raised by + 3
    elseif track and track.of == "party" then lines[#lines + 1] = track.name .. " +3"
    elseif track and track.of == "member" then lines[#lines + 1] = ("%s %s +3"):format(track.name, who) end
  end
  local first = live.R.kinds.light:live()[1]
  if first then lines[#lines + 1] = ("light %s %s"):format(common.quoted(first.name), who) end
  if rawget(live.R.final.rule, "next_due") then lines[#lines + 1] = "party" end
  return lines
end

-- The lines that set every number track to value(track), by hand, so that no rules are called.  value may
-- give nil or false: then the track is left as it is.
local function lines_setting_tracks(value)
  local lines = {}
  for _, entry in ipairs(live.R.kinds.track:live()) do
    local track = live.R.tracks[entry.name]
    local number = track.kind == "number" and value(track)
    if number and track.of == "member" then
      for _, who in ipairs(names.members()) do
        lines[#lines + 1] = ("%s %s %d"):format(track.name, who, number)
      end
    elseif number and (track.of == "party" or track.of == "campaign") then
      lines[#lines + 1] = ("%s %d"):format(track.name, number)
    end
  end
  return lines
end

-- The lines that set every number track to 1 below its maximum.
function trials.high()
  return lines_setting_tracks(function(track) return math.type(track.max) == "integer" and track.max - 1 end)
end

-- The lines that leave one member, in rules that make members themselves; other rules begin with one anyway.
function trials.alone()
  local who = names.members()
  local last = #live.R.kinds.member:live() > 1 and #who or 1
  return common.map(who, function(name, i) return i < last and "remove " .. name or nil end)
end

-- The lines that send all members away.
function trials.all_away()
  return common.map(live.present(), function(who) return "away " .. who.name end)
end

-- The lines that set every number track to 1 above its minimum, and draw all the cards of every deck.
function trials.low()
  local lines = lines_setting_tracks(function(track)
    return track.min == nil and track.own and 1 or math.type(track.min) == "integer" and track.min + 1
  end)
  for _, entry in ipairs(live.R.kinds.deck:live()) do
    local is_endless = live.R.decks[entry.name].reshuffles
    if not is_endless then lines[#lines + 1] = ("lua while draw %q do end"):format(entry.name) end
  end
  return lines
end

-- --- lines ---------------------------------------------------------------------------------------

-- Texts to try for kinds of arguments, when the rules have nothing better.
local words = {
  member = folk, room = ROOMS, number = NUMBERS, integer = NUMBERS, word = { "hall" },
  text = { "rats in the wall" }, stat = { "x" }, die = { "1" },
}

-- The texts to try for one argument of an action.
local function texts_for(take)
  local list
  local rooms, charts = live.R.kinds.room:names(), live.R.kinds.chart:names()
  local chart = common.first(charts, function(name) return live.R.charts[name].die end)
  if take.choices then list = take.choices
  elseif take.range then list = { tostring(take.range[1]), tostring(take.range[2]) }
  elseif take.word == "room" and #rooms > 0 then list = common.map(rooms, common.quoted)
  elseif take.word == "stat" and names.stats()[1] then list = names.stats()
  elseif take.word == "die" and chart then list = { live.R.charts[chart].die }
  elseif take.word == "lamp" then list = common.map(live.R.kinds.light:names(), common.quoted)
  elseif take.kind then list = common.map(live.R.kinds[take.kind]:names(), common.quoted)
  else list = words[take.word] end
  if take.several then list = common.append({ table.concat(list, " ") }, list) end
  return take.optional and common.append(common.copy(list), { "" }) or list
end

-- A deed that must be given before this action can be done, since its step comes first; or nil.
local function deed_before(action)
  local function needs_argument(take) return not take.optional end
  for _, step in ipairs(live.R.procedures[live.R.main].steps) do
    if step.name == action.at then return nil end
    local first = step.deed and common.first(live.R.kinds.action:live(), function(entry)
      local other = live.R.actions[entry.name]
      return other.at == step.name and other.turns ~= 0 and not common.first(other.takes, needs_argument)
    end)
    if first then return first.name end
  end
end

-- Calls add(line, verb) for an action with different arguments: often enough that each text for each argument
-- is tried once, with MAX_TRIES at most; every second line names a member first.
local function add_lines_of(action, add)
  local first = action.turns ~= 0 and deed_before(action)
  local texts, tries = common.map(action.takes, texts_for), MIN_TRIES      -- texts: a list for each argument
  for _, list in ipairs(texts) do tries = math.max(tries, #list) end
  for n = 1, math.min(tries, MAX_TRIES) do
    local parts = { action.name }
    for _, list in ipairs(texts) do
      local text = list[(n - 1) % math.max(1, #list) + 1]
      if text and text ~= "" then parts[#parts + 1] = text end
    end
    local line = table.concat(parts, " ")
    if first then line = first .. " + " .. line
    elseif n % 2 == 0 then line = folk[1] .. " " .. line end
    add(line, action.name)
  end
end

-- Sorts actions so that those of the top files come first, because the author is working on these; returns
-- also how many are of the top file.
local function newest_first(actions)
  local R, list, own = live.R, {}, 0
  local function rank(entry)                   -- the number of the highest file that has a part in an action
    local act, cannot = R.spaces.act.entries[entry.name], R.spaces.cannot.entries[entry.name]
    return math.max(R.order[entry.made.file] or 0, act and R.order[act.file] or 0,
      cannot and R.order[cannot.file] or 0)
  end
  for n = #R.files, 0, -1 do
    common.append(list, common.where(actions, function(entry) return rank(entry) == n end))
    if n == #R.files and n > 1 then own = #list end           -- of a chain of one file no lines come first
  end
  return list, own
end

-- Fills T.lines, T.deeds and T.own.
local function collect_lines(T)
  T.lines, T.deeds, T.own = {}, {}, 0
  local function add(line, verb)
    if verb and T.avoided[verb] then return end
    T.lines[#T.lines + 1] = line
    T.deeds[#T.deeds + 1] = verb and line
  end
  local actions, own = newest_first(live.R.kinds.action:live())
  for i, entry in ipairs(actions) do
    add_lines_of(live.R.actions[entry.name], add)
    if i <= own then T.own = #T.lines end
  end
  for _, entry in ipairs(live.R.kinds.light:live()) do
    add(("light %s %s"):format(common.quoted(entry.name), folk[1]))
  end
  add "pass 10 minutes"
  add "pass 3 hours"
  add "snuff"
  add("away " .. folk[#folk])
  for i = 1, math.min(#folk, 4) do add("remove " .. folk[i]) end      -- a small party may lose its last one
end

-- A random line: usually one action; else an action three times, two actions joined, or any line.  Returns
-- nil when there is no action to try.
function trials.line(T)
  if #T.deeds == 0 then return nil end
  local deed = one_of(T, T.deeds)
  local what = random_below(T, 6)
  if what == 0 then return deed .. " x3" end
  if what == 1 then return ("%s + %s"):format(deed, one_of(T, T.deeds)) end
  if what == 2 then return one_of(T, T.lines) end
  return deed
end

-- Avoids the verbs of a line from now on, because it took too long.
function trials.avoid(T, line)
  for word in line:gmatch "%S+" do
    if live.R.actions[word] then T.avoided[word] = true end
  end
  collect_lines(T)
end

-- Begins the trials of the loaded rules.  avoided: verbs not to try.
function trials.new(avoided)
  local T = { random = 1, avoided = {}, lines = {}, deeds = {}, texts = {} }
  for _, verb in ipairs(avoided) do T.avoided[verb] = true end
  return T
end

-- Collects the lines to try, once the party is there, because they name its members.
function trials.collect(T)
  local members = names.members()
  if #members > 0 then folk = members end
  words.member = folk
  collect_lines(T)
end

-- --- answers -------------------------------------------------------------------------------------

local function text_of(choice) return tostring(events.plain(choice)) end

-- n choices from the given one on, with commas between them.
local function several(choices, n, from)
  local parts = {}
  for i = 1, math.min(n, #choices) do parts[i] = text_of(choices[(from + i - 2) % #choices + 1]) end
  return table.concat(parts, ", ")
end

-- The indexes in a file of a name that is asked for: ask "name"; or roll "name", as a chart without rows
-- asks, too.
local function askings(file, name)
  local list = {}
  for i, word in ipairs(file.words) do
    local is_name = word == name and file.kinds[i] == "text"
    if is_name and (source.matches(file, i - 1, "ask|roll") or source.matches(file, i - 2, "ask|roll")) then
      list[#list + 1] = i
    end
  end
  return list
end

-- Short texts near ask "name" in the rules, because rules often compare the answer with them.
local function texts_near(T, name)
  if T.texts[name] then return T.texts[name] end
  local list = {}
  T.texts[name] = list
  for _, file in ipairs(live.R.files) do
    for _, i in ipairs(askings(file, name)) do
      for j in source.found(file, "TEXT", i + 1, math.min(i + MAX_DISTANCE, #file.words)) do
        local text = file.words[j]
        local is_new = text:find "^%a+$" and not common.contains(list, text)
        if is_new and #list < MAX_TEXTS then list[#list + 1] = text end
      end
    end
  end
  list[#list + 1] = "rats"                             -- any text would do
  return list
end

-- The answers to try for a question of parts: each part's own, one at a time.
local function answers_to_parts(T, parts)
  local list = { "" }
  for _, p in ipairs(parts) do
    for _, text in ipairs(trials.answers(T, p.q, p.choices)) do
      list[#list + 1] = p.q.name:gsub("_", " ") .. " " .. text
    end
  end
  return list
end

-- The answers to try for a question, as typed: the choices; both ends of numbers; or texts.
function trials.answers(T, q, choices)
  if q.type == "parts" then return answers_to_parts(T, q.parts) end
  if q.type == "yesno" then return { "yes", "no" } end
  if q.type == "number" then
    local min = q.min or 0
    local max = q.max or min + 10                        -- any would do
    return { tostring(min), tostring(max), tostring((min + max) // 2) }
  end
  local list = {}
  -- A choice: what differs among choices shows in the first four of several, or twenty of one.
  if q.type == "several" and choices then
    for i = 1, math.min(#choices, 4) do list[i] = several(choices, q.exactly or q.upto or 1, i) end
  elseif q.type == "choice" and choices then
    for i = 1, math.min(#choices, 20) do list[i] = text_of(choices[i]) end
  end
  return #list > 0 and list or texts_near(T, q.name)
end

-- An answer to a question: one that was not given yet, else any.  seen: as in dry_run.lua.
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
