-- lint_calls.lua -- warns of calls and assignments that do nothing, or something else than they say: an
-- option that no word has, a rule that is called where it is only named, a field that play keeps itself.
-- C, and for j = from, X and to or 0: see lint.lua.
local common = module "common"
local language = module "read/language"
local source = module "read/source"
local calls = {}

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
local function check_options(C, file)
  for _, free in ipairs(file.free) do
    local word = language.words[free.name]
    local open = word and word.options and argument(file, free.i, word.options_at)
    local close = open and file.kinds[open] == "{" and file.partners[open]
    local j = close and open + 1
    while j and j < close do
      local key = file.words[j]
      if file.kinds[j] == "name" and file.kinds[j + 1] == "=" and not common.contains(word.options, key) then
        local moved = word.moved and word.moved[key]
        C.warn_at(file, j, "%s has no option '%s'%s", free.name, key, moved or C.hint(key, word.options))
      end
      j = source.after(file, j)
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

-- Explains c.result, where local ok, c = check(…).
local function check_results(C, file)
  local kinds, words = file.kinds, file.words
  for _, f in ipairs(file.functions) do
    for j = f.from, f.to do
      local name = kinds[j] == "local" and kinds[j + 2] == "," and kinds[j + 4] == "="
        and (words[j + 5] == "check" or words[j + 5] == "contest") and words[j + 3]
      for k = j + 5, name and f.to or 0 do
        local meant = words[k] == name and kinds[k + 1] == "." and parts_of_result[words[k + 2]]
        if meant and kinds[k - 1] ~= "." then
          C.explain_at(file, k + 2, "a check has no '%s'; write %s", words[k + 2], meant)
        end
      end
    end
  end
end

-- By word: which of its arguments is the table of parts.
local makes_check = { check = 4, checks = 4, contest = 5 }

-- Warns of KEY = … at index j, if KEY is a part of checks by another name.
local function warn_of_part(C, file, j)
  local meant = file.kinds[j] == "name" and file.kinds[j + 1] == "=" and parts_of_check[file.words[j]]
  if meant then C.warn_at(file, j, "a check has no '%s'; write %s", file.words[j], meant) end
end

-- Warns of check(who, "dex", 12, { advantage = 1 }), and of c.bonus = 2 in on.check(c).
local function check_checks(C, file)
  for _, free in ipairs(file.free) do
    local open = makes_check[free.name] and argument(file, free.i, makes_check[free.name])
    local j, close = open and open + 1, open and file.kinds[open] == "{" and file.partners[open]
    while close and j < close do
      warn_of_part(C, file, j)
      j = source.after(file, j)
    end
  end
  for _, f in ipairs(file.functions) do
    for j = f.from, f.name == "on.check" and f.to or 0 do
      if file.kinds[j - 1] == "." then warn_of_part(C, file, j) end
    end
  end
end

-- Warns of kindle("torch", "Brm") and named "brm", when a member's name is near.
local function check_holders(C, file)
  local names = C.R.kinds.member:names()
  for _, free in ipairs(file.free) do
    local at = free.name == "kindle" and argument(file, free.i, 2)
      or free.name == "named" and source.text_given(file, free.i)
    local name = at and file.kinds[at] == "text" and file.words[at]
    local near = name and not common.contains(names, name) and common.nearest(name, names)
    local tell = free.name == "named" and C.explain_at or C.warn_at
    if near then tell(file, at, "nobody is called '%s'; did you mean '%s'?", name, near) end
  end
end

-- --- tables of one's own -------------------------------------------------------------------------

-- The keys of local NAME = { key = …, … } whose name stands at index i; nil when some are no plain names.
local function keys_of_table(file, i)
  local keys, j, close = {}, i + 3, file.partners[i + 2]
  while j < close do
    if file.kinds[j] ~= "name" or file.kinds[j + 1] ~= "=" then return end
    keys[#keys + 1] = file.words[j]
    while j < close and file.kinds[j] ~= "," and file.kinds[j] ~= ";" do j = source.after(file, j) end
    j = j + 1
  end
  return #keys > 0 and keys or nil
end

local makes_local = common.set "local for ( ,"

-- The indexes of the fields that a file reads from the table whose name stands at index i; nil when the table
-- is handed to something else, changed, or hidden by another local of its name.
local function fields_read(file, i)
  local kinds, words, reads = file.kinds, file.words, {}
  for j = i + 1, #kinds do
    if words[j] == words[i] and kinds[j] == "name" and kinds[j - 1] ~= "." then
      local after = kinds[j + 1]
      if after == "." and kinds[j + 3] ~= "=" then reads[#reads + 1] = j + 2
      elseif after ~= "[" or kinds[(file.partners[j + 1] or j) + 1] == "=" or makes_local[kinds[j - 1]] then
        return
      end
    end
  end
  return reads
end

-- Warns of speeds.marhs, when local speeds = { road = 4, marsh = 1 } at the top of the file has no such key,
-- and nothing in the file gives it one.
local function check_own_tables(C, file)
  local kinds, words, lines = file.kinds, file.words, file.lines
  for i, kind in ipairs(kinds) do
    local keys = kind == "local" and kinds[i + 1] == "name" and kinds[i + 2] == "=" and kinds[i + 3] == "{"
      and lines[i - 1] ~= lines[i + 1] and keys_of_table(file, i + 1)
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
  local kinds, words, verb = file.kinds, file.words, file.words[i]
  local is_field = kinds[i + 1] == "(" and kinds[i + 2] == "name" and kinds[i + 3] == "."
  if is_field and kinds[i + 5] == "," and kinds[i + 6] ~= "text" and C.R.tracks[words[i + 4]] then
    local whose = words[i + 2] == "party" and "" or words[i + 2] .. ", "
    C.explain_at(file, i + 2, "%s takes the name of a track in quotes, and this is its value; write \z
      %s(%s\"%s\", …)", verb, verb, whose, words[i + 4])
  end
end

-- Warns of lose(who, "hp", -3), which gains; explains gain("way", "20 km"), where way is counted in miles.
local function check_amounts(C, file)
  for _, free in ipairs(file.free) do
    local name, kinds = free.name, file.kinds
    local other = name == "lose" and "gain" or name == "gain" and "lose"
    local close = other and kinds[free.i + 1] == "(" and file.partners[free.i + 1]
    if close and kinds[close - 1] == "number" and kinds[close - 2] == "-" and kinds[close - 3] == "," then
      local n = file.words[close - 1]
      C.warn_at(file, free.i, "to %s -%s is to %s %s; write %s(…, %s)", name, n, other, n, other, n)
    end
    if other or name == "set" then check_track_given(C, file, free.i) end
    local at = (other or name == "set") and source.text_given(file, free.i, true)
    local track = at and kinds[at + 1] == "," and kinds[at + 2] == "text" and C.R.tracks[file.words[at]]
    local converted = track and track.unit and common.converted(measure.quantity(file.words[at + 2]),
      measure.quantity("1 " .. track.unit))
    if converted then
      C.explain_at(file, at + 2, "the track %s is counted in %s; %s", track.name, track.unit, converted)
    end
  end
end

-- Warns of turns = rule.long(): outside a function the rule is called once, as the file is read.
local function check_early(C, file)
  local kinds, words, i = file.kinds, file.words, 1
  while i <= #kinds do
    if kinds[i] == "function" then
      i = file.partners[i] or #kinds
    elseif kinds[i] == "name" and words[i] == "rule" and kinds[i - 1] ~= "." and kinds[i + 1] == "."
      and kinds[i + 3] == "(" then
      C.warn_at(file, i,
        "rule.%s is called here, once, as the file is read; to name it, so that play calls it, write rule.%s",
        words[i + 2], words[i + 2])
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
-- By some of these fields: what changes them instead.
local cures = {
  members = "a member is made in a file, and goes with who.away = true",
  procedure = "enter, switch and leave change it", step = "skip leaves one out",
}

-- The names in a function that stand for members: parameters, and those of for who in each(party).
local function members_in(C, file, f)
  local found = {}
  local space, key = f.name:match "^(%a+)%.(.*)$"
  local action = (space == "act" or space == "cannot") and C.R.actions[key]
  local track = space == "on" and C.R.tracks[key]
  local first = source.params_of(file, f)[1]
  if first and (action and action.by ~= "all" or track and track.of == "member") then found[first] = true end
  for j = f.from, f.to do
    if file.kinds[j] == "for" and file.kinds[j + 2] == "in" and file.words[j + 3] == "each"
      and file.words[j + 5] == "party" and file.kinds[j + 6] == ")" then
      found[file.words[j + 1]] = true
    end
  end
  return found
end

-- Warns of party.members = {}, turn.number = 1, who.name = "x".
local function check_kept(C, file)
  for _, f in ipairs(file.functions) do
    local members = members_in(C, file, f)
    for j = f.from, f.to do
      local owner, key = file.words[j], file.words[j + 2]
      if file.kinds[j] == "name" and file.kinds[j - 1] ~= "." and file.kinds[j + 1] == "."
        and file.kinds[j + 2] == "name" and file.kinds[j + 3] == "=" then
        if kept[owner] and kept[owner][key] then
          C.warn_at(file, j + 2, "%s.%s is kept by play, and not assigned to%s", owner, key,
            cures[key] and "; " .. cures[key] or "")
        elseif members[owner] and C.R.kinds.member.fields[key] and key ~= "away" and not C.R.tracks[key] then
          C.warn_at(file, j + 2,
            "%s is a field, which play does not change; to change it, write track \"%s\" { of = \"member\" }",
            key, key)
        elseif members[owner] and key == "name" then
          C.warn_at(file, j + 2, "a member keeps their name: all that is kept about them is kept under it")
        end
      end
    end
  end
end

-- Warns of function rule.lit(who): Sconce calls it, too, and then there is no who.
local function check_called_by_host(C, file)
  for _, f in ipairs(file.functions) do
    local key = f.name:match "^rule%.(.*)$"
    if language.called_plainly[key] and source.params_of(file, f)[1] then
      C.warn_at(file, f.from, "Sconce calls rule.%s(), and gives it nothing; call your rule something else",
        key)
    end
  end
end

function calls.check(C, file)
  check_called_by_host(C, file)
  check_options(C, file)
  check_checks(C, file)
  check_results(C, file)
  check_holders(C, file)
  check_own_tables(C, file)
  check_amounts(C, file)
  check_early(C, file)
  check_kept(C, file)
end

return calls
