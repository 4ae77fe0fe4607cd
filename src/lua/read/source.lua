-- source.lua -- a rule file as text: its words, the line of each field or row, and the names it uses and
-- defines. Lua has compiled the file before its names are read, so nothing here reports syntax errors.
--
-- A word is known by its index in the file's lists, called i, j or at.
local common = module "common"
local source = {}

-- --- words and lines -----------------------------------------------------------------------------

-- Splits a file into words: { name, text, kinds, words, lines, first, partners, bodies, anchors }.
-- kinds[i] is "name", "text" or "number", or the sign or reserved word itself; words[i] is the word, a text
-- without its quotes; lines[i] is its line; first[line] is the index of the line's first word; partners[i]
-- is the index of the word that closes the bracket or block opened at i, or opens the one closed there;
-- bodies has the results of places_within, by the index of the {; anchors those of anchor_of, by the pattern.
function source.of(name, text)
  local kinds, words, lines, first, partners = lexer.words(text)
  return { name = name, text = text, kinds = kinds, words = words, lines = lines, first = first,
    partners = partners, bodies = {}, anchors = {} }
end

-- The index of the { that opens the body of `name` in a call on `line`, or nil.
local function braces_of(file, line, name)
  local kinds, words, lines = file.kinds, file.words, file.lines
  for i = file.first[line] or #words + 1, #words do
    if lines[i] > line + 1 then return end               -- `chart` may end a line, and "NAME" begin the next
    if words[i] == name and kinds[i] ~= "number" then
      for j = i + 1, math.min(i + 3, #words) do          -- "NAME" {, NAME = {, "NAME", {, ["NAME"] = {
        if kinds[j] == "{" then return j end
      end
    end
  end
end

-- The index after the word at i, or after the whole bracket or block that opens at i.
function source.after(file, i)
  local partner = file.partners[i]
  return (partner and partner > i and partner or i) + 1
end

-- The indexes of the words inside the bracket that opens at index `open`, but not within further brackets and
-- blocks.
function source.inside(file, open)
  local list, i = {}, open + 1
  while i < file.partners[open] do
    list[#list + 1] = i
    i = source.after(file, i)
  end
  return list
end

-- Returns source.inside for a brace at index `open`; an empty list where none stands there, or for nil.
function source.inside_braces(file, open)
  return open and file.kinds[open] == "{" and source.inside(file, open) or {}
end

-- The indexes of the first and the last word of a line; nothing when it has none.
function source.words_of(file, line)
  local i = file.first[line]
  if not i or file.lines[i] ~= line then return end
  return i, common.first_from(file.lines, line + 1) - 1
end

-- The names of the parameters of a function (file.functions), and the index of the ) behind them.
function source.params_of(file, f)
  local open = f.from
  while file.kinds[open] ~= "(" do open = open + 1 end
  local close, list = file.partners[open], {}
  -- Every second word is a comma, or the ) where there is no parameter.
  for i = open + 1, close, 2 do list[#list + 1] = file.kinds[i] ~= ")" and file.words[i] or nil end
  return list, close
end

-- The first function (file.functions) that has a line of the file; or nil.
function source.function_around(file, line)
  return common.first(file.functions, function(f)
    return file.lines[f.from] <= line and line <= file.lines[f.to]
  end)
end

-- The places of a file's words, found when they are first asked for: from[i] is the first byte of the word at
-- index i, and to[i] the byte behind it.  The file then also has begins and stops, the same without the
-- quotes of texts, and starts, the first byte of each line.
function source.places(file)
  if not file.from then
    file.from, file.to, file.starts, file.begins, file.stops = lexer.places(file.text)
  end
  return file.from, file.to
end

-- The index of a name between two texts, without blanks, as `run` in "She says "run" to me."  Most names that
-- stand so are as `include`, with a blank behind, and the places of words are not looked up for these.
function source.name_in_text(file)
  local kinds, is_between, from, to = file.kinds, {}, nil, nil
  for i = 2, #kinds do
    if kinds[i] == "name" and kinds[i - 1] == "text" and kinds[i + 1] == "text" then
      local name = file.words[i]
      if is_between[name] == nil then
        is_between[name] = file.text:find("[\"']" .. name .. "[\"'%[]") ~= nil
          or file.text:find("]" .. name, 1, true) ~= nil
      end
      if is_between[name] then from, to = source.places(file) end
      if is_between[name] and to[i - 1] == from[i] and to[i] == from[i + 1] then return i end
    end
  end
end

-- True if `who` stands above index i in the function that it is in, as in function step.eat(who).
function source.knows_who(file, i)
  for j = i - 1, 1, -1 do
    if file.words[j] == "who" then return true end
    local begins_rule = file.kinds[j] == "function" and file.kinds[j + 2] == "."
    if begins_rule then return false end
  end
  return false
end

-- The kinds of words behind which a statement may begin.
source.ends_statement = common.set "name text number ) } ] end true false nil then do else repeat ;"

source.reserved = common.set "and break do else elseif end false for function goto if in local nil not or \z
  repeat return then true until while"

-- --- words in a row ------------------------------------------------------------------------------

-- The kinds of words that a word in capitals stands for in a pattern.
local kinds_meant = { NAME = "name", TEXT = "text", NUMBER = "number", LITERAL = "text number true false",
  VALUE = "text number { true false nil" }

-- Reads a pattern of words: "for NAME in each ( party )".  A word stands for itself, also a sign; in capitals
-- for all words of a kind (kinds_meant); `a|b` for both; and !a for all words but these.  Returns a token for
-- each of its words: { kinds: the set of kinds that stand there; names: that of names and numbers, or nil;
-- without: true if none of these may stand there }.
local function read_pattern(text)
  local tokens = {}
  for token in text:gmatch "%S+" do
    local one = { without = #token > 1 and token:sub(1, 1) == "!", kinds = {} }
    for word in token:gmatch(#token > 1 and "[^!|]+" or ".") do
      local kinds = kinds_meant[word] or not word:find "^[%w_]" and word or source.reserved[word] and word
      if not kinds then
        one.names = one.names or {}
        one.names[word] = true
      end
      for kind in (kinds or ""):gmatch "%S+" do one.kinds[kind] = true end
    end
    tokens[#tokens + 1] = one
  end
  return tokens
end

-- Patterns by their texts, each of which is read once.
local patterns = setmetatable({}, { __index = function(all, text)
  all[text] = read_pattern(text)
  return all[text]
end })

-- True if the words from index i on are those of a pattern.
function source.matches(file, i, pattern)
  local tokens, kinds, words = patterns[pattern], file.kinds, file.words
  for n = 1, #tokens do
    local token, kind = tokens[n], kinds[i]
    local is_there, names = token.kinds[kind] or false, token.names
    if names and (kind == "name" or kind == "number") then is_there = is_there or names[words[i]] or false end
    if is_there == token.without then return false end
    i = i + 1
  end
  return true
end

-- The places of the words of a file, in order: { kinds: by their kinds, names: names and numbers by
-- themselves }.  Loading a ruleset to play searches for nothing, and does without.
local function index_words(file)
  local kinds, words, of_kind, of_name = file.kinds, file.words, {}, {}
  local function add(lists, key, i)
    local list = lists[key]
    if list then list[#list + 1] = i else lists[key] = { i } end
  end
  for i = 1, #kinds do
    local kind = kinds[i]
    add(of_kind, kind, i)
    if kind == "name" or kind == "number" then add(of_name, words[i], i) end
  end
  return { kinds = of_kind, names = of_name }
end

-- The lists of places (index_words) at which a token of a pattern stands, and how many places these are.
local function lists_of(index, token)
  local lists, n = {}, 0
  local function add(list)
    if list then lists[#lists + 1], n = list, n + #list end
  end
  for kind in next, token.kinds do add(index.kinds[kind]) end
  for name in next, token.names or {} do add(index.names[name]) end
  return lists, n
end

-- The places of several lists, in order.
local function joined(lists)
  if #lists == 1 then return lists[1] end
  local all = {}
  for _, list in ipairs(lists) do table.move(list, 1, #list, #all + 1, all) end
  table.sort(all)
  return all
end

-- The rarest token of a pattern in a file: { places: where it stands; before: how many tokens come before it
-- }.  A pattern has a token without !.
local function anchor_of(file, pattern)
  local anchor = file.anchors[pattern]
  if anchor then return anchor end
  file.index = file.index or index_words(file)
  local rarest, fewest, before
  for nth, token in ipairs(patterns[pattern]) do
    if not token.without then
      local lists, n = lists_of(file.index, token)
      if not fewest or n < fewest then rarest, fewest, before = lists, n, nth - 1 end
    end
  end
  anchor = { places = joined(rarest), before = before }
  file.anchors[pattern] = anchor
  return anchor
end

-- Goes through the indexes from `from` to `to` (default: all) at which words of a pattern stand.  Files may
-- have 250,000 words and are searched for many patterns, so only the places of its rarest word are looked at.
function source.found(file, pattern, from, to)
  local anchor, matches, last = anchor_of(file, pattern), source.matches, to or #file.kinds
  local places, before = anchor.places, anchor.before
  local is_one = #patterns[pattern] == 1         -- a single word, which stands at all of these places
  local next_one = common.first_from(places, (from or 1) + before)
  return function()
    while places[next_one] and places[next_one] - before <= last do
      local i = places[next_one] - before
      next_one = next_one + 1
      if is_one or matches(file, i, pattern) then return i end
    end
  end
end

-- The literal at index i as it is written.
function source.shown(file, i)
  return file.kinds[i] == "text" and '"' .. file.words[i] .. '"' or file.words[i]
end

-- The index of the first text given to the word at i, as in roll "x" or roll("x", …); nil when it is not a
-- plain text.  owner: true if a record may come first, as in set(who, "x", …).
function source.text_given(file, i, owner)
  local kinds = file.kinds
  if kinds[i + 1] == "text" then return i + 1 end
  if kinds[i + 1] ~= "(" then return end
  local j = i + 2
  if kinds[j] ~= "text" and owner then           -- goes past the record, and the comma behind it
    while kinds[j] and kinds[j] ~= ")" and kinds[j] ~= "," and not source.reserved[kinds[j]] do
      j = source.after(file, j)
    end
    j = kinds[j] == "," and j + 1 or j
  end
  return kinds[j] == "text" and (kinds[j + 1] == ")" or kinds[j + 1] == ",") and j or nil
end

-- The index of the { behind the word at index i, where braces are its first argument, as in ask({ … }, x); or
-- nil.
function source.braces_after(file, i)
  local at = file.kinds[i + 1] == "(" and i + 2 or i + 1
  return file.kinds[at] == "{" and at or nil
end

-- The name of the field that is written at index i of a body: key = value, or ["key"] = value; or nil.
local function key_at(file, i)
  local kinds = file.kinds
  if kinds[i] == "name" and kinds[i + 1] == "=" then return file.words[i] end
  if kinds[i] == "[" and kinds[i + 1] == "text" then return file.words[i + 1] end
end

-- The index of the comma, semicolon or brace that ends the item at index i of a body.
local function end_of_item(file, i)
  local kinds = file.kinds
  while kinds[i] and kinds[i] ~= "," and kinds[i] ~= ";" and kinds[i] ~= "}" do
    i = (file.partners[i] or i) + 1
  end
  return i
end

-- The indexes of the fields (by name) and of the items without a name (by number) of the body that opens at
-- index `open`.  Every body is read once.
local function places_within(file, open)
  local found = file.bodies[open]
  if found then return found end
  local kinds = file.kinds
  local i, items_n = open + 1, 0
  found = {}
  file.bodies[open] = found
  while kinds[i] and kinds[i] ~= "}" do
    local key = key_at(file, i)
    if not key then
      if kinds[i] ~= "[" then items_n = items_n + 1 end              -- [expression] = value is no item
      key = items_n
    end
    found[key] = found[key] or i
    i = end_of_item(file, i)
    if kinds[i] ~= "}" then i = i + 1 end                            -- behind the comma
  end
  return found
end

-- The indexes of the words `return` of a function (file.functions), but not of those written within it.
local function returns_of(file, f)
  local found, i = {}, f.from
  while i <= f.to do
    if i > f.from and file.kinds[i] == "function" then i = file.partners[i] or f.to end
    if file.kinds[i] == "return" then found[#found + 1] = i end
    i = i + 1
  end
  return found
end

-- The line on which the function that begins on `line` returns what is written as `shown`; else the line of
-- its only return; nil if it has no return, or several.
function source.return_line(file, line, shown)
  local all, fitting = {}, {}                  -- the lines of its returns, and of those that return `shown`
  for _, f in ipairs(file and file.functions or {}) do
    for _, i in ipairs(f.line == line and returns_of(file, f) or {}) do
      local word = tostring(file.words[i + 1])
      all[#all + 1] = file.lines[i]
      if word == shown or '"' .. word .. '"' == shown then fitting[#fitting + 1] = file.lines[i] end
    end
  end
  local list = #fitting > 0 and fitting or all
  return #list == 1 and list[1] or nil
end

-- The index of field `key` (a name), or of the key-th item without a name, in the body of `name` that begins
-- on `line`; nil when it is not found.  `...`: further keys, each in the body of the one before.
function source.index_of(file, line, name, key, ...)
  local open, at = file and braces_of(file, line, name), nil
  for _, k in ipairs { key, ... } do
    at = open and places_within(file, open)[k]
    if not at then return nil end
    -- The braces that the next key is in: those of an item, or those behind `field =`.
    open = file.kinds[at] == "{" and at or file.kinds[at + 1] == "=" and file.kinds[at + 2] == "{" and at + 2
  end
  return at
end

-- The line of field or item `key` in the body of `name`, which begins on `line`; `line` when it is not found.
function source.line_of(file, line, name, key)
  local at = source.index_of(file, line, name, key)
  return at and file.lines[at] or line
end

-- Finds the line of a place made by source.within when it is first read, since hardly any ever is.
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

-- The text without the statement around a line: blanks stand from the nearest line above that begins with a
-- word at the margin to the next such line.
function source.without_statement(text, line)
  local lines, ends = {}, common.set "end else elseif until"
  for part in text:gmatch "[^\n]*\n?" do lines[#lines + 1] = part end
  local function begins(i)
    local word = lines[i]:match "^[%a_][%w_]*"
    return word and not ends[word]
  end
  local first = math.max(1, math.min(line, #lines))
  local last = first + 1
  while first > 1 and not begins(first) do first = first - 1 end
  while last <= #lines and not begins(last) do last = last + 1 end
  for i = first, last - 1 do lines[i] = lines[i]:gsub("[^\r\n]", " ") end
  return table.concat(lines)
end

-- Adds to a file (from source.of):
--   free        all names that are not its own locals, in order: { i, name, writing: is it assigned? }
--   functions   those assigned to space.key: { name, line, from, to }
--   written     the set of the indexes at which such a space.key begins
-- and three lists of indexes:
--   unused      local functions, and locals, that nothing uses
--   twice       fields given a second time in one body
--   surplus     assignments with more values than names
function source.read_names(file)
  file.free, file.functions, file.written, file.unused, file.twice, file.surplus = lexer.names(file.text)
  return file
end

return source
