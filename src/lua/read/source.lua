-- source.lua -- rule files as their words, and on which line a field or row was written.
local source = {}

-- One file: { name =, text =, kinds =, words =, lines = } of its words; first: by line, where its words begin.
function source.of(name, text)
  local kinds, words, lines, first = lexer.words(text)
  return { name = name, text = text, kinds = kinds, words = words, lines = lines, first = first }
end

-- The place of the '{' that opens the body of `name` in a call on `line`, or nil.
local function body(file, line, name)
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
      if kind == "[" then                                     -- ["key"] = value
        if kinds[i + 1] == "text" and words[i + 1] == key then return lines[i] end
      elseif kind == "name" and kinds[i + 1] == "=" then
        if words[i] == key then return lines[i] end
      else
        item = item + 1
        if item == key then return lines[i] end
      end
    end
    depth = depth + (opens[kind] or begins[kind] or 0)
    if depth == 1 and (kind == "," or kind == ";") then start = true end
  end
  return line
end

return source
