-- source.lua -- rule files as their words: where a field or row was written, which names are used.
local source = {}

-- One file: { name =, text =, kinds =, words =, lines = } of its words.
function source.of(name, text)
  local kinds, words, lines = lexer.words(text)
  return { name = name, text = text, kinds = kinds, words = words, lines = lines }
end

-- The place of the '{' that opens the body of `name` in a call on `line`, or nil.
local function body(file, line, name)
  local kinds, words, lines = file.kinds, file.words, file.lines
  for i = 1, #words do
    if lines[i] > line + 1 then return end
    if lines[i] >= line and words[i] == name and kinds[i] ~= "number" then
      for j = i + 1, math.min(i + 3, #words) do
        if kinds[j] == "{" then return j end
      end
    end
  end
end

local opens = { ["{"] = 1, ["("] = 1, ["["] = 1, ["}"] = -1, [")"] = -1, ["]"] = -1 }
local begins = { ["function"] = 1, ["do"] = 1, ["if"] = 1, ["repeat"] = 1, ["end"] = -1, ["until"] = -1 }

-- The line of field `key` (a name), or of the key-th item without a name, in the body of `name` made
-- or changed on `line`; `line` itself when it cannot be told.
function source.line_of(file, line, name, key)
  local at = file and body(file, line, name)
  if not at then return line end
  local kinds, words, lines = file.kinds, file.words, file.lines
  local depth, item, start = 1, 0, true
  for i = at + 1, #words do
    local kind = kinds[i]
    if depth == 1 and kind == "}" then break end
    if start and depth == 1 then
      start = false
      if kind == "name" and kinds[i + 1] == "=" then
        if words[i] == key then return lines[i] end
      else
        item = item + 1
        if item == key then return lines[i] end
      end
    end
    depth = depth + (opens[kind] or kind == "name" and begins[words[i]] or 0)
    if depth == 1 and (kind == "," or kind == ";") then start = true end
  end
  return line
end

-- Words that take a name as their first text, and what it is the name of.
local naming = {
  roll = "chart", ask = "question", emit = "event", kindle = "light", burning = "light", start = "timer",
  running = "timer", stop = "timer", run = "procedure", enter = "procedure", draw = "deck",
  gain = "track", lose = "track", set = "track",
}

-- Is the word at i the one the language means, and no field, method or local of that name?
local function ambient(file, i)
  local before = file.kinds[i - 1]
  return before ~= "." and before ~= ":" and file.words[i - 1] ~= "function" and not file.own[file.words[i]]
end

-- Names a file has made its own: locals, parameters, loop variables.
local function own_names(file)
  local own, kinds, words = {}, file.kinds, file.words
  local i = 1
  while i <= #words do
    local word = kinds[i] == "name" and words[i]
    if word == "local" or word == "for" then
      i = i + 1
      if words[i] == "function" then i = i + 1 end
      while kinds[i] == "name" and words[i] ~= "in" do
        own[words[i]] = true
        if kinds[i + 1] ~= "," then break end
        i = i + 2
      end
    elseif word == "function" then
      while i < #words and kinds[i] ~= "(" do i = i + 1 end
      while i < #words and kinds[i] ~= ")" do
        if kinds[i] == "name" then own[words[i]] = true end
        i = i + 1
      end
    end
    i = i + 1
  end
  return own
end

-- The first text given to the call whose name stands at i: roll "x", roll("x", …), set(who, "x", …).
local function named_text(file, i, word)
  local kinds = file.kinds
  if kinds[i + 1] == "text" then return i + 1 end
  if kinds[i + 1] ~= "(" then return end
  if kinds[i + 2] == "text" then
    local after = kinds[i + 3]
    return (after == ")" or after == ",") and i + 2 or nil
  end
  if word == "gain" or word == "lose" or word == "set" then     -- an owner first: who, here, who.friend
    local j = i + 2
    if kinds[j] ~= "name" then return end
    while kinds[j + 1] == "." and kinds[j + 2] == "name" do j = j + 2 end
    if kinds[j + 1] == "," and kinds[j + 2] == "text" and (kinds[j + 3] == ")" or kinds[j + 3] == ",") then return j + 2 end
  end
end

-- Calls see(kind, name, line) for every name that the file's text gives to a word of the language, and
-- mention(space, name, line) for every rule.NAME, step.NAME … that is not being written.
function source.scan(file, spaces, kindwords, see, mention)
  file.own = own_names(file)
  local kinds, words, lines = file.kinds, file.words, file.lines
  for i = 1, #words do
    local word = kinds[i] == "name" and words[i]
    if word and naming[word] and ambient(file, i) then
      local j = named_text(file, i, word)
      if j then see(naming[word], words[j], lines[j]) end
    elseif word and spaces[word] and kinds[i + 1] == "." and kinds[i + 2] == "name" and ambient(file, i) then
      if words[i - 1] ~= "function" then mention(word, words[i + 2], lines[i + 2]) end
    elseif word and kindwords[word] and kinds[i + 1] == "." and kinds[i + 2] == "name" and ambient(file, i) then
      see(word, words[i + 2], lines[i + 2])
    end
  end
end

return source
