-- names.lua -- what a typed word stands for: beginnings of names, members, verbs.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local names = {}

local refuse = events.refuse

-- The verbs of the host; `make docs` reads this table.  campaign: done by the campaign side, the others in
-- play; yields: rules may have a verb of that name, and the host's then has another.
names.host_verbs = {
  light = { takes = "LIGHT [WHO]", help = "light a torch, candle …; costs no turn" },
  snuff = { takes = "[LIGHT] [WHO]", help = "put a light out" },
  gain = { takes = "TRACK [WHO|all] [N|DIE]",
    help = "what happens at the table, with all that follows from it: gain stress Ann 2" },
  lose = { takes = "TRACK [WHO|all] [N|DIE]", help = "the other way: lose hp Bram 1d6, lose torches" },
  pass = { takes = "TIME [WHY]", help = "time that goes by without a turn: pass 10 minutes, pass 2h" },
  note = { takes = "TEXT", help = "a note in the log" },
  add = { takes = "NAME [FIELD=VALUE …]", help = "a new member: add Bram con=1 hp=6" },
  remove = { takes = "NAME", help = "a member leaves for good" },
  away = { takes = "NAME", help = "a member is elsewhere for a while" },
  back = { takes = "NAME", help = "a member is back" },
  order = { takes = "NAME …", help = "the marching order" },
  here = { takes = "ROOM", help = "the party is in that room; a correction" },
  time = { takes = "+MINUTES | HH:MM", help = "corrects the clock; lights do not burn" },
  split = { takes = "NAME …", help = "they go their own way, with a clock, turn and lights of their own" },
  rejoin = { takes = "[NAME]", help = "the other group, or NAME's, joins this one; whoever is behind waits" },
  ["with"] = { takes = "[NAME]", help = "the groups; or the line is about NAME's from now on" },
  pause = { help = "what burns in real time stands still" },
  resume = { help = "and goes on; or: takes up the line that was left at a question" },
  state = { takes = "[PATH]", help = "the state, or a part: state party.1.hp" },
  forget = { takes = "[NAME]", help = "what the rules have no more and is set aside; NAME: for good" },
  ["="] = { takes = "EXPR", help = "evaluates Lua: = #burning()" },
  lua = { takes = "STATEMENT", help = "runs Lua: lua gain(\"torches\", 2)" },
  undo = { takes = "[NUMBER]", campaign = true, aka = { "u" },
    help = "takes the last line back, dice and all; or the last so many" },
  redo = { takes = "[NUMBER]", help = "does it again", campaign = true },
  recap = { help = "where the session stands: what happened last", campaign = true },
  log = { help = "what has happened", campaign = true },
  help = { takes = "[WORD|all]", campaign = true, aka = { "?" },
    help = "what can be typed; one word, or all of them in full" },
  chart = { takes = "[NAME]", help = "shows a chart, the last row rolled marked", campaign = true },
  changes = { help = "what the house files change", campaign = true },
  why = { takes = "[WORD]", campaign = true,
    help = "which rule, in which line, decided the last result; why torch: where it comes from" },
  odds = { takes = "EVENT [before EVENT] [in N]", campaign = true,
    help = "what is to come: odds encounter before torch, odds dark by 12, odds no encounter in 3, " ..
    "odds Bram hp < 3 in 6, odds burn with crawl; rest" },
  dice = { takes = "auto | hand", help = "who rolls", campaign = true },
  save = { takes = "FOLDER", campaign = true, yields = true,
    help = "keeps a scratch game as a campaign (or save_as, where save is a verb of the rules)" },
  session = { takes = "\"TITLE\"", help = "an evening begins", campaign = true },
  quit = { help = "leaves; everything is saved already", campaign = true, aka = { "exit" } },
}

function names.split(text)
  local list = {}
  local at = 1
  while true do
    local from = text:find("%S", at)
    if not from then return list end
    if text:sub(from, from) == '"' then
      local close = text:find('"', from + 1, true)
      if close then
        list[#list + 1] = text:sub(from + 1, close - 1)
        at = close + (text:sub(close + 1, close + 1) == "," and 2 or 1)
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

-- Returns the name that a word means, exactly or as an unambiguous beginning; or nil and all that it could
-- be.
local function resolve(word, list)
  local low, found = word:lower(), {}
  for _, name in ipairs(list) do
    local n = name:lower()
    if n == low then return name end
    if n:sub(1, #low) == low and not common.contains(found, name) then found[#found + 1] = name end
  end
  if #found == 1 then return found[1] end
  return nil, found
end
names.resolve = resolve

local function member_names()
  local list = {}
  for _, who in ipairs(live.party.members) do list[#list + 1] = who.name end
  return list
end
names.members = member_names

function names.member(word)
  local name, several = resolve(word, member_names())
  if not name then
    if #several > 1 then refuse("'%s' could be %s", word, common.list(several, "or")) end
    refuse("there is nobody called '%s'%s", word, common.hint(word, member_names()))
  end
  for _, who in ipairs(live.party.members) do if who.name == name then return who end end
end

-- --- verbs -----------------------------------------------------------------

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
names.rule_verbs = rule_verbs

local function correction_names()
  local list = {}
  for _, e in ipairs(live.R.kinds.track:live()) do
    if live.R.tracks[e.name].of ~= "turn" then list[#list + 1] = e.name end
  end
  for _, e in ipairs(live.R.kinds.light:live()) do list[#list + 1] = e.name end
  return list
end

-- Returns the names of tracks that are numbers, which can be corrected by hand: torches +1, hp Bram 3.
local function numbers()
  local list = {}
  for _, e in ipairs(live.R.kinds.track:live()) do
    local t = live.R.tracks[e.name]
    if t.of ~= "turn" and (t.kind == "number" or t.kind == "quantity") then list[#list + 1] = e.name end
  end
  return list
end

-- Returns what the first word of a line is, "rule", "host" or "correct", and its name; or nil and why it is
-- nothing. last: the last word of the line; "+2" is a correction of something.
function names.verb(word, last)
  local t, list = rule_verbs()
  local low = word:lower()
  if t[low] then return "rule", low end
  if names.host_verbs[low] then return "host", low end
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
  local hosts = common.keys(names.host_verbs)
  name, several = resolve(word, hosts)
  if name then return "host", name end
  if #several > 1 then return nil, "'" .. word .. "' could be " .. common.list(several, "or") end
  name, several = resolve(word, corrections)
  if name then return "correct", name end
  if #several > 1 then return nil, "'" .. word .. "' could be " .. common.list(several, "or") end
  for _, n in ipairs(member_names()) do
    if n:lower() == low then return nil, ("what does %s do? as in: %s %s"):format(n, n, list[1] or "rest") end
  end
  local all = {}
  for _, from in ipairs { list, hosts, corrections, member_names() } do
    for _, n in ipairs(from) do all[#all + 1] = n end
  end
  local near = #word > 1 and common.nearest(word, all)
  if not near and last and last:find "^[+-]%d+$" then
    return nil, ("there is no number '%s'; there are %s"):format(word, common.list(numbers()))
  end
  return nil, "there is no verb '" .. word .. "'"
    .. (near and "; did you mean '" .. near .. "'?" or "; ? lists them")
end

return names
