-- main.lua -- answers the requests that reach the cell: load rules, play, study, test.  core/wire.h describes
-- their messages.
local book = module "read/book"
local chain = module "read/chain"
local chance = module "play/chance"
local effects = module "play/effects"
local common = module "common"
local history = module "read/history"
local language = module "read/language"
local live = module "play/live"
local names = module "play/names"
local play = module "play/play"
local procedures = module "play/turns/procedures"
local retyped = module "retyped"
local records = module "play/records"
local seal = module "read/seal"
local status = module "play/status"
local tracks = module "play/tracks"
local vocabulary = module "play/vocabulary"
local words = module "play/words"
module "table/sheet"                      -- adds the verbs of all modules of table to play/verbs
module "table/view"                       -- adds the answer to `look` to play/play

local MAX_SENTENCE <const> = 1000         -- maximum bytes in a problem's text, a screenful
local MAX_COMPARED <const> = 100000       -- names compared in search of near ones while rules load

local function nothing() end

-- Returns a function(space, key) that finds what runs for step.NAME, on.NAME … when no file has written it: a
-- step rolls the chart of its name; an event and an action do nothing.
local function fallback_for(R)
  return function(space, key)
    if space == "step" and R.charts[key] then return function() chance.roll(key) end end
    if space == "on" and R.hooks[key] then return nothing end
    if (space == "act" or space == "cannot") and R.actions[key] then return nothing end
    if space == "cannot" and language.asks_cannot[key] then return nothing end
  end
end

-- The problems as the reply has them: each text cut to MAX_SENTENCE, in the order of files and lines, the
-- first of them completed.  A note is left out while its file has an error, since the error may be the reason
-- for it.
local function problems_for_reply(R)
  local is_wrong = {}
  for _, p in ipairs(R.problems) do is_wrong[p.file] = is_wrong[p.file] or p.grade == "error" end
  R.problems = common.map(R.problems, function(p)
    return (p.grade ~= "note" or not is_wrong[p.file]) and p or nil
  end)
  R.problems = history.moved_to_changes(R, R.problems)
  for _, p in ipairs(R.problems) do p.text = sandbox.text(p.text, MAX_SENTENCE) end
  table.sort(R.problems, function(a, b)
    local x, y = R.order[a.file] or 0, R.order[b.file] or 0
    if x ~= y then return x < y end
    return a.line < b.line
  end)                       -- problems of one line stay in the order in which they were found (sandbox.c)
  return module("author/messages").complete_first(R.problems, R.by_name)
end

-- The program's verbs and their other names: true if no action may use the name, false if an action of that
-- name replaces the verb.
local function taken_verbs()
  local taken = {}
  for name, verb in next, names.host_verbs do
    taken[name] = not verb.yields
    for _, aka in ipairs(verb.aka or {}) do taken[aka] = true end
  end
  return taken
end

-- True if the text of a refusal comes from rules.  The host's own refusals quote a typed word in ' ', hold
-- dice, or begin with "type".
local function is_by_rules(text) return not (text:find "'" or text:find "%dd%d" or text:find "^[Tt]ype ") end

-- Refusals in which the verb was understood.  They already say what may be typed, so no other line is tried.
local knows_verb <const> =
  { "^'[^']*' could be ", "^'[^']*' is only for ", "^'[^']*' is not for ", "^Choose first: " }

-- True if a line failed because it could not be read, so that other words for it may help.  False for a line
-- with answers, which was read before, and for one with reply.verb, with which the campaign side goes on.
local function is_misread(request, reply)
  if next(request.answers or {}) then return false end
  if reply.outcome == "error" then             -- only in typed Lua: = hp, lua hp
    return request.line:find "^%s*=" ~= nil or request.line:find "^lua " ~= nil
  end
  if reply.outcome ~= "refused" or reply.verb or is_by_rules(reply.error.text) then return false end
  return not common.first(knows_verb, function(pattern) return reply.error.text:find(pattern) end)
end

-- True if the host could read a line, although the rules may refuse to do it.
local function is_understood(reply)
  if reply.outcome == "refused" then return is_by_rules(reply.error.text) end
  return reply.outcome == "done" or reply.outcome == "asks"
end

-- Plays a line without its needless words, if it can be read only so; returns nil if not.  The line is tried
-- without its answers first: a line that was read may be refused for an answer to its question.
local function play_plain(request)
  local plain, first = common.copy(request), common.copy(request)
  plain.line = retyped.plain(request.line)
  if plain.line == request.line then return nil end
  first.answers, first.faces = nil, nil
  if not is_misread(first, play.run(first)) then return nil end
  local reply = play.run(plain)
  return (reply.outcome == "done" or reply.outcome == "asks") and reply or nil
end

-- Plays a line.  When it cannot be read, the reply names the line that was probably meant, if there is one.
local function play_line(request)
  local reply = play.run(request)
  local plain = reply.outcome == "refused" and play_plain(request)
  if plain then return plain end
  if not is_misread(request, reply) then return reply end
  local advised                                -- what such a line is told to be typed as, in its turn
  local meant = retyped.find(request.line, function(line)
    local again = common.copy(request)
    again.line = line
    local answer = play.run(again)
    advised = answer.outcome == "refused" and answer.error.text:match "^[Tt]ype '([^']*)'%.?$"
    return advised or is_understood(answer)
  end)
  if meant then
    reply.outcome, reply.error = "refused", { text = ("type '%s'"):format(advised or meant) }
  end
  return reply
end

local last_read                           -- R of the chain that was read last, perhaps with mistakes

-- Reads, checks and seals a chain of rule files; if it has no errors, play uses it from now on.
local function load(request)
  local R = chain.read(request, words.table(), chance.rules)
  last_read = R
  R.fallback_for, R.effects = fallback_for(R), effects
  -- lua/read may not call lua/play, so it gets these functions, and calls them when rules read a track
  -- (seal.lua).
  R.value_of = function(track) return live.S.campaign[track.name] end
  R.max_of = function(track) return tracks.max_of(live.S.campaign, track) end
  local playable = seal.all(R, taken_verbs())
  R.problems = problems_for_reply(R)
  if not playable then return { loaded = false, problems = R.problems } end
  live.rules(R, R.env)
  chance.prepare(R)                    -- made here once, and not by the worker of each line
  procedures.prepare(R)
  status.prepare(R)
  tracks.prepare(R)
  vocabulary.prepare(R)
  records.checks()
  return { loaded = true, problems = R.problems, book = book.of(R, names.host_verbs) }
end

-- The modules of author and study are loaded when they are first asked for.
local ops = {
  load = load,
  book = function() return { book = book.whole(last_read, names.host_verbs) } end,
  play = play_line,
  plays = play.many,
  policy = function(request)
    return module("author/policies").check(request, words.table(), module("author/messages").complete)
  end,
  spec = function(request) return module("author/spec").list(request) end,
  look = function(request) return module("author/places").answer(last_read, request) end,
  dry = function(request) return module("author/dry_run").run(request) end,
  prepare = function(request) return module("author/spec").prepare(request) end,
  odds = function(request) return module("study/enumerate").odds(request) end,
  sim = function(request) return module("study/simulate").runs(request) end,
  test = function(request) return module("author/spec").run(request) end,
}

return function(request)
  local op = ops[request.op]
  common.bound_nearest(op == load and MAX_COMPARED or nil)
  if op then return op(request) end
  return { outcome = "error", error = { text = "the cell knows no '" .. tostring(request.op) .. "'" } }
end
