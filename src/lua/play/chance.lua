-- chance.lua -- dice, things picked by lot, and charts.
-- Every draw is asked for as a whole (recorder.lua): rules cannot tell whether the program rolls or the table
-- does.
local common = module "common"
local events = module "play/events"
local lists = module "play/lists"
local live = module "play/live"
local questions = module "play/questions"
local recorder = module "play/recorder"
local texts = module "play/texts"
local words = {}

local function is_secret(with) return live.secret or with and with.secret or nil end

-- dice("2d6+1", "why", { secret = true }) -> the total
function words.dice(expr, why, with)
  local total, nth = recorder.roll(expr, why, nil, is_secret(with))
  events.fell(nth)
  return total
end

-- faces("3d6", "why", { secret = true }) -> list of faces, total
function words.faces(expr, why, with)
  local list, total, nth = recorder.faces(expr, why, nil, is_secret(with))
  events.fell(nth)
  return list, total
end

-- odds("4d6kh3", 15) -> the chance of 15 or more, and it as a fraction; odds "4d6kh3" -> the mean, the same
-- way
function words.odds(expr, dc)
  local totals, shares = probability.of(expr, true)
  local sum = probability.fraction(0)
  for i, total in ipairs(totals) do
    if dc == nil then
      if math.type(total) ~= "integer" then
        error("odds: the totals of " .. tostring(expr) .. " are no whole numbers", 0)
      end
      sum = sum + shares[i] * total
    elseif total >= dc then sum = sum + shares[i] end
  end
  return probability.float(sum), tostring(sum)
end

-- The weights of items, a field or function of each, added up one after the other; and their sum.
local function add_weights(items, by)
  local sums, sum = {}, 0
  for i, item in ipairs(items) do
    local w
    if type(by) == "function" then w = by(item) else w = item[by] end
    if math.type(w) ~= "integer" or w < 0 then
      error("pick: a weight is a whole number of at least 0, and this is " .. common.show(w), 0)
    end
    sum = sum + w
    sums[i] = sum
  end
  return sums, sum
end

-- pick(list or kind, "why", weight, { secret = true }) -> one of them
function words.pick(list, why, by, with)
  if type(by) == "table" then by, with = nil, by end
  local items = lists.items(list)
  if #items == 0 then error("pick: there is nothing to pick from", 0) end
  local at, nth
  if by == nil then
    at, nth = recorder.pick(#items, why or "pick", nil, is_secret(with))
  else
    local sums, sum = add_weights(items, by)
    if sum == 0 then error("pick: nothing to pick from weighs anything", 0) end
    at, nth = recorder.weighted(sums, sum, why or "pick", nil, is_secret(with))
  end
  events.fell(nth)
  return items[at]
end

-- sides "1d8" -> 8, the sides of each die; 0 for a word that is no die, as the last step of a usage die
function words.sides(die)
  local n = math.type(die) == "integer" and "1" or tostring(die):match("^%d*d(%d+)")
    or tostring(die):match("^%d*d(%%)")
  if n then return n == "%" and 100 or math.tointeger(tonumber(n)) end
  if type(die) ~= "string" or die:find("%d") then
    error("sides: a die is needed, as \"d8\", and this is " .. common.show(die), 0)
  end
  return 0
end

-- --- charts ----------------------------------------------------------------

-- A chart without rows is a question: the answer is the row.
local function ask_chart(chart, about)
  local question = { name = chart.name, text = chart.ask, type = "text", default = "something",
    secret = chart.secret }
  local answer = questions.put(question, about)
  local row = { at = "", name = answer, text = answer, chart = chart.name }
  local r = { chart = chart.name, row = row, about = about }
  events.hook(chart.name, r)
  events.happen(chart.name, r.row.name, r.row.text,
    { secret = chart.secret or nil, chart = true, asked = true })
  return r.row, r
end

local function clamp(chart, total) return math.max(chart.least, math.min(chart.greatest, total)) end

local row_fields <const> = { "total", "face" }

-- Rolls on a chart, or looks at the place { at = 3 }.  Returns r, with its row, total and face; the number of
-- the draw, and the total where the recorder told it.
local function draw_row(chart, about, with, secret)
  local add = with and with.add or 0
  local name, r = chart.name, { chart = chart.name, about = about }
  local place, total, nth
  if with and with.at then
    total = with.at + add
    place = chart.index[clamp(chart, total)]
  else
    local die = with and with.die and tostring(with.die) or chart.die
    if not die then
      error('roll: chart "' .. name .. '" has no die; give one, { die = "1d6" }, or a place, { at = 3 }', 0)
    end
    local index, min, max = chart.index, chart.least, chart.greatest
    local about_name = questions.name_of(about)
    place, total, nth, r.face = recorder.row(die, index, min, max, add, name, about_name, secret)
    if not total then
      recorder.defer(r, row_fields, function()
        local sum, face = recorder.total_of_row(die, index, min, max, add, place, nth)
        return { total = sum, face = face }
      end)
    end
  end
  r.row = chart.sealed_rows[place]
  if total then r.total = total end
  if not r.row then error("chart \"" .. name .. "\" has no row for " .. tostring(total), 0) end
  return r, nth, total
end

-- Text and fields of the event that a row came up.
local function describe_row(row, about, total, nth, secret)
  return texts.fill(row.text, about), { roll = nth and nth - 1, total = total, secret = secret, chart = true }
end

local function chart_of(name, about, with)
  local chart = live.R.charts[name]
  if not chart then
    error("roll: there is no chart '" .. tostring(name) .. "'"
      .. common.hint(tostring(name), live.R.kinds.chart:names()), 0)
  end
  if with == nil and type(about) == "table" and getmetatable(about) == nil
    and (about.add or about.die or about.at or about.secret) then
    error(("roll: what it is about comes first: roll(\"%s\", nil, { … })"):format(name), 0)
  end
  return chart
end

-- roll("hazard", about, with) -> row, r
function words.roll(name, about, with)
  local chart = chart_of(name, about, with)
  if not chart.index then return ask_chart(chart, about) end
  local secret = live.secret or chart.secret or with and with.secret or nil
  local r, nth, total = draw_row(chart, about, with, secret)
  events.hook(name, r)
  local row = r.row
  if type(row) ~= "table" or rawget(row, "name") == nil and getmetatable(row) == nil then
    error("on." .. name .. ": r.row must be a row, as chart." .. name .. ".NAME", 0)
  end
  events.happen(name, row.name, describe_row, row, about, total, nth, secret)
  if row.does and not r.held then row.does(about, r) end
  return row, r
end

return words
