-- messages.lua -- completes the mistakes that a check found, for the people and programs that read them.  A
-- mistake comes as { file, line, text, grade; word: the index of the word it is about, where that is known;
-- about: its text without the name of a spec's row }.
-- It gets
--   name                 its short name (catalogue.lua), which stays when the sentence is improved
--   sentence, cure       the text in two: what is wrong, and what to write, often the whole line put right
--   column, end_column   the place in the line, in characters from 1; end_column is the one behind it
--   edit                 what puts it right, where that is certain: { line, column, end_column, text;
--                        was: the text that it replaces; compiled: true when Lua could not read the file, and
--                        with the change reads on below this line }
-- These are found by the words of the mistake's sentence, which other files write: those of lua/read,
-- lua/author and lua/play, and the host.  A sentence that is improved there may need another pattern here, in
-- catalogue.lua or in cures.lua; the examples of rulesets/MESSAGES.md are tested, and show it.
local catalogue = module "author/catalogue"
local common = module "common"
local comparisons = module "author/lint_comparisons"
local cures = module "author/cures"
local mistakes = module "read/mistakes"
local source = module "read/source"
local messages = {}

-- --- words of a line ------------------------------------------------------------------------------

local places = source.places

-- The word at index i, or all from there to index j, as it stands in the file: a text with its quotes.
local function written(file, i, j)
  local from, to = places(file)
  return file.text:sub(from[i], to[j or i] - 1)
end

-- The place of the first byte of the line in which the byte at `at` stands.
local function line_start(file, at)
  while at > 1 and not file.text:find("^[\r\n]", at - 1) do at = at - 1 end
  return at
end

local function characters(text) return #text:gsub("[\128-\191]", "") end

-- The column of a byte of the file, in characters from 1.
local function column_of(file, at) return characters(file.text:sub(line_start(file, at), at - 1)) + 1 end

-- --- the place of a message -----------------------------------------------------------------------

-- The first byte of a name and the byte behind it, where it stands in a text of the words i to j as a whole
-- word.
local function find_in_texts(file, i, j, name)
  local from = places(file)
  for at in source.found(file, "TEXT", i, j) do
    local text, a, b = written(file, at), 0, 0
    while a do
      a, b = text:find(name, b + 1, true)
      if a and not text:find("^[%w_]", b + 1) and not text:sub(a - 1, a - 1):find "[%w_]" then
        return from[at] + a - 1, from[at] + b
      end
    end
  end
end

-- Finds `name` in the words i to j, as a word or within a text: its first byte, and the byte behind it.  A
-- value, which stands behind =, is taken before any other.
local function find_name(file, i, j, name)
  local from, to = places(file)
  local found
  for at = i, j do
    if file.words[at] == name and (not found or file.kinds[at - 1] == "=") then found = at end
  end
  if found then return from[found], to[found] end
  for at = i, j do
    if file.words[at]:lower() == name then return from[at], to[at] end
  end
  if name ~= "" then return find_in_texts(file, i, j, name) end      -- "" would be found in every text
end

-- The indexes of the first and the last word of a field's value, as of lasts = "6 turns", between i and j.
local function find_value(file, i, j, field)
  for at in source.found(file, "NAME|TEXT =", i, j - 2) do
    if file.words[at] == field then
      local last = source.after(file, at + 2) - 1
      return at + 2, math.min(last, j)
    end
  end
end

-- The words between i and j that are written as `shown`, as in "and this is 4"; nil when there are none.
local function find_shown(file, i, j, shown)
  for at = j, i, -1 do
    if written(file, at) == shown then return at, at end
    if at < j and written(file, at, at + 1) == shown then return at, at + 1 end     -- two words: -1
  end
end

-- The words between i and j that a dotted name in the message stands for, as party.torches.
local function find_dotted(file, i, j, text)
  for dotted in text:gmatch "[%a_][%w_]*%.[%a_][%w_.]*" do
    local names = common.split(dotted, "[^.]+")
    local behind = 2 * (#names - 1)             -- the last name stands so many words behind the first
    for first = i, j - behind do
      local is_here = true
      for n, name in ipairs(names) do is_here = is_here and file.words[first + 2 * (n - 1)] == name end
      if is_here then return first, first + behind end
    end
  end
end

-- The names that a message quotes, the likeliest first: names in ' ', names in " ", and last the name of the
-- thing with which the message begins, as light "torch", …
local function quoted(text)
  local label, rest = text:match "^%a+ (\"[^\"]*\")(.*)$"
  local row, behind = (rest or ""):match "^, row (\"[^\"]*\"): (.*)$"
  local names = {}
  rest = (behind or rest or text):gsub("; did you mean.*$", "")
  rest = rest:gsub("(%w)'(%w)", "%1 %2")                   -- the ' in "the party's" is no quotation mark
  for _, pattern in ipairs { "'(.-)'", '"(.-)"' } do
    for name in rest:gmatch(pattern) do names[#names + 1] = name end
  end
  names[#names + 1] = row and row:sub(2, -2)
  names[#names + 1] = label and label:sub(2, -2)
  return names
end

-- The words between i and j that the message quotes: their first byte in the file, and the byte behind them.
local function find_quoted(file, i, j, text)
  local word, unquoted = text:match "^write the name in quotes: (%a+) \"(.-)\"$"
  for at = word and i or j, j - 1 do           -- only a name behind that word lacks its quotes
    if file.words[at] == word and file.words[at + 1]:lower() == unquoted:lower() then
      return find_name(file, at + 1, j, unquoted)
    end
  end
  for _, name in ipairs(quoted(text)) do
    local from, to = find_name(file, i, j, name)
    if from then return from, to end
  end
end

-- Patterns of messages about a sign, and the sign; %1: the first capture.
local signs = {
  { "^(.-) is not a quotation mark", "%1" }, { "^(.-) is not a minus", "%1" },
  { "and not by (%p+)$", "%1" }, { "and not (%p+)$", "%1" }, { "^a list stands in braces", "[" },
  { "in braces { }, and not in %( %)", "(" }, { "^== compares", "=" },
  { "^a thing is made without =", "= {" }, { "^nil takes a thing", "false" }, { "^%? is not known", "?" },
  { "^the local '(.-)' changed", "%1" }, { "^each stands behind", "each" },
  { "^there is no (%p+[=+]) here", "%1" },
  { "^a number has no plus", "+" }, { "^this line runs a rule", "rule" },
  { "^several parts stand in %( %): ([%a_]+)%(", "%1" }, { "has no closing quote: (.+)$", "%1" },
  { "^a field is written with =", ":" }, { "^there is a } too", "}" }, { "^(.-) is not a number;", "%1" },
  { "^write text in quotes: \"(.-)\"", "%1" }, { "behind a point, and not (%d+)", ".%1" },
  { "^a time of day is a text, \"(.-)\"", "%1" }, { "^%a+ \".-\", text: ({[%w_]+}) is never given", "%1" },
  { "write a single =;", "==" }, { "^(%a+) is written ", "%1" }, { "and not (%a+)$", "%1" },
  { "and not with '(%a+)'$", "%1" }, { "^Lua's words are written small: (%a+)$", "%1" },
  { "ends at the next '", "'" }, { "^two commas stand in a row", ",," },
  { "stands in %( %); write (%S+)%(", "%1" }, { "with commas; write .-%((\".-\"),", "%1" },
  { "^a = is missing; write %S+ = (%S+)$", "%1" },
  { "^a text has no opening quote; write \"(.-)\"$", "%1" }, { "^'else if' begins", "else if" },
  { "^([%a_]+) is called with a colon", ".%1" },
}

local begins_statement = common.set "then do else local function ; , {"
local conditions = common.set "if elseif while until return and or ="

-- The first = between the words i and j that stands in a condition or in a value.
local function stray_equals(file, i, j)
  local in_value = false
  for at = i, j do
    local kind = file.kinds[at]
    if kind == "=" and in_value then return at end
    in_value = not begins_statement[kind] and (in_value or conditions[kind] or false)
  end
  return i
end

-- The place of a sign that is one word between i and j, or two: its first byte, and the byte behind it.
local function find_sign_word(file, i, j, sign)
  local begins, behind = places(file)
  local first, last, step = i, j, 1
  if sign == "}" then first, last, step = j, i, -1 end            -- the last } is the one too many
  if sign == "=" then first = stray_equals(file, i, j) end
  for at = first, last, step do
    if written(file, at):lower() == sign then return begins[at], behind[at] end
    if at < j and written(file, at, at + 1) == sign then return begins[at], behind[at + 1] end
  end
end

-- The place of a sign that is a part of a word between i and j, or no word of Lua: as find_sign_word.
local function find_sign_text(file, i, j, sign)
  local begins, behind = places(file)
  local a = sign:find "%W" and file.text:find(sign, begins[i], true)
  local last = a and sign:find "^[\194-\244]" and j or 0              -- a curly quote within a text is none
  for at in source.found(file, "TEXT", i, last) do
    if a > begins[at] and a < behind[at] then a = file.text:find(sign, behind[at], true) or a end
  end
  local brace = sign:find "^{" and 1 or 0                            -- of {what} only the name is marked
  if a and a < behind[j] then return a + brace, a + #sign - brace end
end

-- The sign between the words i and j that a message is about: its first byte, and the byte behind it.
local function find_sign(file, i, j, text)
  for _, entry in ipairs(signs) do
    local pattern, template = entry[1], entry[2]
    local is_about, _, captured = text:find(pattern)
    if is_about then
      local sign = template:gsub("%%1", { ["%1"] = captured })
      local from, to = find_sign_word(file, i, j, sign)
      if not from then from, to = find_sign_text(file, i, j, sign) end
      if from then return from, to end
    end
  end
end

local sizes = common.set "< > <= >="
local operators = common.set "+ - * / // % .."

-- The only word between i and j that is one of `known`.
local function find_only(file, i, j, known)
  local found
  for at = i, j do
    local is_one = known[file.kinds[at]]
    if is_one and found then return nil end
    if is_one then found = at end
  end
  return found
end

-- Finds the operator that a sentence of Lua complains of, or the list of a loop, between the words i and j:
-- its first and last word.
local function find_operation(file, i, j, text)
  local at = text:find "cannot be compared" and find_only(file, i, j, sizes)
    or text:find "cannot be used in arithmetic" and text:find "^a " and find_only(file, i, j, operators)
  if at then return at, at end
  local loop = text:find "^for … in goes through" and find_only(file, i, j, common.set "in")
  if loop then return loop + 1, loop + 1 end
end

-- The last text between the words i and j that gives a row of a chart the total `n`, as "4-7" does 5.
local function find_total(file, i, j, n)
  if not n then return end
  for at = j, i, -1 do
    local from, to = file.words[at]:match "^%s*(%d+)%D*(%d*)[%s+]*$"
    from = file.kinds[at] == "text" and tonumber(from)
    if from and from <= n and n <= (tonumber(to) or from) then return at, at end
  end
end

-- The word of the call that a message is about: "WORD: …", or say, when it is about a value in its text; or
-- nil.
local function word_of_call(file, i, j, text)
  if not text:find "^value %d+ for the %%" then return text:match "^([%a_]+): " end
  local word
  for at in source.found(file, "say|warn", i, j) do word = file.words[at] end
  return word
end

-- The words of the call that a message is about.
local function find_call(file, i, j, text)
  local word = word_of_call(file, i, j, text)
  local before = word and source.found(file, ("!. %s TEXT|("):format(word), i - 1, j - 2)()       -- the first
  if not before then return end
  local open = before + 2
  local close = file.kinds[open] == "(" and file.partners[open] or open
  return before + 1, math.min(close, j)
end

-- The words that hold the value which a message is about: the value of a field, or the row of a total.
local function find_value_told(file, i, j, p)
  local text = p.about or p.text
  local field = text:match "^[^:]-, ([%a_]+): " or text:match "^[%w_.]-%.([%a_]+): "
    or p.about and text:match "^(%a+): "
  local a, b
  if field then a, b = find_value(file, i, j, field) end
  if a then return a, b end
  return find_total(file, i, j, tonumber(text:match "^chart \".-\": (%d+)[ to%d]- %a+ both \""
    or text:match "^chart \".-\", row .*, never (%d+);"))
end

-- The first byte of what the message is about, and the byte behind it.  What it tells is searched in the
-- line: a value that it shows, a sign, the value of a field, the row of a total, a name that it quotes, a
-- dotted name, an operator, a call; else it is the whole line.  Here a, b are indexes of words, and first,
-- behind are bytes.
local function place_of(file, p)
  local from, to = places(file)
  if p.word and from[p.word] then return from[p.word], to[p.word] end
  local i, j = source.words_of(file, p.line)
  if not i then return end
  local text = p.about or p.text
  if text:find "is missing at the end of this line" then return to[j], to[j] + 1 end
  -- "\0" stands in no file: a message that shows no value.
  local a, b = find_shown(file, i, j, text:match "this is ([^;]+)$" or text:match "this is ([^;]+);" or "\0")
  if a then return from[a], to[b] end
  local first, behind = find_sign(file, i, j, text)
  if first then return first, behind end
  a, b = find_value_told(file, i, j, p)
  local is_whole = text:find("and this is {", 1, true)            -- a list that is shown is marked whole
  if not a then first, behind = find_quoted(file, i, j, text)
  elseif a < b and not is_whole then first, behind = find_quoted(file, a, b, text) end
  if first then return first, behind end
  if not a then a, b = find_dotted(file, i, j, text) end
  if not a then a, b = find_operation(file, i, j, text) end
  if not a then a, b = find_call(file, i, j, text) end
  if a then return from[a], to[b] end
  return from[i], to[j]
end

-- --- the cure ------------------------------------------------------------------------------------

-- True for a cure that is code and nothing else, which can be pasted.
local function is_code(cure)
  for _, prose in ipairs { "; ", " or [%a\"]", ", and ", " above$" } do
    if cure:find(prose) then return false end
  end
  return cure:find "^[%a_]+[.:%[(]" or cure:find "^[%a_.]+ [\"={]" or cure:find "^local "
    or cure:find "^function "
    or cure:find "^[\"{]"
end

-- The sentence of a message, and the code that it tells to write at its end; nil when it names none.
local function split(text)
  local sentence, cure = text:match "^(.-); to [^;]-, write ([^;]+)$"
  if not sentence then sentence, cure = text:match "^(.-)[;:,] write ([^;]+)$" end
  if sentence and is_code(cure) then return sentence, cure end
  return text, nil
end

-- True when a misspelt name is so near the known one that it can be mended without asking: a name of five
-- letters may have two slips, one of three or four letters one slip.
local function is_certain(name, near)
  return #name > 2 and common.distance(name:lower(), near:lower(), 2) <= (#name >= 5 and 2 or 1)
end

-- The word of a text that is nearest to `near`: where it begins, and the byte behind it.
local function nearest_word(text, near)
  -- Fewer than half of the letters may differ; in a short word, one may.
  local best, from, to = math.max(2, #near // 2), nil, nil
  for at, word, stop in text:gmatch "()([%a_]+)()" do
    local d = common.distance(word:lower(), near:lower(), best)
    if d < best then best, from, to = d, at, stop end
  end
  return from, to
end

-- True if a message tells of `name`, in quotes or behind a dot.
local function tells_of(text, name)
  return text:find("'" .. name .. "'", 1, true) or text:find('"' .. name .. '"', 1, true)
    or text:find("%." .. name .. "[ :;]") or text:find("%." .. name .. "$")
end

-- The change that puts `near` in place of the word of a text that is nearest to it; or nil.  from: the first
-- byte of the text in the file.
local function respell_word(p, text, from, near)
  local is_gap = p.text:find "is never given"              -- of lint_things.lua: a gap {name} in a text
  local wrong = not is_gap and p.text:match "['\"]([^'\"]*)['\"]; did you mean"
  if wrong and not text:lower():find(wrong:lower(), 1, true) then return end        -- not here: rules made it
  local a, b = nearest_word(text, near)
  if not a then return end
  local certain = is_certain(text:sub(a, b - 1), near)
  return { from = from + a - 1, to = from + b - 1, text = near, certain = certain }
end

-- The change of "did you mean": of the name at from.  What is replaced:
--   light.candel            the part behind the point, by candle
--   "delvin"                what stands between the quotes, by delving
--   "light candel Bram"     the one word of the text that is near candle
local function respell(file, p, from, to)
  local near, marked = p.text:match "did you mean ['\"](.-)['\"]%?", file.text:sub(from, to - 1)
  if not near or marked == "members" then return end           -- cures.lua names them
  local behind_point = marked:match "^[%w_]+%.([%w_]+)$"
  if behind_point then from, marked = to - #behind_point, behind_point end
  local is_outside_quotes = marked:find "^[%a_]"
  if is_outside_quotes and not near:find "^[%a_][%w_.]*$" then return end
  local name = marked:gsub("[\"']", "")
  if not tells_of(p.text, name) then return respell_word(p, marked, from, near) end
  near = not name:find "%." and near:match "^%a+%.([%w_]+)$" or near
  if #marked - #name == 2 then from, to = from + 1, to - 1 end               -- without its quotes
  local is_one_of_several = name:find "%s" and not near:find "%s" and p.text:find(", and this is", 1, true)
  if is_one_of_several then return respell_word(p, name, from, near) end
  local is_value = p.text:find "^nothing else in these rules"                     -- of lint_comparisons.lua
  local certain = is_certain(name, near) and (not is_value or common.distance(name, near, 1) <= 1)
  -- A new rule with a longer name may be one that the author forgot to call.
  if p.text:find("is new here", 1, true) and not is_certain(name, near) then return end
  return { from = from, to = to, text = near, certain = certain }
end

-- The line after a change, without the blanks around it.
local function line_after(file, change)
  local start = line_start(file, change.from)
  local stop = file.text:find("[\r\n]", change.to) or #file.text + 1
  local line = file.text:sub(start, change.from - 1) .. change.text .. file.text:sub(change.to, stop - 1)
  return line:match "^%s*(.-)%s*$"
end

-- --- texts that Lua cannot read --------------------------------------------------------------------

-- The line of the first mistake that keeps Lua from reading a text, and its message; math.huge for none.
local function first_unread(file, text)
  local f, sentence = sandbox.compile(text, file.name, {})
  if f then return math.huge, "" end
  local told, line = mistakes.explain_syntax({ name = file.name, text = text }, sentence)
  return line, told
end

local function changed(file, change)
  return file.text:sub(1, change.from - 1) .. change.text .. file.text:sub(change.to)
end

-- True if the change lets Lua read on below the line of the mistake p, or if Lua had not stopped at this
-- mistake; else false, and the message that Lua then has there.
local function is_cured(file, p, change)
  file.unread_line = file.unread_line or first_unread(file, file.text)
  if file.unread_line ~= p.line then return true end
  local line, told = first_unread(file, changed(file, change))
  return line > p.line, told
end

-- A change of the bytes from `from` to `to` without the whole words that stay the same at both its ends.
local function shortened(file, change)
  local old, new, n = file.text:sub(change.from, change.to - 1), change.text, 0
  while n < #old and n < #new and old:byte(n + 1) == new:byte(n + 1) do n = n + 1 end
  while n > 0 and old:find("^[%w_\128-\255]", n) do n = n - 1 end
  local back = 0
  while back < math.min(#old, #new) - n and old:byte(-1 - back) == new:byte(-1 - back) do back = back + 1 end
  while back > 0 and old:find("^[%w_\128-\255]", -back) do back = back - 1 end
  change.from, change.to, change.text = change.from + n, change.to - back, new:sub(n + 1, #new - back)
  return change
end

local MAX_TRIES <const> = 100            -- places where a missing word is tried: each try compiles the file

-- True if Lua can read the whole file with the change.
local function cures_file(file, _, change) return first_unread(file, changed(file, change)) == math.huge end

-- The change that inserts one of the texts at byte `at`: the first that cures the mistake, as is_cure, which
-- is is_cured or cures_file, decides; nil if none does.
local function try_texts(file, p, texts, at, is_cure)
  for _, text in ipairs(texts) do
    local change = { from = at, to = at, text = text, certain = true }
    if is_cure(file, p, change) then return change end
  end
end

local MAX_CLOSED <const> = 8             -- brackets and blocks before which a missing quote is tried

-- The change that closes a text without its quote: before what closes the line, such as `end`.
local function put_quote(file, p, j)
  local from, to = places(file)
  local text, at = written(file, j), to[j]
  for _ = 1, MAX_CLOSED do
    local change = try_texts(file, p, { '"' }, at, cures_file)
    if change then
      change.certain = false
      return change, from[j], to[j]
    end
    text = text:match "^(.*%S)%s+end$" or text:match "^(.*%S)%s*[%])},]$"
    if not text then return end
    at = from[j] + #text
  end
end

-- The sentences of syntax_hints.lua about something missing: "a comma or } is missing …", "a } is missing at
-- the end …", "a text has no closing quote", "a 'then' is missing before …".  Returns the change that puts it
-- in between the words i and j, if Lua can then read the file, and the place of the mark; or nothing.
local function put_missing(file, p, i, j)
  local from, to = places(file)
  local closing = p.text:match "^a comma or ([})]) is missing at the end"
  if closing then
    local texts = { ",", closing == "}" and " }" or closing, " }," }
    local change = try_texts(file, p, texts, to[j], cures_file)
    if change then return change, to[j], to[j] + 1 end
  elseif p.text:find "^a } is missing at the end of this line" then
    -- The next line begins another row, so the } can only stand here: the change is certain.
    return { from = from[j], to = from[j], text = " }", certain = true }, from[j], to[j]
  elseif p.text:find "^a text has no closing quote" then
    return put_quote(file, p, j)
  end
  local word, before = p.text:match "^a '(%a+)' is missing before '(.-)'$"
  local sign = p.text:match "^a comma or } is missing before '(.-)'"
  if not word and not sign then return end
  for at = i, math.min(j, i + MAX_TRIES) do
    local change
    if word and file.words[at] == before then
      change = try_texts(file, p, { word .. " " }, from[at], is_cured)
    elseif sign and at > i and written(file, at) == sign then
      change = try_texts(file, p, { ",", " }," }, to[at - 1], is_cured)
    end
    if change then return change, from[at], to[at] end
  end
end

local begins_loop = common.set "while for"

-- The index of the `while` or `repeat` whose loop a line is in; nil when it is in none.
local function loop_around(file, line)
  local i = source.words_of(file, line)
  for at = i or 0, 1, -1 do
    local kind, is_around = file.kinds[at], (file.partners[at] or 0) >= i
    if kind == "function" and is_around then return end
    local head = at
    while kind == "do" and head > 1 and not begins_loop[file.kinds[head]] do head = head - 1 end
    if is_around and (kind == "repeat" or file.kinds[head] == "while") then return head end
  end
end

-- Moves a mistake to the loop that never ends: the loop around its line, or around the nearest line of the
-- same file among those that called it.
local function move_to_loop(p, file)
  local at = loop_around(file, p.line)
  for _, caller in ipairs(p.callers or {}) do
    at = at or caller.file == p.file and loop_around(file, caller.line) or nil
  end
  if at then p.line, p.word = file.lines[at], at end
end

-- --- what a message leaves open --------------------------------------------------------------------

-- By word: when it gives nothing.
local gives_nothing = { draw = "no card is left", kindle = "none is left to light", running = "none runs",
  named = "nobody has that name", next_die = "the ladder ends there", most = "the list is empty",
  least = "the list is empty", deed = "nobody does it", doing = "nobody does it",
  rooms_to = "no way is known", use = "none is left", ask = "there is no choice" }

-- The only call between the words i and j of a word that may give nothing, where what it gives is joined to a
-- text, added up, or asked for a field; or nil.
local function find_nothing(file, i, j)
  local found
  for at in source.found(file, "NAME TEXT|(", i, j) do
    local behind = source.after(file, at + 1)
    local is_used = operators[file.kinds[at - 1]] or operators[file.kinds[behind]]
      or file.kinds[behind] == "." or sizes[file.kinds[behind]] or sizes[file.kinds[at - 1]]
      or file.kinds[at - 1] == "," and file.kinds[behind] ~= "."
    if gives_nothing[file.words[at]] and is_used then
      if found then return end
      found = at
    end
  end
  return found
end

-- Completes a message about a nothing (nil) between the words i and j: says which call there gave it, and
-- when that call gives nothing.  Returns true if it found the call.
local function name_giver(p, file, i, j)
  local at = p.text:find "^what stands here is nothing %(nil%)" and find_nothing(file, i, j)
  if at then
    p.word = at
    local word = file.words[at]
    local rest = p.text:gsub("^what stands here is nothing %(nil%), ", ""):gsub("^%a+ ", "")
    p.text = ("%s gives nothing (nil) when %s, which %s"):format(word, gives_nothing[word], rest)
    return true
  end
  local is_of_value = p.text:find "cannot be compared with nothing %(nil%)$"
    or p.text:find "^nothing %(nil%) " or p.text:find ": value %d+ is nothing %(nil%)"
  local call = is_of_value and find_nothing(file, i, j)
  if call then p.word = call
  else                                         -- 'c' is nothing: a local that was made from a call above
    local name = p.text:match "^'([%a_][%w_]*)' is nothing %(nil%)[^;]*$"
    local local_at = name and source.found(file, name, i, j)()
    call = local_at and comparisons.call_of(file, local_at)
  end
  local why = call and gives_nothing[file.words[call]]
  if not why then return false end
  p.text = ("%s; %s gives nothing when %s"):format(p.text, file.words[call], why)
  return true
end

-- Adds to a message what only the words of the file tell: which call gave nothing; or, if a member is missing
-- and no local before word j is called `who`, how to name everyone.
local function name_what_is_missing(p, file)
  local i, j = nil, nil
  if file and p.line then i, j = source.words_of(file, p.line) end
  if not i or name_giver(p, file, i, j) then return end
  if p.text:find "say whose: %a+%(who, [^()]*%)$" and not source.knows_who(file, j + 1) then
    p.text = p.text:gsub("(%a+)%(who, ([^()]*)%)$",
      "%1(party, %2) for everyone, %1(who, %2) within for who in each(party) do … end")
  end
end

-- --- a message -----------------------------------------------------------------------------------

-- Returns the change to a file that cures the problem p, or nil where none is known; and the place of the
-- mark. Returns nothing if the file does not have that line.
local function change_for(file, p)
  local i, j = source.words_of(file, p.line)
  local from, to = place_of(file, p)
  if not from then return end
  local put, put_from, put_to = put_missing(file, p, i, j)
  if put then return put, put_from, put_to end
  local change = respell(file, p, from, to)
  if change then return change, from, to end
  local start = line_start(file, from)
  local line = file.text:sub(start, (file.text:find("[\r\n]", start) or #file.text + 1) - 1)
  change = cures.find(p.text, line, from - start + 1, to - start + 1)
  if change then change.from, change.to = change.from + start - 1, change.to + start - 1 end
  return change, from, to
end

local MAX_SLIPS <const> = 8              -- mended in one line; any few would do

-- Lua stops at the mistake p, and its line may have further slips.  Returns the change joined with the
-- changes for these, as far as there are cures; and true if Lua can read the line then, or else false and
-- what it says.
local function with_further_slips(file, p, change)
  for _ = 1, MAX_SLIPS do
    local text = changed(file, change)
    local line, told = first_unread(file, text)
    if line ~= p.line then return change, true end
    local further = source.of(file.name, text)
    local more = change_for(further, { line = line, text = told })
    if not more then return change, false, told end
    local stop = math.max(change.from + #change.text, more.to)
    local from = math.min(change.from, more.from)
    local new = text:sub(from, more.from - 1) .. more.text .. text:sub(more.to, stop - 1)
    local certain = change.certain and more.certain
    -- stop counts in the text with the change, and `to` in the file.
    change = { from = from, to = stop - #text + #file.text, text = new, certain = certain }
  end
  return change, false, ""
end

local MAX_LINE <const> = 1000            -- bytes of a cured line that is told: a screen

-- Adds a cure to a mistake: the line with the change; and the change itself, where it is certain.
local function add_cure(p, file, change)
  file.unread_line = file.unread_line or first_unread(file, file.text)
  local is_unread, cured, told = file.unread_line == p.line, true, nil
  if is_unread then change, cured, told = with_further_slips(file, p, change) end
  -- If Lua still stops in this line, the cure is shown only if it is over the same kind of slip, as another
  -- quote; over another kind, the cure may be wrong.
  if not cured and catalogue.name_of(told) ~= p.name then return end
  shortened(file, change)
  local line = line_after(file, change)
  if #line <= MAX_LINE then
    -- The cured line says what to write, so that part of the sentence goes.
    p.sentence = p.text:match "^(.-); to [^;]-, write [^;]+$" or p.text:match "^(.-)[;:,] write [^;]+$"
      or p.text
    p.cure = line
  end
  if not change.certain or not cured then return end
  local column, was = column_of(file, change.from), file.text:sub(change.from, change.to - 1)
  p.edit = { line = p.line, column = column, end_column = column + characters(was), text = change.text,
    was = was, compiled = is_unread or nil }
end

-- Completes a mistake.  file: its file as source.of gives it, or nil when it cannot be read.
function messages.complete(p, file)
  name_what_is_missing(p, file)
  p.name = catalogue.name_of(p.text)
  p.sentence, p.cure = split(p.text)
  if not file or not p.line or p.line < 1 then return end
  -- `file` may be what is left of a draft that Lua could not read (compile_rest in read/chain.lua).
  if file.whole and not source.words_of(file, p.line) then file = file.whole end
  -- The sentence is one of recorder.lua, limits.c and replay.c.
  if p.text:find "a loop that never ends" then move_to_loop(p, file) end
  local change, from, to = change_for(file, p)
  if not from then return end
  p.column = column_of(file, from)
  p.end_column = p.column + characters(file.text:sub(from, to - 1):match "^[^\r\n]*")
  if change then add_cure(p, file, change) end
end

local MAX_PROBLEMS <const> = 100         -- many screens; more come up once these are mended
-- Words in the lines of the mistakes that are completed, a line counted again for each mistake in it, since
-- the work grows with them.  So many take a second; usual rules come to a hundredth of it.
local WORDS_READ_MAX <const> = 200000

-- Completes the first MAX_PROBLEMS of a list, errors first, and returns these; where there are more, with one
-- that counts them.  Past WORDS_READ_MAX neither column nor cure is searched for.  files: each by its name,
-- as source.of gives it.  A problem is a mistake, or, in a dry run, { error = the mistake, grade }.
function messages.complete_first(problems, files)
  local function is_error(one) return (one.grade or "error") == "error" end
  local list = common.where(problems, is_error)
  common.append(list, common.where(problems, function(one) return not is_error(one) end))
  local more, words = #list - MAX_PROBLEMS, 0
  list = table.move(list, 1, math.min(#list, MAX_PROBLEMS), 1, {})
  for _, one in ipairs(list) do
    local p = one.error or one
    local file = files[p.file]
    local i, j = source.words_of(file or { first = {} }, p.line or 0)
    words = words + (i and j - i or 0)
    messages.complete(p, words <= WORDS_READ_MAX and file or nil)
  end
  if more > 0 then
    local last = list[#list]
    local at = last.error or last
    local p = { file = at.file, line = at.line, grade = last.grade,
      text = ("and %d more; mend these first"):format(more) }
    list[#list + 1] = last.error and { error = p, grade = last.grade } or p
  end
  return list
end

return messages
