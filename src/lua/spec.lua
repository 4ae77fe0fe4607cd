-- spec.lua -- specs of rules: each row a line typed, the dice and answers, and what must hold afterwards.
local common = module "common"
local live = module "live"
local mistakes = module "mistakes"
local play = module "play"
local source = module "source"
local spec_odds = module "spec_odds"
local time = module "time"
local spec = {}

local FIRST_WALL = 1000000000        -- what the clock on the wall says as a test begins

local test_fields = { covers = true, given = true, party = true, house = true, example = true }
local base_fields = { given = true, party = true, house = true }
local row_fields = {
  dice = true, answers = true, wall = true, sees = true, never = true, refused = true, minutes = true, time = true, lights = true, lamps = true,
  party = true, here = true, turn = true, waiting = true, want = true, asks = true, data = true, campaign = true,
}

-- What the program tells of by itself.
local told_by_host = { success = true, failure = true }
for name in ("turn said warning asked corrected note halted started broken moved passed clock joined left rejoined away back order paused resumed deed"):gmatch "%a+" do
  told_by_host[name] = true
end

-- Reads a spec file: { base, tests = { { name, line, body } } }.
local function read(name, text)
  local found = { tests = {}, source = source.of(name, text) }
  local library = sandbox.library()
  local env = {}
  for k, v in next, library do env[k] = v end
  local function mistake(sentence, level_file, level_line)
    local file, at = sandbox.place()
    error({ text = sentence, file = level_file or file or name, line = level_line or at or 1 }, 0)
  end
  env.tests = function(ruleset)
    if found.base then mistake "a spec file has one tests \"RULESET\" { … }" end
    if type(ruleset) ~= "string" then mistake "tests takes the ruleset's name in quotes: tests \"delving\" { party = { … } }" end
    local _, at = sandbox.place()
    return function(body)
      if type(body) ~= "table" then mistake "tests \"…\" takes its fields in braces" end
      for _, key in ipairs(common.keys(body)) do
        if not base_fields[key] then mistake("tests \"" .. ruleset .. "\" has no field '" .. tostring(key) .. "'" .. common.hint(tostring(key), common.keys(base_fields))) end
      end
      found.ruleset, found.base, found.line = ruleset, body, at
    end
  end
  env.test = function(title)
    if type(title) ~= "string" then mistake "test takes its name in quotes: test \"a torch burns out\" { … }" end
    local _, at = sandbox.place()
    return function(body)
      if type(body) ~= "table" then mistake("test \"" .. title .. "\" takes its rows in braces") end
      for _, key in ipairs(common.keys(body)) do
        if type(key) == "string" and not test_fields[key] then
          local names = common.keys(test_fields)
          mistake("test \"" .. title .. "\" has no field '" .. key .. "'" .. common.hint(key, names))
        end
      end
      for _, other in ipairs(found.tests) do
        if other.name == title then mistake("there are two tests named \"" .. title .. "\"") end
      end
      found.tests[#found.tests + 1] = { name = title, line = at, body = body }
    end
  end
  setmetatable(env, { __index = function(_, word)
    error("a spec has no word '" .. tostring(word) .. "'; it knows tests, test and Lua's own", 0)
  end })
  local f, sentence = sandbox.compile(text, name, env)
  if not f then
    local what, at = mistakes.of_syntax({ name = name, text = text }, sentence)
    error({ text = what, file = name, line = at }, 0)
  end
  f()
  if not found.base then mistake("a spec file begins with tests \"RULESET\" { … }", name, 1) end
  return found
end

-- The tests of a file, for whoever runs them one by one.
function spec.list(request)
  local ok, found = protected(read, request.name, request.text)
  if not ok then return { error = found } end
  local out = { ruleset = found.ruleset, line = found.line, tests = {} }
  for i, t in ipairs(found.tests) do
    local house = (found.base.house or "") .. (t.body.house and "\n" .. t.body.house or "")
    out.tests[i] = { name = t.name, line = t.line, covers = t.body.covers or {}, example = t.body.example and true or nil,
      house = house ~= "" and house or nil }
  end
  return out
end

-- --- the beginning of a test ----------------------------------------------------------------------

local function light_of(text)
  local kind, holder = text:match("^(%S+)%s*(.*)$")
  return kind, holder ~= "" and holder or nil
end

local function of_given(name)
  local names = {}
  for _, of in ipairs { "party", "campaign" } do for _, t in ipairs(live.R.tracks_of[of] or {}) do names[#names + 1] = t.name end end
  for _, key in ipairs { "lights", "here", "rooms", "lamps", "minutes", "turn", "procedure", "dice" } do names[#names + 1] = key end
  return common.hint(tostring(name), names)
end

local later = { here = true, rooms = true, lamps = true, minutes = true, dice = true, turn = true, procedure = true }

-- { turn = 3, procedure = "fight" }: the turn before is over, and that is its number.
local function give_turn(given)
  if given.procedure ~= nil and given.procedure ~= live.turn.procedure then
    if not live.R.procedures[given.procedure] then
      error("given, procedure: there is no procedure '" .. tostring(given.procedure) .. "'" .. common.hint(tostring(given.procedure), live.R.kinds.procedure:names()), 0)
    end
    table.insert(live.party.turns, live.new_turn(given.procedure))
    live.use(live.S.at)
  end
  if given.turn == nil then return end
  if math.type(given.turn) ~= "integer" or given.turn < 0 then error("given, turn: a whole number is needed, how many turns are over, and this is " .. common.show(given.turn), 0) end
  live.turn.number = given.turn
end

local function give(given)
  local R = live.R
  for _, key in ipairs(common.keys(given)) do
    local v = given[key]
    if key == "lights" then
      for _, text in ipairs(v) do
        local kind, holder = light_of(text)
        live.words.kindle(kind, holder, { free = true })
      end
    elseif later[key] then                         -- below, after all else
    elseif R.tracks[key] and R.tracks[key].of == "party" then live.party[key] = live.start_value(R.tracks[key], v, "given")
    elseif R.tracks[key] and R.tracks[key].of == "campaign" then live.S.campaign[key] = live.start_value(R.tracks[key], v, "given")
    else error("given: the party keeps no '" .. tostring(key) .. "'" .. of_given(key), 0) end
  end
  give_turn(given)
  if given.minutes then live.party.now = given.minutes * 60 end
  for _, name in ipairs(given.rooms or {}) do live.room(name).seen = true end
  if type(given.here) == "string" then
    live.words.go(given.here)
  elseif given.here then
    local here = live.env.here
    if given.here.name then live.words.go(given.here.name) here = live.env.here end
    for _, key in ipairs(common.keys(given.here)) do
      if key ~= "name" then
        if R.tracks[key] and R.tracks[key].of == "room" then here[key] = live.start_value(R.tracks[key], given.here[key], "given, here")
        else here[key] = common.copy(given.here[key]) end
      end
    end
  end
  for i, fields in ipairs(given.lamps or {}) do
    local lamp = live.party.lights[i]
    if not lamp then error("given, lamps: there is no lamp " .. i, 0) end
    for _, key in ipairs(common.keys(fields)) do
      if key == "left" then
        local lasts = live.R.lights[lamp.kind].lasts
        local field = rawget(lamp, "secs") and "secs" or rawget(lamp, "turns") and "turns" or "real"
        lamp[field] = math.tointeger(fields.left * lasts.per)
      else
        lamp[key] = fields[key]
      end
    end
  end
end

local function begin(found, test)
  door.open { mode = "script", faces = (test.body.given or {}).dice or "", record = true }
  door.seed("0")
  live.events, live.pending, live.switches, live.answers, live.answers_used, live.answered = {}, {}, {}, {}, 0, {}
  live.settle, live.watching, live.secret, live.stopped, live.in_turn = "default", true, false, nil, false
  live.spec_answers = nil
  live.new_state()
  local party = test.body.party or found.base.party
  if party then
    live.party.members = {}
    for _, key in ipairs(common.keys(party)) do
      local m = party[key]
      if type(m) ~= "table" or type(m[1]) ~= "string" then error("party: every member stands in braces of its own, { { \"A\", hp = 6 }, { \"B\" } }, and this is " .. common.show(m), 0) end
      local fields = common.copy(m)
      local name = fields[1]
      fields[1] = nil
      live.join(name, fields)
    end
  end
  live.stand_in()
  live.hook("begin")
  give(test.body.given or {})
  for k, v in next, (found.base.given or {}) do
    if (test.body.given or {})[k] == nil then give { [k] = v } end
  end
  live.S.rng = door.rng()
  live.S.wall = time.is_real() and FIRST_WALL or 0
  local bytes, sentence = data.encode(live.S, true)
  if not bytes then error(sentence, 0) end
  return bytes
end

-- --- what must hold ------------------------------------------------------------------------------------

-- Is the value what the spec says?  A number stands for a quantity in the track's unit.
local function holds(got, want)
  if type(got) == "quantity" then
    if type(want) == "number" then return measure.amount(got) == want end
    local q = type(want) == "string" and measure.quantity(want)
    return q and got == q
  end
  if type(want) == "table" and type(got) == "table" then
    for k, v in next, want do
      if not holds(rawget(got, k), v) then return false end
    end
    if #want > 0 or next(want) == nil then return #got == #want and (next(want) ~= nil or next(got) == nil) end
    return true
  end
  return got == want
end

local function items_of(v)
  if type(v) == "table" then return v end
  local list = {}
  for item in (v .. ","):gmatch("%s*(.-)%s*,") do if item ~= "" then list[#list + 1] = item end end
  return list
end

-- An event's name, "chart.row", or a piece of a text; a row's name alone, unless an event is called so.
local function was_seen(events, item)
  local row = not live.R.kinds.event.entries[item] and item
  for _, e in ipairs(events) do
    if e.kind == item or e.name and (e.name == row or e.kind .. "." .. e.name == item) then return true end
    if e.text and e.kind ~= "turn" and e.text:find(item, 1, true) then return true end
  end
end

-- Does it stand in a text of the rules?
local function is_said(item)
  for _, file in ipairs(live.R.files) do
    for i, kind in ipairs(file.kinds) do if kind == "text" and file.words[i]:find(item, 1, true) then return true end end
  end
end

-- "; did you mean …", when item is a single word, nothing is called so, and something nearly.
local function misspelt(item)
  local R = live.R
  local kind, row = item:match "^([%a_][%w_]*)%.?(.*)$"
  if not kind or item:find "%s" then return end
  local names = common.keys(R.hooks)
  for _, name in ipairs(common.keys(told_by_host)) do names[#names + 1] = name end
  if row ~= "" and R.charts[kind] then
    local known = {}
    for _, r in ipairs(R.charts[kind].rows) do known[#known + 1] = r.name end
    return #known > 0 and not common.contains(known, row) and common.hint(row, known) or nil
  end
  for _, c in next, R.charts do for _, r in ipairs(c.rows) do names[#names + 1] = r.name end end
  for _, d in next, R.decks do for _, card in ipairs(d.cards) do names[#names + 1] = card end end
  if common.contains(names, kind) then return end
  local near = common.nearest(kind, names)
  if not near or kind:find "^%u" or common.distance(kind, near, 2) > 2 or is_said(item) then return end
  return "; did you mean '" .. near .. "'?"
end

local function told(events)
  local parts = {}
  for _, e in ipairs(events) do
    if e.kind ~= "turn" then
      local text = e.text and e.text ~= "" and e.text ~= e.name and #e.text < 100 and ' ("' .. e.text .. '")' or ""
      parts[#parts + 1] = e.kind .. (e.name and "." .. e.name or "") .. text
    end
  end
  return #parts > 0 and table.concat(parts, ", ") or "nothing"
end

local function lights_now()
  local list = {}
  for i, lamp in ipairs(live.party.lights) do list[i] = lamp.kind .. " " .. lamp.holder end
  return table.concat(list, ", ")
end

local function compare_record(fail, label, record, want)
  for _, key in ipairs(common.keys(want)) do
    local got = rawget(record, key)
    if got == nil and (getmetatable(record) == live.lamp_meta or key == "max") then got = record[key] end
    if not holds(got, want[key]) then
      fail("%s.%s: expected %s, got %s", label, tostring(key), common.show(want[key]), common.show(live.plain(got)))
    end
  end
end

local checks = {
  sees = function(fail, row, reply)
    for _, item in ipairs(items_of(row.sees)) do
      if not was_seen(reply.events, item) then fail("expected to see '%s'; there was %s", item, told(reply.events)) end
    end
  end,
  never = function(fail, row, reply)
    for _, item in ipairs(items_of(row.never)) do
      local strange = misspelt(item)
      if strange then fail("never: nothing is called '%s', so it is never seen%s", item, strange) end
      if was_seen(reply.events, item) then fail("expected never to see '%s'; there was %s", item, told(reply.events)) end
    end
  end,
  minutes = function(fail, row)
    local now = live.party.now / 60
    if now ~= row.minutes then fail("minutes: expected %s, got %s", common.show(row.minutes), tostring(math.tointeger(now) or now)) end
  end,
  time = function(fail, row)
    local _, h, m = clockwork.parts(live.party.now)
    local now = string.format("%02d:%02d", h, m)
    if now ~= row.time then fail("time: expected %s, got %s", row.time, now) end
  end,
  lights = function(fail, row)
    if lights_now() ~= row.lights then fail("lights: expected '%s', got '%s'", row.lights, lights_now()) end
  end,
  lamps = function(fail, row)
    for i, want in ipairs(row.lamps) do
      local lamp = live.party.lights[i]
      if not lamp then fail("lamps: expected %d, got %d", #row.lamps, #live.party.lights) return end
      for _, key in ipairs(common.keys(want)) do
        local got = lamp[key]
        if not holds(got, want[key]) then fail("lamp %d (%s %s), %s: expected %s, got %s", i, lamp.kind, lamp.holder, key, common.show(want[key]), common.show(got)) end
      end
    end
  end,
  party = function(fail, row) compare_record(fail, "party", live.party, row.party) end,
  campaign = function(fail, row) compare_record(fail, "campaign", live.S.campaign, row.campaign) end,
  turn = function(fail, row) compare_record(fail, "turn", live.turn, type(row.turn) == "number" and { number = row.turn } or row.turn) end,
  here = function(fail, row)
    if type(row.here) == "string" then
      if live.party.room ~= row.here then fail("here: expected '%s', got '%s'", row.here, live.party.room) end
    else
      compare_record(fail, "here", live.env.here, row.here)
    end
  end,
  waiting = function(fail, row)
    if live.turn.step ~= row.waiting then fail("waiting: expected '%s', got '%s'", row.waiting, live.turn.step) end
  end,
  data = function(fail, row, reply)
    if not holds(reply.data, row.data) then fail("data: expected %s, got %s", common.show(row.data), common.show(reply.data)) end
  end,
  want = function(fail, row, reply)
    local ok, what = protected(row.want, { env = live.R.env, state = live.S, party = live.party, turn = live.turn, events = reply.events, rolls = reply.rolls })
    if not ok then fail("want: %s", what.text or "it failed")
    elseif what then fail("%s", tostring(what)) end
  end,
}
local check_order = { "sees", "never", "minutes", "time", "lights", "lamps", "party", "campaign", "turn", "here", "waiting", "data", "want" }

local function check_answers(fail, row, answers)
  for _, key in ipairs(common.keys(row.answers or {})) do
    local id = tostring(key):match("^[^.]+")
    if not answers.used[id] then fail("answers: '%s' was never asked", tostring(key)) end
  end
end

-- The wall clock of a row: wall = "10 minutes" goes by before its line.
local function wall_of(row, wall)
  if row.wall == nil then return wall end
  local q, sentence = measure.quantity(row.wall)
  if not q then error("wall: " .. sentence, 0) end
  return wall + measure.amount(q, "second")
end

-- Everybody, whatever group they are in.
local function everybody()
  local list = {}
  for _, group in ipairs(live.S.parties) do for _, who in ipairs(group.members) do list[#list + 1] = who end end
  return list
end

local function member_of(name)
  for _, who in ipairs(everybody()) do if who.name == name then return who end end
end

-- One row: returns the state after it.
local function run_row(fail, row, bytes, wall)
  for _, key in ipairs(common.keys(row)) do
    if type(key) == "string" and not row_fields[key] then
      if not member_of(key) then
        local names = common.keys(row_fields)
        local people = {}
        for i, who in ipairs(everybody()) do people[i] = who.name end
        fail("a row has no '%s'%s", key, key:find "^%u" and "; nobody is called so, there " .. (#people == 1 and "is " or "are ") .. common.list(people) or common.hint(key, names))
      end
    end
  end
  local answers = { used = {} }
  for k, v in next, row.answers or {} do answers[k] = v end
  local reply = play.run {
    line = row[1], state = bytes, dice = "script", faces = row.dice or "", settle = row.asks and "ask" or "default", spec_answers = answers, wall = wall,
  }
  if row.asks then
    if reply.outcome ~= "asks" then fail("expected the question '%s', got %s", row.asks, reply.outcome)
    elseif reply.ask.id ~= row.asks then fail("expected the question '%s', got '%s'", row.asks, reply.ask.id) end
    return bytes
  end
  if row.refused then
    local text = reply.error and reply.error.text
    if reply.outcome == "done" then
      fail("expected a refusal with '%s', and it was done: %s", row.refused == true and "any reason" or row.refused, told(reply.events))
      return play.bytes
    end
    if reply.outcome ~= "refused" and row.refused == true then fail("expected a refusal, got %s: %s", reply.outcome, tostring(text)) end
    if row.refused ~= true and not tostring(text):find(row.refused, 1, true) then fail("expected a refusal with '%s', got '%s'", row.refused, tostring(text)) end
    live.adopt(data.decode(bytes))
    for _, key in ipairs(check_order) do if row[key] ~= nil then checks[key](fail, row, { events = {}, rolls = {} }) end end
    return bytes
  end
  if reply.outcome ~= "done" then
    local e = reply.error or { text = reply.ask and "the question '" .. reply.ask.id .. "' is open" or "?" }
    fail("'%s' failed: %s%s", tostring(row[1]), e.file and e.line and e.file .. ":" .. e.line .. ": " or "", tostring(e.text))
    return nil
  end
  local _, used, all = door.draws()
  if used < all then fail("dice: %d of %d were not rolled (%s)", all - used, all, row.dice) end
  check_answers(fail, row, answers)
  for _, key in ipairs(check_order) do
    if row[key] ~= nil then checks[key](fail, row, reply) end
  end
  for _, who in ipairs(everybody()) do
    if row[who.name] then compare_record(fail, who.name, who, row[who.name]) end
  end
  return play.bytes
end

-- Odds leave the state as it is.
local function weigh_row(fail, row, bytes)
  spec_odds.run(fail, row, bytes)
  return bytes
end

local function title_of(row)
  if type(row) ~= "table" or not spec_odds.is_row(row) then return tostring(type(row) == "table" and row[1]) end
  return "odds of '" .. (type(row.plan) == "table" and table.concat(row.plan, "; ") or tostring(row.plan)) .. "'"
end

-- The line of what a test begins with: its own, or what stands in tests for all.
local function blame(found, test, text)
  local key = tostring(text):find "^given" and "given" or tostring(text):find "^kindle" and "given" or "party"
  if test.body[key] ~= nil then return source.line_of(found.source, test.line, test.name, key) end
  if found.base[key] ~= nil then return source.line_of(found.source, found.line, found.ruleset, key) end
  return test.line
end

-- Runs the index-th test of a spec file in the loaded rules.
function spec.run(request)
  local failures = {}
  local ok, found = protected(read, request.name, request.text)
  if not ok then return { passed = false, failures = { { line = found.line or 1, text = found.text } } } end
  local test = found.tests[request.index]
  if not test then return { passed = false, failures = { { line = 1, text = "there is no test " .. tostring(request.index) } } } end
  local bytes
  local wall = FIRST_WALL
  ok, bytes = protected(begin, found, test)
  if not ok then return { passed = false, failures = { { line = blame(found, test, bytes.text), text = mistakes.plainly(tostring(bytes.text)) } } } end
  if #test.body == 0 then failures[1] = { line = test.line, text = "the test has no rows" } end
  for i, row in ipairs(test.body) do
    local at = source.line_of(found.source, test.line, test.name, i)
    local function fail(text, ...)
      failures[#failures + 1] = { line = at, text = "row " .. i .. " (" .. title_of(row) .. "): " .. string.format(text, ...) }
    end
    local weighed = spec_odds.is_row(row)
    sandbox.beat(i)
    if type(row) ~= "table" or not weighed and type(row[1]) ~= "string" then
      fail("a row begins with the line typed, { \"search\", dice = \"d6:3\" }")
      break
    end
    wall = wall_of(row, wall)
    local done, after = protected(weighed and weigh_row or run_row, fail, row, bytes, wall)
    if not done then
      fail("%s%s", after.file and after.line and after.file .. ":" .. after.line .. ": " or "", tostring(after.text))
      break
    end
    if not after then break end
    bytes = after
  end
  return { passed = #failures == 0, failures = failures }
end

return spec
