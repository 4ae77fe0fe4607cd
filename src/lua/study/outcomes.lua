-- outcomes.lua -- the draws of exact odds: every outcome of a draw, and its probability.
--
-- A run follows a path (cell/study/path_enumerator.h), which chooses the outcome of each draw. A draw has
-- only as many outcomes as the rules tell apart. Example: a check with 1d20 against 11 has two outcomes,
-- success and failure, each 1/2. Only when a rule then reads the margin are the ten totals of a success drawn
-- as well (counting.lua).
--
-- A path that fades (cell/study/path_enumerator.h) is stopped at its next draw. So is one on which a die
-- explodes so often that its total is no longer listed.
local common = module "common"
local comparisons = module "study/comparisons"
local contests = module "study/contests"
local face_streams = module "study/face_streams"
local outcomes = {
  draws = {},
  -- before_draw(id, is_loop) is called before each draw of several ways, and where a loop goes on to the next
  -- member (is_loop true). id: the number of the distribution; 0: nothing is drawn. Returns the outcome that
  -- the draw must have, or nil.
  before_draw = nil,
}

-- The draws of this run: list of { what: for messages; ways: how many; taken: the one chosen, or nil }.
local asked = {}
local closed                                  -- a sentence when nothing may be rolled now, or nil

local GIVEN_UP <const> = {}                   -- an outcome: any total that is not listed

-- Returns one of several ways, by the path; weights[i]: the probability of ways[i]; what: the name of the
-- draw in messages. Stops the play when the path fades. The key of a line that is left has weights.id in
-- place of the arguments (lib_frames.c), so equal weights mean equal ways.
local function choose(ways, weights, what)
  if closed then error(closed, 0) end
  if #ways == 1 then return ways[1] end
  weights.id = weights.id or paths.weights(weights)
  local nth = outcomes.before_draw and outcomes.before_draw(weights.id)
  local draw = { what = what, ways = #ways }
  asked[#asked + 1] = draw
  nth = nth or paths.choose(weights.id)
  draw.taken = nth
  if not nth or ways[nth] == GIVEN_UP then common.stop { stop = "faded" } end
  return ways[nth]
end

-- --- distributions of dice, worked out once a job --------------------------

local known = {}                              -- one table of results for each use of remember_by_key

-- Returns a function that calls make(key, ...) once a job for each key, and then returns the same result.
local function remember_by_key(make)
  local nth = #known + 1
  known[nth] = {}
  return function(key, ...)
    local v = known[nth][key]
    if v == nil then
      v = make(key, ...)
      known[nth][key] = v
    end
    return v
  end
end

-- The probability of n of `cases` equally likely cases.
local function share(n, cases) return probability.fraction(n) / probability.fraction(cases) end

-- The list of n equal probabilities.
local function equal_weights(n)
  local weights, one_of_n = {}, share(1, n)
  for i = 1, n do weights[i] = one_of_n end
  return weights
end

-- The totals of dice: { values, weights }.
local totals = remember_by_key(function(expr)
  local values, weights, rest = probability.of(expr, true)
  if rest then values[#values + 1], weights[#weights + 1] = GIVEN_UP, rest end
  return { values = values, weights = weights }
end)

-- The natural faces of dice with their totals: list of { natural, total, n: in how many ways they fall so }.
local joint = remember_by_key(function(expr)
  local ways, table_of = {}, probability.joint(expr)
  for _, natural in ipairs(common.keys(table_of)) do
    for _, total in ipairs(common.keys(table_of[natural])) do
      ways[#ways + 1] = { natural = natural, total = total, n = table_of[natural][total] }
    end
  end
  return ways
end)

-- The numbers from 1 to n, equally likely.
local numbers = remember_by_key(function(n)
  local values = {}
  for i = 1, n do values[i] = i end
  return { values = values, weights = equal_weights(n) }
end)

-- Every list of faces of a pool.
local all_faces = remember_by_key(function(expr)
  local list, n = probability.joint(expr, true)
  return { list = list, weights = equal_weights(n) }
end)

-- Adds an outcome to a distribution, { values, weights }. Outcomes with the same key count as one; place_of:
-- key -> its place in both lists.
local function add_outcome(distribution, place_of, key, value, weight)
  local values, weights = distribution.values, distribution.weights
  local place = place_of[key]
  if place then weights[place] = weights[place] + weight
  else
    place = #values + 1
    place_of[key] = place
    values[place], weights[place] = value, weight
  end
end

-- --- rolls of which the rules ask one thing after the other -----------------

-- A roll under way is { key, what: for messages }, for what is known of it so far: ways_left has, by key, the
-- ways that are left, a list of tables with p, their probability.  Each question that a rule asks leaves
-- fewer of them (ask).
local ways_left = remember_by_key(function(_, ways, fits) return fits and common.map(ways, fits) or ways end)

-- The answers to a question about the ways left, { values, weights }.  answer_of(way): a plain value.
local answers = remember_by_key(function(_, ways, answer_of)
  local split, place_of, sum = { values = {}, weights = {} }, {}, 0
  for _, way in ipairs(ways) do
    local answer = answer_of(way)
    add_outcome(split, place_of, answer, answer, way.p)
    sum = sum + way.p
  end
  for i, weight in ipairs(split.weights) do split.weights[i] = weight / sum end
  return split
end)

-- Draws the answer to a question, and keeps the ways with that answer.  question: its name.  Returns it, and
-- one of these ways.
local function ask(roll, question, answer_of)
  local ways = ways_left(roll.key)
  local question_key = roll.key .. " " .. question
  local split = answers(question_key, ways, answer_of)
  local answer = choose(split.values, split.weights, roll.what)
  roll.key = question_key .. ":" .. tostring(answer)
  local function fits(way) return answer_of(way) == answer and way or nil end
  return answer, ways_left(roll.key, ways, fits)[1]
end

-- The ways that dice fall, of those for which fits(way) is true: a roll (see above) whose ways are
-- { natural, total, p }.  more: a text, part of its key, for what questions depend on besides.
local function roll_that_fits(expr, fits, more)
  local ways, cases, key = {}, 0, { expr }      -- key: the dice and the numbers of these ways
  for i, way in ipairs(joint(expr)) do
    if fits(way) then
      ways[#ways + 1] = way
      key[#key + 1] = i
      cases = cases + way.n
    end
  end
  local roll = { key = table.concat(key, " ") .. "\0" .. (more or ""), what = expr }
  ways_left(roll.key, ways, function(way)
    return { natural = way.natural, total = way.total, p = share(way.n, cases) }
  end)
  return roll
end

local function natural_and_total(way) return way.natural .. " " .. way.total end

-- Draws one way that dice fall, { natural, total }, of those for which fits(way) is true.
local function draw_way(expr, fits)
  local _, way = ask(roll_that_fits(expr, fits), "way", natural_and_total)
  return way
end

-- --- the draws of a recorder, each followed through all its outcomes -------

-- Returns a distribution with only the totals that fit; its chances are scaled to add up to 1.  Returns it as
-- it was where some totals are not listed, or none fits.
local function conditioned(distribution, fits)
  local values, weights, sum = {}, {}, 0
  for i, value in ipairs(distribution.values) do
    if value == GIVEN_UP then return distribution end
    if fits(value) then
      values[#values + 1] = value
      weights[#weights + 1] = distribution.weights[i]
      sum = sum + distribution.weights[i]
    end
  end
  if #values == 0 then return distribution end
  for i, weight in ipairs(weights) do weights[i] = weight / sum end
  return { values = values, weights = weights }
end

-- The outcomes of a roll whose total is only compared with a number; each is told by one of its totals.
local compared = remember_by_key(function(_, expr, comparison)
  local function holds(total) return comparison.sign(total, comparison.number) end
  local all = totals(expr)
  if comparison.until_holds then all = conditioned(all, holds) end
  -- Totals with the same key are one outcome.
  local function key_of(total)
    if total == GIVEN_UP then return total end
    local is_read = comparison.goes_on and holds(total)        -- the rule goes on with this very total
    if is_read then return total end
    return holds(total)
  end
  local outcome, place_of = { values = {}, weights = {} }, {}
  for i, value in ipairs(all.values) do
    add_outcome(outcome, place_of, key_of(value), value, all.weights[i])
  end
  return outcome
end)

local function choose_compared(expr, comparison)
  local key = expr .. comparison.key .. (comparison.until_holds and " until" or "")
  local t = compared(key, expr, comparison)
  return choose(t.values, t.weights, expr)
end

local function choose_total(expr)
  local t = totals(expr)
  return choose(t.values, t.weights, expr)
end

local stand_in = comparisons.stand_in(choose_total, choose_compared)

-- is_dice: the rules get the total from their word `dice`, and from nothing else.
function outcomes.draws.roll(expr, _, _, _, is_dice)
  expr = tostring(expr)
  local comparison = is_dice and comparisons.here()
  if not comparison then return choose_total(expr) end
  if not comparison.by_stand_in then return choose_compared(expr, comparison) end
  -- A stand-in is of no use: nothing may be rolled (which raises an error), or there is but one total.
  if closed or #totals(expr).values == 1 then return choose_total(expr) end
  return setmetatable({ expr = expr }, stand_in)
end

-- The places of the cards that differ, of alike ones the last: { values, weights }. What is left is then in
-- the order of the deck (in_order in play/chance.lua), and the same cards left are the same state.
local cards_that_differ = remember_by_key(function(_, cards)
  local by_card, place_of, one = { values = {}, weights = {} }, {}, share(1, #cards)
  for i, card in ipairs(cards) do
    add_outcome(by_card, place_of, card, i, one)
    by_card.values[place_of[card]] = i
  end
  return by_card
end)

-- cards: of a deck, one of which is drawn; nil where it is something else.
function outcomes.draws.pick(n, _, _, _, cards)
  local u = cards and cards_that_differ(data.encode(cards), cards) or numbers(n)
  return choose(u.values, u.weights, "one of " .. n)
end

-- A list of faces that are drawn one by one is { n, die }, with this metatable (face_streams.lua).
local stream = { __len = function(faces) return faces.n end }

-- Lets the line be left here, though nothing is drawn. is_loop: see before_draw. The iterators below call
-- this, and do not name `asked` themselves: the key of a line that is left holds an iterator with all that it
-- refers to (draw_cuts.lua), and `asked` must not be in it.
local function may_leave_here(is_loop)
  if not outcomes.before_draw then return end
  outcomes.before_draw(0, is_loop)
  asked[#asked + 1] = { what = "each", ways = 1, taken = 1 }
end

-- Returns the function that `each` calls for one face after the other. When all have fallen the line may be
-- left once more: what rules do then is the same for each way in which the last one fell.
function stream.__each(faces)
  local to_draw, die = faces.n, faces.die
  return function()
    if to_draw == 0 then return may_leave_here() end
    local face = choose_total(die)
    to_draw = to_draw - 1                       -- only now: where the line is left, it tells what is to come
    return face
  end
end

-- Returns the faces of a plain pool, as "6d6", one by one where that will do; nil for other dice.
local function streamed(expr)
  local n, die = expr:match "^(%d+)(d%d+)$"
  n = math.tointeger(tonumber(n))
  if n and n > 1 and not closed and face_streams.here() then
    return setmetatable({ n = n, die = "1" .. die }, stream)
  end
end

local SORTED_MAX <const> = 20000               -- sorted lists of faces that are weighed

-- How many sorted lists of n faces dice with so many sides have: (n + sides - 1) over n.
local function sorted_count(n, sides)
  local count = 1
  for i = 1, n do
    count = count * (sides + i - 1) // i
    if count > SORTED_MAX then break end
  end
  return count
end

-- The lists of faces of a plain pool, as "6d6", sorted, each with the chance of all its orders; false where
-- they are too many.
local sorted_faces = remember_by_key(function(expr)
  local n, sides = expr:match "^(%d+)d(%d+)$"
  n, sides = math.tointeger(tonumber(n)), math.tointeger(tonumber(sides))
  if sorted_count(n, sides) > SORTED_MAX then return false end
  local sorted, one = { list = {}, weights = {} }, share(1, sides)
  -- Adds every list that begins with `list`, and whose `left` other dice show `face` or less.  weight, total:
  -- of `list`.
  local function fill(list, left, face, weight, total)
    if left == 0 then
      local way = common.copy_list(list)
      way.total = total
      table.insert(sorted.list, way)
      table.insert(sorted.weights, weight)
    end
    if left == 0 or face == 0 then return end
    local of_face = common.copy_list(list)
    fill(of_face, left, face - 1, weight, total)
    for k = 1, left do
      of_face[#of_face + 1] = face
      weight = weight * one * share(left - k + 1, k)       -- by now times (left over k) and one^k
      fill(of_face, left - k, face - 1, weight, total + k * face)
    end
  end
  fill({}, n, sides, share(1, 1), 0)
  return sorted
end)

-- The words that read a list of faces -> the dice that bring what they read: most(pool(3, "d6")) is 3d6kh1.
local kept_by <const> = { most = "kh1", least = "kl1" }

function outcomes.draws.faces(expr)
  expr = tostring(expr)
  local one_by_one = streamed(expr)
  if one_by_one then return one_by_one, 0 end  -- the rule has no use for the total
  local order = expr:find "^%d+d%d+$" and face_streams.order_here()
  if kept_by[order] then return { choose_total(expr .. kept_by[order]) }, 0 end
  local all = order == "orderless" and sorted_faces(expr) or all_faces(expr)
  local way = choose(all.list, all.weights, "faces " .. expr)
  return common.copy_list(way), way.total
end

local rows_of = remember_by_key(function() return {} end)     -- index of a chart -> dice -> its rows

-- The rows of a chart that a die can reach: { values: the places of the rows, 0 for none; weights; missing: a
-- total that no row has }.  index: total -> place; a total below min counts as min, one above max as max.
local function weigh_rows(expr, index, min, max, add)
  local dice, place_of = totals(expr), {}
  local rows = { values = {}, weights = {} }
  for i, value in ipairs(dice.values) do
    local row = value                           -- GIVEN_UP stays as it is
    if value ~= GIVEN_UP then
      row = index[math.max(min, math.min(max, value + add))] or 0
      if row == 0 then rows.missing = rows.missing or value + add end
    end
    add_outcome(rows, place_of, row, row, dice.weights[i])
  end
  return rows
end

-- Draws a row of a chart. Returns its place, or 0 and the total when no row has that total.
function outcomes.draws.row(expr, index, min, max, add)
  expr = tostring(expr)
  local rows_by_dice, key = rows_of(index), expr .. " " .. tostring(add or 0)
  rows_by_dice[key] = rows_by_dice[key] or weigh_rows(expr, index, min, max, add or 0)
  local rows = rows_by_dice[key]
  local missing = rows.missing                  -- not the table, which the key of a line could not hold
  local place = choose(rows.values, rows.weights, expr)
  return place, place == 0 and missing or nil
end

-- Draws the total and natural face behind a row.
function outcomes.draws.total_of_row(expr, index, min, max, add, place)
  local way = draw_way(tostring(expr), function(w)
    return index[math.max(min, math.min(max, w.total + (add or 0)))] == place
  end)
  return way.total + (add or 0), way.natural
end

-- Success and failure of a check, { values: true or false, weights }.
local tests = remember_by_key(function(_, expr, add, dc)
  local dice, place_of, test = totals(expr), {}, { values = {}, weights = {} }
  for i = #dice.values, 1, -1 do                -- success first; any order would do
    local value = dice.values[i]
    local succeeds = value                      -- GIVEN_UP stays as it is
    if value ~= GIVEN_UP then succeeds = value + add >= dc end
    add_outcome(test, place_of, succeeds, succeeds, dice.weights[i])
  end
  return test
end)

-- Draws whether a check succeeds.
function outcomes.draws.test(expr, add, dc)
  expr = tostring(expr)
  local t = tests(expr .. "\0" .. tostring(add) .. "\0" .. tostring(dc), expr, add, dc)
  return choose(t.values, t.weights, expr)
end

-- Draws the total and the natural roll behind a check whose success is known, as a rule now reads them, and
-- returns them.  known: a table of the check, which keeps what was drawn so far.  With `question`, the key of
-- holds(total, natural), only what `holds` says is drawn: returns the total and the natural roll of any way
-- of which it says the same, and true.
function outcomes.draws.total_of_test(expr, add, dc, success, _, known, question, holds)
  known.roll = known.roll or roll_that_fits(tostring(expr), function(w)
    return (w.total + add >= dc) == success
  end, tostring(add) .. " " .. tostring(dc))
  local _, way = ask(known.roll, question or "way", question and function(w)
    return holds(w.total + add, w.natural)
  end or natural_and_total)
  return way.total + add, way.natural, question ~= nil
end

-- --- contests ---------------------------------------------------------------

local PAIRS_MAX <const> = 10000                -- pairs of totals, as of two d100; they are listed once a job

-- The ways of two rolls, all of them; false where they are too many, or some totals are not listed.
local all_pairs = remember_by_key(function(_, mine, add, theirs)
  local a, b, pairs_of = totals(mine), totals(theirs), {}
  if #a.values * #b.values > PAIRS_MAX then return false end
  for i, total in ipairs(a.values) do
    for j, other in ipairs(b.values) do
      if total == GIVEN_UP or other == GIVEN_UP then return false end
      pairs_of[#pairs_of + 1] = { mine = total + add, theirs = other, p = a.weights[i] * b.weights[j] }
    end
  end
  return pairs_of
end)

local function difference(way) return way.mine - way.theirs end

-- Makes a stand-in for the difference of two totals, which rules compare like a total. Its expr is { roll,
-- sign }; sign: 1 for mine - theirs, -1 for theirs - mine.
local compared_difference = comparisons.stand_in(function(it)
  return it.sign * ask(it.roll, "difference", difference)
end, function(it, comparison)
  local _, way = ask(it.roll, it.sign .. comparison.key, function(way)
    return comparison.sign(it.sign * difference(way), comparison.number)
  end)
  return it.sign * difference(way)
end)

-- A total of which rules take only the difference from the other: { roll, sign, is_compared }.
local one_total = {}
function one_total.__sub(a, b)
  local view = { roll = a.roll, sign = a.sign }
  if a.is_compared then return setmetatable({ expr = view }, compared_difference) end
  return a.sign * ask(a.roll, "difference", difference)
end

local function total_of(roll, sign, how)
  return setmetatable({ roll = roll, sign = sign, is_compared = how == "compared" }, one_total)
end

outcomes.draws.reads_contest = contests.here

-- See recorder.contest. A total that rules only subtract is no number, but what the subtraction asks.
function outcomes.draws.contest(how, mine, add, theirs)
  mine, theirs = tostring(mine), tostring(theirs)
  local key = mine .. " " .. add .. " " .. theirs
  local pairs_of = not closed and all_pairs(key, mine, add, theirs)
  if not pairs_of then return nil end
  local roll = { key = key, what = "contest" }
  ways_left(key, pairs_of)
  local won = ask(roll, "won", function(way) return way.mine > way.theirs end)
  local function draw(name)
    if name == "margin" then return { margin = ask(roll, "difference", difference) - 1 }, true end
    if name == "total" and how ~= "won" then return { total = total_of(roll, 1, how) }, true end
    local _, way = ask(roll, "both", function(way) return way.mine .. " " .. way.theirs end)
    local natural = draw_way(mine, function(w) return w.total + add == way.mine end).natural
    return { total = how == "won" and way.mine or total_of(roll, 1, how), natural = natural,
      margin = difference(way) - 1, dc = way.theirs + 1, against = way.theirs }
  end
  return won, draw, how ~= "won" and total_of(roll, -1, how) or nil
end

-- The places of the things with a weight above 0: { values, weights }.
local by_weight = remember_by_key(function(_, sums, sum)
  local values, weights, sum_before = {}, {}, 0
  for i, sum_so_far in ipairs(sums) do
    if sum_so_far > sum_before then
      values[#values + 1] = i
      weights[#weights + 1] = share(sum_so_far - sum_before, sum)
    end
    sum_before = sum_so_far
  end
  return { values = values, weights = weights }
end)

-- Draws one of several things by weight; sums are the weights added up.
function outcomes.draws.weighted(sums, sum)
  local t = by_weight(table.concat(sums, " "), sums, sum)
  return choose(t.values, t.weights, "one by weight")
end

-- recorder.iterates: gives the members in a list, one after the other, and lets the line be left before each
-- of them and when all are done.
function outcomes.iterates(list)
  local i = 0
  return function()
    may_leave_here(true)
    i = i + 1
    return list[i]
  end
end

-- --- runs ------------------------------------------------------------------

-- Begins a job, in fractions or to 32 digits. Forgets the distributions of the last job.
function outcomes.open(fractions)
  for nth in ipairs(known) do known[nth] = {} end
  paths.open(fractions)
end

-- Begins a run.
function outcomes.begin() asked = {} end

-- Returns the list of the outcomes that the draws of this run had.
function outcomes.taken() return common.map(asked, function(draw) return draw.taken end) end

-- Returns the draws of the last run, those with the most outcomes first: list of { what, ways, times }.
function outcomes.asked()
  local list, by_key = {}, {}
  for _, draw in ipairs(asked) do
    local key = draw.what .. "\0" .. draw.ways
    if not by_key[key] then
      by_key[key] = { what = draw.what, ways = draw.ways, times = 0 }
      list[#list + 1] = by_key[key]
    end
    by_key[key].times = by_key[key].times + 1
  end
  table.sort(list, function(a, b) return a.ways ^ a.times > b.ways ^ b.times end)
  return list
end

-- Refuses all draws with the sentence `why`; nil allows them again.
function outcomes.close(why) closed = why end

return outcomes
