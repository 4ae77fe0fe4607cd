-- ledger.lua -- what was done to things after they were made: each change in the order read, with the value
-- before it and where that was written.  `changes`, `rules NAME` and `why NAME` are read from it.
local source = module "read/source"
local ledger = {}

-- what: "light.torch.lasts"; was, now: raw values; was_at, at: places (name and key tell the line within a
-- body, see source.line_of); how: "new", "gone", "wrapped", "replaced", or nil for a value that changed.
function ledger.note(R, what, was, was_at, now, at, how)
  local all = R.ledger
  local note = { what = what, was = was, was_at = was_at, now = now, at = at, how = how, before = R.last_of[what] }
  if note.before then note.before.later = note end
  R.last_of[what] = note
  all[#all + 1] = note
end

-- A place within the body of a call, to be found when somebody asks.
function ledger.within(place, name, key)
  return { file = place.file, line = place.line, name = name, key = key }
end

-- file:line, or nil for what the host made.
function ledger.at(R, place)
  if not place or place.file == "host" then return nil end
  local line = place.key ~= nil and source.line_of(R.by_name[place.file], place.line, place.name, place.key) or place.line
  return place.file .. ":" .. line
end

local function shallow(t)
  if type(t) ~= "table" or getmetatable(t) then return t end
  local c = {}
  for k, v in next, t do c[k] = v end
  return c
end

-- A thing as it stands now, whatever becomes of it: its fields, and its rows or steps.
function ledger.as_is(fields, items)
  local frozen = items and {}
  for i, item in ipairs(items or {}) do frozen[i] = shallow(item) end
  return { fields = fields and shallow(fields), items = frozen }
end

-- Is this file one above the ruleset?
function ledger.is_house(R, file) return R.ruleset ~= nil and file ~= R.ruleset.made.file end

-- Did one of the files above the ruleset do it?
function ledger.by_house(R, note) return ledger.is_house(R, note.at.file) end

-- All that was done to one thing or value, first to last.
function ledger.of(R, what)
  local list, note = {}, R.last_of[what]
  while note do
    table.insert(list, 1, note)
    note = note.before
  end
  return list
end

return ledger
