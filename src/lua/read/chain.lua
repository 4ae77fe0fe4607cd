-- chain.lua -- reads a chain of rule files: a call makes a thing, an assignment changes it, nil removes it.
-- While files are read, every word of the language is a proxy that notes each change and its line.  Mistakes
-- are collected, not raised, so that one check reports all of them.  seal.lua then checks the whole chain
-- and turns the same proxies into the sealed things that play reads.
local common = module "common"
local functions = module "read/functions"
local language = module "read/language"
local lua_sentences = module "read/lua_sentences"
local mistakes = module "read/mistakes"
local lookup = module "read/lookup"
local source = module "read/source"
local things = module "read/things"
local chain = {}

local here, place_text = mistakes.here, mistakes.place_text
local report, nothing = mistakes.report, mistakes.nothing

local function new_chain()
  return {
    files = {}, by_name = {}, heads = {}, loading = {},      -- the files, foot first; which are being read
    problems = {}, reported = {},                                -- mistakes, and which were told
    env = {}, kinds = {}, kind_order = {}, entry_of = {},    -- the words, the kinds, things by proxy
    spaces = {}, reads = {}, rule_of = {},                   -- functions, who read which, rules by function
    -- what was changed, in order; the last change of each
    ledger = {}, last_of = {},
    pending = {}, gone = {}, remade = {},     -- names without a body yet; what was taken away
    steps_ever = {}, unwritten = {}, count = 0,
  }
end

-- --- the words while files are read --------------------------------------------------------------

-- Does this word work while files are read, too?
local function works_early(name)
  local facts = language.words[name]
  return facts and facts.reading or common.contains(language.lua_words, name)
    or common.contains(language.libraries, name)
end

local function only_in_play(R, name)
  mistakes.report_early(R,
    "'%s' belongs to play, and this line runs while the file is read; write it inside a function", name)
  if R.file then R.file.doubtful = true end
  return nothing
end

-- Wraps a word of play while files are read: it can be stored, but not called yet.
local function later(R, name, word)
  return function(...)
    if R.sealed then return word(...) end
    return only_in_play(R, name)
  end
end

-- Does a name stand between two texts on one line, as in "A "cold" wind."?
local function is_between_texts(file, name)
  local line = file and here().line
  for i, l in ipairs(file and file.lines or {}) do
    if l == line and file.words[i] == name and file.kinds[i - 1] == "text" and file.kinds[i + 1] == "text"
      and file.lines[i - 1] == line then
      return true
    end
  end
end

-- Reports an unknown name.  After a file that could not be read, only near misses are reported, because the
-- name may belong to that file.
local function unknown(R, name)
  local sentence, near = lookup.unknown(R, tostring(name))
  if is_between_texts(R.file, name) then sentence, near = "a \" within a text is written \\\"", true end
  if R.unsure ~= "all" or near then report(R, here(), "%s", sentence) end
  if R.file then R.file.doubtful = true end
  return nothing
end

local function word(R, name)
  if R.file and name ~= "extends" then R.file.began = true end
  if language.state[name] or name == "clock" then return only_in_play(R, name) end
  local w = rawget(R.env, name)
  if w == nil then return unknown(R, name) end
  if R.play_words[name] and not works_early(name) and type(w) == "function" then
    R.later[name] = R.later[name] or later(R, name, w)
    return R.later[name]
  end
  return w
end

local function open_words(R, words)
  R.play_words, R.later = words, {}
  for name, w in next, words do R.env[name] = w end
  R.meta = {
    __sealed = "the words of the language",
    __index = function(_, name) return word(R, name) end,
    __newindex = function(_, name, v)
      report(R, here(), "%s", lookup.assigned(R, tostring(name), type(v) == "function"))
    end,
  }
  R.proxy = setmetatable({}, R.meta)
  setmetatable(R.env, { __index = function(_, name) error(lookup.unknown(R, tostring(name)), 0) end })
end

-- --- a file --------------------------------------------------------------------------------------

-- Notes that later reports about missing things would be guesses.
local function note_lost(R)
  R.broken, R.unsure = true, "all"
end

-- Does the name occur anywhere in the file?
local function mentions(file, name)
  for i, w in ipairs(file.words) do
    if w == name and file.kinds[i] == "name" then return true end
  end
end

local function compile(R, file)
  local f, sentence = sandbox.compile(file.text, file.name, R.proxy)
  if f then return f end
  local text, line = mistakes.explain_syntax(file, sentence)
  report(R, { file = file.name, line = line }, "%s", text)
  note_lost(R)
end

local function run(R, file, f)
  local outer = R.file
  R.file = file
  sandbox.watch(true)
  local ok, err = protected(f)
  sandbox.watch(false)
  R.file = outer
  if ok then return end
  if not file.doubtful then
    report(R, { file = err.file or file.name, line = err.line or 1 }, "%s", lua_sentences.plainly(err.text))
  end
  note_lost(R)
end

-- Reads one file into the chain.  by: the place of the line that extends it, or nil for a head.
local function read_file(R, name, text, by)
  if R.by_name[name] then return end
  sandbox.reading(name)                     -- the place to report when the file never ends
  sandbox.watch(false)
  local file = source.of(name, text)
  file.by = by
  R.by_name[name], R.loading[name] = file, true
  local f = compile(R, file)
  if f then
    source.read_names(file)
    if not mentions(file, "extends") and not mentions(file, "ruleset") then
      report(R, { file = name, line = 1 },
        "this file says neither what it is nor what it changes; begin it with extends \"RULESET\", or a new \z
          procedure with ruleset \"TITLE\" { … }")
      R.unsure = R.unsure or "near"
    end
    run(R, file, f)
  end
  R.loading[name] = nil
  R.files[#R.files + 1] = file
  sandbox.watch(by ~= nil)
end

-- --- extends, ruleset ----------------------------------------------------------------------------

local function is_loading(R, name)
  return R.loading[name] or R.loading[name .. ".lua"]
end

-- Reads the file called `name` unless it was read already.
local function extend(R, name, place)
  if is_loading(R, name) then
    report(R, place, "extends \"%s\" goes round in a circle: that file extends this one", name)
    return note_lost(R)
  end
  if R.by_name[name] or R.by_name[name .. ".lua"] then return end
  local reply = fetch { need = name, file = place.file, line = place.line }
  if reply.error then
    report(R, place, "%s", reply.error)
    return note_lost(R)
  end
  read_file(R, reply.name, reply.text, place)
  sandbox.reading(place.file)
end

-- Handles extends NAME in the file that is being read.
local function begin_with(R, name, place)
  local file = R.file
  if not file then return report(R, place, "extends stands at the head of a file") end
  file.extends = true
  if mistakes.is_nothing(name) then return note_lost(R) end
  if file.ruleset then
    return report(R, place, "a ruleset stands at the foot of a chain and extends nothing")
  end
  if type(name) ~= "string" then
    report(R, place, "extends takes a name in quotes: extends \"delving\"")
    return note_lost(R)
  end
  if file.began then
    report(R, place, "extends comes first in a file, before anything is made or changed")
    note_lost(R)
  end
  extend(R, name, place)
end

local function extends(R)
  return function(name)
    begin_with(R, name, here())
    return mistakes.statement_end(R, "extends " .. common.show(name))
  end
end

-- Reports a second ruleset: at the line that extends its file, unless the file itself extends another.
local function another(R, title, place)
  local by = R.file and R.file.by
  if by and R.ruleset.made.file ~= place.file and not R.file.extends then
    report(R, by,
      "a chain has one ruleset at its foot, and this would bring \"%s\" beside \"%s\"; extend one of them",
      title, R.ruleset.name)
    return note_lost(R)
  end
  report(R, place,
    "a chain has one ruleset, and \"%s\" was made at %s; a house file extends it and has none of its own",
    R.ruleset.name, place_text(R.ruleset.made))
end

local function ruleset(R)
  return function(title)
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
    local made = { kind = { name = "ruleset" }, name = title, made = place, fields = {}, at = {} }
    local pending = { kind = made.kind, name = title, place = place }
    R.pending[#R.pending + 1] = pending
    if R.ruleset then another(R, title, place) else R.ruleset = made end
    return function(body)
      pending.done = true
      if mistakes.is_nothing(body) then return nothing end
      if mistakes.is_body(R, place, body, "ruleset \"%s\" takes its fields in braces", title) then
        made.fields = body
        for key in next, body do made.at[key] = source.within(R, place, title, key) end
      end
      return mistakes.statement_end(R, "ruleset \"" .. title .. "\" { … }")
    end
  end
end

-- --- a chain -------------------------------------------------------------------------------------

local function open_kinds(R, host_rules)
  R.env.extends, R.env.ruleset = extends(R), ruleset(R)
  things.add_kind(R, "kind", {}, nil)
  for _, spec in ipairs(language.kinds) do
    local fields = {}
    for k, v in next, spec do
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

-- Reads a chain.  heads: { name, text } of its top files; words: the words of play, by name; host_rules: the
-- functions of rule.NAME that the program brings, by name.  Returns the rules, not yet checked (seal.lua).
function chain.read(heads, words, host_rules)
  local R = new_chain()
  open_words(R, words)
  open_kinds(R, host_rules)
  for _, head in ipairs(heads) do
    R.heads[#R.heads + 1] = head.name
    read_file(R, head.name, head.text)
  end
  sandbox.reading()
  things.check_bodies(R)
  if not R.ruleset and not R.unsure then
    report(R, { file = R.heads[1] or "?", line = 1 }, "no ruleset stands at the foot of this chain")
  end
  return R
end

return chain
