-- contests.lua -- in exact odds, finds contests whose totals no rule reads: only who won, or by how much.
--
--    local won, c, theirs = contest(who, "dash", quarry, "dash")
--    if won and c.total - theirs >= 5 then lose(who, "gap", 2) end
--
-- With both totals this is 400 ways, but the rule asks only whether it is won, and whether by 5 or more. So
-- both rolls are one draw (outcomes.lua), of no more than that. The words of the rule show that it asks no
-- more: the third value is not taken, or it is only subtracted from c.total, or c.total from it.
local common = module "common"
local comparisons = module "study/comparisons"
local contests = {}

local names <const> = { contest = true }
-- Behind these a call gives one value, who won.
local takes_one <const> = common.set "if elseif while until not and or"
-- Words and signs that may stand before a difference; and signs that may not follow it, since they bind more
-- tightly than the minus.
local before <const> = common.set "if elseif until while and or ( , = return < <= > >= == ~="
local binds_more <const> = common.set "* / // % ^ . : [ ( { text"
local ordering <const> = common.set "< <= > >="
-- The fields of the second value, besides its total, that a rule may read.
local fields <const> = common.set "success margin natural dc against"

-- Returns the places of the names that are given the values of the call at index i, as in
-- `local a, b = contest(…)`; nil where there is another statement.
local function names_given(file, i)
  local kinds, places, k = file.kinds, {}, i - 2
  if kinds[i - 1] ~= "=" then return nil end
  while kinds[k] == "name" do
    table.insert(places, 1, k)
    if kinds[k - 1] == "local" then return places end
    if kinds[k - 1] ~= "," then return nil end
    k = k - 2
  end
end

local TOTAL <const> = 3                       -- words in c.total

-- Returns the index behind the difference that begins at index k, `c.total - theirs` or `theirs - c.total`;
-- nil where none does.
local function behind_difference(file, k, c, theirs)
  local words, kinds = file.words, file.kinds
  local function is_total(at) return words[at] == c and kinds[at + 1] == "." and words[at + 2] == "total" end
  local ends
  if is_total(k) and kinds[k + TOTAL] == "-" and words[k + TOTAL + 1] == theirs then ends = k + TOTAL + 2
  elseif words[k] == theirs and kinds[k + 1] == "-" and is_total(k + 2) then ends = k + 2 + TOTAL end
  return ends and before[kinds[k - 1]] and not binds_more[kinds[ends]] and ends or nil
end

-- How the rule reads the totals from index k on to the end of its block: "compared" where it only compares
-- their difference, "differences" where it reads that, "won" where it reads neither; false where it may read
-- more.  c, theirs: the names of the second and the third value.
local function how_read(file, k, c, theirs)
  local kinds, words, how, is_c_plain = file.kinds, file.words, "won", true
  local last, is_end = comparisons.end_of_block(file, k)
  if not is_end then return false end
  while k <= last do
    local behind = kinds[k] == "name" and behind_difference(file, k, c, theirs)
    if behind then
      local is_compared = ordering[kinds[behind]] or ordering[kinds[k - 1]]
      how = is_compared and how ~= "differences" and "compared" or "differences"
      k = behind - 1
    elseif kinds[k] == "name" and words[k] == theirs or kinds[k] == "function" then return false
    elseif kinds[k] == "name" and words[k] == c then
      is_c_plain = is_c_plain and kinds[k + 1] == "." and fields[words[k + 2]] or false
    end
    k = k + 1
  end
  return (how == "won" or is_c_plain) and how
end

-- How the totals of the only `contest` on a line are read, as how_read has it.
local function find(file, line)
  local i = comparisons.only_call(file, line, names)
  local j = i and comparisons.behind_call(file, i)
  if not j then return false end
  if takes_one[file.kinds[i - 1]] then return "won" end
  local places = names_given(file, i)
  if not places or not comparisons.begins_statement[file.kinds[j] or "end"] then return false end
  if #places < 3 then return "won" end
  return #places == 3 and how_read(file, j, file.words[places[2]], file.words[places[3]])
end

-- How the totals of the contest that is under way are read, as how_read has it.
contests.here = comparisons.reader(names, find)

return contests
