-- dry_run.lua -- finds errors that only show when rules run, by playing every line that could be typed, at
-- random but the same way each time.  Each line is tried without members, with members, with light, and again
-- wherever something happened for the first time.  A line that rolled dice is tried with other results until
-- every row of its charts has come up; a line that asked a question is tried with the other answers.  A
-- refusal is fine.  An error is a mistake in the rules, reported with the shortest lines that lead to it
-- (shrink.lua).
--
-- A situation is a state to continue from: { bytes; after: the situation before; line, draws, typed: the
-- line that led here, its dice and its answers; lines: all lines since the start, as text; kind: the
-- number of the first situation (make_first_situations) that it comes from; 0 for the start }.
local common = module "common"
local history = module "read/history"
local live = module "play/live"
local messages = module "author/messages"
local mistakes_read = module "read/mistakes"
local party = module "play/party"
local play = module "play/play"
local shrink = module "author/shrink"
local source = module "read/source"
local state = module "play/state"
local trials = module "author/trials"
local dry_run = {}

local SEED = "1"
local MAX_MISTAKES <const> = 30      -- two screens; the next check shows others
local MAX_SITUATIONS <const> = 40    -- as many as each ruleset comes to; of more, each would be tried less
local MAX_QUEUED <const> = 2000      -- plays that wait; the rulesets come to 400
local WALK_LINES <const> = 8         -- lines of a random walk: any number would do, as each begins elsewhere
local MAX_WORK <const> = 4000000     -- instructions of Lua, half a second; longer rules are tried less often
local MAX_LOAD <const> = 2000000     -- of memory and time: a play adds 16 for each member, and the bytes of
                                     -- its dice; so large parties, and dice by the thousand, are tried less
local MAX_DICE <const> = 200         -- dice of one line that are tried with other results: each is a play
local MAX_PEOPLE <const> = 30        -- members of a campaign who play in the trials: more than any table has
local RETRY_AFTER <const> = 300      -- plays after which results for charts with unseen rows are tried again:
                                     -- once or twice, as a check has 300 to 800 plays

local T                              -- the lines and answers to try (trials.lua)
local seen                           -- set of what has happened in any play so far: events, steps, answers
local faces_tried                    -- by roll and die: the faces, and the lists of faces, that were tried
local faces_made                     -- lists of faces, by chart (or "no chart") and sides (faces_of)
local reported                       -- by "FILE:LINE": the error told of it; true while it is shortened
local mistakes                       -- the mistakes found, { error, tried }
local situations                     -- the situations to continue from
local queue, queue_head              -- tries to make, { after, line, faces, typed }; index of the next
local known_states                   -- set of the states, in bytes, whose status was made
local replies                        -- by the bytes of a state, and by what was tried there (run_once)
local asks_nobody                    -- by verb: whether its deed never asks who does it (is_pointless)
local plays, load                    -- plays so far, and their load (MAX_LOAD)
local work_before                    -- instructions of Lua before the first play
local timeout                        -- ms that one line may take
local lines_before                   -- the lines that lead to the situation in which a line is tried, as text

-- --- one line ------------------------------------------------------------------------------------

-- Plays a request, stopped after the work that one line may take.  Returns the reply.
local function limited(request)
  sandbox.limit_work(timeout)
  local reply = play.run(request)
  sandbox.limit_work(0)
  return reply
end

-- Plays a line.  bytes: the state before it, nil for the start; faces: the first dice; typed: the first
-- answers; answers_rest: true if trials.lua answers further questions, which end the line otherwise; known:
-- states whose status need not be made, or nil.
local function run(bytes, line, faces, typed, answers_rest, known)
  local answers, asked = {}, {}
  live.chooser = function(q, choices)
    local nth = #answers + 1
    local text = typed and typed[nth] or answers_rest and trials.answer(T, q, choices, seen)
    if not text then return nil end
    answers[nth], asked[nth] = text,
      { q = q, choices = choices, nth = nth, draws = door.draws(), rolls = #door.rolls() }
    return { text = text }
  end
  plays = plays + 1
  sandbox.trying(lines_before .. line)
  local reply = limited { line = line, state = bytes, ours = bytes ~= nil, seed = not bytes and SEED or nil,
    wall = 1, dice = "auto", faces = faces, known = known }
  live.chooser = nil
  -- The cost of the play in memory and time: a die is some bytes of draws, a member as much as a few dice.
  load = load + 16 * (live.party and #live.party.members or 0) + #(reply.draws or "")
  reply.asked, reply.typed, reply.nobody = asked, answers, live.party and #live.present() == 0
  reply.bytes = reply.outcome == "done" and play.bytes or nil
  return reply
end

-- Plays a line, unless it was played before from the same state with the same dice and answers: then the
-- reply is the same.  Returns the reply, and true if it is the one of before.
local function run_once(bytes, line, faces, typed)
  local known = replies[bytes or ""] or {}
  replies[bytes or ""] = known
  local given = table.concat(typed or {}, "\n")
  local key = ("%s\n%s\n%s"):format(line, faces, given)
  if known[key] then
    plays = plays + 1                         -- or a dry run of few lines would never end
    return known[key], true
  end
  local reply = run(bytes, line, faces, typed, true, known_states)
  if reply.bytes then known_states[reply.bytes] = true end
  -- The key does not hold answers that trials.lua chose, and next time it may choose others.
  local has_chosen = #reply.typed > #(typed or {})
  if not has_chosen then known[key] = reply end
  return reply
end

-- True if the mistake takes long to show, by sentences of limits.c, wire.c and recorder.lua; such a line is
-- tried once.
local function is_slow(err)
  return err.text:find("come to an end in time", 1, true) or err.text:find("used up their memory", 1, true)
    or err.text:find("without end", 1, true)
end

-- --- first times ---------------------------------------------------------------------------------

-- Notes that something happened; returns whether it was the first time.
local function note(what)
  if seen[what] then return false end
  seen[what] = true
  return true
end

-- Notes all that happened in a line; returns true when any was new: then it is worth going on from there.
local function note_events(reply)
  local new = note("step " .. live.turn.procedure .. " " .. live.turn.step)
  for _, e in ipairs(reply.events) do
    if note("event " .. e.kind .. " " .. tostring(e.name)) then new = true end
  end
  for _, track in ipairs(live.R.tracks_of.party) do
    local v = live.party[track.name]
    if (track.kind == "ladder" or track.kind == "switch") and note(track.name .. " " .. tostring(v)) then
      new = true
    end
  end
  return new
end

-- --- other faces, other answers ------------------------------------------------------------------

-- Queues a try, unless so many wait that it would hardly ever be made.
local function enqueue(after, line, faces, typed)
  if #queue < MAX_QUEUED then
    queue[#queue + 1] = { after = after, line = line, faces = faces, typed = typed }
  end
end

-- A deck in the shape of a chart, so that each card is tried once.
local function deck_of(name)
  local deck = live.R.decks[name]
  return deck and { name = name, rows = common.map(deck.cards, function(card) return { name = card } end) }
end

-- True if the chart (nil: none) has rows that never came up.
local function has_unseen_rows(chart)
  return common.first(chart and chart.rows or {}, function(row)
    return not seen["event " .. chart.name .. " " .. row.name]
  end) ~= nil
end

-- Makes the results of a die to try: all of them for a chart with unseen rows; else the lowest, the highest,
-- and one for each row of `chart` with a function.
local function make_faces(sides, chart, unseen)
  local list, has = { 1, sides }, {}
  if not unseen and not chart then return list end
  for face = 2, math.min(sides - 1, 100) do        -- of larger dice only the ends, since each is a play
    local row = chart and chart.rows[chart.index[face]]
    if unseen or row and row.does and not has[row] then list[#list + 1] = face end
    if row then has[row] = true end
  end
  return list
end

-- The results of a die to try, as make_faces has them.  Each list is made only once, so that `untried`
-- recognizes it.
local function faces_of(sides, chart, unseen)
  local of = not unseen and chart and chart.index and chart or nil    -- unseen: all faces, whatever the chart
  local lists = faces_made[of or "no chart"] or {}
  faces_made[of or "no chart"] = lists
  local key = unseen and -sides or sides                                -- negative: the list of all
  lists[key] = lists[key] or make_faces(sides, of, unseen)
  return lists[key]
end

-- The dice of a reply as a list: "d6:4" … Their signs for dice by hand or from a script are left out.
local function dice_of(draws) return common.split(((draws .. " "):gsub("[hs] ", " "))) end

-- The answers given before the nth roll; later questions may differ with other dice.
local function answered_before(reply, n)
  local typed = {}
  for i, asked in ipairs(reply.asked) do
    if asked.rolls < n then typed[i] = reply.typed[i] end
  end
  return typed
end

-- The faces of a list (from faces_of) that were not tried under this key; from now on they count as tried.
local function untried(key, faces)
  local tried = faces_tried[key] or {}
  faces_tried[key] = tried
  if tried[faces] then return {} end
  tried[faces] = true
  return common.where(faces, function(face)
    local is_new = not tried[face]
    tried[face] = true
    return is_new
  end)
end

-- Queues the line again with each face that one of its dice has not shown yet, in the same roll and from the
-- same kind of situation.  While a chart has unseen rows, the situation does not matter, and its faces are
-- tried anew after RETRY_AFTER plays.
local function try_other_faces(after, line, reply, kind)
  local dice, n = dice_of(reply.draws), 0                    -- n: the dice so far
  for nth, roll in ipairs(reply.rolls) do
    local what = tostring(roll["for"])
    local chart = live.R.charts[what] or deck_of(what)
    local unseen = has_unseen_rows(chart)
    local period_or_kind = unseen and plays // RETRY_AFTER or kind
    for i = 1, #roll.faces do
      n = n + 1
      local sides = dice[n] and math.tointeger(tonumber(dice[n]:match "^d(%d+):"))
      if not sides or n > MAX_DICE then return end
      local key = ("%s %d d%d %s"):format(what, i, sides, period_or_kind)
      for _, face in ipairs(untried(key, faces_of(sides, chart, unseen))) do
        local script = ("%s d%d:%d"):format(table.concat(dice, " ", 1, n - 1), sides, face)
        enqueue(after, line, script, answered_before(reply, nth))
      end
    end
  end
end

-- Queues the line with every answer that each of its questions has not had yet.
local function try_other_answers(after, line, reply, kind)
  for _, asked in ipairs(reply.asked) do
    for _, text in ipairs(trials.answers(T, asked.q, asked.choices)) do
      if note(("answer %s %s %d"):format(asked.q.name, text, kind)) and reply.typed[asked.nth] ~= text then
        local typed = table.move(reply.typed, 1, asked.nth - 1, 1, {})
        typed[asked.nth] = text
        enqueue(after, line, asked.draws, typed)
      end
    end
  end
end

-- --- mistakes ------------------------------------------------------------------------------------

-- The situations from the start to this one.
local function path(situation)
  local list = {}
  while situation do
    table.insert(list, 1, situation)
    situation = situation.after
  end
  return list
end

-- The message for a field of a later file that is to blame for an error in a file below, and its place; or
-- nil.  said: the error's sentence without its place; name: the field that a member lacks, which a setting's
-- text names; quantities: those that cannot be compared, of which the field has one; each may be nil.
local function explain_field(err, said, entry, key, name, quantities)
  local R, v, place = live.R, entry.final[key], mistakes_read.field_place(entry, key)
  local is_later = (R.order[place.file] or 0) > (R.order[err.file] or 0)
  if not is_later then return end
  if entry.kind.name == "setting" and key == "default" then
    if name and type(v) == "string" and common.contains(common.split(v, "[%w_]+"), name) then
      return ("setting \"%s\": "):format(entry.name) .. said:gsub("%?;.*$", "?"), place
    end
    v = R.settings[entry.name]
  end
  if quantities and type(v) == "quantity" and common.contains(quantities, tostring(v)) then
    return ("%s \"%s\", %s: %s, at %s:%d"):format(entry.kind.name, entry.name, key, err.text, err.file,
      err.line), place
  end
end

-- The place where a file above that of an error gives the name of a field in a text to a call, as
-- check(who, "spot", 12) does; nil where none or several do.
local function text_given_above(err, name)
  local place
  for _, file in ipairs(live.R.files) do
    local is_above = (live.R.order[file.name] or 0) > (live.R.order[err.file] or 0)
    for i in source.found(file, ", TEXT ,|)") do
      if is_above and file.words[i + 1] == name then
        if place then return end
        place = { file = file.name, line = file.lines[i + 1] }
      end
    end
  end
  return place
end

-- The end of a message about a name that is no field of members: the kind of thing it names; "" if it names
-- none.
local function kind_called(name)
  local kind = common.first(live.R.kind_order, function(kind) return kind.entries[name] end)
  return kind and ("; it is %s, and no field of members"):format(common.a(kind.name)) or ""
end

-- The message for the field of a later file, a quantity or a setting's text, of which an error in a file
-- below complains, and its place; or nil.  said: the error's sentence.
local function explain_given(err, said)
  -- The name that a member does not have (records.lua); or the quantities that are not the same measure
  -- (quantity.c).
  local name = said:match "^a member has nothing called '(.-)'"
  local quantities = err.text:find "are not the same measure" and common.split(err.text, "%-?[%d.]+ %a+")
  if not name and not quantities then return end
  local given_at = name and text_given_above(err, name)
  if given_at then return said .. kind_called(name), given_at end
  for _, kind in ipairs(live.R.kind_order) do
    for _, entry in ipairs(kind:live()) do
      for _, key in ipairs(common.keys(entry.final or {})) do
        local text, place = explain_field(err, said, entry, key, name, quantities)
        if text then return text, place end
      end
    end
  end
end

-- Reports an error once per place, because the sentence may hold names that differ from run to run.
local function report(after, line, reply)
  local err = reply.error
  local place = ("%s:%s"):format(err.file, err.line or err.text)
  if reported[place] then return end
  reported[place] = true
  local steps = path(after)
  steps[#steps + 1] = { line = line, draws = reply.draws, typed = reply.typed }
  local function replay_step(bytes, step, free)
    if free then return run(bytes, step.line, nil, nil, true) end
    return run(bytes, step.line, step.draws, step.typed)
  end
  common.bound_nearest(nil)                    -- as the sentence is told
  local short = shrink.path(steps, err, is_slow(err), replay_step)
  common.bound_nearest(0)
  local sentence = short.text or err.text
  local text, blamed = explain_given(err, sentence)
  blamed = blamed or err
  local told = { file = blamed.file, line = blamed.line, text = text or sentence,
    callers = live.callers }
  -- add_warnings looks for the line told
  reported[place], reported[("%s:%s"):format(blamed.file, blamed.line)] = told, told
  mistakes[#mistakes + 1] = { error = told,
    tried = { seed = SEED, dice = short.dice, lines = short.lines, asks = short.asks } }
end

-- --- trying --------------------------------------------------------------------------------------

-- True if a line is not worth trying, as nobody plays it: a deed that never asks who does it, while nobody is
-- present.
local function is_pointless(after, line)
  if not after or not after.nobody then return false end
  local verb = line:match "^[%w_]+"
  if verb and asks_nobody[verb] == nil then
    local act = live.R.spaces.act.entries[verb]
    local file = act and live.R.by_name[act.file or ""]
    asks_nobody[verb] = file and file.text:find("act%." .. verb .. "%s*%(%s*%)") ~= nil or false
  end
  return asks_nobody[verb]
end

-- Tries a line in the situation `after`, nil for the start.  faces, typed: see run.  Returns the situation
-- that it leads to, or nil when it was not done.
local function try(after, line, faces, typed)
  if is_pointless(after, line) then return end
  lines_before = after and after.lines or ""
  local reply, again = run_once(after and after.bytes, line, faces, typed)
  -- Faces that were chosen for other dice than now fall are no mistake of the rules.
  local is_misfit = faces and reply.outcome == "error" and shrink.is_misfit(reply.error)
  local is_error = reply.outcome == "error" and not is_misfit
  if is_error then report(after, line, reply) end
  if is_error and is_slow(reply.error) then return trials.avoid(T, line) end
  if not is_error and reply.outcome ~= "done" then return end
  local kind, by_rules = after and after.kind or 0, not line:find "^lua "
  if by_rules then try_other_faces(after, line, reply, kind) end      -- `lua …` only sets up (trials.low)
  try_other_answers(after, line, reply, kind)
  if is_error then return end
  local now = { after = after, line = line, draws = reply.draws, typed = reply.typed, bytes = reply.bytes,
    nobody = reply.nobody, kind = kind, lines = after and lines_before .. line .. "; " or "" }
  local is_new = not again and by_rules and note_events(reply)
  if is_new and #situations < MAX_SITUATIONS then situations[#situations + 1] = now end
  return now
end

-- Makes the first situations, each from the one before: no members; members; light; every number near its
-- maximum; near its minimum, and decks empty; one member alone; all away.  people: the lines that add the
-- members, nil for invented ones.
local function make_first_situations(people)
  local now = try(nil, "start")
  if not now then return end
  local list = { now }
  for _, lines in ipairs { people or trials.people, trials.supplies, trials.high, trials.low, trials.alone,
    trials.all_away } do
    local before = now
    for _, line in ipairs(type(lines) == "function" and lines() or lines) do
      -- Large parties take at most half of the load here; the other half is for what follows.
      now = load < MAX_LOAD // 2 and try(now, line) or now
    end
    if now ~= before then
      now.kind = #list
      table.insert(list, 1, now)
      state.adopt(data.decode(now.bytes), true)            -- trials.supplies and the others read this state
    end
  end
  situations = list
  trials.collect(T)
end

-- True if the dry run has used up its plays or its work, or found mistakes enough.
local function is_finished(max_plays)
  return plays >= max_plays or #mistakes >= MAX_MISTAKES or sandbox.worked() - work_before > MAX_WORK
    or load > MAX_LOAD
end

-- Makes the queued tries until none is left.
local function empty_queue(max_plays)
  while queue_head <= #queue and not is_finished(max_plays) do
    local one = queue[queue_head]
    queue[queue_head], queue_head = false, queue_head + 1
    try(one.after, one.line, one.faces, one.typed)
  end
end

-- Tries a line of the top file that could not be done in the first situations, in those that were found
-- since.
local function try_later(line, first, max_plays)
  for n = first + 1, #situations do
    if is_finished(max_plays) or try(situations[n], line) then return end
  end
end

-- Plays random lines from all situations in turn.
local function walk(max_plays)
  local at = 0
  while not is_finished(max_plays) do
    at = at % #situations + 1
    local now = situations[at]
    for _ = 1, WALK_LINES do
      local line = trials.line(T)
      if not line or is_finished(max_plays) then return end
      now = try(now, line) or now
      empty_queue(max_plays)
    end
  end
end

-- Tries every line in each of the first situations.  If that would take more than half of the plays, a line
-- that is not of the top file is tried in only two of them, in turn.  Then walks at random.
local function explore(max_plays)
  local first, done = #situations, {}                  -- first: how many there are before others are found
  local in_two_only = #T.lines * first > max_plays // 2
  for i, line in ipairs(T.lines) do                    -- each once, in one of the first two
    if not is_finished(max_plays) then done[i] = try(situations[1 + i % math.min(first, 2)], line) end
  end
  for i = 1, T.own do
    if T.lines[i] and not done[i] then try_later(T.lines[i], first, max_plays) end
  end
  for i = 1, #T.lines do
    for n = 1, first do
      if is_finished(max_plays) or not T.lines[i] then break end
      if not in_two_only or i <= T.own or (i + n) % first < 2 then try(situations[n], T.lines[i]) end
      empty_queue(max_plays)
    end
  end
  walk(max_plays)
end

-- Warns of hp = 6/6 in party.lua, which is 1.
local function warn_of_division(file)
  local words = source.of(file.name, file.text)
  for i in source.found(words, "NUMBER / NUMBER") do
    local a, b = words.words[i], words.words[i + 2]
    local text = ("%s/%s divides; a number and its maximum stand in quotes, \"%s/%s\""):format(a, b, a, b)
    mistakes[#mistakes + 1] = { grade = "warning",
      error = { file = file.name, line = words.lines[i + 1], word = i + 1, text = text } }
  end
end

-- The members of a campaign as lines to type, or nil when their file, party.lua, cannot be read; every
-- mistake in it is reported.  While the file is read, party.join also notes each member.
local function people_of(file)
  local lines, join = {}, party.join
  warn_of_division(file)
  party.join = function(name, fields)
    local who = join(name, fields)
    if #lines < MAX_PEOPLE then lines[#lines + 1] = trials.add(name, fields) end
    return who
  end
  local reply = limited { line = "start", seed = SEED, wall = 1, party = file, tell = function(err)
    mistakes[#mistakes + 1] = { error = err }
  end }
  party.join = join
  if reply.outcome == "error" then mistakes[#mistakes + 1] = { error = reply.error } end
  return reply.outcome == "done" and lines or nil
end

-- Leaves out the errors that a warning covers (lint.context), which is then a mistake itself.
local function leave_out_covered(warning)
  local covers = warning.covers
  if not covers then return end
  local others = common.where(mistakes, function(m)
    return not m.tried or not covers(m.error, m.tried.lines[#m.tried.lines])
  end)
  warning.covers, warning.grade = nil, #others == #mistakes and warning.grade or nil
  mistakes = others
end

-- Adds the warnings of lint.lua.  Where play has stopped at the same line, a warning with `explains` puts its
-- sentence in place of what play said, and one with `shows_in_play` is left out (lint.context).
local function add_warnings(warnings)
  for _, warning in ipairs(warnings) do
    local told = warning.error
    leave_out_covered(warning)
    local shown = reported[("%s:%s"):format(told.file, told.line)]
      or reported[("%s:%s"):format(told.file, warning.head)]
    if shown and warning.explains then
      shown.text, shown.word, shown.line = told.text, told.word, told.line
    elseif not (shown and warning.shows_in_play) then
      mistakes[#mistakes + 1] = warning
    end
  end
end

-- Runs the trials.  request: party, the text of party.lua or nil; max, how many plays; each, the ms one may
-- take; avoid, verbs that are not tried.  Returns { mistakes, plays: how many were made }.
function dry_run.run(request)
  seen, faces_tried, faces_made, reported, mistakes = {}, {}, {}, {}, {}
  known_states, replies, situations, queue, queue_head, asks_nobody = {}, {}, {}, {}, 1, {}
  plays, load, timeout, lines_before = 0, 0, request.each, ""
  T = trials.new(request.avoid or {})
  local warnings, stops = module("author/lint").find(live.R)
  local people = request.party and people_of(request.party)
  work_before = sandbox.worked()
  common.bound_nearest(0)        -- the search for near names takes most of the time of a refused line
  if not stops then make_first_situations(people) end
  if #situations > 0 then explore(request.max) end
  common.bound_nearest(nil)
  add_warnings(warnings)
  mistakes = history.moved_to_changes(live.R, mistakes)
  table.sort(mistakes, function(a, b)
    if a.error.file ~= b.error.file then return tostring(a.error.file) < tostring(b.error.file) end
    return (a.error.line or 0) < (b.error.line or 0)
  end)
  local files = setmetatable({}, { __index = live.R.by_name })
  if request.party then files[request.party.name] = source.of(request.party.name, request.party.text) end
  return { mistakes = messages.complete_first(mistakes, files), plays = plays }
end

return dry_run
