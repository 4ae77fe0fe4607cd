-- spec_row.lua -- runs a row of a spec: plays its line with the dice and answers given, and checks the
-- result. fail(format, …), which most functions here are given, notes a failure.
local common = module "common"
local events = module "play/events"
local language = module "read/language"
local live = module "play/live"
local play = module "play/play"
local records = module "play/records"
local source = module "read/source"
local spec_shapes = module "author/spec_shapes"
local state = module "play/state"
local spec_row = {}

-- Names of events that the program makes without a hook (on.NAME).
local host_events = common.append(common.keys(language.log_entries), { "success", "failure" })
table.sort(host_events)

-- --- comparing -----------------------------------------------------------------------------------

-- True if a value is as wanted.  A wanted number stands for a quantity in the track's unit; a wanted table
-- names only the fields that matter, but all items of a list.
local function is_as_wanted(got, want)
  if type(got) == "quantity" then
    if type(want) == "number" then return measure.amount(got) == want end
    local q = type(want) == "string" and measure.quantity(want)
    return q and got == q
  end
  if type(want) == "table" and type(got) == "table" then
    for k, v in next, want do
      if not is_as_wanted(rawget(got, k), v) then return false end
    end
    if next(want) == nil then return #got == 0 and next(got) == nil end      -- { } means an empty table
    return #want == 0 or #got == #want                     -- no items: only the fields matter
  end
  return got == want
end

-- The items of `sees` and `never`: a list, or a text with commas.
local function items_of(v)
  if type(v) == "table" then return v end
  return common.pieces(v .. "", ",")
end

-- True if the item means this event: by its name, "chart.row", the name of a row alone (unless an event has
-- that name, too), or part of its text.  The text of a turn does not count, since it repeats the line.
local function is_meant(e, item)
  if e.kind == item or e.name and e.kind .. "." .. e.name == item then return true end
  if e.name == item and not live.R.kinds.event.entries[item] then return true end
  return e.text and e.kind ~= "turn" and e.text:find(item, 1, true)
end

local function was_seen(events, item)
  return common.first(events, function(e) return is_meant(e, item) end) ~= nil
end

-- True if the item occurs in a text of the rules.
local function is_in_rules(item)
  for _, file in ipairs(live.R.files) do
    for i in source.found(file, "TEXT") do
      if file.words[i]:find(item, 1, true) then return true end
    end
  end
end

-- The names that events of these rules can have: their own, rows, cards, and what the program writes.
local function names_of_events()
  local R = live.R
  local names = common.append(common.keys(R.hooks), host_events)
  for _, c in next, R.charts do common.append(names, common.names(c.rows)) end
  for _, d in next, R.decks do common.append(names, d.cards) end
  return names
end

-- "; did you mean …" for an item that is one word and probably misspelt; else nil.
local function hint_misspelt(item)
  local kind, row = item:match "^([%a_][%w_]*)%.?(.*)$"
  if not kind or item:find "%s" then return end
  local chart = live.R.charts[kind]
  if row ~= "" and chart then
    local rows = common.names(chart.rows)
    local near = common.nearest(row, rows)
    if #rows == 0 or common.contains(rows, row) then return end        -- without rows any name may come
    return near and ("; did you mean '%s.%s'?"):format(kind, near) or common.hint(row, rows)
  end
  local names = names_of_events()
  local near = not common.contains(names, kind) and common.nearest(kind, names)
  local is_member = kind:find "^%u"
  if near and not is_member and common.distance(kind, near, 2) <= 2 and not is_in_rules(item) then
    return "; did you mean '" .. near .. "'?"
  end
end

-- The events of a reply as a text for messages: "wolves.howl ("A howl."), …"; "nothing" for none.
local function events_text(events)
  local parts = {}
  for _, e in ipairs(events) do
    if e.kind ~= "turn" then
      local text = e.text and e.text ~= "" and e.text ~= e.name and #e.text < 100 and ' ("' .. e.text .. '")'
        or ""
      parts[#parts + 1] = e.kind .. (e.name and "." .. e.name or "") .. text
    end
  end
  return #parts > 0 and table.concat(parts, ", ") or "nothing"
end

-- The lights as a text, "torch A, candle B".  unnamed: a holder who is left out, or nil.
local function lights_now(unnamed)
  local lights = common.map(live.party.lights, function(lamp)
    return lamp.holder == unnamed and lamp.kind or lamp.kind .. " " .. lamp.holder
  end)
  return table.concat(lights, ", ")
end

-- The value of a field that a row expects of a record: the record's own field; for a lamp, also a field of
-- its kind.
local function value_of(record, key)
  local v = rawget(record, key)
  if v == nil and (getmetatable(record) == records.light or key == "max") then v = record[key] end
  return v
end

-- The end of a message: the likely slip in the value that a row expects of a field; or "".
local function hint_expected(got, want)
  if type(want) ~= "string" then return "" end
  if type(got) == "boolean" then return "; write true or false, without quotes" end
  local points = type(got) == "number" and want:match "^(%d+)/%d+$"
  return points and "; the maximum is left out: " .. points or ""
end

-- The end of a message about a track that stands in the wrong braces: in which it does, and how; or nil.
local function hint_owner(key, v)
  local track = live.R.tracks[key]
  local thing = track == nil and live.R.tracks[key:match "^([%w_]-)_%u" or ""]      -- plague_Docks
  local of = thing and "campaign" or track and (track.of == "room" and "here" or track.of)
  if of == "party" or of == "campaign" or of == "here" then
    return ("; it stands in %s = { %s = %s }"):format(of, key, common.show(v))
  elseif of == "member" then
    local who = live.party.members[1] or { name = "A" }
    return ("; it is a member's: %s = { %s = %s }"):format(who.name, key, common.show(v))
  end
end

-- Compares the wanted fields of a record.  label: the record in messages.  A track of a room that was never
-- set is nil, and may be expected to be.
local function compare_record(fail, label, record, want)
  for _, key in ipairs(common.keys(want)) do
    local got, wanted = value_of(record, key), want[key]
    local is_elsewhere = live.R.tracks[key] and live.R.tracks[key].of ~= "room"
    if got == nil and (is_elsewhere or getmetatable(record) ~= records.room) then
      local names = {}
      for name in next, record do names[#names + 1] = tostring(name) end
      fail("%s has no '%s'%s", label, tostring(key), hint_owner(tostring(key), wanted)
        or common.hint(tostring(key), names))
    elseif not is_as_wanted(got, wanted) then
      fail("%s.%s: expected %s, got %s%s", label, tostring(key), common.show(wanted),
        common.show(events.plain(got)), hint_expected(got, wanted))
    end
  end
end

local function compare_name(fail, key, want, got)
  if got ~= want then fail("%s: expected '%s', got '%s'", key, want, got) end
end

-- The checks of a row, in their order: the field, and check(fail, want, reply).  What they compare with is
-- the state after the row, in live.
local checks = {
  { "sees", function(fail, want, reply)
    for _, item in ipairs(items_of(want)) do
      if not was_seen(reply.events, item) then
        fail("expected to see '%s'; there was %s%s", item, events_text(reply.events),
          hint_misspelt(item) or "")
      end
    end
  end },
  { "never", function(fail, want, reply)
    for _, item in ipairs(items_of(want)) do
      local hint = hint_misspelt(item)
      if hint then fail("never: nothing is called '%s', so it is never seen%s", item, hint) end
      if was_seen(reply.events, item) then
        fail("expected never to see '%s'; there was %s", item, events_text(reply.events))
      end
    end
  end },
  { "minutes", function(fail, want)
    local now = live.party.now / 60
    if now ~= want then
      local starts = live.R.starts or 0
      fail("minutes: expected %s, got %s%s", common.show(want), tostring(math.tointeger(now) or now),
        starts > 0 and ("; they are counted from midnight, and play began at %d:%02d"):format(starts // 3600,
          starts % 3600 // 60) or "")
    end
  end },
  { "time", function(fail, want)
    local now = ("%02d:%02d"):format(live.party.now % 86400 // 3600, live.party.now % 3600 // 60)
    if now ~= want and now ~= "0" .. want then fail("time: expected %s, got %s", want, now) end
  end },
  { "lights", function(fail, want)
    local kind, holder = next(type(want) == "table" and want or {})
    if type(kind) == "string" then
      return fail("lights: each is one text, \"%s %s\", and this is %s", kind, tostring(holder),
        common.show(want))
    end
    if type(want) == "table" then want = table.concat(want, ", ") end
    -- A party without members holds the lights itself, and need not be named.
    if want ~= lights_now(state.nobody) then compare_name(fail, "lights", want, lights_now()) end
  end },
  { "lamps", function(fail, want)
    for i, fields in ipairs(want) do
      local lamp = live.party.lights[i]
      if not lamp then return fail("lamps: expected %d, got %d", #want, #live.party.lights) end
      for _, key in ipairs(common.keys(fields)) do
        if not is_as_wanted(lamp[key], fields[key]) then
          fail("lamp %d (%s %s), %s: expected %s, got %s", i, lamp.kind, lamp.holder, key,
            common.show(fields[key]), common.show(lamp[key]))
        end
      end
    end
  end },
  { "party", function(fail, want) compare_record(fail, "party", live.party, want) end },
  { "campaign", function(fail, want) compare_record(fail, "campaign", live.S.campaign, want) end },
  { "turn", function(fail, want)
    compare_record(fail, "turn", live.turn, type(want) == "number" and { number = want } or want)
  end },
  { "here", function(fail, want)
    if type(want) == "string" then return compare_name(fail, "here", want, live.party.room) end
    compare_record(fail, "here", live.env.here, want)
  end },
  { "waiting", function(fail, want) compare_name(fail, "waiting", want, live.turn.step) end },
  { "data", function(fail, want, reply)
    if not is_as_wanted(reply.data, want) then
      fail("data: expected %s, got %s", common.show(want), common.show(reply.data))
    end
  end },
  { "want", function(fail, want, reply)
    local ok, what = protected(want, { env = live.R.env, state = live.S, party = live.party,
      turn = live.turn, events = reply.events, rolls = reply.rolls })
    if not ok then fail("want: %s", what.text or "it failed")
    elseif what then fail("%s", tostring(what)) end
  end },
}

local row_fields = common.set "dice cards answers wall refused asks"
for _, pair in ipairs(checks) do row_fields[pair[1]] = true end

function spec_row.has_field(key) return row_fields[key] ~= nil end

local function check_all(fail, row, reply)
  for _, pair in ipairs(checks) do
    local field, check = pair[1], pair[2]
    if row[field] ~= nil then check(fail, row[field], reply) end
  end
end

-- The cards of a row: a list, the name of one, a text with commas, or words of which the first is a card.
local function cards_of(v)
  if type(v) ~= "string" then return v and common.copy_list(v) end
  local words, are_words = common.split(v), false
  for _, deck in next, live.R.decks do
    if common.contains(deck.cards, v) then return { v } end
    are_words = are_words or common.contains(deck.cards, words[1])
  end
  return are_words and not v:find "," and words or items_of(v)
end

-- Notes answers that the row brought along, to questions that were not asked.
local function check_answers(fail, row, answers)
  for _, key in ipairs(common.keys(row.answers or {})) do
    local id = tostring(key):match("^[^.]+")
    if not answers.used[id] then
      fail("answers: '%s' was never asked%s", tostring(key), common.hint(id, live.R.kinds.question:names()))
    end
  end
end

-- --- functions for `want` ------------------------------------------------------------------------

-- A function for `want`: the events happen in this order, with any others between them.
function spec_row.in_order(...)
  local wanted = { ... }
  return function(now)
    local i = 1
    for _, e in ipairs(now.events) do
      if wanted[i] and is_meant(e, wanted[i]) then i = i + 1 end
    end
    if wanted[i] then return "'" .. wanted[i] .. "' did not come in its place" end
  end
end

-- A function for `want`: the question was asked and took this default.
function spec_row.by_default(id, value)
  return function(now)
    for _, e in ipairs(now.events) do
      if e.kind == "asked" and e.name == id then
        if not e.defaulted or e.answer ~= value then return id .. " was answered " .. tostring(e.answer) end
        return
      end
    end
    return id .. " was not asked"
  end
end

-- --- a row ---------------------------------------------------------------------------------------

-- The members of all groups.
local function all_members()
  local list = {}
  for _, group in ipairs(live.S.parties) do common.append(list, group.members) end
  return list
end

-- The end of a message about a field of a row that rows do not have.  people: the names of all members.
local function hint_field(key, v, people)
  if key:find "^%u" then                                  -- it was meant as a member's name
    return "; nobody is called so, there " .. (#people == 1 and "is " or "are ") .. common.list(people)
  end
  return hint_owner(key, v) or common.hint(key, common.keys(row_fields), type(v) == "table"
    and "what must hold stands in the row itself: minutes = 10, A = { hp = 5 }" or nil)
end

-- Notes fields that no row has, or that are of the wrong type; true if such a row cannot be played.
local function check_fields(fail, row)
  local people, is_wrong = common.names(all_members()), false
  local sentence = spec_shapes.wrong_in_row(row, people)
  if sentence then
    fail("%s", sentence)
    return true
  end
  for _, key in ipairs(common.keys(row)) do
    if type(key) == "string" and not row_fields[key] and not common.contains(people, key) then
      is_wrong = true
      fail("a row has no '%s'%s", key, hint_field(key, row[key], people))
    end
  end
  return is_wrong
end

-- Checks a row that must be refused: with this text, or any (true).  Returns the state after it, which is the
-- one before unless the line was done.
local function check_refused(fail, row, reply, bytes)
  local text, any = tostring(reply.error and reply.error.text), row.refused == true
  if reply.outcome == "done" then
    fail("expected a refusal with '%s', and it was done: %s", any and "any reason" or row.refused,
      events_text(reply.events))
    return play.bytes
  end
  if any and reply.outcome ~= "refused" then
    fail("expected a refusal, got %s: %s", reply.outcome, text)
  elseif not any and not text:find(row.refused, 1, true) then
    fail("expected a refusal with '%s', got '%s'", row.refused, text)
  end
  state.adopt(data.decode(bytes))                          -- the checks look at what a refused line has left
  check_all(fail, row, { events = {}, rolls = {} })
  return bytes
end

-- Checks a line that was done: nothing that the row brought along is left over.  A refused line, or one
-- that waits at a question, ends before it uses all that it was given.
local function check_done(fail, row, reply, answers)
  local _, used, all = door.draws()
  if used < all then
    local left = all - used
    fail("dice: %s not rolled: %s", all == 1 and "this was" or left == 1 and "the last of these was"
      or ("the last %d of these were"):format(left), row.dice)
  end
  if live.cards and #live.cards > 0 then fail("cards: not drawn: %s", common.list(live.cards)) end
  check_answers(fail, row, answers)
  check_all(fail, row, reply)
  for _, who in ipairs(all_members()) do
    if row[who.name] then compare_record(fail, who.name, who, row[who.name]) end
  end
end

-- Notes why the line of a row was not done.
local function report_undone(fail, reply)
  local e = reply.error or { text = reply.ask and "the question '" .. reply.ask.id .. "' is open" or "?" }
  local text = tostring(e.text)
  local is_of_row = text:find "^answers, " or text:find "^dice: "         -- the row is wrong, not the rules
  fail("%s%s", e.file and e.line and not is_of_row and e.file .. ":" .. e.line .. ": " or "", text)
end

-- Runs a row.  bytes: the state before it; wall: the wall clock.  Returns the state after it; nil when there
-- is none, as the row could not be played or its line was not done: then the test ends.  A row that expects
-- nothing only leads to other rows; it passes when its line is done and has used all that the row gives.
function spec_row.run(fail, row, bytes, wall)
  if check_fields(fail, row) then return nil end
  local answers = { used = {} }
  for k, v in next, row.answers or {} do answers[k] = v end
  local reply = play.run {
    line = row[1], state = bytes, ours = bytes == play.bytes, dice = "script", faces = row.dice or "",
    use_defaults = not row.asks, spec_answers = answers, wall = wall, cards = cards_of(row.cards),
  }
  if row.asks then
    local id = reply.outcome == "asks" and "'" .. reply.ask.id .. "'" or reply.outcome
    if id ~= "'" .. row.asks .. "'" then fail("expected the question '%s', got %s", row.asks, id) end
    return bytes
  end
  if row.refused then return check_refused(fail, row, reply, bytes) end
  if reply.outcome ~= "done" then return report_undone(fail, reply) end
  check_done(fail, row, reply, answers)
  return play.bytes
end

return spec_row
