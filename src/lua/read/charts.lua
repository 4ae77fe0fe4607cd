-- charts.lua -- charts as play reads them, their rows checked against the die: every total has exactly one
-- row. `item` is a row as rows.lua keeps it, `row` the row made from it for play.
local columns = module "read/columns"
local common = module "common"
local effects = module "read/effects"
local functions = module "read/functions"
local mistakes = module "read/mistakes"
local rows = module "read/rows"
local types = module "read/types"
local charts = {}

local report = mistakes.report
-- Totals of a row, and of a die: far above what tables use, so that a slip (1-1000000000) ends in a sentence.
local MAX_RANGE <const>, MAX_TOTALS <const> = 100000, 1000000
local MAX_LISTED <const> = 2000           -- totals of a die that are tried one by one; any number would do

local function span_text(lo, hi) return lo == hi and tostring(lo) or lo .. " to " .. hi end

-- --- one row -------------------------------------------------------------------------------------

-- Reports a mistake in field `key` of a row.
local function report_row(R, entry, item, key, text, ...)
  report(R, rows.field_place(item, key), "chart \"%s\", row \"%s\": " .. text, entry.name, item.name, ...)
end

-- The numbers of all rows of a name, "2-3" or "1, 4".
local function all_numbers(entry, name)
  local runs = {}                              -- runs of neighbouring numbers, each { first, last }
  for _, item in ipairs(entry.items) do
    local n, last = item.name == name and math.tointeger(tonumber(item.at)), runs[#runs]
    if n and last and last[2] == n - 1 then last[2] = n
    elseif n then runs[#runs + 1] = { n, n } end
  end
  return table.concat(common.map(runs, function(run)
    return run[1] == run[2] and run[1] or run[1] .. "-" .. run[2]
  end), ", ")
end

-- Reports the name of a row that another row has, or a field of charts.
local function check_row_name(R, entry, item, by_name)
  local place = rows.field_place(item, "name")
  if by_name[item.name] then
    -- Two rows of one name, without numbers and texts, are meant as one row that comes up more often.
    local plain = item.counted and item.text == nil and by_name[item.name].item.counted
    report(R, place, "chart \"%s\" has two rows named \"%s\"; %s", entry.name, item.name,
      plain and ("write it once with its numbers, { \"%s\", \"%s\" }, and the others with theirs"):format(
        all_numbers(entry, item.name), item.name) or "give one of them another name")
  elseif rows.reserved[item.name] or R.kinds.chart.fields[item.name] then
    report(R, place,
      "chart \"%s\": a row cannot be named \"%s\", which means something else after chart.%s; give it \z
      another name", entry.name, item.name, entry.name)
  end
end

-- The text of a row, its name when it has none.
local function read_text(R, entry, item)
  if item.text == nil then return item.name end
  if type(item.text) == "string" then return item.text end
  if not mistakes.is_nothing(item.text) then
    report_row(R, entry, item, "text", "write its text in quotes; this is %s", common.show(item.text))
  end
  return item.name
end

-- The ranges of a row, for each column where the chart has columns; or nil.
local function ranges_of(R, entry, item, chart)
  if not chart.columns then return types.ranges(item.at) end
  local numbers, why = columns.numbers(item, chart.columns)
  if not numbers then
    report_row(R, entry, item, "at", "%s", why)
    chart.unread = true
    return {}
  end
  local by_column = common.map(numbers, function(at) return at and (types.ranges(at) or false) or {} end)
  return not common.contains(by_column, false) and by_column or nil
end

-- Adds a row to the chart, as play reads it.
local function read_row(R, entry, item, chart)
  local ranges = ranges_of(R, entry, item, chart)
  if not ranges then
    report_row(R, entry, item, "at",
      "%s is not a place on a die; write \"2\", \"2-4\", \"1, 10\", \"to 4\" or \"15+\"",
      common.show(item.at))
    chart.unread = true
  end
  check_row_name(R, entry, item, chart.by_name)
  local label = ("chart \"%s\", row \"%s\""):format(entry.name, item.name)
  local it = { label = label, fields = item, made = item.place,
    place = function(key) return rows.field_place(item, key) end }
  local row_effects, of_member = effects.read(R, it)
  effects.warn_near(R, entry, item)
  local set = R.tracks[entry.final.sets]
  local named = set and effects.of_name(R, it, set)
  if named then table.insert(row_effects, 1, named) end
  of_member = of_member or item.check or set and set.of == "member"
  chart.of_member = chart.of_member or of_member
  local row = {
    at = item.at, name = item.name, text = read_text(R, entry, item), chart = entry.name,
    ranges = ranges or {}, own = item.own, of = entry,
    does = functions.resolve(R, item.does, rows.field_place(item, "does"), label), effects = row_effects,
    item = item, label = label, made = item.place,
  }
  row.done = effects.checked(R, it, R.effects.joined(row, row.does))
  chart.rows[#chart.rows + 1] = row
  chart.by_name[item.name] = row
  return row
end

-- --- which row has which totals ------------------------------------------------------------------

-- Gives row i the totals from lo to hi that no other row has.  Reports those that it shares with another row,
-- but only for the first such row.
local function claim(R, entry, chart, i, lo, hi)
  local other, first, last
  for n = lo, hi do
    local owner = chart.index[n] or i
    chart.index[n] = owner
    if owner ~= i and not other then other, first = owner, n end
    if owner == other then last = n end
  end
  if not other then return end
  report(R, rows.field_place(entry.items[i], "at"), "chart \"%s\": %s %s both \"%s\" and \"%s\"",
    entry.name, span_text(first, last), first == last and "is" or "are", chart.rows[other].name,
    chart.rows[i].name)
end

local WITH_SIDES <const> = { 4, 6, 8, 10, 12, 20, 100 }       -- dice that people have

-- Reports a range of row i that the die never reaches.  never: its total that is furthest out.
local function report_reach(R, entry, chart, i, range, never)
  local open = never > chart.die_max and range[1] .. "+" or "to " .. range[2]
  local lo, hi = math.max(range[1], chart.die_min), math.min(range[2], chart.die_max)
  local right = ("a last row \"%s\" is for what is added to the die"):format(open)
  local is_plain = chart.die:find "^1?d%d+$" and entry.name:find "^[%a_][%w_]*$"
  if lo > hi and is_plain and common.contains(WITH_SIDES, never) then
    local is_own = mistakes.field_place(entry, "die").file == rows.field_place(entry.items[i], "at").file
    right = ("a d%d does, %sdie = \"1d%d\"; %s"):format(never,
      is_own and "" or "chart." .. entry.name .. ".", never, right)
  elseif lo <= hi then
    right = ("write \"%s\", or \"%s\" when something is added to the die"):format(
      lo == hi and lo or lo .. "-" .. hi, open)
  end
  local rolls = ("%s rolls %s, never %d"):format(chart.die, span_text(chart.die_min, chart.die_max), never)
  -- A later file has given another die: its line is the one to change, not the row's.
  local item, die_place = entry.items[i], mistakes.field_place(entry, "die")
  if (R.order[die_place.file] or 0) > (R.order[rows.field_place(item, "at").file] or 0) then
    return report(R, die_place, "chart \"%s\": %s, which is the row \"%s\"; give it rows for this die, too",
      entry.name, rolls, item.name)
  end
  report_row(R, entry, item, "at", "%s; %s", rolls, right)
end

-- Reports rows that the die never reaches: only the lowest of those below it, and the highest of those above
-- it. Such rows are right only when something is added to the die; then the outermost row has an open end.
local function check_reach(R, entry, chart)
  for side, sign in ipairs { -1, 1 } do                    -- of a range, its low and its high end
    local is_open = chart[side == 1 and "open_low" or "open_high"]
    local never, out, range_out = chart[side == 1 and "die_min" or "die_max"], nil, nil
    for i, row in ipairs(is_open and {} or chart.rows) do
      for _, range in ipairs(row.ranges) do
        local is_read = range[1] and range[2] and range[2] >= range[1]
        local is_further = is_read and sign * range[side] > sign * never
        if is_further then never, out, range_out = range[side], i, range end
      end
    end
    if out then report_reach(R, entry, chart, out, range_out, never) end
  end
end

-- Returns the lowest and the highest total that rows must cover: those of the die, extended to rows with open
-- ends.
local function total_bounds(chart)
  local min, max = chart.die_min or chart.lowest or 1, chart.die_max or chart.highest or 0
  if chart.open_low then min = math.min(min, chart.lowest) end
  if chart.open_high then max = math.max(max, chart.highest) end
  return min, max
end

-- Gives row i all its totals; a range with an open end reaches at least to the end of the die.
local function claim_ranges(R, entry, chart, i, item)
  for _, range in ipairs(chart.rows[i].ranges) do
    local lo, hi = range[1], range[2]
    if not lo then
      chart.open_low = i
      lo = math.min(hi, chart.die_min or hi)
    elseif not hi then
      chart.open_high = i
      hi = math.max(lo, chart.die_max or lo)
    end
    if hi < lo then
      report_row(R, entry, item, "at", "\"%s\" runs backwards; write \"%d-%d\"", item.at, hi, lo)
      chart.unread = true
    elseif hi - lo > MAX_RANGE then
      report_row(R, entry, item, "at", "\"%s\" is too long a range", item.at)
      chart.unread = true
    else
      claim(R, entry, chart, i, lo, hi)
      chart.lowest, chart.highest = math.min(chart.lowest or lo, lo), math.max(chart.highest or hi, hi)
    end
  end
end

-- The totals of a die in order, or nil when there are too many or none.
local function totals_of(die)
  local ok, totals = protected(probability.of, die)
  return ok and totals or nil
end

-- Returns a function that tells whether the die can roll a total within its bounds (10*d6+d6 never rolls 17);
-- for dice with too many totals to list it says yes.
local function can_roll(chart)
  local can
  return function(n)
    local is_beyond = not chart.die_max or n < chart.die_min or n > chart.die_max     -- a roll adds something
    if is_beyond then return true end
    if not can then
      can = {}
      local is_short = chart.die_max - chart.die_min <= MAX_LISTED
      for _, total in ipairs(is_short and totals_of(chart.die) or {}) do can[total] = true end
    end
    return next(can) == nil or can[n] == true
  end
end

-- The ranges of totals that no row has, as { from, to }.
local function gaps(chart)
  local found, can, min, max = {}, can_roll(chart), total_bounds(chart)
  for n = min, max do
    local last = found[#found]
    local is_missing = not chart.index[n] and can(n)
    if is_missing and last and last[2] == n - 1 then last[2] = n
    elseif is_missing then found[#found + 1] = { n, n } end
  end
  return found
end

-- True if a row with the numbers `at` has the total n.
local function covers(at, n) return types.is_in(types.ranges(at) or {}, n) end

-- The place to blame for the gap at total n: the line that removed or moved its row, changed the die, or
-- wrote the rows.
local function place_of_change(entry, n)
  for _, r in ipairs(entry.removed_rows or {}) do
    if covers(r.row.at, n) then return r.at end
  end
  for _, row in ipairs(entry.items) do
    local change = row.changed.at
    if change and covers(change.was, n) then return rows.field_place(row, "at") end
  end
  if entry.changed.die then return mistakes.field_place(entry, "die") end
  return entry.items_at or entry.made
end

-- The place to blame for the gap, { first total, last total }: the row behind it, if that is no older than
-- the change that left the gap.
local function place_to_blame(entry, gap)
  local first, last = gap[1], gap[2]
  local place = place_of_change(entry, first)
  for _, row in ipairs(entry.items) do
    local is_behind = covers(row.at, last + 1) and row.place.file == place.file
    if is_behind and row.place.line >= place.line then return rows.field_place(row, "at") end
  end
  return place
end

-- Reports totals without a row, at the line that is to blame for the first gap.
local function check_gaps(R, entry, chart)
  local found = gaps(chart)
  if #found == 0 then return end
  local parts = common.map(found, function(gap) return span_text(gap[1], gap[2]) end)
  -- d66 probably means two dice read side by side
  local two = chart.die and chart.die:match "^1?d([2-9])%1$"
  local place = two and place_of_change(entry, found[1][1]) or place_to_blame(entry, found[1])
  report(R, place, "chart \"%s\": nothing is written for %s%s%s", entry.name,
    common.list(parts), chart.die and " of " .. chart.die or "",
    two and ("; that is one die of %s%s sides, and two side by side are \"10*d%s+d%s\""):format(two, two, two,
      two) or "")
end

-- --- a chart -------------------------------------------------------------------------------------

-- True if any row has an open upper end.
local function is_open(entry)
  return common.first(entry.items, function(item)
    return common.first(types.ranges(item.at) or {}, function(range) return not range[2] end) ~= nil
  end) ~= nil
end

-- Sets chart.die_min and chart.die_max, the bounds of the die; reports a die that no rows can cover.
local function read_die(R, entry, chart)
  if not chart.die then return end
  local min, max = door.range(chart.die)
  if min == nil then return end                       -- not dice, which fields.lua has reported
  local place = mistakes.field_place(entry, "die")
  if min == false and is_open(entry) then
    -- an exploding die has no maximum; its minimum is that of the same die without explosions
    local once = chart.die:gsub("!+[<>=]*%d*", "")
    chart.die_min = door.range(once) or nil
  elseif min == false then
    report(R, place, "chart \"%s\": %s has no greatest total, so its last row is open, as \"6+\"",
      entry.name, chart.die)
    chart.unread = true
  elseif min == max and #entry.items > 0 and math.type(tonumber(chart.die)) == "integer" then
    report(R, place, "chart \"%s\", die: %s is a number and no die; write \"1d%s\"", entry.name, chart.die,
      chart.die)
    chart.unread = true
  elseif max - min > MAX_TOTALS then
    report(R, place, "chart \"%s\": %s has too many totals for a chart", entry.name, chart.die)
    chart.unread = true
  else
    chart.die_min, chart.die_max = min, max
  end
end

-- The last number of rows that are written as "1-2 crows", "3-4 silence", each of which goes on where the one
-- before ends; else nil: "2-4 rats", "2-5 bats" say how many there are.
local function last_number_in_names(items)
  local last, has_range = 0, false
  for _, item in ipairs(items) do
    local from, to = tostring(item.name):match "^(%d+)%-?(%d*)%+?%s"
    from, to = tonumber(from), tonumber(to) or tonumber(from)
    if not from or last > 0 and from ~= last + 1 then return nil end
    last, has_range = to, has_range or to > from
  end
  return has_range and #items > 1 and last or nil
end

-- Reports rows that have their numbers in their names, and reads them as they are meant.  last: the last
-- number.
local function read_numbers_in_names(R, entry, chart, last)
  local pattern <const> = "^(%S+)%s+(.+)$"
  report(R, place_of_change(entry, 1),
    "chart \"%s\": the numbers of a row stand in quotes of their own, { \"%s\", \"%s\" }", entry.name,
    entry.items[1].name:match(pattern))
  for _, item in ipairs(entry.items) do item.at, item.name = item.name:match(pattern) end
  chart.die = chart.die or "1d" .. last
  entry.final.die = chart.die
end

-- Numbers the rows that have no numbers, in order of the die's totals.  A chart without a die gets one
-- with as many sides as it has rows.
local function number_rows(R, entry, chart)
  local counted, n = #common.where(entry.items, function(item) return item.counted end), #entry.items
  local is_die_wrong = entry.fields.die ~= nil and not chart.die
  if counted == 0 or is_die_wrong then return end
  local last = counted == n and last_number_in_names(entry.items)
  if last then return read_numbers_in_names(R, entry, chart, last) end
  if chart.columns then
    n = columns.counted(entry.items)
    counted = n
  end
  if not chart.die then
    chart.die = "1d" .. n
    entry.final.die = chart.die
  end
  local totals = totals_of(chart.die)
  if not totals or counted == n and #totals ~= counted then
    chart.unread = true
    local rolls = totals and ("%s rolls %d numbers"):format(chart.die, #totals)
      or chart.die .. " cannot be counted off"
    return report(R, place_of_change(entry, #entry.items),
      "chart \"%s\" counts off %d rows, and %s; leave the die out, or write the numbers, { \"1-2\", \z
        \"name\" }",
      entry.name, counted, rolls)
  end
  if chart.columns then return columns.count_off(entry.items, totals, #chart.columns) end
  for i, item in ipairs(entry.items) do
    if item.counted and not item.changed.at then item.at = tostring(totals[i] or i) end
  end
end

local function check_without_rows(R, entry, chart)
  if chart.ask or entry.unread or entry.doubtful then return end
  report(R, entry.made, chart.die
    and "chart \"%s\" has a die and no rows; give it rows, { \"1\", \"name\", \"text\" }"
    or "chart \"%s\" has neither rows nor a question; give it rows, or ask = \"…\" for the GM to say",
      entry.name)
end

-- Gives the totals their rows: sets chart.index, and how far it reaches.
local function read_index(R, entry, chart)
  chart.index = {}
  for i, item in ipairs(entry.items) do claim_ranges(R, entry, chart, i, item) end
  if chart.die_max then check_reach(R, entry, chart) end
  if not chart.unread then check_gaps(R, entry, chart) end
  -- Totals beyond an open end count as the outermost row; beyond any other end there is no row.
  chart.min = chart.open_low and chart.lowest or math.mininteger
  chart.max = chart.open_high and chart.highest or math.maxinteger
end

-- Makes chart.column, for each column the chart as a roll there reads it, with an index of its own.
local function read_columns(R, entry, chart)
  chart.column, chart.column_of, chart.column_ranges = {}, {}, {}
  for i, name in ipairs(chart.columns) do
    local column = setmetatable({ in_column = name }, { __index = chart })
    column.rows = common.map(chart.rows, function(row)
      return { name = row.name, ranges = row.ranges[i] or {} }
    end)
    read_index(R, setmetatable({ name = entry.name .. "\", column \"" .. name }, { __index = entry }), column)
    column.rows = nil
    chart.column[i], chart.column_of[name], chart.column_ranges[i] = column, i, types.ranges(name) or {}
  end
  local by = entry.final.by
  chart.by = type(by) == "string" and by or by and functions.in_field(R, entry, "by")
end

-- A chart as play reads it: { name, ask, secret, public, help, die, rows, by_name: rows by name; index:
-- number of the row by total; lowest, highest: the first and last total in `index`; min, max: totals beyond
-- them count as min or max; open_low, open_high: numbers of the rows with an open end; unread: true when a
-- mistake was found that makes the check for gaps pointless }.
function charts.read(R, entry)
  local f = entry.final
  local chart = {
    name = entry.name, ask = f.ask, secret = f.secret, public = f.public, help = f.help,
    rows = {}, by_name = {}, die = f.die and tostring(f.die), columns = columns.names(f.columns),
  }
  columns.check_by(R, entry)
  if not entry.items or #entry.items == 0 then
    check_without_rows(R, entry, chart)
    return chart
  end
  chart.ask = nil
  chart.unread = entry.unread or entry.doubtful or entry.fields.die ~= nil and not f.die
  number_rows(R, entry, chart)
  read_die(R, entry, chart)
  for _, item in ipairs(entry.items) do read_row(R, entry, item, chart) end
  if chart.columns then read_columns(R, entry, chart) else read_index(R, entry, chart) end
  return chart
end

return charts
