-- face_streams.lua -- in exact odds, draws the dice of a pool one by one where a rule goes through them once.
--
--    local list = pool(party.alarm, "d6")
--    for n in each(list) do if n == 1 then ones = ones + 1 end end
--
-- As a list, six dice are 46,656 ways. But this rule looks at one die after the other and at none of them
-- again. So each is drawn when the loop comes to it, and plays that have counted as many ones by then go on
-- as one (draw_cuts.lua).
--
-- The words of the rule show that a list is used so: it stands in `for NAME in each(...)` itself, or it is a
-- local that nothing but such a loop and `#` use.
--
-- A list that stands in a word itself, most(pool(4, "d6")), is drawn as that word's own dice, "4d6kh1"; and
-- one that only such words read, whatever its order, without it: 126 ways and not 1,296. Any other list is
-- drawn as a whole.
local common = module "common"
local comparisons = module "study/comparisons"
local face_streams = {}

local pools <const> = common.set "faces pool"
local words_used <const> = common.set "faces pool each"
-- Words between a local and the loop that goes through it: with them the loop might run twice.
local may_run_again <const> = common.set "for while repeat function goto ::"

-- True if `for NAME in each (` stands before index i, and `) do` from index j on.
local function is_looped(file, i, j)
  local kinds, words = file.kinds, file.words
  return kinds[i - 1] == "(" and words[i - 2] == "each" and kinds[i - 3] == "in" and kinds[i - 4] == "name"
    and kinds[i - 5] == "for" and kinds[j] == ")" and kinds[j + 1] == "do"
    and comparisons.is_free(file, i - 2)
end

local LIST_IN_LOOP <const> = 5                -- the list is so many words behind `for`, as is_looped has them

-- True if at index j stands a loop through the local of that name.
local function is_loop_at(file, j, name)
  local list = j + LIST_IN_LOOP
  return file.kinds[j] == "for" and file.words[list] == name and is_looped(file, list, list + 1)
end

-- True if the local at index i, whose value ends before index j, is only gone through, once.
local function is_gone_through(file, i, j)
  local kinds, words = file.kinds, file.words
  local in_loop                                 -- the index of the local in the loop through it
  local may_repeat = false                      -- the words so far may run more than once
  local last, is_end = comparisons.end_of_block(file, j)
  for k = j, is_end and last or 0 do
    local is_it = words[k] == words[i] and kinds[k] == "name"
    if not in_loop and not may_repeat and is_loop_at(file, k, words[i]) then in_loop = k + LIST_IN_LOOP
    elseif is_it and k ~= in_loop and kinds[k - 1] ~= "#" then return false
    elseif may_run_again[kinds[k]] then may_repeat = true
    end
  end
  return in_loop ~= nil
end

-- The index of the only `faces` or `pool` on a line, and that behind its call; nil when there is none.  Also
-- the index of the local that is made of it alone, or nil.
local function only_list(file, line)
  local i = comparisons.only_call(file, line, pools)
  local j = i and comparisons.behind_call(file, i)
  if not j then return nil end
  local kinds = file.kinds
  local is_local = kinds[i - 1] == "=" and kinds[i - 2] == "name" and kinds[i - 3] == "local"
    and comparisons.begins_statement[kinds[j]]
  return i, j, is_local and i - 2 or nil
end

-- True if the list of the only `faces` or `pool` on a line is gone through once.
local function find(file, line)
  local i, j, made = only_list(file, line)
  return i ~= nil and (is_looped(file, i, j) or made ~= nil and is_gone_through(file, made, j))
end

-- True if the list of faces that is being rolled is gone through once.
face_streams.here = comparisons.reader(words_used, find)

-- Words to which the order of a list of numbers is nothing.
local orderless <const> = common.set "most least sum has count"

-- The word that reads the list whose first word is at index i, as in most(LIST) or count(LIST, 6), if nothing
-- but a plain value follows the list, which ends before index j: the word, and the index behind the call.
-- With a function the word might roll, and the order would count.
local function read_by(file, i, j)
  local kinds, word = file.kinds, file.words[i - 2]
  if kinds[i - 1] ~= "(" or kinds[i - 2] ~= "name" or not orderless[word] then return nil end
  if not comparisons.is_free(file, i - 2) then return nil end
  if kinds[j] == ")" then return word, j + 1 end
  local is_plain = kinds[j] == "," and (word == "count" or word == "has")
    and (kinds[j + 1] == "number" or kinds[j + 1] == "name") and kinds[j + 2] == ")"
  if is_plain then return word, j + 3 end
end

-- True if the local at index i, whose value ends before index j, is only read by such words, and by `#`.
local function is_orderless(file, i, j)
  local kinds, words = file.kinds, file.words
  local last, is_end = comparisons.end_of_block(file, j)
  for k = j, last do
    local is_it = words[k] == words[i] and kinds[k] == "name"
    if is_it and kinds[k - 1] ~= "#" and not read_by(file, k, k + 1) then return false end
    if kinds[k] == "function" then return false end
  end
  return is_end
end

-- How the list of the only `faces` or `pool` on a line may be drawn: "most", "least", "orderless"; or false.
local function find_order(file, line)
  local i, j, made = only_list(file, line)
  if not i then return false end
  local word = read_by(file, i, j)
  if word == "most" or word == "least" then return word end
  return (word or made and is_orderless(file, made, j)) and "orderless" or false
end

-- How the list of faces that is being rolled may be drawn, as find_order has it.
face_streams.order_here = comparisons.reader(common.set "faces pool most least sum has count", find_order)

return face_streams
