-- chain.lua -- reads a chain of rule files: a call makes a thing, an assignment changes it, nil removes it.
-- While files are read, every word of the language is a proxy that notes each change and its line
-- (things.lua, rows.lua, functions.lua).  A file is read after the one that it extends; a part where the
-- first `include` of it stands; each once.  What is read later changes what was made before; making it again
-- is a mistake (things.lua).  Mistakes are collected, not raised, so that one check reports all of them
-- (mistakes.lua).  seal.lua then checks the whole chain and turns the same proxies into the sealed things
-- that play reads.
local common = module "common"
local functions = module "read/functions"
local history = module "read/history"
local language = module "read/language"
local mistakes = module "read/mistakes"
local lookup = module "read/lookup"
local source = module "read/source"
local things = module "read/things"
local chain = {}

local here, place_text = mistakes.here, mistakes.place_text
local report, nothing = mistakes.report, mistakes.nothing

-- Makes R, the record of everything read; every module of lua/read is given it.  The checks of seal.lua add
-- more to it.  A place is { file, line }.
local function new_chain()
  return {
    files = {},        -- file records (source.lua, read_file), the ruleset's first
    by_name = {},      -- file records by the names of files
    order = {},        -- the index of a file in `files`, by its name
    asked_for = {},    -- names of the files that were asked for; they bring all others
    loading = {},      -- the set of the names of files that are being read (one may wait for another)
    file = nil,        -- the file that is being read
    ruleset = nil,     -- { name, fields, at: place of each field, made: place }
    problems = {},     -- { file, line, text, grade }, in the order found
    reported = {},     -- the set of what was reported already, so that each is told once
    unsure = nil,      -- "all": a file could not be read, so missing names are not reported;
                       -- "near": a file lacks its head, so only names near a known one are
    broken = nil,      -- true: a file could not be read, so the chain is not checked further
    env = {},          -- the words, by name
    kinds = {},        -- kinds by name (things.lua)
    kind_order = {},   -- kinds in the order made
    entry_of = {},     -- entry by its proxy (things.lua)
    count = 0,         -- entries made so far
    spaces = {},       -- functions of "step", "act" …, see functions.lua
    reads = {},        -- the set of "FILE SPACE.NAME": the file read the function, and so may wrap it
                       -- (assign in functions.lua); "FILE SPACE.NAME again": see get_function there
    rule_of = {},      -- the name of a rule by its function
    ending_of = {},    -- text with which play ends -> its event
    unwritten = {},    -- fields that hold a rule that nobody has written: { space, key, place }
    ledger = {},       -- all changes, in the order made (history.lua)
    last_of = {},      -- the last change of each thing and field, by its name, as "light.torch.lasts"
    pending = {},      -- names that got no body yet: { kind, name, place, done }
    removed_at = {},   -- places of the lines that removed "KIND.NAME"
    redefined = {},    -- the set of the names of the program's events that rules made anew
    unknown_at = {},   -- by "FILE:LINE NAME": the problem that told of this unknown name as the file ran
    steps_ever = {},   -- the set of the names of all steps that a procedure has or had
    unplaced = nil,    -- true: a line with a mistake may have put a step into a procedure, so that no
                       -- step.NAME is reported as one that no procedure has
  }
end

-- --- the words while files are read --------------------------------------------------------------

-- True if a word of play works while files are read, too.
local function works_early(name)
  local facts = language.words[name]
  return facts and facts.reading or common.contains(language.lua_words, name)
    or common.contains(language.libraries, name)
end

-- Reports a word of play that is used while files are read.
local function only_in_play(R, name)
  mistakes.report_early(R,
    "'%s' belongs to play, and this line runs while the file is read; write it inside a function", name)
  if R.file then R.file.doubtful = true end
  return nothing
end

-- Wraps a word of play so that files can store it, but only play can call it.
local function defer(R, name, word)
  return function(...)
    if R.sealed then return word(...) end
    return only_in_play(R, name)
  end
end

-- Reports an unknown name.  After a file that could not be read, only near misses are reported, because the
-- name may belong to that file.
local function report_unknown(R, name)
  local sentence, near = lookup.unknown(R, tostring(name), R.file)
  if R.unsure ~= "all" or near then
    local place = here()
    report(R, place, "%s", sentence)
    R.unknown_at[mistakes.place_text(place) .. " " .. tostring(name)] = R.problems[#R.problems]
  end
  if R.file then R.file.doubtful = true end
  return nothing
end

-- The value of a word in a rule file.
local function look_up_word(R, name)
  if R.file and name ~= "extends" then R.file.began = true end
  if language.state[name] or name == "clock" then return only_in_play(R, name) end
  local w = rawget(R.env, name)
  if w == nil then return report_unknown(R, name) end
  if R.play_words[name] and not works_early(name) and type(w) == "function" then
    R.deferred[name] = R.deferred[name] or defer(R, name, w)
    return R.deferred[name]
  end
  return w
end

-- Fills R.env with the words of play, and makes R.proxy, the environment that rule files run in.
local function open_words(R, words)
  R.play_words, R.deferred = words, {}
  for name, w in next, words do R.env[name] = w end
  R.meta = {
    __sealed = "the words of the language",
    __index = function(_, name) return look_up_word(R, name) end,
    __newindex = function(_, name, v)
      report(R, here(), "%s", lookup.assigned(R, tostring(name), type(v) == "function"))
    end,
  }
  R.proxy = setmetatable({}, R.meta)
  setmetatable(R.env, { __index = function(_, name) error(lookup.unknown(R, tostring(name)), 0) end })
end

-- --- a file --------------------------------------------------------------------------------------

-- Notes that a file could not be read, so that missing names prove nothing.
local function note_unreadable(R)
  R.broken, R.unsure = true, "all"
end

-- True if the name occurs anywhere in the file.
local function mentions(file, name)
  for i, word in ipairs(file.words) do
    if word == name and file.kinds[i] == "name" then return true end
  end
  return false
end

-- Compiles a file to a function; reports a syntax error and returns nil and its line.  A text with quotes in
-- it, "She says "run" to me.", counts as a syntax error, although Lua reads it as calls.
local function compile(R, file)
  local f, sentence = sandbox.compile(file.text, file.name, R.proxy)
  local inside = f and source.name_in_text(file)
  if f and not inside then return f end
  local text, line
  if inside then
    local word = file.words[inside]
    text = ("'%s' stands inside a text, where quotes are single: '%s'"):format(word, word)
    line = file.lines[inside]
  else text, line = mistakes.explain_syntax(file, sentence) end
  report(R, { file = file.name, line = line, word = inside }, "%s", text)
  note_unreadable(R)
  return nil, line
end

-- Statements left out of one file: the one that is being written, and older slips.  Any number would do.
local MAX_HOLES <const> = 8

-- Compiles what is left of a file without the statement around each syntax error, the first in `line`: so an
-- editor knows the names while one of them is being written.  Returns the function and the file that is left.
local function compile_rest(R, file, line)
  local text, f = file.text, nil
  for _ = 1, MAX_HOLES do
    local sentence
    text = source.without_statement(text, line)
    f, sentence = sandbox.compile(text, file.name, R.proxy)
    if f then break end
    line = select(2, mistakes.explain_syntax({ name = file.name, text = text }, sentence))
  end
  local rest = f and source.of(file.name, text) or file
  rest.by, rest.part_of = file.by, file.part_of
  rest.doubtful = true                      -- what was left out may be the reason for errors of Lua
  rest.whole = f and file                   -- where mistakes in what was left out have their words
  return f, rest
end

-- Runs a compiled file, with the count of its steps on.  In a doubtful file no error of Lua is reported: a
-- mistake that was told already is probably the reason.
local function run(R, file, f)
  local outer = R.file
  R.file = file
  sandbox.watch(true)
  local ok, err = protected(f)
  sandbox.watch(false)
  R.file = outer
  if ok then return end
  if not file.doubtful then
    report(R, { file = err.file or file.name, line = err.line or 1 }, "%s", err.text)
  end
  note_unreadable(R)
end

-- Reports a file that neither extends another one nor is a ruleset.
local function check_head(R, file)
  if file.part_of or mentions(file, "extends") or mentions(file, "ruleset") then return end
  if R.broken and #file.words == 0 then return end         -- what stands there could not be read
  local is_misspelt = file.kinds[1] == "name" and common.distance(file.words[1]:lower(), "extends", 2) <= 2
  R.unsure = R.unsure or is_misspelt and "all" or "near"
  if is_misspelt then return end                           -- reported as an unknown word
  if R.in_parts then
    return report(R, { file = file.name, line = 1 }, "this is a part; check the file that includes it")
  end
  report(R, { file = file.name, line = 1 },
    "this file says neither what it is nor what it changes; begin it with extends \"RULESET\", or a new \z
      procedure with ruleset \"TITLE\" { … }")
end

local bring

-- Reads what a file extends and includes although nothing of it can be compiled, for an editor.
local function bring_named(R, file)
  local outer = R.file
  R.file = file
  for i, word in ipairs(file.words) do
    local brings = file.kinds[i] == "name" and (word == "extends" or word == "include")
    local at = brings and source.text_given(file, i)
    if at then bring(R, word, file.words[at], { file = file.name, line = file.lines[i] }) end
  end
  R.file = outer
end

-- Reads one file into the chain.  by: the place of the line that extends or includes it; nil for one that was
-- asked for; part_of: the record of the file that includes it.  Its record is that of source.of, with
--   by, part_of: as given here; ruleset, extends: true when it has used that word
--   began: true when it has used any word but `extends`
--   doubtful: true when a mistake was reported that may bring errors of Lua
local function read_file(R, name, text, by, part_of)
  if R.by_name[name] then return end
  sandbox.reading(name)                     -- the place to report when the file never ends
  sandbox.watch(false)                      -- reading its words is the host's work, and not counted as steps
  local file = source.of(name, text)
  file.by, file.part_of = by, part_of
  R.by_name[name], R.loading[name] = file, true
  local f, line = compile(R, file)
  if not f and R.is_draft then
    f, file = compile_rest(R, file, line)
    R.by_name[name] = file
  end
  if f then
    source.read_names(file)
    check_head(R, file)
    run(R, file, f)
    things.note_cards(R, file)
  elseif R.is_draft then bring_named(R, file) end
  R.loading[name] = nil
  R.files[#R.files + 1] = file
  R.order[name] = #R.files
  sandbox.watch(by ~= nil)                  -- the file at `by` runs on
end

-- --- extends, include, ruleset -------------------------------------------------------------------

-- Reads the file called `name` unless it was read already.  word: "extends" or "include".
function bring(R, word, name, place)
  name = name:gsub("\0", "?")            -- C takes \0 for the end of a name; one with ? is refused
  if R.loading[name] or R.loading[name .. ".lua"] then
    report(R, place, "%s \"%s\" goes round in a circle: that file %s this one", word, name,
      word == "include" and "reads" or word)
    return note_unreadable(R)
  end
  if R.by_name[name] or R.by_name[name .. ".lua"] then return end
  local is_part = word == "include"
  local reply = fetch { need = name, file = place.file, line = place.line, part = is_part or nil }
  if reply.error then
    report(R, place, "%s", reply.error)
    return note_unreadable(R)
  end
  read_file(R, reply.name, reply.text, place, is_part and R.file or nil)
  sandbox.reading(place.file)
end

-- Handles extends NAME in the file that is being read.
local function read_extends(R, name, place)
  local file = R.file
  if not file then return report(R, place, "extends stands at the head of a file") end
  file.extends = true
  if mistakes.is_nothing(name) then return note_unreadable(R) end
  if file.ruleset or file.part_of then
    return report(R, place, "a %s, and extends nothing",
      file.ruleset and "ruleset stands at the foot of a chain" or "part is read by the file that includes it")
  end
  if type(name) ~= "string" then
    report(R, place, "extends takes a name in quotes: extends \"delving\"")
    return note_unreadable(R)
  end
  if file.began then
    for i = #R.problems, 1, -1 do      -- names were unknown above only since this line had not brought them
      local p = R.problems[i]
      -- messages about unknown names all begin so, as those of seal.lua and types.lua
      if p.file == place.file and p.line < place.line and p.text:find "^there is no " then
        table.remove(R.problems, i)
      end
    end
    report(R, place, "extends comes first in a file, before anything is made or changed")
    note_unreadable(R)
  end
  bring(R, "extends", name, place)
end

local function extends_word(R)
  return function(name)
    read_extends(R, name, here())
    return mistakes.statement_end(R, "extends " .. common.show(name))
  end
end

-- Makes the word `include`, which reads a part of a ruleset where it stands.
local function include_word(R)
  return function(name)
    local place = here()
    if not R.file then report(R, place, "include stands outside functions: a file is read once, before play")
    elseif type(name) == "string" then bring(R, "include", name, place)
    elseif not mistakes.is_nothing(name) then
      report(R, place, "include takes the name of a file in quotes, without .lua: include \"fight\"")
    end
    if type(name) ~= "string" then note_unreadable(R) end
    return mistakes.statement_end(R, "include " .. common.show(name))
  end
end

-- Reports a second ruleset: at the line that extends its file, unless the file itself extends another.
local function report_second(R, title, place)
  local by = R.file and R.file.by
  if by and R.ruleset.made.file ~= place.file and not R.file.extends then
    report(R, by,
      "a chain has one ruleset at its foot, and this would bring \"%s\" beside \"%s\"; extend one of them",
      title, R.ruleset.name)
    return note_unreadable(R)
  end
  report(R, place,
    "a chain has one ruleset, and \"%s\" was made at %s; a house file extends it and has none of its own",
    R.ruleset.name, place_text(R.ruleset.made))
end

-- Handles the body of ruleset "TITLE" { … }.  ruleset: see read_ruleset.
local function read_ruleset_body(R, ruleset, body)
  local title, place = ruleset.name, ruleset.made
  if mistakes.is_nothing(body) then return nothing end
  if mistakes.check_body(R, place, body, "ruleset \"%s\" takes its fields in braces", title) then
    ruleset.fields = body
    for key in next, body do ruleset.at[key] = source.within(R, place, title, key) end
  end
  return mistakes.statement_end(R, "ruleset \"" .. title .. "\" { … }")
end

-- Handles ruleset "TITLE" and returns the function that takes the body.
local function read_ruleset(R, title)
  local place = here()
  if R.file then R.file.ruleset = true end
  if type(title) ~= "string" then
    if not mistakes.is_nothing(title) then
      report(R, place,
        "ruleset takes a title in quotes and then its fields: ruleset \"Title\" { turn = \"10 minutes\" }")
    end
    R.unsure = R.unsure or "near"
    return nothing
  end
  -- It has the fields of an entry (things.lua) that mistakes.report_field reads.
  local ruleset = { kind = { name = "ruleset" }, name = title, made = place, fields = {}, at = {} }
  local pending = { kind = ruleset.kind, name = title, place = place }
  R.pending[#R.pending + 1] = pending
  if R.file and R.file.part_of then
    report(R, place, "a part has no ruleset; that stands in the file that includes it")
  elseif R.ruleset then report_second(R, title, place)
  else R.ruleset = ruleset end
  return function(body)
    pending.done = true
    return read_ruleset_body(R, ruleset, body)
  end
end

-- Handles ruleset.turn = "5 minutes", in the ruleset's own file or in one above it.
local function set_ruleset_field(R, key, value)
  local ruleset, place = R.ruleset, here()
  if not ruleset then
    return report(R, place, "ruleset.%s: there is no ruleset yet; extends \"NAME\" comes first", key)
  elseif not language.ruleset_fields[key] then
    return mistakes.report_missing(R, place, "field", key, common.keys(language.ruleset_fields), nil,
      "ruleset \"" .. ruleset.name .. "\"")
  end
  history.note(R, "ruleset." .. key, ruleset.fields[key], ruleset.at[key], value, place)
  ruleset.fields[key], ruleset.at[key] = value, place
end

local function ruleset_word(R)
  return setmetatable({}, {
    __sealed = "ruleset",
    __call = function(_, title) return read_ruleset(R, title) end,
    __index = function(_, key) return R.ruleset and R.ruleset.fields[key] end,
    __newindex = function(_, key, value) set_ruleset_field(R, key, value) end,
  })
end

-- --- a chain -------------------------------------------------------------------------------------

-- Makes what every chain has before its first file: kinds, events, function spaces, the program's rules.
local function open_kinds(R, host_rules)
  R.env.extends, R.env.include, R.env.ruleset = extends_word(R), include_word(R), ruleset_word(R)
  things.add_kind(R, "kind", {}, nil)
  for _, spec in ipairs(language.kinds) do
    local fields = {}
    for k, v in next, spec do                 -- spec[1] is the name of the kind
      if type(k) == "string" then fields[k] = v end
    end
    things.add_kind(R, spec[1], fields, nil)
  end
  for _, name in ipairs(common.keys(language.events)) do
    things.of_host(R, R.kinds.event, name, language.events[name])
  end
  for _, space in ipairs(language.spaces) do functions.add_space(R, space) end
  for name, f in next, host_rules do R.spaces.rule.entries[name] = { f = f, host = true } end
end

-- Reads a chain.  request: the request op="load"; words: the words of play, by name; host_rules: the
-- functions of rule.NAME that the program brings, by name.  Returns the rules, not yet checked (seal.lua).
function chain.read(request, words, host_rules)
  local R = new_chain()
  -- in_parts: the file is in a folder of parts; is_draft: an editor holds it, so what can be read of it
  -- counts
  R.in_parts, R.is_draft = request.parts, request.draft
  open_words(R, words)
  open_kinds(R, host_rules)
  for _, file in ipairs(request.files) do
    R.asked_for[#R.asked_for + 1] = file.name
    read_file(R, file.name, file.text)
  end
  sandbox.reading()
  things.check_bodies(R)
  if not R.ruleset and not R.unsure then
    report(R, { file = R.asked_for[1] or "?", line = 1 }, "no ruleset stands at the foot of this chain")
  end
  return R
end

return chain
