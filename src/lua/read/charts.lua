-- charts.lua -- checks the rows of a chart against its die: every total has exactly one row.
-- House files change rows in rows.lua.
local common = module "common"
local mistakes = module "read/mistakes"
local rows = module "read/rows"
local charts = {}

local report = mistakes.report
local MAX_RANGE, MAX_TOTALS = 100000, 1000000

-- Parses "2-4", "7", "1, 10", "to 4", "15+" into a list of { lo, hi } with false for an open end; nil when
-- wrong.
local function read_ranges(at)
  local ranges = {}
  for part in (at .. ","):gmatch("%s*(.-)%s*,") do
    local lo, hi = part:match("^(%-?%d+)%s*%-%s*(%d+)$")
    if not lo then lo, hi = part:match("^(%-%d+)%s*%-%s*(%-%d+)$") end
    if not lo then lo, hi = part:match("^(%-?%d+)%s*–%s*(%-?%d+)$") end
    if lo then ranges[#ranges + 1] = { tonumber(lo), tonumber(hi) }
    elseif part:match("^%-?%d+$") then ranges[#ranges + 1] = { tonumber(part), tonumber(part) }
    elseif part:match("^to%s+%-?%d+$") then ranges[#ranges + 1] = { false, tonumber(part:match("%-?%d+")) }
    elseif part:match("^%-?%d+%s*%+$") then ranges[#ranges + 1] = { tonumber(part:match("%-?%d+")), false }
    else return nil end
  end
  return #ranges > 0 and ranges or nil
end

local function span(lo, hi) return lo == hi and tostring(lo) or lo .. " to " .. hi end

-- --- one row -------------------------------------------------------------------------------------

-- Reports a mistake in field `key` of a row.
local function report_row(R, e, item, key, text, ...)
  report(R, rows.place(item, key), "chart \"%s\", row \"%s\": " .. text, e.name, item.name, ...)
end

local function check_name(R, e, item, by_name)
  local place = rows.place(item, "name")
  if by_name[item.name] then
    report(R, place, "chart \"%s\" has two rows named \"%s\"; give one of them another name",
      e.name, item.name)
  elseif rows.reserved[item.name] then
    report(R, place,
      "chart \"%s\": a row cannot be named \"%s\", which means something else after chart.%s; give it \z
      another name", e.name, item.name, e.name)
  end
end

local function read_text(R, e, item)
  if item.text == nil then return item.name end
  if type(item.text) == "string" then return item.text end
  if not mistakes.is_nothing(item.text) then
    report_row(R, e, item, "text", "its text stands in quotes, and this is %s", common.show(item.text))
  end
  return item.name
end

local function read_row(R, e, item, c)
  local ranges = type(item.at) == "string" and read_ranges(item.at)
  if not ranges then
    report_row(R, e, item, "at",
      "%s is no place on a die; write \"2\", \"2-4\", \"1, 10\", \"to 4\" or \"15+\"", common.show(item.at))
    c.unread = true
  end
  check_name(R, e, item, c.by_name)
  local row = {
    at = item.at, name = item.name, text = read_text(R, e, item), chart = e.name, ranges = ranges or {},
    own = item.own, of = e,
    does = charts.does(R, item.does, rows.place(item, "does"),
      ("chart \"%s\", row \"%s\""):format(e.name, item.name)),
  }
  c.rows[#c.rows + 1] = row
  c.by_name[item.name] = row
  return row
end

-- Resolves a field that holds a function; rule.NAME becomes the newest function of that name.
function charts.does(R, v, place, what)
  if v == nil or mistakes.is_nothing(v) then return nil end
  if rows.rule_name(v) then
    local f = R.final.rule[v.rule]
    if not f then R.unwritten[#R.unwritten + 1] = { space = "rule", key = v.rule, place = place } end
    return f
  end
  if type(v) ~= "function" then
    report(R, place, "%s: what it does is a function, as rule.NAME, and this is %s", what, common.show(v))
    return
  end
  return v
end

-- --- cover ---------------------------------------------------------------------------------------

-- Gives row i the totals lo to hi, and reports totals that another row has.
local function claim(R, e, c, i, lo, hi)
  local first, last, other
  for n = lo, hi do
    local owner = c.index[n]
    if owner and owner ~= i then
      if not first then first, other = n, owner end
      if owner == other then last = n end
    else
      c.index[n] = i
    end
  end
  if first then
    report(R, rows.place(e.items[i], "at"), "chart \"%s\": %s %s both \"%s\" and \"%s\"", e.name,
      span(first, last), first == last and "is" or "are", c.rows[other].name, c.rows[i].name)
  end
end

-- Reports rows that the die never reaches, once below it and once above it.  Such rows are right only when
-- something is added to the die; then the outermost row has an open end.
local function check_reach(R, e, c)
  local function report_reach(i, range, never)
    local open = never > c.die_max and range[1] .. "+" or "to " .. range[2]
    local lo, hi = math.max(range[1], c.die_min), math.min(range[2], c.die_max)
    local right = ("a last row \"%s\" is for what is added to the die"):format(open)
    if lo <= hi then
      right = ("write \"%s\", or \"%s\" when something is added to the die"):format(
        lo == hi and lo or lo .. "-" .. hi, open)
    end
    report_row(R, e, e.items[i], "at", "%s rolls %s, never %d; %s", c.die, span(c.die_min, c.die_max), never,
      right)
  end
  local high, low
  for i, row in ipairs(c.rows) do
    for _, range in ipairs(row.ranges) do
      local lo, hi = range[1], range[2]
      if lo and hi and hi >= lo then
        if hi > c.die_max and not c.open_high and (not high or hi > high.never) then
          high = { i = i, range = range, never = hi }
        end
        if lo < c.die_min and not c.open_low and (not low or lo < low.never) then
          low = { i = i, range = range, never = lo }
        end
      end
    end
  end
  if low then report_reach(low.i, low.range, low.never) end
  if high then report_reach(high.i, high.range, high.never) end
end

-- The totals that rows must cover: those of the die, extended to the rows with open ends.
local function total_bounds(c)
  local min, max = c.die_min or c.lowest or 1, c.die_max or c.highest or 0
  if c.open_low then min = math.min(min, c.lowest) end
  if c.open_high then max = math.max(max, c.highest) end
  return min, max
end

local function place_row(R, e, c, i, item)
  for _, range in ipairs(c.rows[i].ranges) do
    local lo, hi = range[1], range[2]
    if not lo then
      c.open_low = i
      lo = math.min(hi, c.die_min or hi)
    end
    if not hi then
      c.open_high = i
      hi = math.max(lo, c.die_max or lo)
    end
    if hi < lo then
      report_row(R, e, item, "at", "\"%s\" runs backwards; write \"%d-%d\"", item.at, hi, lo)
      c.unread = true
    elseif hi - lo > MAX_RANGE then
      report_row(R, e, item, "at", "\"%s\" is too long a range", item.at)
      c.unread = true
    else
      claim(R, e, c, i, lo, hi)
      c.lowest, c.highest = math.min(c.lowest or lo, lo), math.max(c.highest or hi, hi)
    end
  end
end

-- The totals of a die in order, or nil when there are too many or none.
local function totals_of(die)
  local ok, totals = protected(probability.of, die)
  return ok and totals or nil
end

-- The set of totals that the die can roll (10*d6+d6 never rolls 17), or nil when it is too large to list.
local function possible_totals(c)
  if not c.die_max or c.die_max - c.die_min > 2000 then return end
  local can = {}
  for _, n in ipairs(totals_of(c.die) or {}) do can[n] = true end
  return can
end

local function gaps(c)
  local found, from, can = {}, nil, nil
  local min, max = total_bounds(c)
  for n = min, max + 1 do
    local open = n <= max and not c.index[n]
    if open then
      can = can or possible_totals(c) or {}
      open = next(can) == nil or can[n] or n > (c.die_max or n) or n < (c.die_min or n)
    end
    if open and not from then from = n end
    if not open and from then
      found[#found + 1] = { from, n - 1 }
      from = nil
    end
  end
  return found
end

local function covers(at, n)
  for _, range in ipairs(type(at) == "string" and read_ranges(at) or {}) do
    if (not range[1] or range[1] <= n) and (not range[2] or n <= range[2]) then return true end
  end
end

-- The place to blame for the gap at n: the line that removed or moved its row, changed the die, or wrote the
-- rows.
local function blame(R, e, n)
  for _, r in ipairs(e.removed_rows or {}) do
    if covers(r.row.at, n) then return r.at end
  end
  for _, row in ipairs(e.items) do
    local change = row.changed.at
    if change and covers(change.was, n) then return rows.place(row, "at") end
  end
  if e.changed.die then return mistakes.field_place(e, "die") end
  return e.items_at or e.made
end

local function check_gaps(R, e, c)
  local found = gaps(c)
  if #found == 0 then return end
  local parts = common.map(found, function(gap) return span(gap[1], gap[2]) end)
  local two = c.die and c.die:match "^1?d([2-9])%1$"        -- d66 probably means two dice read side by side
  report(R, blame(R, e, found[1][1]), "chart \"%s\": nothing is written for %s%s%s", e.name,
    common.list(parts), c.die and " of " .. c.die or "",
    two and ("; that is one die of %s%s sides, and two side by side are \"10*d%s+d%s\""):format(two, two, two,
      two) or "")
end

-- --- a chart -------------------------------------------------------------------------------------

-- Does any row have no upper end?
local function is_open(e)
  for _, item in ipairs(e.items) do
    for _, range in ipairs(type(item.at) == "string" and read_ranges(item.at) or {}) do
      if not range[2] then return true end
    end
  end
end

local function reach(R, e, c)
  if not c.die then return end
  local min, max = door.range(c.die)
  if min == nil then return end                       -- reported already, as a field
  local place = mistakes.field_place(e, "die")
  if min == false and is_open(e) then
    -- an exploding die can roll any total above its first roll
    local once = c.die:gsub("!+[<>=]*%d*", "")
    c.die_min = door.range(once) or nil
  elseif min == false then
    report(R, place, "chart \"%s\": %s has no greatest total, so its last row is open, as \"6+\"",
      e.name, c.die)
    c.unread = true
  elseif min == max and #e.items > 0 and math.type(tonumber(c.die)) == "integer" then
    report(R, place, "chart \"%s\", die: %s is a number and no die; write \"1d%s\"", e.name, c.die, c.die)
    c.unread = true
  elseif max - min > MAX_TOTALS then
    report(R, place, "chart \"%s\": %s has too many totals for a chart", e.name, c.die)
    c.unread = true
  else
    c.die_min, c.die_max = min, max
  end
end

-- Numbers the rows that have no numbers, in order of the die's totals; the default die has one side per row.
local function count_off(R, e, c)
  local counted = 0
  for _, item in ipairs(e.items) do
    if item.counted then counted = counted + 1 end
  end
  if counted == 0 or e.fields.die ~= nil and not c.die then return end
  if not c.die then
    c.die = "1d" .. #e.items
    e.final.die = c.die
  end
  local totals = totals_of(c.die)
  if not totals or counted == #e.items and #totals ~= counted then
    c.unread = true
    local rolls = totals and ("%s rolls %d numbers"):format(c.die, #totals)
      or c.die .. " cannot be counted off"
    return report(R, blame(R, e, #e.items),
      "chart \"%s\" counts off %d rows, and %s; leave the die out, or write the numbers, { \"1-2\", \z
        \"name\" }",
      e.name, counted, rolls)
  end
  for i, item in ipairs(e.items) do
    if item.counted and not item.changed.at then item.at = tostring(totals[i] or i) end
  end
end

local function check_without_rows(R, e, c)
  if c.ask or e.unread or e.doubtful then return end
  report(R, e.made, c.die
    and "chart \"%s\" has a die and no rows; give it rows, { \"1\", \"name\", \"text\" }"
    or "chart \"%s\" has neither rows nor a question; give it rows, or ask = \"…\" for the GM to say", e.name)
end

-- A chart as play reads it: { name, die, rows, index: row number by total, min and max: totals beyond
-- them count as them … }.
function charts.read(R, e)
  local f = e.final
  local c = { name = e.name, ask = f.ask, secret = f.secret, public = f.public, help = f.help, rows = {},
    by_name = {}, die = f.die and tostring(f.die) }
  if not e.items or #e.items == 0 then
    check_without_rows(R, e, c)
    return c
  end
  c.ask, c.index, c.unread = nil, {}, e.unread or e.doubtful or e.fields.die ~= nil and not f.die
  count_off(R, e, c)
  reach(R, e, c)
  for _, item in ipairs(e.items) do read_row(R, e, item, c) end
  for i, item in ipairs(e.items) do place_row(R, e, c, i, item) end
  if c.die_max then check_reach(R, e, c) end
  if not c.unread then check_gaps(R, e, c) end
  -- Totals beyond an open end count as the outermost row; beyond any other end there is no row.
  c.min, c.max = c.open_low and c.lowest or math.mininteger, c.open_high and c.highest
    or math.maxinteger
  return c
end

return charts
