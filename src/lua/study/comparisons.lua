-- comparisons.lua -- finds rolls whose total a rule only compares with a number. Such a roll has two outcomes
-- for exact odds, and two branches in the memo of simulated turns, and not one for each total:
--
--    until dice "1d6" == 6
--    repeat local face = dice "1d6" until face == 6
--
-- And in `repeat face = dice "1d6" until face > 4`, all totals that go on are one outcome: they are replaced
-- before anything reads them. A roll is known by its line, which holds only one `dice`.
--
-- A loop that holds nothing but the roll, as these do, repeats itself: it ends with the totals that end it,
-- each as likely as it is among them. So it is one draw, in closed form (`until_holds`).
--
-- In `dice "1d10" <= party.alarm` the number is known only when Lua compares. There the rules get a stand-in
-- for the total (outcomes.lua, turn_memo.lua), which chooses its outcome then. They can do nothing else with
-- it, since it stands at the sign, or at a sum before the sign: dice "1d20" + who.hits >= 13. Lua asks no
-- stand-in about == and ~=.
local common = module "common"
local live = module "play/live"
local source = module "read/source"
local comparisons = {}

-- The signs, and what each says of a total and the number.
local signs <const> = {
  ["=="] = function(a, b) return a == b end,
  ["~="] = function(a, b) return a ~= b end,
  ["<"] = function(a, b) return a < b end,
  ["<="] = function(a, b) return a <= b end,
  [">"] = function(a, b) return a > b end,
  [">="] = function(a, b) return a >= b end,
}

-- The totals for which each sign is true: those below the number (1), equal to it (2), above it (4), added.
local ways <const> = { ["<"] = 1, ["=="] = 2, ["<="] = 3, [">"] = 4, ["~="] = 5, [">="] = 6 }

-- Words and signs that may stand before a roll that is compared: behind them it is no part of a sum.
local before <const> = common.set "if elseif until while and or ( , = return"
-- Words and signs behind the number: those that begin a statement, and all that may follow a comparison.
comparisons.begins_statement = common.set
  "name ; end else elseif until return local if for while repeat do break goto function ::"
local behind <const> = common.set
  "then do and or ) , name ; end else elseif until return local if for while repeat break goto function ::"
-- Words that may not stand between a roll and the `until` that compares it: they begin, end or leave blocks.
local blocks <const> = common.set "if elseif else end for while do repeat function goto break return"

local dice <const>, tables <const> = { dice = true }, { table = true }

-- Signs by which Lua compares a stand-in.
local ordering <const> = common.set "< <= > >="

-- Words and signs behind which NAME = … begins a statement, so that NAME alone is given the value.
local starts <const> = common.set "repeat number text name ; ) ] } end"

-- Returns the use of a name that is no local, at index i; or nil.
local function free_use(file, i)
  for _, use in ipairs(file.free) do if use.i == i then return use end end
end

-- Returns true if the name at index i is read there and is no local, and so means the word of the language.
function comparisons.is_free(file, i)
  local use = free_use(file, i)
  return use ~= nil and not use.writing
end

-- Reads a number that the rules fix, at index i: 4, -4, or a setting.  Returns it and the index behind it;
-- nil for anything else.
function comparisons.number_at(file, i)
  local kinds, words = file.kinds, file.words
  if kinds[i] == "number" then return tonumber(words[i]), i + 1 end
  if kinds[i] == "-" and kinds[i + 1] == "number" then return -tonumber(words[i + 1]), i + 2 end
  local is_setting = words[i] == "setting" and file.free and comparisons.is_free(file, i)
  if is_setting and kinds[i + 1] == "." and kinds[i + 2] == "name" then
    local n = live.R.settings[words[i + 2]]
    return math.type(n) and n or nil, i + 3
  end
end

-- Returns the comparison that begins at index i with a sign, as comparisons.here does, or nil. follows: the
-- words that may stand behind it.
local function comparison_at(file, i, follows)
  local sign = file.kinds[i]
  if not signs[sign] then return nil end
  local number, after = comparisons.number_at(file, i + 1)
  local behind_number = file.kinds[after]
  if number and (not behind_number or follows[behind_number]) then
    return { sign = signs[sign], ways = ways[sign], number = number, key = sign .. ("%q"):format(number) }
  end
end

-- Returns what comparison_at does, for a value that begins at index `first` and ends before the sign at index
-- i; nil if it is part of a sum.
function comparisons.of_value(file, first, i)
  return before[file.kinds[first - 1]] and comparison_at(file, i, behind) or nil
end

-- Returns the index of the name on a line that is in the set `names`; nil where several are or none is, or
-- where it is a local and not the word of the language.
function comparisons.only_call(file, line, names)
  local found
  local i = file.first[line]
  while i and file.lines[i] == line do
    if file.kinds[i] == "name" and names[file.words[i]] and file.kinds[i - 1] ~= "." then
      if found then return nil end
      found = i
    end
    i = i + 1
  end
  return found and comparisons.is_free(file, found) and found or nil
end

-- Returns the index behind the arguments of the call at i, when they end on the same line; or nil.
function comparisons.behind_call(file, i)
  local kind = file.kinds[i + 1]
  if kind == "text" then return i + 2 end
  local close = kind == "(" and file.partners[i + 1]
  return close and file.lines[close] == file.lines[i] and close + 1 or nil
end

local opens <const> = common.set "do then repeat function"
local closes <const> = common.set "end until elseif"

-- Returns the index of the word that ends the block in which index j stands, or of the last word; and true if
-- that is `end`.  Behind `until` a condition follows, which may still read the locals of the block.
function comparisons.end_of_block(file, j)
  local kinds, depth = file.kinds, 0
  while kinds[j] and depth >= 0 do
    if opens[kinds[j]] then depth = depth + 1 elseif closes[kinds[j]] then depth = depth - 1 end
    j = j + 1
  end
  return j - 1, kinds[j - 1] == "end"
end

-- Returns the comparison of the local at index i, whose value ends before index j: its next use is
-- `until NAME == 6`, with which its block ends; and the index of that `until`. Or nil.
local function comparison_of_local(file, i, j)
  local kinds, words = file.kinds, file.words
  while kinds[j] and kinds[j] ~= "until" do
    if blocks[kinds[j]] or words[j] == words[i] then return nil end
    j = j + 1
  end
  local is_read_next = words[j + 1] == words[i] and kinds[j + 1] == "name"
  local comparison = is_read_next and comparison_at(file, j + 2, comparisons.begins_statement)
  if comparison then return comparison, j end
end

local function is_call(kinds, i)
  local next = kinds[i + 1]
  return (kinds[i] == "name" or kinds[i] == ")" or kinds[i] == "]")
    and (next == "(" or next == "text" or next == "{" or next == ":")
end

-- Returns true if the loop around the name at index i, assigned from the roll at i + 2, begins with `repeat`;
-- no other block stands between; from there to index j the name is not read and nothing but the roll is
-- called; and the name is a local, as another could be read elsewhere.
local function is_replaced(file, i, j)
  local kinds, words = file.kinds, file.words
  if free_use(file, i) then return false end
  local start = i
  while kinds[start] and kinds[start] ~= "repeat" do start = start - 1 end
  if kinds[start] ~= "repeat" then return false end
  for k = start + 1, j do
    local is_read = k ~= i and words[k] == words[i] and kinds[k] == "name"
    local calls_more = k ~= i + 2 and is_call(kinds, k)
    if blocks[kinds[k]] or is_read or calls_more then return false end
  end
  return true
end

-- Returns the comparison of a local that takes the roll at index i; j: the index behind the roll. Or nil.
local function comparison_of_assigned(file, i, j)
  local name = i - 2
  local is_local = file.kinds[name - 1] == "local"
  local comparison, until_at = comparison_of_local(file, name, j)
  if not comparison or is_local then return comparison end
  -- The name was made above the loop: only the totals that go on can be one outcome, if they are replaced.
  local is_given_alone = starts[file.kinds[name - 1]]
  if not is_given_alone or not is_replaced(file, name, until_at) then return nil end
  comparison.goes_on = true
  comparison.key = "until" .. comparison.key
  return comparison
end

-- True if the words of the file at index i and from j on are a loop's `repeat` and `until`, with nothing
-- between them but the roll.
local function is_whole_loop(file, i, j) return file.kinds[i] == "repeat" and file.kinds[j] == "until" end

-- Words and signs that end the other side of a comparison.
local ends_operand <const> = common.set "then do and or ) , ; end else elseif until return"

-- True if what the roll before index j is compared with calls nothing, so that no other die falls before it.
local function is_settled_at_once(file, j)
  local k, kinds = j + 1, file.kinds
  while kinds[k] and file.lines[k] == file.lines[j] and not ends_operand[kinds[k]] do
    if is_call(kinds, k) or kinds[k] == "function" then return false end
    k = k + 1
  end
  return true
end

-- Signs that bind no weaker than a sum, and what else may stand in one.
local in_sum <const> = common.set "+ - * / // % ^ # . : name number text"

-- Returns the index of the sign < <= > or >= that compares a sum whose first part is the roll before index j,
-- on the same line; or nil. And whether nothing in the sum can call anything.
local function sign_behind_sum(file, j)
  local k, kinds, calls_nothing = j, file.kinds, true
  if kinds[j] ~= "+" and kinds[j] ~= "-" then return nil end
  while kinds[k] and file.lines[k] == file.lines[j] do
    if ordering[kinds[k]] then return k, calls_nothing end
    local close = (kinds[k] == "(" or kinds[k] == "[") and file.partners[k]
    if close or is_call(kinds, k) then calls_nothing = false end
    if not close and not in_sum[kinds[k]] then return nil end
    k = (close or k) + 1
  end
end

-- Returns the comparison of the roll at index i if its total gets a name, as in `local n = dice "1d6"`; false
-- where there is none. j: the index behind the roll.
local function find_assigned(file, i, j)
  local kinds = file.kinds
  local comparison = comparisons.begins_statement[kinds[j]] and comparison_of_assigned(file, i, j)
  if not comparison then return false end
  local before_name = kinds[i - 3] == "local" and i - 4 or i - 3
  comparison.until_holds = is_whole_loop(file, before_name, j)
  return comparison
end

-- Returns the comparison of the roll at index i that stands left of a sign, or nil; j: the index behind it.
local function find_left_of_sign(file, i, j)
  local kinds = file.kinds
  if not before[kinds[i - 1]] then return nil end
  local comparison = comparison_at(file, j, behind)
  if comparison then
    comparison.until_holds = is_whole_loop(file, i - 2, i - 1)
      and comparisons.begins_statement[kinds[j + 2] or "end"]
    return comparison
  end
  -- The number is known only when Lua compares.
  if ordering[kinds[j]] then return { by_stand_in = true, at_once = is_settled_at_once(file, j) } end
  local sign_at, calls_nothing = sign_behind_sum(file, j)
  if sign_at then
    return { by_stand_in = true, at_once = calls_nothing and is_settled_at_once(file, sign_at) }
  end
end

-- Returns the comparison of the roll at index i if the roll is next to the sign; false where there is none.
-- j: the index behind the roll.
local function find_at_sign(file, i, j)
  local comparison = find_left_of_sign(file, i, j)
  if comparison then return comparison end
  local kinds = file.kinds
  local is_right = ordering[kinds[i - 1]] and (not kinds[j] or behind[kinds[j]])
  return is_right and { by_stand_in = true, at_once = true } or false
end

-- Returns the comparison of the roll on a line, as comparisons.here does; false where there is none.
local function find(file, line)
  local i = comparisons.only_call(file, line, dice)
  local j = i and comparisons.behind_call(file, i)
  if not j then return false end
  local kinds = file.kinds
  local is_given_alone = kinds[i - 1] == "=" and kinds[i - 2] == "name"
  if is_given_alone and not signs[kinds[j]] and kinds[j] ~= "+" and kinds[j] ~= "-" then
    return find_assigned(file, i, j)
  end
  return find_at_sign(file, i, j)
end

-- Returns true if the files only call the words of a set by their names. Where they keep `dice` under another
-- name, that could roll on the same line.
function comparisons.is_only_called(R, names)
  for _, file in ipairs(R.files) do
    for _, use in ipairs(file.free or {}) do
      local next = file.kinds[use.i + 1]
      local is_called = next == "text" or next == "(" or next == "{"
      if use.name == "_ENV" or use.name == "_G" or names[use.name] and not is_called then return false end
    end
  end
  return true
end

-- Returns a function(level) that gives find_in(file, line), remembered as long as the rules stay.  level: of
-- the function in the stack whose line it is (0: the caller); nil: the line of rules that runs now.  It gives
-- false where the rules use one of `words` in another way than to call it.
function comparisons.reader(words, find_in)
  local found                                 -- file -> line -> what find_in returned
  local rules, allowed                        -- the rules that were read; true if they only call `words`
  return function(level)
    if rules ~= live.R then
      rules, found = live.R, {}
      allowed = comparisons.is_only_called(rules, words)
    end
    local name, line
    if level then name, line = sandbox.reader(level + 1) else name, line = sandbox.place() end
    local file = allowed and rules.by_name[name]
    if not file or not file.free then return false end
    local found_here = found[file] or {}
    found[file] = found_here
    if found_here[line] == nil then found_here[line] = find_in(file, line) end
    return found_here[line]
  end
end

-- Returns the comparison for a roll by `dice` that is under way; false when there is none:
--   sign, ways, number   the sign as a function and as `ways` has it, and the number
--   key                  sign and number as a text
--   goes_on              true: the totals for which it does not hold are one outcome, and no others
--   until_holds          true: it is rolled again until it holds, and nothing else is done
-- or, where the number is known only when Lua compares:
--   by_stand_in          true
--   at_once              true: it is compared before any other roll
comparisons.here = comparisons.reader(dice, find)

-- The fields of a check of which rules often ask one thing alone.
local check_fields <const> = common.set "total natural margin"

-- Returns the comparison of the field that a line reads, as in `if c.natural == 20 then`, with the name of
-- the field as `field`; false if the line does not read just one of these fields.
local function field_compared(file, line)
  local kinds, words = file.kinds, file.words
  local from, to = source.words_of(file, line)
  local found
  for i = from, to do
    local is_field = kinds[i] == "name" and check_fields[words[i]] and kinds[i - 1] == "."
    if kinds[i] == "[" or is_field and found then return false end
    if is_field then found = i end
  end
  -- Lua reads the last field of the line above on this line, where an expression goes on.
  if not found or check_fields[words[from - 1]] then return false end
  local comparison = kinds[found - 2] == "name" and comparisons.of_value(file, found - 2, found + 1)
  if comparison then comparison.field = words[found] end
  return comparison or false
end

-- Returns the comparison of a field of a check on the line of a function in the stack (level: see reader),
-- with its name as `field`; false where there is none.
comparisons.of_field = comparisons.reader({}, field_compared)

local CALL_WORDS <const> = 10                 -- from `table` to `)`, in either call of list_changed
local FIELD <const> = 6                       -- FIELD is so many words behind `table`

-- Returns the words of the call at index i as one text, with a blank before a number.
local function text_of_call(file, i)
  local text = ""
  for k = i, math.min(i + CALL_WORDS - 1, #file.words) do
    text = text .. (file.kinds[k] == "number" and " " or "") .. file.words[k]
  end
  return text
end

-- Returns "FIELD" where the line has `table.insert(OWNER.FIELD, NAME)`, or "FIELD 1" where it has
-- `table.remove(OWNER.FIELD, 1)`, and nothing else on the line could read the field; else false.
local function list_changed(file, line)
  local i = comparisons.only_call(file, line, tables)
  if not i or file.lines[i + CALL_WORDS - 1] ~= line then return false end
  local call = text_of_call(file, i)
  local inserted = call:match "^table%.insert%([%a_][%w_]*%.([%a_][%w_]*),[%a_][%w_]*%)$"
  local removed = call:match "^table%.remove%([%a_][%w_]*%.([%a_][%w_]*), 1%)$"
  local field = inserted or removed
  if not field then return false end
  local from, to = source.words_of(file, line)
  for k = from, to do
    local names_field = file.words[k] == field and k ~= i + FIELD
    if file.kinds[k] == "[" or names_field then return false end
  end
  return inserted or removed .. " 1"
end
comparisons.list_changed = comparisons.reader({}, list_changed)

-- --- stand-ins -------------------------------------------------------------

local function metamethod(v, name)
  local meta = type(v) == "table" and getmetatable(v)
  return meta and rawget(meta, name) or nil
end

local SMALL <const> = 1 << 31                 -- whole numbers below are added without rounding

local function is_small(v) return math.type(v) == "integer" and v > -SMALL and v < SMALL end

-- Returns the metatable of stand-ins for a total, { expr; more: what is added to it, or nil }.  roll(expr)
-- draws the total; roll_compared(expr, comparison) draws whether the comparison holds, and returns any total
-- for which it does or does not.
function comparisons.stand_in(roll, roll_compared)
  local stand_in = {}

  local function sum_of(it) return roll(it.expr) + (it.more or 0) end

  -- Compares the total of a stand-in with a value that is not a number, as Lua does. compare(total): calls
  -- the metamethod of the value.
  local function compared_with(it, compare, left, right)
    if not compare then error(("attempt to compare %s with %s"):format(left, right), 3) end
    return compare(sum_of(it))
  end

  local function by_number(it, sign, number)
    if it.more then
      if not is_small(number) then return signs[sign](sum_of(it), number) end
      number = number - it.more
    end
    local comparison =
      { sign = signs[sign], ways = ways[sign], number = number, key = sign .. ("%q"):format(number) }
    return comparison.sign(roll_compared(it.expr, comparison), number)
  end

  -- Adds to a stand-in, times 1 or -1.  What is not a small whole number is added as Lua does.
  local function add(it, v, times)
    local more = is_small(v) and (it.more or 0) + times * v
    if more and is_small(more) then return setmetatable({ expr = it.expr, more = more }, stand_in) end
    local may_be_added = type(v) == "number" or type(v) == "string"
    if not may_be_added and not metamethod(v, times == 1 and "__add" or "__sub") then
      error(("attempt to perform arithmetic on a %s value"):format(type(v)), 3)
    end
    if times == 1 then return sum_of(it) + v else return sum_of(it) - v end
  end

  -- Returns the metamethod for a sign, "<" or "<=". swapped: the sign when the stand-in is on the right.
  local function comparing(sign, swapped, name)
    return function(a, b)
      if getmetatable(a) == stand_in then
        if type(b) == "number" then return by_number(a, sign, b) end
        local f = metamethod(b, name)
        return compared_with(a, f and function(total) return f(total, b) end, "number", type(b))
      end
      if type(a) == "number" then return by_number(b, swapped, a) end
      local f = metamethod(a, name)
      return compared_with(b, f and function(total) return f(a, total) end, type(a), "number")
    end
  end
  function stand_in.__add(it, v) return add(it, v, 1) end
  function stand_in.__sub(it, v) return add(it, v, -1) end
  stand_in.__lt, stand_in.__le = comparing("<", ">", "__lt"), comparing("<=", ">=", "__le")
  return stand_in
end

return comparisons
