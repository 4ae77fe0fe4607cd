-- lint_comparisons.lua -- warns of comparisons that are never true: a track with a value that it cannot have,
-- a list with a number, an answer or a setting with a text that is not among its choices.  They are warnings,
-- as the rules can be played: only what stands behind such a comparison is never done.  C: see lint.lua.
local common = module "common"
local language = module "read/language"
local mistakes = module "read/mistakes"
local source = module "read/source"
local comparisons = {}

local found, matches, shown = source.found, source.matches, source.shown
-- All that type() gives to rules: names of Lua, and one of the host.
local types <const> = common.split "nil boolean number string table function quantity"

-- --- the expression before the sign --------------------------------------------------------------

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

-- Describes the expression that ends at index i, by its words:
--   from        the index where it begins; is_length: # stands before it
--   owner, key  of OWNER.KEY; track: the track that this means
--   word, name  of a plain call, ask("x", …): its word, and the first text given to it, or ""
--   alone       a name by itself
local function expression_at(C, file, i)
  local kinds, words, e = file.kinds, file.words, { from = i }
  local open = kinds[i] == "text" and i or kinds[i] == ")" and file.partners[i]
  if matches(file, i - 3, "!. NAME . NAME") then
    e.from, e.owner, e.key = i - 2, words[i - 2], words[i]
    e.track = track_of(C, e.owner, e.key)
  elseif open and matches(file, open - 2, "!. NAME") then
    local text_at = source.text_given(file, open - 1)
    e.from, e.word, e.name = open - 1, words[open - 1], text_at and words[text_at] or ""
  elseif matches(file, i - 1, "!. NAME") then
    e.alone = words[i]
  end
  e.is_length = kinds[e.from - 1] == "#"
  return e
end

-- How far from a comparison what was rolled and the end of its block may be: a long file is then checked in
-- time that grows with its length.
local REACH <const> = 200

-- The index of the word whose call made the local at index i, as ask in local a = ask "x", where it was not
-- changed since; and which of its values it is: 2 for r in local row, r = roll "x".  Else nil.  reach: how
-- many words before it are looked at, all by default.
function comparisons.call_of(file, i, reach)
  if not matches(file, i - 1, "!.|: NAME") then return end
  local kinds, made = file.kinds, ("!. %s =|,|in"):format(file.words[i])
  for at = i - 1, math.max(1, i - (reach or i)), -1 do
    if matches(file, at, made) then
      local first, last = at, at + 2
      while kinds[first] == "," and kinds[first - 1] == "name" do first = first - 2 end
      while kinds[last] == "," and kinds[last + 1] == "name" do last = last + 2 end
      if kinds[first] == "local" and matches(file, last, "= NAME TEXT|(") then
        return last + 1, (at - first) // 2 + 1
      elseif kinds[last] == "=" or kinds[last] == "in" then return end
    end
    -- Index i is within this function: the name is a parameter, or was made above it and may have changed.
    if kinds[at] == "function" and (file.partners[at] or 0) > i then return end
  end
end

-- The index at which the value of the expression that ends at index i is written: i itself, unless that is a
-- local made from a call, of which it is the first value.  Then it is the index of the call's last word.
local function value_end(file, i, reach)
  local word_at, nth = comparisons.call_of(file, i, reach)
  if nth ~= 1 or file.words[word_at] == "roll" then return i end
  local last = source.after(file, word_at + 1) - 1
  local ends = file.lines[last + 1] ~= file.lines[last] or source.reserved[file.kinds[last + 1]]
  return ends and last or i
end

-- The chart of that name as the file knows it; nil where a later file changes its die or its rows, or on.NAME
-- may choose another row or total.
local function chart_of(C, file, name)
  local entry, chart = C.R.kinds.chart.entries[name], C.R.charts[name]
  if not chart or C.R.spaces.on.entries[name] then return end
  local places = common.map(entry.removed_rows or {}, function(removed) return removed.at end)
  common.append(places, { mistakes.field_place(entry, "die"), entry.items_at })
  for _, place in ipairs(places) do
    if (C.R.order[place.file] or 0) > (C.R.order[file.name] or 0) then return end
  end
  return chart
end

-- The chart whose roll made the local at index i, if that is its nth value: 1 for row and 2 for r in
-- local row, r = roll "x".  Also the index of `roll`.
local function chart_rolled(C, file, i, nth)
  local at, place = comparisons.call_of(file, i)
  local text_at = place == nth and file.words[at] == "roll" and source.text_given(file, at)
  if text_at then return chart_of(C, file, file.words[text_at]), at end
end

-- --- the texts that an expression can be ---------------------------------------------------------

-- The texts that OWNER.KEY can be, or nil where that is unknown; and its name in messages.
local function texts_of_field(C, e)
  local owner, key = e.owner, e.key
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
  return e.track and e.track.kind == "ladder" and e.track.steps, "the track " .. key
end

-- The choices of the question that a call asks, the words from index `from` to `to`, and its name in
-- messages; nil when the call gives it choices of its own.
local function texts_of_question(C, file, name, from, to)
  for j = from, to do
    if file.words[j] == "choices" then return end
  end
  local q = C.R.questions[name]
  return q and q.type == "choice" and q.choices, ("question \"%s\""):format(name)
end

-- The names of the rows of a chart, and their name in messages; nil for a chart that is asked.
local function texts_of_rows(chart)
  if #chart.rows == 0 then return end
  return common.names(chart.rows), ("the name of a row of \"%s\""):format(chart.name)
end

-- The texts that the expression e, which ends at index i, can be, and its name in messages; nil when unknown.
local function possible_texts(C, file, i, e)
  local row_of = e.key == "name" and not e.track and chart_rolled(C, file, i - 2, 1)
    or matches(file, i - 4, "NAME . row . name") and chart_rolled(C, file, i - 4, 2)
  -- A campaign may give a ruleset's chart other rows.
  if row_of and file == C.R.files[#C.R.files] then return texts_of_rows(row_of) end
  if e.owner then return texts_of_field(C, e) end
  if e.word == "ask" then return texts_of_question(C, file, e.name, e.from, i) end
  if e.word == "type" then return types, "what type(…) gives" end
  local rolled = matches(file, i - 1, ". name") and expression_at(C, file, i - 2)
  local chart = rolled and rolled.word == "roll" and C.R.charts[rolled.name]
  if chart then return texts_of_rows(chart) end
end

-- --- one comparison ------------------------------------------------------------------------------

-- By the kind of a track and the kind of a literal: why they are never equal.
local misfits = {
  number = { text = "a number, and stands without quotes" },
  switch = { number = "true or false", text = "true or false" },
  ladder = { number = "a word in quotes" },
  list = { number = "a list", text = "a list; has(LIST, …) looks into it" }, text = { number = "a text" },
  quantity = { number = "a quantity; amount(OWNER.TRACK, \"UNIT\") gives its number",
    text = "a quantity; amount(OWNER.TRACK, \"UNIT\") gives its number" },
}

-- Warns of the literal at index i if the track, which is compared with it, is never like it.  Returns true if
-- so.
function comparisons.check_misfit(C, file, i, track)
  local kind, value = file.kinds[i], file.words[i]
  local misfit = (misfits[track.kind] or {})[kind]
  if track.kind == "number" and not tonumber(value) then misfit = misfit and "a number" end
  if misfit then
    C.warn_at(file, i, "the track %s is %s, so this is never %s", track.name, misfit, shown(file, i))
  end
  return misfit ~= nil
end

-- The type that a word of play returns, "number", "boolean" or "list", or nil.
local function given_by(word) return language.words[word] and language.words[word].gives end

-- The reason why the expression e is never a text, or nil.
local function never_a_text(C, e)
  if e.owner == "setting" then
    local v, entry = C.R.settings[e.key], C.R.kinds.setting.entries[e.key]
    if type(v) == "boolean" then return ("setting.%s is true or false"):format(e.key) end
    if type(v) ~= "number" or entry.final.is or entry.final.choices then return end
    return ("setting.%s is a number, and stands without quotes"):format(e.key)
  end
  if e.owner == "clock" and e.key ~= "text" then return ("clock.%s is a number"):format(e.key) end
  local gives = given_by(e.word)
  if gives == "number" then return ("%s gives a number, which stands without quotes"):format(e.word) end
  if gives == "boolean" then return e.word .. " gives true or false" end
  if e.word == "roll" then return "roll gives a row, whose name is roll(…).name" end
  local question = e.word == "ask" and C.R.questions[e.name]
  if question and question.type == "yesno" then
    return ("the answer to \"%s\" is true or false"):format(e.name)
  end
  local record = language.state[e.alone]
  if record then
    return ("%s is %s%s"):format(e.alone, record.called,
      e.alone == "here" and ", whose name is here.name" or "")
  end
end

-- By the kind of a track: why it is always true, and what to write.
comparisons.always = { number = "a number, and 0 is true, too; compare it: %s > 0",
  list = "a list, and an empty one is true, too; count it: #%s > 0",
  ladder = "a word, and any word is true; compare it: %s == \"%s\"",
  text = "a text, and an empty one is true, too; compare it: %s ~= \"\"" }

-- Warns of `if party.torches then`, which is always so.  i: the index of the word before party.
local function check_truth(C, file, i)
  -- `not` may also stand in a statement, as local out = not party.torches; then a line ends behind it.
  local ends_line = file.kinds[i] == "not" and file.lines[i + 4] ~= file.lines[i + 3]
  if not ends_line and not matches(file, i + 4, "then|do|and|or|)") then return end
  local e = expression_at(C, file, i + 3)
  local what = e.track and comparisons.always[e.track.kind]
  if what then
    C.warn_at(file, i + 1, "the track %s is " .. what, e.key, e.owner .. "." .. e.key,
      (e.track.steps or {})[1])
  end
end

-- By a word of play: why it gives no number.
local never_a_number = {
  check = "check gives true or false, and is given the number to reach: check(who, \"dex\", 12); its total \z
    is the second value's: local ok, c = check(…), and then c.total",
  roll = "roll gives a row; its total is the second value's: local row, r = roll(…), and then r.total",
}
for _, word in ipairs { "burning", "doers", "timers", "cards" } do
  never_a_number[word] = word .. " gives a list, and a list is not a number; its length is #" .. word .. "(…)"
end

-- Warns of party.alarm >= "wary", where Lua would compare the letters; explains check(…) >= 12 and
-- who.mood > 1, which play stops at.  i: the index of the sign.
local function check_size(C, file, i)
  local last, literal = value_end(file, i - 1, REACH), file.kinds[i + 1]
  local e = expression_at(C, file, last)
  local kind = e.track and e.track.kind
  if literal == "text" and kind == "ladder" then
    C.warn_at(file, i - 1,
      "the track %s is a word, and %s goes by the alphabet, not by its steps; compare it with == or ~=",
      e.key, file.kinds[i])
  end
  if literal ~= "number" then return end
  if never_a_number[e.word] and not e.is_length then
    C.explain_at(file, last < i - 1 and i - 1 or e.from, "%s", never_a_number[e.word])
  elseif e.alone == "clock" then
    C.explain_at(file, i - 1, "clock has parts, and is no number; the hour of the day is clock.hour")
  elseif kind == "ladder" then
    C.explain_at(file, i - 1, "the track %s is a word, %s; compare it with == or ~=", e.key,
      common.list(e.track.steps, "or"))
  elseif kind == "list" and not e.is_length then
    C.explain_at(file, e.from, "the track %s is a list; its length is #%s.%s", e.key, e.owner, e.key)
  end
end

-- Returns the name or dotted name that ends at index i, and the index where it begins; nil where none ends.
local function name_before(file, i)
  local from = i
  while matches(file, from - 2, "NAME .") do from = from - 2 end
  return file.kinds[i] == "name" and table.concat(file.words, "", from, i) or nil, from
end

-- Warns of `not verb == "rest"` and of `verb == "rest" or "search" then`.  i: the index of the sign, behind
-- which a literal stands.
local function check_logic(C, file, i)
  local kinds = file.kinds
  local name, from = name_before(file, i - 1)
  if not name then return end
  if kinds[from - 1] == "not" then
    local other = kinds[i] == "==" and "~=" or "=="
    return C.warn_at(file, from - 1, "not %s says whether %s is so, which is never %s; write %s %s %s", name,
      name, shown(file, i + 1), name, other, shown(file, i + 1))
  end
  if kinds[i] ~= "==" then return end
  local another = ("or %s then|or|do"):format(kinds[i + 1]:upper())      -- a further literal of that kind
  local at = i + 2
  while matches(file, at, another) do
    C.warn_at(file, at + 1, "%s alone is always true; compare it, too: %s == %s", shown(file, at + 1),
      name, shown(file, at + 1))
    at = at + 2
  end
end

-- Warns of the text at index i if it is none of `known`.
function comparisons.check_known(C, file, i, known, name)
  local text = file.words[i]
  if #known == 0 or common.contains(known, text) then return end
  C.warn_at(file, i, "%s is never \"%s\"%s", name, text, C.hint(text, known))
end

-- Warns of a text that the expression it is compared with can never equal.  i: the index of the text.  Notes
-- in C.compared a text that may be right.
local function check_compared_text(C, file, i)
  local value, last = file.words[i], value_end(file, i - 2)
  local e = expression_at(C, file, last)
  local wrong = never_a_text(C, e)
  if wrong then return C.warn_at(file, i - 1, "%s, so this is never \"%s\"", wrong, value) end
  local known, name = possible_texts(C, file, last, e)
  if type(known) ~= "table" then               -- any text may be right
    C.compared[#C.compared + 1] = { file = file, i = i }
    return
  end
  local other = common.first(known, function(v) return type(v) ~= "string" end)
  if other == nil then comparisons.check_known(C, file, i, known, name) end
end

-- Warns of a comparison with a text or number that cannot be true.  i: the index of its sign.
local function check_equality(C, file, i)
  if not matches(file, i + 1, "TEXT|NUMBER") then return end
  check_logic(C, file, i)
  local e, kind, value = expression_at(C, file, i - 1), file.kinds[i + 1], file.words[i + 1]
  local track = not e.is_length and e.track or nil
  if track and comparisons.check_misfit(C, file, i + 1, track) then return end
  if kind == "number" and given_by(e.word) == "list" and not e.is_length then
    C.warn_at(file, e.from, "%s gives a list, and a list is not a number; its length is #%s(…)", e.word,
      e.word)
  elseif kind == "number" and (e.word == "check" or given_by(e.word) == "boolean") then
    C.warn_at(file, i, "%s gives true or false, so this is never %s; 'not' stands before what is not so",
      e.word, value)
  elseif kind == "number" and e.owner == "clock" and e.key == "text" then
    C.warn_at(file, i,
      "clock.text is a text, as \"5:20\", so this is never %s; the hour is clock.hour", value)
  elseif kind == "text" and e.key == "row" and not track and not C.given.row then
    C.warn_at(file, i, "%s.row is a row and no text; its name is %s.row.name", e.owner, e.owner)
  elseif kind == "text" then
    check_compared_text(C, file, i + 1)
  end
end

-- --- what numbers can be -------------------------------------------------------------------------

local arithmetic <const> = common.set "+ - * / // % ^ .. # & | ~ << >>"

-- True if a later file gives a track's bound, so that this file may be right without it.
local function is_bounded_later(C, file, track)
  local entry, order = C.R.kinds.track.entries[track.name], C.R.order
  return common.first({ "min", "max" }, function(key)
    return (order[mistakes.field_place(entry, key).file] or 0) > (order[file.name] or 0)
  end) ~= nil
end

-- The lowest and the highest number that a track can be, as far as a file can know; nil where it has neither.
function comparisons.bounds_of(C, file, track)
  if track.kind ~= "number" or is_bounded_later(C, file, track) then return end
  local low, high = not track.min_of and track.min, not (track.max_of or track.own) and track.max
  if low or high then return low or -math.huge, high or math.huge, "the track " .. track.name end
end

local last_of_clock = { hour = 23, minute = 59, second = 59 }

-- If the expression that ends at index i is a track or a part of the clock: the lowest and the highest number
-- that it can be, and its name in messages; else nil.
local function bounds_at(C, file, i)
  local e = expression_at(C, file, i)
  if e.is_length or arithmetic[file.kinds[e.from - 1]] then return end
  if e.track then return comparisons.bounds_of(C, file, e.track) end
  local last = e.owner == "clock" and last_of_clock[e.key]
  if last then return 0, last, "clock." .. e.key end
end

-- True where the local that is made above index i may be something else there: its block has ended, or it is
-- assigned to in its block, perhaps later in a loop.  made: the index of the last word of its value.
local function may_differ(file, made, i)
  local name, kinds = file.words[i], file.kinds
  for j = made + 1, #kinds do
    if kinds[j] == "end" and (file.partners[j] or 0) < made then return j < i end
    if j > i + REACH then return true end
    local is_it = file.words[j] == name and kinds[j] == "name"
    if is_it and (kinds[j + 1] == "=" or kinds[j - 1] == "," or matches(file, j + 1, ", NAME =|,")) then
      return true
    end
  end
  return false
end

-- The dice whose total is the whole expression that ends at index i, and their name in messages; or nil.
local function dice_at(file, i)
  local last = value_end(file, i, REACH)
  local open = file.kinds[last] == "text" and last or file.kinds[last] == ")" and file.partners[last]
  local text_at = open and matches(file, open - 2, "!.|: dice") and source.text_given(file, open - 1)
  if not text_at then return end
  local from = last == i and open - 1 or i
  if arithmetic[file.kinds[from - 1]] or last ~= i and may_differ(file, last, i) then return end
  return file.words[text_at], file.words[text_at]
end

-- The die of the chart whose total the expression ending at index i is, as r.total after local row, r =
-- roll "x", and the chart's name in messages; nil where something may be added to it.
local function die_of_total(C, file, i)
  local is_total = matches(file, i - 3, "!. NAME . total") and not arithmetic[file.kinds[i - 3]]
  local chart, at = nil, nil
  if is_total then chart, at = chart_rolled(C, file, i - 2, 2) end
  if not chart or not chart.die or C.R.modifiers.charts[chart.name] then return end
  local last = source.after(file, at + 1) - 1
  local has_options = file.kinds[last] == ")" and file.kinds[last - 1] == "}"
  has_options = has_options or matches(file, last - 3, ", NAME , NAME )")
  if has_options or may_differ(file, last, i - 2) then return end
  return chart.die, ("a roll on \"%s\""):format(chart.name)
end

-- By a sign: whether some total from low to high stands so to v.
local signs <const> = {
  ["=="] = function(low, high, v) return v >= low and v <= high and v % 1 == 0 end,
  ["<"] = function(low, _, v) return low < v end,
  ["<="] = function(low, _, v) return low <= v end,
  [">"] = function(_, high, v) return high > v end,
  [">="] = function(_, high, v) return high >= v end,
}

-- Says between which bounds a number is: "is at most 6"; or a roll, "gives 1 to 6".
local function extent(low, high, is_rolled)
  if is_rolled then return ("gives %d to %d"):format(low, high) end
  if low == -math.huge then return ("is at most %.14g"):format(high) end
  if high == math.huge then return ("is at least %.14g"):format(low) end
  return ("goes from %.14g to %.14g"):format(low, high)
end

local opposite <const> = { ["<"] = ">=", [">="] = "<", [">"] = "<=", ["<="] = ">" }

-- Warns of party.dread > 6, where a number from low to high is compared that is never so, or always.  i: the
-- index of the sign; called: what is compared, in messages; is_rolled: true for a total of dice.
function comparisons.check_range(C, file, i, low, high, called, is_rolled)
  local sign, value = file.kinds[i], tonumber(file.words[i + 1])
  if file.kinds[i + 1] ~= "number" or not value or arithmetic[file.kinds[i + 2]] or not signs[sign] then
    return
  end
  local other = opposite[sign]
  local how = not signs[sign](low, high, value) and "never" or other and not signs[other](low, high, value)
    and "always"
  if how then
    local made = C.warn_at(file, i - 1, "%s %s, so this is %s %s %s", called, extent(low, high, is_rolled),
      how, sign, file.words[i + 1])
    if made then made.shows_in_play = true end
  end
end

-- Warns of dice "1d6" > 6, and of a track or a part of the clock beyond what it can be.  i: the index of the
-- sign.
local function check_numbers(C, file, i)
  local dice, called = dice_at(file, i - 1)
  if not dice then dice, called = die_of_total(C, file, i - 1) end
  local low, high
  if dice then low, high = door.range(dice) else low, high, called = bounds_at(C, file, i - 1) end
  if low then comparisons.check_range(C, file, i, low, high, called, dice) end
end

-- --- several comparisons -------------------------------------------------------------------------

-- Whether v stands so to a value, by sign; texts are only equal or not.
local holds <const> = {
  ["=="] = function(v, value) return v == value end, ["~="] = function(v, value) return v ~= value end,
  ["<"] = function(v, value) return v < value end, ["<="] = function(v, value) return v <= value end,
  [">"] = function(v, value) return v > value end, [">="] = function(v, value) return v >= value end,
}

-- The comparison of a name with a literal that begins at index i, as party.alarm >= 3: { name, sign, value,
-- last: the index of its last word; shown: all of it }; nil for anything else.
local function comparison_from(file, i)
  local j = i
  while matches(file, j, "NAME .") do j = j + 2 end
  local sign, kind = file.kinds[j + 1], file.kinds[j + 2]
  if file.kinds[j] ~= "name" or not holds[sign] or arithmetic[file.kinds[j + 3]] then return end
  local is_equality = sign == "==" or sign == "~="
  if kind ~= "number" and not (kind == "text" and is_equality) then return end
  local value = kind == "number" and tonumber(file.words[j + 2]) or file.words[j + 2]
  return { name = table.concat(file.words, "", i, j), sign = sign, value = value, last = j + 2,
    shown = ("%s %s %s"):format(table.concat(file.words, "", i, j), sign, shown(file, j + 2)) }
end

-- True if test(is a so, is b so) holds whatever the name is that both compare.
local function for_all(a, b, test)
  if not a or not b or a.name ~= b.name or type(a.value) ~= type(b.value) then return false end
  local tried = { a.value, b.value, "" }
  if type(a.value) == "number" then
    local low, high = math.min(a.value, b.value), math.max(a.value, b.value)
    tried = { low - 1, low, (low + high) / 2, high, high + 1 }
  end
  return common.first(tried, function(v)
    return not test(holds[a.sign](v, a.value), holds[b.sign](v, b.value))
  end) == nil
end

local function not_both(a, b) return not (a and b) end
local function either(a, b) return a or b end

-- Warns of comparison b at index i, if a comes before it and is so wherever b is.
local function warn_taken(C, file, i, a, b)
  if not for_all(a, b, function(is_a, is_b) return is_a or not is_b end) then return end
  C.warn_at(file, i, "this is never reached: %s", a.shown == b.shown and "it is the same as above"
    or a.shown .. ", above, takes it; put this one first")
end

-- Warns of hour >= 18 and hour < 6, of x ~= "a" or x ~= "b", and of n >= 3 and "stirring" or n >= 6 and …
-- i: the index of the first word of a comparison, behind a word that begins a condition or a value.
local function check_joined(C, file, i)
  local a = comparison_from(file, i)
  if not a then return end
  local sign, b = file.kinds[a.last + 1], comparison_from(file, a.last + 2)
  if sign == "and" and for_all(a, b, not_both) then
    C.warn_at(file, a.last + 1, "%s and %s are never so at once; is or meant?", a.shown, b.shown)
  elseif sign == "or" and for_all(a, b, either) and file.kinds[i - 1] ~= "and"
    and file.kinds[b.last + 1] ~= "and" then
    C.warn_at(file, a.last + 1, "one of %s and %s is always so; is and meant?", a.shown, b.shown)
  elseif matches(file, a.last + 1, "and TEXT|NUMBER or") then
    warn_taken(C, file, a.last + 4, a, comparison_from(file, a.last + 4))
  end
end

-- Warns of an elseif whose condition a branch above it has taken.  i: the index of `if`.
local function check_branches(C, file, i)
  local above, j, close = {}, i, file.partners[i]
  while close and j < close do
    local branch = (j == i or file.kinds[j] == "elseif") and comparison_from(file, j + 1)
    if branch and file.kinds[branch.last + 1] == "then" then
      for _, a in ipairs(above) do warn_taken(C, file, j + 1, a, branch) end
      above[#above + 1] = branch
    end
    j = j == i and i + 1 or source.after(file, j)
  end
end

function comparisons.check_all(C, file)
  for i in found(file, "==|<|>|<=|>=") do check_numbers(C, file, i) end
  for i in found(file, "if|elseif|while|and|or|return|(|=|,|not NAME") do check_joined(C, file, i + 1) end
  for i in found(file, "if") do check_branches(C, file, i) end
  for i in found(file, "==|~=") do check_equality(C, file, i) end
  for i in found(file, "if|elseif|while|not NAME . NAME") do check_truth(C, file, i) end
  for i in found(file, "<|>|<=|>=") do check_size(C, file, i) end
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
    for i in found(file, "TEXT|NAME") do
      local word = file.words[i]
      if file.kinds[i] == "name" then add(word)
      elseif matches(file, i - 1, "!==|~= TEXT !==|~=") then
        add(word)
        for part in word:gmatch "[^|?=]+" do add(part:match "^%s*(.-)%s*$") end
      end
    end
  end
  for _, deck in next, R.decks or {} do                          -- cards may be named in a loop
    for _, card in ipairs(deck.cards) do add(card) end
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
    -- It may have been cut from the other, as "joker" from "joker 1" by card:match "%a+".
    local is_cut = near and near:sub(1, #text) == text and near:find("^[^%a]", #text + 1)
    if near and not is_cut then
      C.warn_at(c.file, c.i, "nothing else in these rules is \"%s\"; did you mean \"%s\"?", text, near)
    end
  end
end

return comparisons
