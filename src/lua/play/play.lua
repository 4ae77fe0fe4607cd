-- play.lua -- one command: from the last state, a line and the inputs so far, to what happened.
local common = module "common"
local events = module "play/events"
local history = module "read/history"
local line = module "play/line"
local live = module "play/live"
local orphaned_state = module "play/orphaned_state"
local party = module "play/party"
local procedures = module "play/turns/procedures"
local typed = module "play/questions/typed"
local recorder = module "play/recorder"
local seal = module "read/seal"
local source = module "read/source"
local state = module "play/state"
local status = module "play/status"
local time = module "play/time"
local play = {}

local NEXT_MAX <const> = 8                     -- questions that are told before they are asked
local NEXT_WORK <const> = 10000000             -- steps to find them, of the 40 million that a line may take

local raw_meta = { __raw = true }              -- marks bytes that are encoded already (cell/codec.c)

-- --- running ---------------------------------------------------------------

-- Begins play: the party of the rules and of party.lua, and the rules' on.begin.
local function begin(request)
  door.open { mode = request.dice or "auto", faces = request.faces or "", record = true }
  door.seed(request.seed or "0")
  party.begin()
  if request.party then party.read(request.party, request.tell) end
  party.stand_in()
  events.hook("begin")
  return "start"
end

-- Lets the seconds of the wall clock since the last command go by, for lights and timers of all groups.  The
-- clock stands still while the table is closed (campaign/table/position.h).  After the verb `pause`
-- (S.paused) these seconds are lost; turns, durations in game time and `pass` go on.  S.wall: when the last
-- command was, in seconds of that clock; 0 while nothing burns by it.
local function real_time(request)
  local S = live.S
  if S.wall == 0 or not request.wall or S.paused then return end
  -- The clock never runs back (position_start_clock), but a stranger's journal may say so.
  time.pass_real(math.max(0, request.wall - S.wall))
end

-- Raises when the state cannot be kept, or when a rule changed a local of its file.
local function check()
  events.check_pending()
  local sentence = state.fault() or state.lost_turn()
  if sentence then error({ text = sentence, kept = true }, 0) end
  local name, file, at = sealing.changed()
  if name then
    local text = "the local '" .. name .. "' changed in play; only the state may: make it a track"
    error { text = text, file = file, line = at, changed = true }
  end
end

-- Runs the line.  Returns it in full, and true when the state is the same as before although its bytes may
-- differ, because real time went by or the rules have new tracks.
-- refusal: see line.refused_turn.
local function run(request, refusal)
  local full, before
  if request.state == nil then
    full = begin(request)
  else
    state.adopt(data.decode(request.state), request.ours)
    local opened = door.open { mode = request.dice or "auto", faces = request.faces or "",
      rng = live.S.rng or false, record = true }
    if not opened then state.damaged() end
    real_time(request)
    if live.S.wall > 0 or live.renewed then before = data.encode(live.S, true) end
    if request.look then live.look() else full = line.run(request.line, refusal) end
    typed.warn_left_over()
  end
  check()
  live.S.rng = door.rng()          -- undo brings back the old one: a line typed again rolls the same dice
  local same = before and #live.events == 0 and data.encode(live.S, true) == before
  live.S.wall = request.wall and time.is_real() and request.wall or 0      -- as long as something burns by it
  return full, same
end

-- --- what cannot be kept ---------------------------------------------------

-- Says why the state as it is now cannot be kept, or nil.
local function unfit()
  local sentence = state.fault() or state.lost_turn()
  if sentence then return sentence end
  local bytes, why = data.encode(live.S, true)
  return not bytes and why or nil
end

-- Runs a command again, up to the line of the rules after which is_so() is true; sets file and line of an
-- error to it, where there is one.
local function find_line(request, err, is_so)
  live.begin(request)
  sealing.watch(is_so)
  protected(run, request)
  local file, at = sealing.watched()
  if file then err.file, err.line = file, at end
end

-- Finds the line after which the state cannot be kept, as `sentence` says: see find_line.
local function find_unfit(request, err, sentence)
  find_line(request, err, function() return unfit() == sentence end)
end

-- Finds the line that changed a local of a rule's file: see find_line.  If the local does not change again,
-- the error stays at the function that has it.
local function find_change(request, err)
  sealing.seal(seal.functions)                          -- what the locals are now counts as unchanged
  local again = {}
  find_line(request, again, sealing.changed)
  if again.file and sealing.changed() then err.file, err.line = again.file, again.line end
  sealing.seal(seal.functions)                          -- again, as a dry run goes on to other mistakes
end

-- Returns true and the status, or false and an error.
local function status_now() return recorder.look(status.now) end

-- Sets file and line of an error to the line that assigned a field where the rules may only look.
local function find_look(request, err)
  live.begin(request)
  recorder.searches = true
  local fine, found = protected(run, request)
  if fine then fine, found = status_now() end
  recorder.searches = false
  if not fine and found.looked then err.file, err.line = found.file, found.line end
end

-- The file to blame where no line is: the one on top of the chain.
local function top_file() return live.R.asked_for[#live.R.asked_for] end

-- The error for a sentence of data.encode, "parties.1.members.2.bag: …": with the path as rules know it, and
-- the place where the track is declared.
local function cannot_keep(sentence)
  local path, what = sentence:match("^([^%s:]+): (.*)$")
  if not path then return { text = sentence } end
  local steps = {}
  for step in path:gmatch("[^.]+") do steps[#steps + 1] = step end
  if steps[1] == "parties" then table.remove(steps, 1) steps[1] = "party" end
  local place
  for _, step in ipairs(steps) do
    local e = live.R.kinds.track.entries[step]
    place = place or e and e.made
  end
  -- Six names of the path say enough: a choice.
  local short = table.concat(steps, ".", 1, math.min(#steps, 6)) .. (#steps > 6 and "…" or "")
  local file = place and place.file or top_file()
  return { text = short .. ": " .. what, file = file, line = place and place.line }
end

-- The state after the run in bytes; or nil, an error, and the sentence to find its line by.
local function state_bytes(S)
  orphaned_state.restore(S)
  local bytes, sentence = data.encode(S, true)
  orphaned_state.set_aside_again()
  if not bytes then return nil, cannot_keep(sentence), sentence end
  if #bytes > data.state_max then
    return nil, { text = "what play keeps has grown past a megabyte", file = top_file() }
  end
  return bytes
end

-- Names those who do the same step or deed after the one whose die is asked for, and so may roll next: the
-- game master may type their faces, too.
local function add_others(ask)
  if ask.others then return end                -- a loop of the rules says who comes next
  local them, after = ask.id == "die" and not ask.cards and live.one_by_one or {}, false
  local names, roller = {}, ask.who
  if type(roller) == "table" and #roller == 1 then roller = roller[1] end
  for _, who in ipairs(them) do
    if after then names[#names + 1] = who.name end
    after = after or who.name == roller
  end
  if #names > 0 then ask.others = names end
end

-- The end of a message about nil: the parameter that the line uses and that the call left out.
local function missing_in_call(err)
  local file = err.missing and live.R.by_name[err.file]
  if not file or not err.text:find("nil", 1, true) then return "" end
  local named = err.text:match "^'([^']+)' is nothing"                    -- of lua_sentences.lua
  local from, to = source.words_of(file, err.line)
  for i = from or 1, to or 0 do
    local name = file.kinds[i] == "name" and file.words[i]
    if err.missing[name] and (not named or named == name) then
      return ("; '%s' is left out in the call in line %d"):format(name, err.called)
    end
  end
  return ""
end

-- The rule that holds the line of an error, as an author reads it: "rule.hurt(who, n), at slots.lua:21".
local function rule_of(err)
  local file = live.R.by_name[err.file]
  local f = file and source.function_around(file, err.line)
  return f and ("%s(%s), at %s:%d"):format(f.name, table.concat(source.params_of(file, f), ", "), err.file,
    err.line)
end

-- Moves an error in a rule of a ruleset or part to the line of the author's file that called it.
local function blame_caller(err)
  local R = live.R
  -- Only out of a part into a file that is none, or out of the ruleset into a house file.
  local is_part = history.is_part(R, err.file) and not history.is_part(R, err.by_file)
  if not is_part and (history.is_house(R, err.file) or not history.is_house(R, err.by_file)) then return end
  local where = err.line and rule_of(err)
  if not where then return end
  err.text, err.file, err.line = err.text .. "; in " .. where, err.by_file, err.by_line
end

-- Moves an error in a line of the ruleset to a rule of a house file, if that rule gave the wrong value: to
-- the place where it returns it.  Only if the line calls just one such rule is it known which.
local function blame_giver(err)
  local R, below = live.R, live.R.by_name[err.file]
  if not below or not err.line or history.is_house(R, err.file) then return end
  local name, shown = nil, err.text:match "this is (.+)$" or "nil"
  local from, to = source.words_of(below, err.line)
  for i = from or 1, to or 0 do
    local current = below.words[i] == "rule" and below.kinds[i + 3] == "("
      and R.spaces.rule.entries[below.words[i + 2]]
    if current and history.is_house(R, current.file) then
      if name then return end
      name = below.words[i + 2]
    end
  end
  if not name then return end
  local made = R.spaces.rule.entries[name]
  err.text = ("%s; %s:%d uses what rule.%s gives"):format(err.text, err.file, err.line, name)
  err.file, err.line = made.file, source.return_line(R.by_name[made.file], made.line, shown) or made.line
end

-- Completes the reply of a command that ended early: with a question, a refusal or an error.
local function failed(reply, err)
  if err.stop == "asks" then
    add_others(err.ask)
    local fine, seen = status_now()
    reply.outcome, reply.ask, reply.misfit, reply.status = "asks", err.ask, err.misfit, fine and seen or nil
    reply.verb = err.verb
  elseif err.stop == "refused" then            -- 1000 bytes: as many as an Err of the campaign side has
    reply.outcome, reply.verb, reply.error = "refused", err.verb, { text = sandbox.text(err.text, 1000) }
  else
    err.text = err.text .. missing_in_call(err)
    if err.by_file then blame_caller(err) end
    if err.file then blame_giver(err) end
    reply.outcome, reply.error = "error", { text = err.text, file = err.file, line = err.line }
  end
  return reply
end

-- Makes the reply from all that has happened so far; the command may have failed.
local function new_reply(request)
  local reply = { events = live.events, line = request.line, rolls = door.rolls(), draws = door.draws(),
    answers = live.answered }
  local number = live.S and live.turn and rawget(live.turn, "number")
  local now = live.S and live.party and rawget(live.party, "now")
  if math.type(number) == "integer" and math.type(now) == "integer" then
    reply.turn, reply.minutes = number, now // 60
  end
  return reply
end

-- Runs the line of a request.  Where one of several turns was refused, runs it again, to stop before that
-- turn. Returns true, the line in full, and true if nothing has changed (run); or false and the error.
local function run_line(request)
  live.begin(request)
  local ok, result, same = protected(run, request)
  local refusal = not ok and result.stop == "refused" and line.refused_turn(result.text)
  if not refusal then return ok, result, same end
  live.begin(request)
  return protected(run, request, refusal)
end

-- Adds to the question of a deed those that other deeds of its turn ask afterwards: Enter answers them all,
-- so people read beforehand what it means.  To find them, the line is run again, with Enter as each answer.
-- given: the answers so far.
local function add_next(request, given, ask)
  local turn, worked, sentences = rawget(live.turn, "number"), sandbox.worked(), {}
  repeat
    given[#given + 1] = { text = "" }
    request.answers = common.copy_list(given)
    live.begin(request)
    local done, err = protected(run, request)
    local asked = not done and err.stop == "asks" and err.ask.of_deed
    local is_next = asked and rawget(live.turn, "number") == turn
    if is_next then sentences[#sentences + 1] = asked end
  until not is_next or #sentences == NEXT_MAX or sandbox.worked() - worked > NEXT_WORK
  if #sentences > 0 then ask.next = sentences end
end

-- The reply of a line that ended early with err.
local function reply_of_failure(request, err)
  local reply = new_reply(request)
  if err.kept then find_unfit(request, err, err.text) end
  if err.changed then find_change(request, err) end
  if err.looked then find_look(request, err) end
  return failed(reply, err)
end

-- Adds what people are shown of the table after the line.  seen: what status_now returned.
local function add_view(reply, seen)
  if reply.minutes then reply.minutes = procedures.shown_time() // 60 end     -- as the prompt has it
  reply.status, reply.warnings = seen, status.warnings(reply.events)
  reply.orphans = orphaned_state.texts()
  reply.lines, reply.sheet = live.shown_lines, live.sheet
  reply.data = live.data
  reply.text = live.shown and sandbox.text(live.shown, 50000, true)           -- 20 screens
end

-- Runs one request in the loaded rules; the reply is plain data (see core/wire.h).  Requests from src/lua may
-- say that the state is `ours`: the rules in force made it, so nothing is missing or orphaned.  known: the
-- bytes of states, as a set: a line that leads to one of them gets no status, since it would be the same.
function play.run(request)
  if not live.R then return { outcome = "error", error = { text = "no rules are loaded" } } end
  local given = common.copy_list(request.answers or {})
  local ok, full, same = run_line(request)
  if not ok then
    local reply = reply_of_failure(request, full)
    if reply.ask and reply.ask.of_deed then add_next(request, given, reply.ask) end
    return reply
  end
  local reply = new_reply(request)
  local bytes, unkept, sentence = state_bytes(live.S)
  if not bytes then
    if sentence then find_unfit(request, unkept, sentence) end
    return failed(reply, unkept)
  end
  reply.outcome, reply.line = "done", full or request.line
  if #live.settled > 0 then reply.settled = live.settled end
  if bytes ~= request.state and not same then reply.state = setmetatable({ bytes }, raw_meta) end
  play.bytes = bytes
  if request.known and request.known[bytes] then return reply end
  local fine, seen = status_now()
  if not fine then
    if seen.looked then find_look(request, seen) end
    return failed(reply, seen)
  end
  add_view(reply, seen)
  return reply
end

-- Runs many requests in a row; one without a state goes on from the one before.
function play.many(request)
  local replies, last, ours = {}, nil, false
  for i, p in ipairs(request.plays) do
    sandbox.beat(i - 1)
    if p.state == nil and p.line ~= "start" then p.state, p.ours = last, ours
    elseif type(p.state) == "table" then p.state = data.encode(p.state) end
    replies[i] = play.run(p)
    if replies[i].outcome == "done" then last, ours = play.bytes, replies[i].orphans == nil end
  end
  return { replies = replies }
end

return play
