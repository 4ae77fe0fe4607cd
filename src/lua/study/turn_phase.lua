-- turn_phase.lua -- rules that ask only for a remainder of the turn's number, as in turn.number % 3, or
-- compare it with a fixed number, as in turn.number >= 8.
--
-- Example: a step rolls on a chart if turn.number % 3 == 0. With the whole number in it, the state of every
-- turn would be a new one; with the remainder by 3 there are three phases. So the turn keeps only the
-- remainder by `modulus`, which is a multiple of all numbers that rules divide by.  Turns up to the last one
-- that is compared keep their number; those behind it are `modulus` phases:
--
--    turn.number % 3 == 0, turn.number >= 4     1 2 3 4 5 6 7 5 6 7 5 6 7 …
--
-- Lua does not tell what becomes of a number that was read, but the words on the line of the read do. Any
-- read that is not surely one of these brings the whole number back into the state (ignored_fields.lua).
local common = module "common"
local comparisons = module "study/comparisons"
local live = module "play/live"
local source = module "read/source"
local turn_phase = {}

-- All numbers up to 10 divide 5040. Beyond it the whole number is kept, as hardly a phase would come again.
-- LAST_MAX: as many turns as odds play (MAX_TURNS in enumerate.lua).
local MODULUS_MAX <const>, LAST_MAX <const> = 5040, 1000
local NOTHING <const> = { modulus = 1, last = 0 }

local known                                   -- "file:line" -> what has to be kept for its reads, or false
local others                                  -- name of a measure or policy -> its text (source.of)

function turn_phase.begin() known, others = {}, {} end

-- Adds the text of a measure or policy to those that are searched, besides the files of the rules.
function turn_phase.add_text(name, text) others[name] = source.of(name, text) end

-- Words before turn.number that bind as strongly as % or more, or make another thing of `turn`.
local binds_before = common.set "* / // % ^ . : # not ~"
-- Words behind a divisor that bind more tightly than %, or that make it something else.
local binds_behind = common.set "^ . [ ( :"

-- True if the word at i is the number in turn.number.
local function is_number_of_turn(file, i)
  return file.kinds[i] == "name" and file.kinds[i - 1] == "." and file.words[i - 2] == "turn"
    and file.kinds[i - 2] == "name"
end

-- If the word at i, `number`, stands in turn.number % N, returns N and the index behind it.
local function phase_at(file, i)
  local kinds, lines = file.kinds, file.lines
  if not is_number_of_turn(file, i) or binds_before[kinds[i - 3]] or kinds[i + 1] ~= "%" then return nil end
  local n, after = comparisons.number_at(file, i + 2)
  local is_divisor = math.type(n) == "integer" and n > 0 and not binds_behind[kinds[after]]
  if is_divisor and lines[i - 2] == lines[after - 1] then return n, after end
end

-- If the word at i, `number`, is that of turn.number >= N, or of another comparison, returns the number
-- beyond which turn numbers need not be told apart.
local function last_at(file, i)
  local comparison = is_number_of_turn(file, i) and comparisons.of_value(file, i - 2, i + 1)
  return comparison and math.max(0, math.floor(comparison.number)) or nil
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
-- may belong. Returns what has to be kept for all reads of the number there; nil where one may be another
-- read.
local function kept_for(file, line)
  local kinds, words, lines = file.kinds, file.words, file.lines
  local kept
  for i = start_of_line_above(file, line), #words do
    if lines[i] > line then break end
    if words[i] == "number" then
      local divisor, last = phase_at(file, i), last_at(file, i)
      if not divisor and not last then return nil end
      kept = turn_phase.both(kept or NOTHING, { modulus = divisor or 1, last = last or 0 })
    elseif kinds[i] == "[" and not holds_number(file, i) then return nil end
  end
  return kept
end

-- Returns what has to be kept of the turn's number for the function that reads it, or nil for all of it.
-- level: the place of that function in the stack, 1 for the one that called the caller of this one.
function turn_phase.kept_for(level)
  local name, line = sandbox.reader(level + 1)
  if not name then return nil end
  local key = name .. ":" .. line
  if known[key] == nil then
    local file = live.R.by_name[name] or others[name]
    known[key] = file and kept_for(file, line) or false
  end
  return known[key] or nil
end

-- Returns what has to be kept for two reads, each { modulus, last }; nil when that would be too much.
function turn_phase.both(a, b)
  local kept = { modulus = lcm(a.modulus, b.modulus), last = math.max(a.last, b.last) }
  return kept.modulus <= MODULUS_MAX and kept.last <= LAST_MAX and kept or nil
end

-- True if what is kept will do for a read that needs `needed`.
function turn_phase.will_do(kept, needed)
  return kept.modulus % needed.modulus == 0 and kept.last >= needed.last
end

return turn_phase
