-- source.lua -- a rule file as text: its words, the line of each field or row, and the names it uses and
-- defines. Lua has compiled the file before its names are read, so nothing here reports syntax errors.
--
-- A word is known by its index in the file's lists, called i, j or at.
local common = module "common"
local source = {}

-- --- words and lines -----------------------------------------------------------------------------

-- Splits a file into words: { name, text, kinds, words, lines, first, bodies }.  kinds[i] is "name", "text"
-- or "number", or the sign or reserved word itself; words[i] is the word, a text without its quotes; lines[i]
-- is its line; first[line] is the index of the line's first word; bodies has the results of lines_within, by
-- the index of the {.
function source.of(name, text)
  local kinds, words, lines, first = lexer.words(text)
  return { name = name, text = text, kinds = kinds, words = words, lines = lines, first = first, bodies = {} }
end

-- The index of the { that opens the body of `name` in a call on `line`, or nil.
local function braces_of(file, line, name)
  local kinds, words, lines = file.kinds, file.words, file.lines
  for i = file.first[line] or #words + 1, #words do
    if lines[i] > line + 1 then return end
    if words[i] == name and kinds[i] ~= "number" then
      for j = i + 1, math.min(i + 3, #words) do
        if kinds[j] == "{" then return j end
      end
    end
  end
end

local opens = common.set "{ ( [ function do if repeat"
local closes = common.set "} ) ] end until"

-- The index of the word that closes the bracket or block opened at i, or opens the one closed at i; nil when
-- the word at i does neither.
function source.partner(file, i)
  local kinds = file.kinds
  local step = opens[kinds[i]] and 1 or closes[kinds[i]] and -1
  local depth = 0
  while step and kinds[i] do
    if opens[kinds[i]] then depth = depth + 1
    elseif closes[kinds[i]] then depth = depth - 1 end
    if depth == 0 then return i end
    i = i + step
  end
end

-- The index after the word at i, or after the whole bracket or block that opens at i.
function source.after(file, i) return math.max(source.partner(file, i) or i, i) + 1 end

-- The index of the first text given to the word at i, as in roll "x" or roll("x", …); nil when it is no plain
-- text.  owner: true if a record may come first, as in set(who, "x", …).
function source.text_given(file, i, owner)
  local kinds = file.kinds
  if kinds[i + 1] == "text" then return i + 1 end
  if kinds[i + 1] ~= "(" then return end
  local j = i + 2
  if kinds[j] ~= "text" and owner then
    while kinds[j] and kinds[j] ~= ")" and kinds[j] ~= "," and not source.reserved[kinds[j]] do
      j = source.after(file, j)
    end
    j = kinds[j] == "," and j + 1 or j
  end
  return kinds[j] == "text" and (kinds[j + 1] == ")" or kinds[j + 1] == ",") and j or nil
end

-- The lines of the fields (by name) and of the items without a name (by number) of the body that opens at
-- index `open`.
local function lines_within(file, open)
  local kinds, words, found = file.kinds, file.words, {}
  local at, item = open + 1, 0
  while kinds[at] and kinds[at] ~= "}" do
    local named = kinds[at] == "name" and kinds[at + 1] == "=" and at                 -- key = value
      or kinds[at] == "[" and kinds[at + 1] == "text" and at + 1                      -- ["key"] = value
    if not named and kinds[at] ~= "[" then item = item + 1 end
    local key = named and words[named] or not named and item
    found[key] = found[key] or file.lines[at]
    repeat
      at = source.after(file, at)
    until not kinds[at] or kinds[at] == "}" or kinds[at - 1] == "," or kinds[at - 1] == ";"
  end
  return found
end

-- The line of field `key` (a name), or of the key-th item without a name, in the body of `name` that begins
-- on `line`; `line` itself when it is not found.  Every body is read once.
function source.line_of(file, line, name, key)
  local open = file and braces_of(file, line, name)
  if not open then return line end
  file.bodies[open] = file.bodies[open] or lines_within(file, open)
  return file.bodies[open][key] or line
end

-- Finds the line of a place made by source.within when it is first read.
local in_body = {
  __index = function(place, key)
    if key ~= "line" then return nil end
    place.line = source.line_of(place.of, place.from, place.name, place.key)
    return place.line
  end,
}

-- The place { file, line } of field or item `key` in the body of `name`.  place: where the call begins.
function source.within(R, place, name, key)
  return setmetatable({ file = place.file, of = R.by_name[place.file], from = place.line, name = name,
    key = key }, in_body)
end

-- --- names ---------------------------------------------------------------------------------------

-- A recursive-descent reader of Lua, which keeps track of scopes.  It runs over every word of every file
-- before the first prompt, so the file being read is kept in locals, for speed.

source.reserved = common.set "and break do else elseif end false for function goto if in local nil not or \z
  repeat return then true until while"

local kinds, words, lines              -- of the file
local at                               -- the index being read
local own                              -- by name: the local that is visible now, see declare
local made                             -- all visible locals, in the order made
local free, functions, written         -- results; see source.read_names
local unused, twice, surplus

-- --- words ---------------------------------------------------------------------------------------

-- Goes past the sign, if it stands here; returns whether it did.
local function pass(sign)
  if kinds[at] == sign then
    at = at + 1
    return true
  end
end

-- Goes past a name and returns it; nil when none stands here.
local function pass_name()
  if kinds[at] == "name" then
    at = at + 1
    return words[at - 1]
  end
end

-- --- scopes --------------------------------------------------------------------------------------

-- Makes a local visible: { name; outer: the one of the same name that it hides; used: true when it is used }.
-- watched: its index, if it must be reported when nothing uses it.
local function declare(name, watched)
  if not name then return end
  local record = { name = name, outer = own[name], watched = watched }
  own[name] = record
  made[#made + 1] = record
end

-- Ends the scope of all names made after the first n.
local function close_scope(n)
  for i = #made, n + 1, -1 do
    local record = made[i]
    own[record.name] = record.outer
    made[i] = nil
    if record.watched and not record.used then unused[#unused + 1] = record.watched end
  end
end

-- Notes a use of the name at index i: of the local, or else in `free`.
local function note_name(i, writing)
  local name = words[i]
  local record = own[name]
  if record then
    record.used = true
    return
  end
  local found = { i = i, name = name, writing = writing }
  free[#free + 1] = found
  return found
end

-- --- expressions ---------------------------------------------------------------------------------

local before = common.set "not - # ~"
local between = common.set "+ - * / // % ^ .. == ~= < <= > >= & | ~ << >> and or"
local plain = common.set "number text ... nil true false"

local read_function_rest, read_suffixed, read_block
local read_expression

-- Reads expressions with commas between them; returns how many.
local function read_expressions()
  local n = 0
  repeat
    read_expression()
    n = n + 1
  until not pass ","
  return n
end

-- Reads { … }, and notes fields that are given twice.
local function read_braces()
  at = at + 1
  local kind, keys = kinds[at], nil
  while kind and kind ~= "}" do
    if kind == "[" then
      at = at + 1
      read_expression()
      pass "]"
      pass "="
    elseif kind == "name" and kinds[at + 1] == "=" then
      keys = keys or {}
      if keys[words[at]] then twice[#twice + 1] = at end
      keys[words[at]] = true
      at = at + 2
    end
    read_expression()
    if not pass "," then pass ";" end
    kind = kinds[at]
  end
  pass "}"
end

function read_expression()
  while true do
    local kind = kinds[at]
    while before[kind] do
      at = at + 1
      kind = kinds[at]
    end
    if plain[kind] then at = at + 1
    elseif kind == "{" then read_braces()
    elseif kind == "function" then
      at = at + 1
      read_function_rest()
    elseif kind == "." then at = at + 2                              -- .5
    else read_suffixed() end
    if not between[kinds[at]] then return end
    at = at + 1
  end
end

-- Reads the arguments of a call; returns true if there were any.
local function read_arguments()
  local kind = kinds[at]
  if kind == "text" then at = at + 1
  elseif kind == "{" then read_braces()
  elseif kind == "(" then
    at = at + 1
    if kinds[at] ~= ")" then read_expressions() end
    pass ")"
  else
    return
  end
  return true
end

-- Reads a name or (…), then .fields, [keys], :methods and calls.  Returns whether it ends in a call; the text
-- "space.key" when it is exactly such a name; and the index where it begins.  writing: it may be a target.
function read_suffixed(writing)
  local first, name, found = at, pass_name(), nil
  if name then found = note_name(first)
  elseif pass "(" then read_expression() pass ")"
  else at = at + 1 end
  local called, parts = false, 0
  while true do
    local kind = kinds[at]
    if kind == "." then
      at = at + 2
      called, parts = false, parts + 1
    elseif kind == "[" then
      at = at + 1
      read_expression()
      pass "]"
      called, parts = false, 2
    elseif kind == ":" and kinds[at + 1] == "name" then
      at = at + 2
      read_arguments()
      called, parts = true, 2
    elseif read_arguments() then
      called, parts = true, 2
    else
      break
    end
  end
  if found and writing and parts == 0 and (kinds[at] == "=" or kinds[at] == ",") then found.writing = true end
  return called, name and parts == 1 and name .. "." .. words[first + 2] or nil, first
end

-- --- functions -----------------------------------------------------------------------------------

local depth = 0                        -- nested functions
local function is_top() return depth == 0 end

-- Reads ( names ) block end, which is a function without its first word and name.  with: the name of a
-- further local, "self".
function read_function_rest(with)
  local outer = #made
  declare(with)
  pass "("
  while kinds[at] and not pass ")" do
    local name = pass_name()
    if name then
      declare(name)
    else
      at = at + 1
    end
  end
  depth = depth + 1
  read_block()
  depth = depth - 1
  close_scope(outer)
  pass "end"
end

-- Notes a function that was assigned to target, "space.key".  i: the index of the target; from: of its
-- 'function'.
local function note_function(target, i, from)
  functions[#functions + 1] = { name = target, line = lines[from], from = from, to = at - 1 }
  written[i] = true
end

local function read_named_function()
  local from, i = at - 1, at
  local name, parts, with = pass_name(), 0, nil
  while kinds[at] == "." or kinds[at] == ":" do
    with = kinds[at] == ":" and "self" or nil
    at = at + 2
    parts = parts + 1
  end
  local target = parts == 1 and name .. "." .. words[i + 2] or nil
  note_name(i, parts == 0)
  read_function_rest(with)
  if target then note_function(target, i, from) end
end

-- --- statements ----------------------------------------------------------------------------------

local ends = common.set "end else elseif until"
local statements = {}                  -- by first word: reads the rest of the statement

-- Reads an assignment or a call.
local function read_assignment()
  local from = at
  local called, target, i = read_suffixed(true)
  if called or at == from then
    if at == from then at = at + 1 end
    return
  end
  local targets = 1
  while pass "," do read_suffixed(true) target, targets = nil, targets + 1 end
  if not pass "=" then return end
  local is_function = target and kinds[at] == "function" and at
  if target then written[i] = true end
  local first = kinds[at]
  if read_expressions() > targets and first == "number" then surplus[#surplus + 1] = from end
  if is_function then note_function(target, i, is_function) end
end

function read_block()
  while kinds[at] and not ends[kinds[at]] do
    local read = statements[kinds[at]]
    if read then
      at = at + 1
      read()
    else
      read_assignment()
    end
  end
end

-- Reads a block with a scope of its own, and the word `last` after it.
local function read_inner_block(last)
  local outer = #made
  read_block()
  close_scope(outer)
  if last then pass(last) end
end

statements["local"] = function()
  if pass "function" then
    declare(pass_name(), at - 1)
    return read_function_rest()
  end
  local names, first = {}, at
  repeat
    names[#names + 1] = pass_name()
    if pass "<" then at = at + 2 end
  until not pass ","
  local value = kinds[at + 1]
  if pass "=" and read_expressions() > #names and value == "number" then surplus[#surplus + 1] = first end
  local alone = #names == 1 and names[1]:sub(1, 1) ~= "_" and is_top()
  for _, name in ipairs(names) do declare(name, alone and first or nil) end
end

statements["function"] = read_named_function

statements["if"] = function()
  repeat
    read_expression()
    pass "then"
    read_inner_block()
  until not pass "elseif"
  if pass "else" then read_inner_block() end
  pass "end"
end

statements["while"] = function()
  read_expression()
  pass "do"
  read_inner_block "end"
end

statements["for"] = function()
  local names, outer = {}, #made
  repeat names[#names + 1] = pass_name() until not pass ","
  if not pass "=" then pass "in" end
  read_expressions()
  pass "do"
  for _, name in ipairs(names) do declare(name) end
  read_block()
  close_scope(outer)
  pass "end"
end

statements["do"] = function() read_inner_block "end" end

statements["repeat"] = function()
  local outer = #made
  read_block()
  pass "until"
  read_expression()
  close_scope(outer)
end

statements["return"] = function()
  if kinds[at] and not ends[kinds[at]] and kinds[at] ~= ";" then read_expressions() end
  pass ";"
end

statements["goto"] = function() at = at + 1 end
statements["break"] = function() end
statements[";"] = function() end
statements["::"] = function() at = at + 2 end

-- Adds to a file (from source.of): free, all names that are not its own locals, in order, { i, name, writing
-- }; functions, those assigned to space.key, { name, line, from, to }; written, true by the indexes of such
-- targets; and three lists of indexes: unused, functions and top locals that nothing uses; twice, fields
-- given a second time in one body; surplus, assignments with more values than names.
function source.read_names(file)
  kinds, words, lines, at, own, made = file.kinds, file.words, file.lines, 1, {}, {}
  free, functions, written, unused, twice, surplus = {}, {}, {}, {}, {}, {}
  depth = 0
  while kinds[at] do
    read_block()
    at = at + 1                               -- a surplus 'end', which Lua would have refused
  end
  close_scope(0)
  file.free, file.functions, file.written, file.unused, file.twice, file.surplus = free, functions, written,
    unused, twice, surplus
  return file
end

return source
