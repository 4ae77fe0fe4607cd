-- spec_odds.lua -- runs the rows of specs that ask for exact odds, as { odds = { encounter = "31031/46656" },
-- turns = 6, plan = "crawl" }.  They leave the state as it is.  odds: the chance by the last turn; often: how
-- often it happens by then, on average; takes: after how many turns it first happens, on average; ever: the
-- chance that it ever happens.  takes and ever have no limit where turns are left out
-- (study/odds/ever.lua).
local query = module "study/query"
local common = module "common"
local language = module "read/language"
local enumerate = module "study/enumerate"
local spec_odds = {}

local mistake = common.mistake
local MAX_STATES <const> = 20000          -- as CAP of enumerate.lua: a spec waits no longer than `odds`

local row_fields = common.set "odds often takes ever turns plan answers"

function spec_odds.is_row(row)
  return type(row) == "table" and (row.odds or row.often or row.takes or row.ever) ~= nil
end

-- --- the request ---------------------------------------------------------------------------------

-- True if key is an expression of the state, rather than the name of an event.
local function is_expression(key)
  return key:find("[^%w_.<]") ~= nil or language.state[key:match("^[^.]+")] ~= nil
end

-- Splits "A<B" or "A < B" into the two events; nil when it is something else.
local function events_of_race(key)
  local a, b = key:match("^%s*([%w_.]+)%s*<%s*([%w_.]+)%s*$")
  if a and not tonumber(b) and not is_expression(a) and not is_expression(b) then return a, b end
end

-- Adds a key of odds, often, takes or ever to the request; returns its name in the reply.
local function ask_for(request, key)
  if type(key) ~= "string" then mistake "what is asked for has a name, as encounter = \"1/6\"" end
  local a, b = events_of_race(key)
  if a then
    table.insert(request.before, { first = a, second = b })
    return a .. "<" .. b
  elseif is_expression(key) then
    local name = "(" .. key .. ")"
    if not common.contains(common.names(request.measures), name) then
      table.insert(request.measures, { name = name, expr = key })
    end
    return name
  end
  query.known(key, "odds")
  return key
end

-- The events that decide what is wanted: "A", or "A,B" for a race, the same for A<B and B<A.
local function decided_by(want)
  local a, b = events_of_race(want.key)
  if not a then return want.name end
  return a < b and a .. "," .. b or b .. "," .. a
end

-- Sets request.until, for a row without turns: a play ends with what all wants of the sort, "takes" or
-- "ever", wait for.  Also sets request.brief: true if the equations of all states answer everything, so that
-- enumerate.lua plays only one turn.  Means and measures are not among that: they need the turns played.
local function wait_for(request, wants, sort)
  request.brief = true
  for _, want in ipairs(wants) do
    if want.sort == "often" or is_expression(want.key) then request.brief = false end
    if want.sort == sort then
      local events = decided_by(want)
      if request["until"] and request["until"] ~= events then
        mistake("%s: without turns a play ends with the one event it waits for; make a row of each", sort)
      end
      request["until"] = events
    end
  end
  if not request["until"] then mistake "how many turns? write turns = 6" end
end

-- Raises if the row has a field that rows of odds do not have.
local function check_fields(row)
  for _, key in ipairs(common.keys(row)) do
    if key == 1 then mistake "a row types a line or asks for odds; make two rows of it" end
    if not row_fields[key] then
      mistake("a row that asks for odds has no '%s'%s", key,
        common.hint(tostring(key), common.keys(row_fields)))
    end
  end
end

-- Raises if `takes` or `ever` asks for something that has no such figure.
local function check_key(row, sort, key)
  local has_figure = sort == "odds" or sort == "often" or not is_expression(key)
  if sort == "takes" and row.turns == nil and events_of_race(key) then has_figure = false end
  if not has_figure then
    mistake("%s: the name of an event is needed, and this is %s", sort, common.show(key))
  elseif sort == "ever" and row.turns ~= nil then
    mistake "ever has no limit of turns; leave out turns, or write odds instead"
  end
end

-- Makes the request for a row, and the list of the results that it wants: { sort: "odds", "often", "takes" or
-- "ever"; key, want: as written; name: the name of the result }.
local function read(row, bytes)
  check_fields(row)
  local request = { state = bytes, fractions = true, quiet = true, cap = MAX_STATES, turns = row.turns,
    measures = {}, before = {} }
  if row.plan == nil then mistake("which plan? a line a turn, as plan = \"crawl; search\"") end
  request.plan = type(row.plan) == "table" and row.plan or common.pieces(tostring(row.plan), ";")
  if #request.plan == 0 then mistake "the plan is empty" end
  if row.turns ~= nil and (math.type(row.turns) ~= "integer" or row.turns < 1) then
    mistake("turns: a whole number of at least 1 is needed, and this is %s", common.show(row.turns))
  end
  local wants = {}
  for _, sort in ipairs { "odds", "often", "takes", "ever" } do
    for _, key in ipairs(common.keys(row[sort] or {})) do
      wants[#wants + 1] = { sort = sort, key = key, name = ask_for(request, key), want = row[sort][key] }
      check_key(row, sort, key)
    end
  end
  if row.turns == nil then wait_for(request, wants, row.takes and "takes" or "ever") end
  return request, wants
end

-- --- the results ---------------------------------------------------------------------------------

-- A figure of measure.ever as a fraction; and true if it is not exact, but rounded.
local function beyond(ever, sort)
  local fraction, number = ever.fraction, ever.p
  if sort == "takes" then fraction, number = ever.mean_fraction, ever.mean end
  if fraction then return probability.fraction(fraction) end
  return number and probability.fraction(number), number ~= nil
end

-- The result for one key, as a fraction: 0 for an event that never happens, but nil for `takes`.  Returns
-- also true if the result is not exact, but rounded.
local function result_of(reply, want)
  local measure, sort = reply.measures[want.name], want.sort
  -- `often` is of the turns that were played, also where the other sorts know no limit of turns.
  if measure and measure.ever and sort ~= "often" then return beyond(measure.ever, sort) end
  if sort == "takes" then
    local first = measure and measure.first
    return first and probability.fraction(first.mean_fraction)
  end
  local last = measure and measure.by_turn[#measure.by_turn]
  if not last then return probability.fraction(0) end
  local is_mean = sort == "often" and last.mean_fraction       -- yes or no has none: its mean is its chance
  if is_mean then return probability.fraction(last.mean_fraction) end
  if not last.fraction then mistake("odds, %s: this is a number; often = tells its mean", want.key) end
  return probability.fraction(last.fraction)
end

-- True if the result rounds to a text such as "66.5%" or "5.00"; nil when the text has another form.
local function rounds_to(got, text)
  local digits, behind = text:match("^%s*(%d+%.?(%d*))%s*%%$")
  local scale = 100
  if not digits then
    digits, behind = text:match("^%s*(%d+%.(%d+))%s*$")
    scale = 1
  end
  if not digits then return nil end
  -- More than a half, since half of the last digit may come out as more: 0.4 - 0.35 is 0.05000000000000004.
  return math.abs(probability.float(got) * scale - tonumber(digits)) <= 0.5000001 * 10.0 ^ -#behind
end

local TOLERANCE <const> = 1e-9          -- the part of itself by which a mean may be off
local ROUNDING <const> = 1e-15          -- by how much the float of a chance may be off
local NEGLIGIBLE <const> = 1e-12        -- a share of plays that may be left out: it changes no digit shown

-- How far a result, about n, may be from the fraction that is wanted: by `out`, the probability of the plays
-- that it leaves out; and a mean, or a result that is rounded itself, by at least the part TOLERANCE of n.
local function room_around(n, out, is_mean, rounded)
  local room = out + ROUNDING
  return (is_mean or rounded) and math.max(room, TOLERANCE * n) or room
end

-- True if the result is as wanted: equal to a fraction or whole number, or rounded to a share or decimal.
-- out, is_mean, rounded: see room_around.
local function is_as_wanted(got, want, key, out, is_mean, rounded)
  local is_number = math.type(want) == "integer" or type(want) == "string"
  local fraction = is_number and probability.fraction(want)
  if fraction and out == 0 and not rounded then return got == fraction end
  if fraction then
    local n = probability.float(fraction)
    return math.abs(probability.float(got) - n) <= room_around(n, out, is_mean, rounded)
  end
  local near
  if type(want) == "string" then near = rounds_to(got, want) end
  if near ~= nil then return near end
  mistake("odds, %s: a fraction (\"31031/46656\"), a share (\"66.5%%\"), a decimal in quotes (\"5.00\") or \z
    a whole number is needed, and this is %s", key, common.show(want))
end

-- A result in messages: 31031/46656 (66.5%); counts and waits as decimals.
local function shown(fraction, sort)
  local n = probability.float(fraction)
  local chance = sort == "odds" or sort == "ever"
  local near = chance and string.format("%.4g%%", n * 100) or string.format("%.4g", n)
  return tostring(fraction) .. " (" .. near .. ")"
end

local function shown_want(want)
  local fraction = type(want.want) == "string" and probability.fraction(want.want)
  return fraction and shown(fraction, want.sort) or tostring(want.want)
end

-- Notes why there are no odds.
local function report_failure(fail, reply)
  if reply.outcome == "states" then
    return fail("turn %d has too many ways to weigh them all; sconce odds says what makes them",
      reply.many.turn)
  end
  local e = reply.error
  local turn = (e.turn or 0) > 0 and "turn " .. e.turn .. (e.said and ", '" .. e.said .. "'" or "") .. ": "
  local place = e.file and e.file .. ":" .. tostring(e.line) .. ": "
  fail("%s%s%s", turn or "", place or "", tostring(e.text))
end

-- The fields of a row that ask for odds, as messages call them.
local labels = { odds = "odds", often = "how often", takes = "turns until", ever = "ever" }

-- Checks one row from the state in bytes.  fail("…", …): notes a failure.
function spec_odds.run(fail, row, bytes)
  local request, wants = read(row, bytes)
  probability_vector.collect(true)
  sandbox.watch(false)                             -- odds count their own work (study/odds/effort.lua)
  local reply = enumerate.odds(request, row.answers)
  sandbox.watch(true)
  probability_vector.collect(false)
  if reply.outcome ~= "done" then return report_failure(fail, reply) end
  -- The chance that a play still waits.
  local waiting = not request.turns and not reply.explored and reply.left or 0
  if waiting > NEGLIGIBLE then
    return fail("after %d turns it is still to come in %.3g%% of plays, and there are too many states to \z
      look further; write turns = %d", reply.turns, waiting * 100, reply.turns)
  end
  -- The chance of the plays that were left out: those that still wait, and those that were given up.
  local out = waiting + (reply.remainder and reply.remainder.p or 0)
  for _, want in ipairs(wants) do
    local got, rounded = result_of(reply, want)
    local is_mean = want.sort ~= "odds" and want.sort ~= "ever"
    if not got then fail("turns until %s: it never comes", want.key)
    elseif not is_as_wanted(got, want.want, want.key, out, is_mean, rounded) then
      fail("%s, %s: expected %s, got %s", labels[want.sort], want.key, shown_want(want),
        shown(got, want.sort))
    end
  end
end

return spec_odds
