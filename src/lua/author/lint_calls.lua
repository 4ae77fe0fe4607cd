-- lint_calls.lua -- warns of calls and assignments that do nothing, or not what they seem to do: an option
-- that no word has, a rule that is called where it should be named, a field that play keeps itself. C: see
-- lint.lua.
local common = module "common"
local comparisons = module "author/lint_comparisons"
local effects = module "read/effects"
local language = module "read/language"
local source = module "read/source"
local calls = {}

local matches, found = source.matches, source.found

-- --- options -------------------------------------------------------------------------------------

-- The index where the nth argument of the call at i begins; nil when there is none.
local function argument(file, i, nth)
  if file.kinds[i + 1] ~= "(" then return end
  local j, close, n = i + 2, file.partners[i + 1], 1
  while n < nth and j < close do
    if file.kinds[j] == "," then n = n + 1 end
    j = source.after(file, j)
  end
  return n == nth and j < close and j or nil
end

-- Warns of options that a word does not have: kindle("torch", who, { fre = true }).
local function check_options(C, file, free)
  local facts = language.words[free.name]
  local options = facts and facts.options
  local second = options and facts.options_at == 3 and argument(file, free.i, 2)
  local keys = common.map(source.inside_braces(file, second), function(j) return file.words[j] end)
  if common.contains(options or {}, keys[1]) then
    C.explain_at(file, second, "%s: what it is about comes first: %s(…, nil, { %s = … })", free.name,
      free.name, keys[1])
  end
  local options_at = options and argument(file, free.i, facts.options_at)
  for _, j in ipairs(source.inside_braces(file, options_at)) do
    local key = file.words[j]
    if matches(file, j, "NAME =") and not common.contains(options, key) then
      local moved = facts.moved and facts.moved[key]
      C.warn_at(file, j, "%s has no option '%s'%s", free.name, key, moved or C.hint(key, options))
    end
  end
end

-- Names from other games for the parts of a check.
local parts_of_check = {
  advantage = "adv", disadvantage = "dis", bonus = "add", modifier = "add", mod = "add", plus = "add",
  difficulty = "dc", target = "dc", autofail = "fail",
}
-- Other names for the parts of a check's result.
local parts_of_result = { result = "total", value = "total", roll = "natural", die = "natural",
  face = "natural", degree = "margin", difference = "margin", ok = "success", passed = "success" }

-- The fields that a roll has and its row has not, and the other way round.
local parts_of_roll = common.set "total face held modifiers column"
local parts_of_row = common.set "at name text does"

-- The sentence that X.KEY is wrong, where X is the nth value of a call of `word`, a roll or a check; nil if
-- it is right.
local function wrong_part(C, word, nth, name, key)
  if word ~= "roll" and nth == 1 then
    return ("%s is true or false; the check is the second value: local ok, c = %s(…), and then c.%s"):format(
      name, word, parts_of_result[key] or key)
  elseif word ~= "roll" and parts_of_result[key] then
    return ("a check has no '%s'; write %s"):format(key, parts_of_result[key])
  elseif word == "roll" and nth == 1 and parts_of_roll[key] and not C.given[key] then
    return ("a row has no '%s'; the roll is the second value: local row, r = roll(…), and then r.%s"):format(
      key, key)
  elseif word == "roll" and nth == 2 and parts_of_row[key] then
    return ("a roll has no '%s'; its row has it: %s.row.%s"):format(key, name, key)
  end
end

-- Explains r.total, where local r = roll "x" is the row; and c.result, where local ok, c = check(…).
local function check_results(C, file)
  local made = {}                              -- the set of the names that rolls and checks are given
  for i in found(file, "NAME = roll|check|contest") do
    made[file.words[i]] = true
    if file.kinds[i - 1] == "," then made[file.words[i - 2]] = true end
  end
  for _, name in ipairs(common.keys(made)) do
    for i in found(file, ("!.|: %s . NAME"):format(name)) do
      local call, nth = comparisons.call_of(file, i + 1)
      local word, key = file.words[call], file.words[i + 3]
      local wrong = (word == "roll" or word == "check" or word == "contest")
        and wrong_part(C, word, nth, name, key)
      if wrong then C.explain_at(file, i + 3, "%s", wrong) end
    end
  end
end

-- Explains who.hp in on.hazard(who), which is given the roll.
local function check_given_roll(C, file, f)
  local chart = C.R.kinds.chart.entries[f.name:match "^on%.(.*)$"]
  local params, from = source.params_of(file, f)
  local owner = chart and params[1] or "..."
  for i in found(file, ("!.|: %s . NAME !="):format(owner), from, f.to) do
    local key = file.words[i + 3]
    local is_of_member = C.R.tracks[key] or C.R.kinds.member.fields[key]
    if is_of_member and not common.contains(language.field_names, key) then
      C.explain_at(file, i + 3, "%s is given the roll, which has no '%s'; whom it is about, if anybody, \z
        is %s.about", f.name, key, owner)
    end
  end
end

-- By word: which of its arguments is the table of parts.
local makes_check = { check = 4, checks = 4, contest = 5 }

-- Warns of KEY = … at index j, if KEY is a part of checks by another name.
local function warn_of_part(C, file, j)
  local meant = matches(file, j, "NAME =") and parts_of_check[file.words[j]]
  if meant then C.warn_at(file, j, "a check has no '%s'; write %s", file.words[j], meant) end
end

-- Explains check(who, 12, "dex"), and setting.dc in its place.  at: the index of the second argument.
local function check_what(C, file, free, at)
  local is_setting = matches(file, at, "setting . NAME ,|)")
    and type(C.R.settings[file.words[at + 2]]) == "number"
  local is_number = is_setting or matches(file, at, "NUMBER ,|)")
  if file.kinds[free.i + 2] == "text" or not is_number then return end
  local given = table.concat(file.words, "", at, is_setting and at + 2 or at)
  C.explain_at(file, at,
    "%s: what is checked comes before how hard it is, %s(who, \"dex\", %s), and this is %s", free.name,
    free.name, given, given)
end

-- Warns of check(who, "dex", 12, { advantage = 1 }).
local function check_parts(C, file, free)
  local nth = makes_check[free.name]
  local what_at = nth and argument(file, free.i, 2)
  if what_at then check_what(C, file, free, what_at) end
  for _, j in ipairs(nth and source.inside_braces(file, argument(file, free.i, nth)) or {}) do
    warn_of_part(C, file, j)
  end
end

-- Warns of c.bonus = 2 in on.check(c).
local function check_parts_set(C, file, f)
  if f.name ~= "on.check" then return end
  for j in found(file, ".", f.from, f.to) do warn_of_part(C, file, j + 1) end
end

-- Warns of kindle("torch", "Brm") and named "brm", when a member's name is near.
local function check_holder(C, file, free)
  local at = free.name == "kindle" and argument(file, free.i, 2)
    or free.name == "named" and source.text_given(file, free.i)
  local name = at and file.kinds[at] == "text" and file.words[at]
  local names = name and C.R.kinds.member:names()
  local near = name and not common.contains(names, name) and common.nearest(name, names)
  local tell = free.name == "named" and C.explain_at or C.warn_at
  if near then tell(file, at, "nobody is called '%s'; did you mean '%s'?", name, near) end
end

-- --- tables of one's own -------------------------------------------------------------------------

-- The keys of local NAME = { key = …, … } whose name stands at index i; nil when some are no plain names.
local function keys_of_table(file, i)
  local keys, j, close = {}, i + 3, file.partners[i + 2]
  while j < close do
    if not matches(file, j, "NAME =") then return end
    keys[#keys + 1] = file.words[j]
    while j < close and not matches(file, j, ",|;") do j = source.after(file, j) end
    j = j + 1
  end
  return #keys > 0 and keys or nil
end

-- The indexes of the fields that a file reads from the table whose name stands at index i; nil when the table
-- is handed to something else, changed, or hidden by another local of its name.
local function fields_read(file, i)
  local reads = {}
  for j in found(file, "!. " .. file.words[i], i) do
    if matches(file, j + 2, ". NAME !=") then reads[#reads + 1] = j + 3
    else
      local close = file.kinds[j + 2] == "[" and file.partners[j + 2]
      local is_declared = matches(file, j, "local|for|(|,")
      if not close or is_declared or file.kinds[close + 1] == "=" then return end
    end
  end
  return reads
end

-- Warns of speeds.marhs, when local speeds = { road = 4, marsh = 1 } at the top of the file has no such key,
-- and nothing in the file gives it one.
local function check_own_tables(C, file)
  local words, lines = file.words, file.lines
  for i in found(file, "local NAME = {") do
    local begins_line = lines[i - 1] ~= lines[i + 1]
    local keys = begins_line and keys_of_table(file, i + 1)
    for _, j in ipairs(keys and fields_read(file, i + 1) or {}) do
      if not common.contains(keys, words[j]) then
        C.warn_at(file, j, "%s has no '%s', so this is nothing (nil)%s", words[i + 1], words[j],
          C.hint(words[j], keys))
      end
    end
  end
end

-- --- numbers -------------------------------------------------------------------------------------

-- Explains set(party.hurt, 0), which gives the value of a track where its name should stand.
local function check_track_given(C, file, i)
  local verb, owner, key = file.words[i], file.words[i + 2], file.words[i + 4]
  if matches(file, i + 1, "( NAME . NAME , !TEXT") and C.R.tracks[key] then
    C.explain_at(file, i + 2, "%s takes the name of a track in quotes, and this is its value; write \z
      %s(%s\"%s\", …)", verb, verb, owner == "party" and "" or owner .. ", ", key)
  end
end

local opposite = { gain = "lose", lose = "gain" }

-- Warns of lose(who, "hp", -3), which gains.  verb: "gain" or "lose", at index i.
local function check_sign(C, file, i, verb)
  local close = file.kinds[i + 1] == "(" and file.partners[i + 1]
  if not close or not matches(file, close - 3, ", - NUMBER") then return end
  local n, other = file.words[close - 1], opposite[verb]
  C.warn_at(file, i, "to %s -%s is to %s %s; write %s(…, %s)", verb, n, other, n, other, n)
end

-- Explains lose(who, "hp", "1d6"); set("mood", "huntng"), where mood is a ladder without that step; and
-- gain("way", "20 km"), where way is counted in miles.  i: the index of the verb.
local function check_text_given(C, file, i, verb)
  local at = source.text_given(file, i, true)
  local track = at and matches(file, at + 1, ", TEXT") and C.R.tracks[file.words[at]]
  if not track then return end
  local text, is_whole = file.words[at + 2], file.kinds[at + 3] == ")"
  local is_number, is_ladder = track.kind == "number", track.kind == "ladder"
  if is_whole and opposite[verb] and (is_number or is_ladder) and text:find "^%d*d%d" then
    C.explain_at(file, at + 2, "%s: how much is a number, and dice are rolled by a word: dice \"%s\"", verb,
      text)
  end
  if is_whole and is_ladder and not track.rank[text] then
    C.explain_at(file, at + 2, "set, %s: one of its steps is needed, %s, and this is \"%s\"%s", track.name,
      common.list(track.steps, "or"), text, common.meant(text, track.steps))
  end
  local converted = track.unit
    and common.converted(measure.quantity(text), measure.quantity("1 " .. track.unit))
  if converted then
    C.explain_at(file, at + 2, "the track %s is counted in %s; %s", track.name, track.unit, converted)
  end
end

-- Warns of local dread = gain("dread", 1), which is what could not be gained.
local function check_rest(C, file, i)
  local at = matches(file, i - 3, "local NAME =") and source.text_given(file, i, true)
  local verb, name = file.words[i], file.words[i - 2]
  if at and file.words[at] == name and C.R.tracks[name] then
    C.warn_at(file, i, "%s gives back what could not be %s, and not the new value, which is read from the \z
      track", verb, verb == "gain" and "gained" or "lost")
  end
end

-- Checks what gain, lose and set are given.
local function check_amount(C, file, free)
  local verb, i = free.name, free.i
  if opposite[verb] then
    check_sign(C, file, i, verb)
    check_rest(C, file, i)
  end
  if opposite[verb] or verb == "set" then
    check_track_given(C, file, i)
    check_text_given(C, file, i, verb)
  end
end

-- Explains count(party, "mood made"), a condition that is none.
local function check_condition(C, file, free)
  local at, is_word = free.i + 4, free.name == "count" or free.name == "those"
  local text = is_word and matches(file, free.i + 1, "( party , TEXT )") and file.words[at]
  if not text or not text:find "%s" then return end
  local condition, why = effects.read_condition(C.R, text)
  if not condition then C.explain_at(file, at, "%s: %s, and this is \"%s\"", free.name, why, text) end
end

-- Explains start "venom", where the timer is a member's, and nobody is named.
local function check_timer_owner(C, file, free)
  local i = free.i
  local at = free.name == "start" and source.text_given(file, i)
  local timer = at and C.R.timers[file.words[at]]
  local is_alone = at == i + 1 or matches(file, i + 1, "( TEXT )")
  if is_alone and timer and timer.of == "member" then
    C.explain_at(file, at, "start: timer \"%s\" belongs to a member; say whose: start(\"%s\", who)",
      timer.name, timer.name)
  end
end

-- Warns of turns = rule.long(): outside a function the rule is called once, as the file is read.
local function check_early(C, file)
  local i = 0
  while i < #file.kinds do
    if file.kinds[i] == "function" then i = file.partners[i] or #file.kinds end
    if matches(file, i, "!. rule . NAME (") then
      local key = file.words[i + 3]
      C.warn_at(file, i + 1,
        "rule.%s is called here, once, as the file is read; to name it, so that play calls it, write rule.%s",
        key, key)
    end
    i = i + 1
  end
end

-- --- fields that play keeps ----------------------------------------------------------------------

-- By record: the fields that play keeps.
local kept = {
  party = common.set "name members lights timers turns now between kept",
  here = common.set "name seen", turn = common.set "procedure step doing",
}
-- For some of these fields: the word that changes them instead.
local cures = {
  members = "a member is made in a file, and goes with who.away = true",
  procedure = "enter, switch and leave change it", step = "skip leaves one out",
}

-- The names in a function that stand for members: parameters, and those of for who in each(party).
local function members_in(C, file, f)
  local is_member = {}
  local space, key = f.name:match "^(%a+)%.(.*)$"
  local action = (space == "act" or space == "cannot") and C.R.actions[key]
  local track = space == "on" and C.R.tracks[key]
  local first = source.params_of(file, f)[1]
  if first and (action and action.by ~= "all" or track and track.of == "member") then
    is_member[first] = true
  end
  for j in found(file, "for NAME in each ( party )", f.from, f.to) do is_member[file.words[j + 1]] = true end
  return is_member
end

-- Warns of party.members = {}, turn.number = 1, who.name = "x".
local function check_kept(C, file, f)
  local is_member = members_in(C, file, f)
  for j in found(file, "!. NAME . NAME =", f.from, f.to) do
    local owner, key = file.words[j + 1], file.words[j + 3]
    if kept[owner] and kept[owner][key] then
      C.warn_at(file, j + 3, "%s.%s is kept by play, and not assigned to%s", owner, key,
        cures[key] and "; " .. cures[key] or "")
    elseif is_member[owner] and C.R.kinds.member.fields[key] and key ~= "away" and not C.R.tracks[key] then
      C.warn_at(file, j + 3,
        "%s is a field, which play does not change; to change it, make it a track \"%s\" { of = \"member\" }",
        key, key)
    elseif is_member[owner] and key == "name" then
      C.warn_at(file, j + 3, "a member keeps their name: all that is kept about them is kept under it")
    end
  end
end

-- Warns of function rule.lit(who): Sconce calls it, too, and then there is no who.
local function check_called_by_host(C, file, f)
  local key = f.name:match "^rule%.(.*)$"
  if language.called_plainly[key] and source.params_of(file, f)[1] then
    C.warn_at(file, f.from, "Sconce calls rule.%s(), and gives it nothing; call your rule something else",
      key)
  end
end

local of_words <const> = { check_options, check_parts, check_holder, check_amount, check_condition,
  check_timer_owner }

function calls.check(C, file)
  for _, f in ipairs(file.functions) do
    for _, check in ipairs { check_called_by_host, check_parts_set, check_given_roll, check_kept } do
      check(C, file, f)
    end
  end
  for _, free in ipairs(file.free) do
    for _, check in ipairs(of_words) do check(C, file, free) end
  end
  check_results(C, file)
  check_own_tables(C, file)
  check_early(C, file)
end

return calls
