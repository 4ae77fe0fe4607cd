-- turn_phase.lua -- rules that ask only for a remainder of the turn's number, as in turn.number % 3.
--
-- Example: a step rolls on a chart if turn.number % 3 == 0. With the whole number in it, the state of every
-- turn would be a new one; with the remainder by 3 there are three phases. So the turn keeps only the
-- remainder by `modulus`, which is a multiple of all numbers that rules divide by.
--
-- Lua does not tell what becomes of a number that was read. The place of the read does: the words on its
-- line. Any read that is not surely followed by % and a fixed number brings the whole number back into the
-- state (ignored_fields.lua).
local common = module "common"
local live = module "play/live"
local source = module "read/source"
local turn_phase = {}

-- All numbers up to 10 divide 5040. Beyond it the whole number is kept, as hardly a phase would come again.
local MODULUS_MAX <const> = 5040

local divisors                                -- "file:line" -> what its reads are divided by, or false
local others                                  -- name of a measure or policy -> its text (source.of)

function turn_phase.begin() divisors, others = {}, {} end

-- Adds the text of a measure or policy to those that are searched, besides the files of the rules.
function turn_phase.add_text(name, text) others[name] = source.of(name, text) end

-- Words before turn.number that bind as strongly as % or more, or make another thing of `turn`.
local binds_before = common.set "* / // % ^ . : # not ~"
-- Words behind a divisor that bind it before % does, or make another thing of it.
local binds_behind = common.set "^ . [ ( :"

-- Reads the divisor that begins at index i, behind a %: a whole number above 0, or the name of a setting that
-- has one. Returns it and the index behind it; nil for anything else.
local function divisor_at(file, i)
  local kinds, words = file.kinds, file.words
  local n, after
  if kinds[i] == "number" then n, after = math.tointeger(tonumber(words[i])), i + 1
  elseif words[i] == "setting" and kinds[i + 1] == "." and kinds[i + 2] == "name" then
    n, after = live.R.settings[words[i + 2]], i + 3
  end
  if math.type(n) == "integer" and n > 0 and not binds_behind[kinds[after]] then return n, after end
end

-- If the word at i, `number`, stands in turn.number % N, returns N and the index behind it.
local function phase_at(file, i)
  local kinds, words, lines = file.kinds, file.words, file.lines
  local is_of_turn = kinds[i] == "name" and kinds[i - 1] == "." and words[i - 2] == "turn"
    and kinds[i - 2] == "name"
  if not is_of_turn or binds_before[kinds[i - 3]] or kinds[i + 1] ~= "%" then return nil end
  local n, after = divisor_at(file, i + 2)
  local is_on_one_line = n and lines[i - 2] == lines[after - 1]
  if is_on_one_line then return n, after end
end

-- True if the bracket at i surely holds a number: it begins with turn.number % N, which only + and - may
-- follow.
local function holds_number(file, i)
  local kinds, words = file.kinds, file.words
  if words[i + 3] ~= "number" then return false end
  local _, at = phase_at(file, i + 3)
  while at and (kinds[at] == "+" or kinds[at] == "-") and kinds[at + 1] == "number" do at = at + 2 end
  return at ~= nil and kinds[at] == "]"
end

-- The least common multiple.
local function lcm(a, b)
  local x, y = a, b
  while y ~= 0 do x, y = y, x % y end
  return a // x * b
end

-- Returns the index of the first word of the nearest line above that has words.
local function start_of_line_above(file, line)
  local above = line - 1
  while above > 1 and not file.first[above] do above = above - 1 end
  return file.first[above] or 1
end

-- Looks at the words of a line, and at those of the line before, to which the last words of a long expression
-- may belong. Returns what all reads of the number there are divided by; nil if any could be another read.
local function divisor_of(file, line)
  local kinds, words, lines = file.kinds, file.words, file.lines
  local common_multiple = 1
  for i = start_of_line_above(file, line), #words do
    if lines[i] > line then break end
    if words[i] == "number" then
      local divisor = phase_at(file, i)
      if not divisor then return nil end
      common_multiple = lcm(common_multiple, divisor)
    elseif kinds[i] == "[" and not holds_number(file, i) then return nil end
  end
  return common_multiple > 1 and common_multiple or nil
end

-- Returns the number by which the function that reads the turn's number divides it, or nil. level: the place
-- of that function in the stack, 1 for the one that called the caller of this one.
function turn_phase.divisor(level)
  local name, line = sandbox.reader(level + 1)
  if not name then return nil end
  local key = name .. ":" .. line
  if divisors[key] == nil then
    local file = live.R.by_name[name] or others[name]
    divisors[key] = file and divisor_of(file, line) or false
  end
  return divisors[key] or nil
end

-- The modulus that also serves one more divisor; nil when it would be too large.
function turn_phase.modulus(modulus, divisor)
  local m = lcm(modulus, divisor)
  return m <= MODULUS_MAX and m or nil
end

return turn_phase
