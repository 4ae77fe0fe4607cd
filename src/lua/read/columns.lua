-- columns.lua -- charts with columns, as a book has them by terrain, season or level: columns = "woods|fen".
-- A row holds its numbers for each, { "1-2 | 1", "wolves" }, with - where it does not stand; or its name for
-- each, { "1-2", "wolves | leeches" }, which makes a row for each column:
--   item.split   { column: its numbers there }; nil for a row that stands in all columns, or has a | in `at`
local common = module "common"
local language = module "read/language"
local mistakes = module "read/mistakes"
local types = module "read/types"
local columns = {}

-- The parts of a text between |, without the blanks around them.
local function parts_of(text)
  local parts = {}
  for part in (text .. "|"):gmatch "%s*(.-)%s*|" do parts[#parts + 1] = part end
  return parts
end

-- True for what stands in a column in which a row does not come up.
local function is_none(part) return part == "" or part == "-" or part == "–" or part == "—" end

-- The names of the columns in the field `columns`, a text or a list; nil where there are none.
function columns.names(v)
  if type(v) == "string" then v = parts_of(v) end
  if not common.is_plain(v) then return nil end
  return common.map(v, tostring)
end

-- The numbers of a row that was split, for people: "1-2 | -".
local function shown(split, n)
  local parts = {}
  for i = 1, n do parts[i] = split[i] or "-" end
  return table.concat(parts, " | ")
end

-- A copy of a row, for one of its names.
local function one_of(row, name)
  local one = common.shallow_copy(row)
  one.own = common.shallow_copy(row.own)
  one.name, one.split, one.changed, one.written = name, {}, {}, {}
  return one
end

-- True if a row says more than that the row `old` of the same name comes up there, too.
local function says_more(row, old)
  for _, key in ipairs(common.append({ "text", "does" }, language.effects)) do
    if row[key] ~= nil and row[key] ~= old[key] then return true end
  end
  return false
end

-- Adds a row to the rows of a chart with these columns; a name for each column makes several.
function columns.add(items, row, names)
  local parts = names and row.name:find("|", 1, true) and parts_of(row.name)
  if not parts or #parts ~= #names then return table.insert(items, row) end
  for i, name in ipairs(parts) do
    local old = common.first(items, function(item)
      return item.split and item.name == name and not says_more(row, item)
    end)
    if is_none(name) then old = nil
    elseif old then old.split[i] = (old.split[i] and old.split[i] .. ", " or "") .. row.at
    else
      old = one_of(row, name)
      old.split[i], items[#items + 1] = row.at, old
    end
    if old then old.at = shown(old.split, #names) end
  end
end

-- Gives rows that were counted off the totals of the die.
function columns.count_off(items, totals, n)
  local function total(nth) return tostring(totals[tonumber(nth)] or nth) end
  for _, item in ipairs(items) do
    local is_counted = item.counted and not item.changed.at
    for i, at in next, is_counted and item.split or {} do item.split[i] = at:gsub("%d+", total) end
    if is_counted then item.at = item.split and shown(item.split, n) or total(item.at) end
  end
end

-- The highest place of a row that is counted off.
function columns.counted(items)
  local n = 0
  for _, item in ipairs(items) do
    for _, at in next, item.split or { item.at } do
      for nth in at:gmatch "%d+" do n = math.max(n, tonumber(nth)) end
    end
  end
  return n
end

-- The numbers of a row in each column, false where it does not stand; or nil and the sentence that says what
-- is wrong.
function columns.numbers(item, names)
  if item.split and not item.changed.at then
    return common.map(names, function(_, i) return item.split[i] or false end)
  end
  local parts = type(item.at) == "string" and parts_of(item.at) or { item.at }
  if #parts == 1 then return common.map(names, function() return parts[1] end) end
  if #parts == #names then
    return common.map(parts, function(part) return not is_none(part) and part end)
  end
  return nil, ("it has %s, and the columns are %s"):format(common.counted(#parts, "number"),
    table.concat(names, " | "))
end

-- --- which column is read --------------------------------------------------------------------------

-- The place of a value among the names of columns, "fen", or "2-3" and "4+" for numbers; or nil.  A thing or
-- a room counts by its name.
function columns.find(chart, value)
  if type(value) == "table" then value = value.name end
  local at = chart.column_of[tostring(value)]
  if at or type(value) ~= "number" then return at end
  for i, ranges in ipairs(chart.column_ranges) do
    if types.is_in(ranges, value) then return i end
  end
end

-- True if a chart, or nil, has a column of this name.
function columns.has(chart, name) return chart and chart.columns and chart.column_of[name] ~= nil end

-- Checks what chooses the column: a rule, or the name of a track or of a field of rooms.
function columns.check_by(R, entry)
  local by, named = entry.final.by, entry.final.columns
  local names = type(named) == "table" and named or columns.names(named) or { "" }
  if #names == 0 or common.first(names, common.is_plain) then
    mistakes.report(R, mistakes.field_place(entry, "columns"),
      "chart \"%s\", columns: the name of each is needed, as \"woods|fen\", and this is %s", entry.name,
      common.show(named))
  end
  if by ~= nil and entry.final.columns == nil then
    mistakes.report(R, mistakes.field_place(entry, "by"),
      "chart \"%s\", by: it chooses a column, and there are none; write columns = \"woods|fen\"", entry.name)
  end
  if type(by) ~= "string" or R.tracks[by] or R.kinds.room.fields[by] then return end
  mistakes.report_missing(R, mistakes.field_place(entry, "by"), "track or field of rooms", by,
    common.append(R.kinds.track:names(), common.copy_list(R.kinds.room.field_order)))
end

return columns
