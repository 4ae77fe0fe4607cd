-- lint_comparisons.lua -- warns of comparisons that are never true: a track with a value that it cannot have,
-- a list with a number, an answer or a setting with a text that is not among its choices.  They are warnings,
-- as the rules can be played: only what stands behind such a comparison is never done.  C: see lint.lua.
local common = module "common"
local language = module "read/language"
local source = module "read/source"
local comparisons = {}

local equal = common.set "== ~="

-- --- the expression before the sign --------------------------------------------------------------

-- Returns OWNER and NAME when the expression that ends at index i is exactly OWNER.NAME; else nothing.
local function field_before(file, i)
  local kinds = file.kinds
  if kinds[i] == "name" and kinds[i - 1] == "." and kinds[i - 2] == "name" and kinds[i - 3] ~= "." then
    return file.words[i - 2], file.words[i]
  end
end

-- The word of the call that ends at index i, as ask("x", …); the first text given to it, or ""; and the index
-- of the word.  Nil when it is not a plain call.
local function call_before(file, i)
  local kinds, words = file.kinds, file.words
  local open = kinds[i] == "text" and i or kinds[i] == ")" and file.partners[i]
  if not open or kinds[open - 1] ~= "name" or kinds[open - 2] == "." then return end
  local at = source.text_given(file, open - 1)
  return words[open - 1], at and words[at] or "", open - 1
end

-- The track that OWNER.NAME means, or nil when it may be something else.
local function track_of(C, owner, key)
  local track = C.R.tracks[key]
  if not track or C.R.kinds[owner] or C.R.spaces[owner] then return end
  local state = language.state[owner]
  if state then return track.of == state.of and track or nil end
  -- Tracks of these are read as party.NAME and so on, and not from another name.
  if track.of == "party" or track.of == "turn" or track.of == "campaign" then return end
  for _, kind in ipairs(C.R.kind_order) do
    if kind.fields[key] then return end
  end
  return not C.given[key] and track or nil           -- else it may be a field of something in braces
end

-- --- the texts that an expression can be ---------------------------------------------------------

-- The texts that OWNER.KEY can be, or nil where that is unknown; and its name in messages.
local function texts_of_field(C, owner, key)
  if owner == "setting" then
    local entry = C.R.kinds.setting.entries[key]
    return entry and entry.final.choices, "setting." .. key
  elseif owner == "turn" and key == "procedure" and C.R.procedures then     -- nil for a policy
    local names = C.R.kinds.procedure:names()
    -- An event that ends play is the procedure from then on (read/procedures.lua).
    for _, name in ipairs(common.keys(C.R.procedures)) do
      if C.R.procedures[name].is_ending then names[#names + 1] = name end
    end
    return names, "turn.procedure"
  end
  local track = track_of(C, owner, key)
  return track and track.kind == "ladder" and track.steps, "the track " .. key
end

-- The choices of a question, and its name in messages; nil when the call that asks it, the words from index
-- `from` to `to`, gives it choices of its own.
local function texts_of_question(C, file, name, from, to)
  for j = from, to do
    if file.words[j] == "choices" then return end
  end
  local q = C.R.questions[name]
  return q and q.type == "choice" and q.choices, ("question \"%s\""):format(name)
end

-- The texts that an expression can be, and its name in messages; nil when unknown.  i: its last word.
local function possible_texts(C, file, i)
  local owner, key = field_before(file, i)
  if owner then return texts_of_field(C, owner, key) end
  if file.words[i] == "name" and file.kinds[i - 1] == "." then
    local word, name = call_before(file, i - 2)
    local chart = word == "roll" and C.R.charts[name]
    if not chart or #chart.rows == 0 then return end
    return common.names(chart.rows), ("the name of a row of \"%s\""):format(chart.name)
  end
  local word, name, at = call_before(file, i)
  if word == "ask" then return texts_of_question(C, file, name, at, i) end
end

local function are_texts(known)
  for _, v in ipairs(known) do
    if type(v) ~= "string" then return false end
  end
  return true
end

-- Where the name at index i is a local that was made from a call, as a in local a = ask "x", and was not
-- changed since: the index of the last word of that call.  For any other expression that ends at index i: i.
local function value_end(file, i)
  local kinds, words = file.kinds, file.words
  if kinds[i] ~= "name" or kinds[i - 1] == "." or kinds[i - 1] == ":" then return i end
  for at = i - 1, 1, -1 do
    local is_name = words[at] == words[i] and kinds[at] == "name" and kinds[at - 1] ~= "."
    if is_name and kinds[at - 1] == "local" and kinds[at + 1] == "=" and kinds[at + 2] == "name" then
      local last = source.after(file, at + 3) - 1
      local is_call = (kinds[at + 3] == "(" or kinds[at + 3] == "text") and words[at + 2] ~= "roll"
      local ends = file.lines[last + 1] ~= file.lines[last] or source.reserved[kinds[last + 1]]
      return is_call and ends and last or i
    end
    if is_name and (kinds[at + 1] == "=" or kinds[at + 1] == "in" or kinds[at - 1] == "for") then return i end
    -- Index i is within this function: the name is a parameter, or was made above it and may have changed.
    if kinds[at] == "function" and (file.partners[at] or 0) > i then return i end
  end
  return i
end

-- --- one comparison ------------------------------------------------------------------------------

-- By the kind of a track and the kind of a literal: why they are never equal.
local misfits = {
  number = { text = "a number, and stands without quotes" },
  switch = { number = "true or false", text = "true or false" },
  ladder = { number = "a word in quotes" },
  list = { number = "a list", text = "a list; has(LIST, …) looks into it" },
  quantity = { number = "a quantity; amount(OWNER.TRACK, \"UNIT\") gives its number",
    text = "a quantity; amount(OWNER.TRACK, \"UNIT\") gives its number" },
}

-- The type that a word of play returns, "number", "boolean" or "list", or nil.
local function given_by(word) return language.words[word] and language.words[word].gives end

-- The reason why the expression that ends at index i is never a text, or nil.
local function never_a_text(C, file, i)
  local owner, key = field_before(file, i)
  if owner == "setting" then
    local v, entry = C.R.settings[key], C.R.kinds.setting.entries[key]
    if type(v) == "boolean" then return ("setting.%s is true or false"):format(key) end
    if type(v) ~= "number" or entry.final.is or entry.final.choices then return end
    return ("setting.%s is a number, and stands without quotes"):format(key)
  end
  local word, name = call_before(file, i)
  if word and given_by(word) == "number" then
    return ("%s gives a number, which stands without quotes"):format(word)
  end
  if word and given_by(word) == "boolean" then return word .. " gives true or false" end
  if word == "roll" then return "roll gives a row, whose name is roll(…).name" end
  if owner == "clock" and key ~= "text" then return ("clock.%s is a number"):format(key) end
  local record = file.kinds[i] == "name" and file.kinds[i - 1] ~= "." and language.state[file.words[i]]
  if record then
    return ("%s is %s%s"):format(file.words[i], record.called, file.words[i] == "here"
      and ", whose name is here.name" or "")
  end
  if word == "ask" and C.R.questions[name] and C.R.questions[name].type == "yesno" then
    return ("the answer to \"%s\" is true or false"):format(name)
  end
end

-- By the kind of a track: why it is always true, and what to write.
local always = { number = "a number, and 0 is true, too; compare it: %s > 0",
  list = "a list, and an empty one is true, too; count it: #%s > 0",
  ladder = "a word, and any word is true; compare it: %s == \"%s\"",
  text = "a text, and an empty one is true, too; compare it: %s ~= \"\"" }
local asks, ends_asking = common.set "if elseif while not", common.set "then do and or )"

-- Warns of `if party.torches then`, which is always so.  i: the index of `if` or another word of `asks`.
local function check_truth(C, file, i)
  if not asks[file.kinds[i]] or file.kinds[i + 2] ~= "." then return end
  local after = file.kinds[i + 4]
  -- `not` may also stand in a statement, as local out = not party.torches; then a line ends behind it.
  local ends_line = file.lines[i + 4] ~= file.lines[i + 3]
  if not (ends_asking[after] or file.kinds[i] == "not" and ends_line) then return end
  local owner, key = field_before(file, i + 3)
  local track = owner and track_of(C, owner, key)
  local what = track and always[track.kind]
  if what then
    C.warn_at(file, i + 1, "the track %s is " .. what, key, owner .. "." .. key, (track.steps or {})[1])
  end
end

local sizes = common.set "< > <= >="

-- Warns of party.alarm >= "wary": Lua would compare the letters.  i: the index of the sign.
local function check_order(C, file, i)
  local owner, key = field_before(file, i - 1)
  local track = owner and track_of(C, owner, key)
  if track and track.kind == "ladder" then
    C.warn_at(file, i - 1,
      "the track %s is a word, and %s goes by the alphabet, not by its steps; compare it with == or ~=",
      key, file.kinds[i])
  end
end

-- Explains check(…) >= 12 and who.mood > 1, which play stops at.  i: the index of the sign.
local function check_size(C, file, i)
  if not sizes[file.kinds[i]] then return end
  if file.kinds[i + 1] == "text" then return check_order(C, file, i) end
  if file.kinds[i + 1] ~= "number" then return end
  local word, _, at = call_before(file, i - 1)
  if word == "check" then
    return C.explain_at(file, at,
      "check gives true or false; its total is the second value's: local ok, c = check(…), and then \z
        c.total")
  elseif word == "roll" then
    return C.explain_at(file, at,
      "roll gives a row; its total is the second value's: local row, r = roll(…), and then r.total")
  elseif word == "burning" or word == "doers" or word == "timers" or word == "cards" then
    if file.kinds[at - 1] ~= "#" then
      C.explain_at(file, at, "%s gives a list, and a list is not a number; its length is #%s(…)", word, word)
    end
    return
  end
  local owner, key = field_before(file, i - 1)
  local track = owner and track_of(C, owner, key)
  if track and track.kind == "ladder" then
    C.explain_at(file, i - 1, "the track %s is a word, %s; compare it with == or ~=", key,
      common.list(track.steps, "or"))
  elseif track and track.kind == "list" and file.kinds[i - 4] ~= "#" then
    C.explain_at(file, i - 3, "the track %s is a list; its length is #%s.%s", key, owner, key)
  end
end

-- The expression that ends at index i, when it is a name or a dotted one; and the index where it begins.
local function name_before(file, i)
  local from = i
  while file.kinds[from - 1] == "." and file.kinds[from - 2] == "name" do from = from - 2 end
  return file.kinds[i] == "name" and table.concat(file.words, "", from, i) or nil, from
end

local ends_condition = common.set "then or do"

-- Warns of `not verb == "rest"` and of `verb == "rest" or "search" then`.  i: the index of the sign.
local function check_logic(C, file, i)
  local kinds, words = file.kinds, file.words
  local name, from = name_before(file, i - 1)
  local literal = kinds[i + 1] == "text" or kinds[i + 1] == "number"
  if not name or not literal then return end
  local function shown(at) return kinds[at] == "text" and '"' .. words[at] .. '"' or words[at] end
  if kinds[from - 1] == "not" then
    local other = kinds[i] == "==" and "~=" or "=="
    return C.warn_at(file, from - 1, "not %s says whether %s is so, which is never %s; write %s %s %s", name,
      name, shown(i + 1), name, other, shown(i + 1))
  end
  local at = i + 3
  while kinds[i] == "==" and kinds[at - 1] == "or" and kinds[at] == kinds[i + 1]
    and ends_condition[kinds[at + 1]] do
    C.warn_at(file, at, "%s alone is always true; compare it, too: %s == %s", shown(at), name, shown(at))
    at = at + 2
  end
end

-- Warns of a comparison with a literal that cannot be true.  i: the index of its sign.  Notes in C.compared a
-- text that may be right.
local function check(C, file, i)
  local kinds, words = file.kinds, file.words
  check_logic(C, file, i)
  local after, value = kinds[i + 1], words[i + 1]
  local word, _, at = call_before(file, i - 1)
  if after == "number" and word and given_by(word) == "list" and kinds[at - 1] ~= "#" then
    return C.warn_at(file, at, "%s gives a list, and a list is not a number; its length is #%s(…)", word,
      word)
  end
  local owner, key = field_before(file, i - 1)
  local track = owner and kinds[i - 4] ~= "#" and track_of(C, owner, key)
  local what = track and (misfits[track.kind] or {})[after]
  if what then
    if track.kind == "number" and not tonumber(value) then what = "a number" end
    return C.warn_at(file, i + 1, "the track %s is %s, so this is never %s", key, what,
      after == "text" and '"' .. value .. '"' or value)
  end
  if after == "number" and owner == "clock" and key == "text" then
    return C.warn_at(file, i,
      "clock.text is a text, as \"5:20\", so this is never %s; the hour is clock.hour", value)
  end
  if after ~= "text" then return end
  if key == "row" and not track and not C.given.row then
    return C.warn_at(file, i, "%s.row is a row and no text; its name is %s.row.name", owner, owner)
  end
  local last = value_end(file, i - 1)
  local wrong = never_a_text(C, file, last)
  if wrong then return C.warn_at(file, i, "%s, so this is never \"%s\"", wrong, value) end
  local known, name = possible_texts(C, file, last)
  if type(known) ~= "table" then
    C.compared[#C.compared + 1] = { file = file, i = i + 1 }
  elseif are_texts(known) and not common.contains(known, value) then
    C.warn_at(file, i + 1, "%s is never \"%s\"%s", name, value, C.hint(value, known))
  end
end

function comparisons.check_all(C, file)
  for i, kind in ipairs(file.kinds) do
    if equal[kind] then check(C, file, i) end
    check_truth(C, file, i)
    check_size(C, file, i)
  end
end

-- --- texts that are only compared ----------------------------------------------------------------

-- The texts that rules write elsewhere than in comparisons: texts in quotes, the words in texts of types
-- ("wary|calm = calm", "text?"), and names; as a set and as a list.
local function texts_used(R)
  local is_used, texts = {}, {}
  local function add(text)
    if not is_used[text] then is_used[text], texts[#texts + 1] = true, text end
  end
  for _, file in ipairs(R.files) do
    for i, kind in ipairs(file.kinds) do
      if kind == "text" and not equal[file.kinds[i - 1]] and not equal[file.kinds[i + 1]] then
        add(file.words[i])
        for part in file.words[i]:gmatch "[^|?=]+" do add(part:match "^%s*(.-)%s*$") end
      elseif kind == "name" then add(file.words[i]) end
    end
  end
  return is_used, texts
end

local MIN_LETTERS <const> = 5                                    -- shorter texts are near too many others

-- The longest of the texts that `text` begins with, as run of running; nil when none has three letters.
local function longest_beginning(text, texts)
  local best
  for _, one in ipairs(texts) do
    if #one >= 3 and #one > #(best or "") and text:sub(1, #one) == one then best = one end
  end
  return best
end

-- Warns of texts that are only compared, and are near a text that is used elsewhere.
function comparisons.check_texts(C)
  local is_used, texts = texts_used(C.R)
  for _, c in ipairs(C.compared) do
    local text = c.file.words[c.i]
    local near = #text >= MIN_LETTERS and not is_used[text] and common.nearest(text, texts)
    -- Where the nearest text is two letters away, one that this word begins with is more likely meant:
    -- "torch" for "torches".
    if near and common.distance(text, near, 1) > 1 then near = longest_beginning(text, texts) or near end
    if near then
      C.warn_at(c.file, c.i, "nothing else in these rules is \"%s\"; did you mean \"%s\"?", text, near)
    end
  end
end

return comparisons
