-- common.lua -- helpers for every room: names near a misspelt one, sentences, lists, values as text.
local common = {}

-- The most letters that the name of a thing, a row or a room may have.
common.name_max = 200
function common.is_long(name) return (utf8.len(name) or #name) > common.name_max end

-- The fewest changes of one letter, or swaps of two neighbours, that turn a into b; max + 1 when there are
-- more than `max`.
common.distance = lists.distance

-- In bytes, the longest name that is compared with others: the work grows with the square of the length.
local NAME_MAX <const> = 120
local comparisons                              -- how many more names may be compared; nil: any number

-- From here on common.nearest compares at most n names in all; after that no name is near.  nil: no bound.
function common.bound_nearest(n) comparisons = n end

-- The name in the list `names` that is nearest to `name`, or nil when none is near.  Serves names in rules
-- and in lines of play.  Names on the command line are compared in campaign/rules/words.c, because the
-- campaign side runs no Lua; there parts of names do not match.  others: true if `name` itself, which may be
-- among them, is not meant.
function common.nearest(name, names, others)
  if comparisons then
    if comparisons < #names then return end
    comparisons = comparisons - #names
  end
  if #name > NAME_MAX then return end
  if others then names = common.where(names, function(n) return n ~= name end) end
  -- A choice: a third of the letters may be wrong; with more, names are offered that nobody meant.
  local best, limit = nil, math.max(1, #name // 3) + 1
  local low = name:lower()
  for _, n in ipairs(names) do
    local d = common.distance(low, n:lower(), limit)
    if d < limit then best, limit = n, d end
  end
  if best then return best end
  local abbreviated = "^" .. name:gsub("%W", "%%%0")
  local is_without_vowels = not name:find "[^b-df-hj-np-tv-xz]"
  if is_without_vowels then abbreviated = abbreviated:gsub("%l", "%0%%l*") end       -- dmg for damage
  -- An abbreviation, of three letters or more: with the same two too many names begin.
  for _, n in ipairs(names) do
    if #name >= 3 and n:find(abbreviated) then return n end
  end
  for _, n in ipairs(names) do               -- a longer form of a name: dexterity for dex
    if #n >= 3 and name:sub(1, #n) == n then return n end
  end
end

-- The end of a message about an unknown name: "; did you mean 'x'?", else the known names when they are at
-- most 9.  more: another cure, added when no name is near.
function common.hint(name, names, more)
  local near = common.nearest(name, names)
  if near then return "; did you mean '" .. near .. "'?" end
  local text = ""
  if #names > 0 and #names <= 9 then                       -- 9: about what fits into a line
    text = "; there " .. (#names == 1 and "is only " or "are ") .. common.list(names)
  end
  return text .. (more and "; " .. more or "")
end

-- "; did you mean "x"?" with the name among `names` that is near `name`, and not `name` itself; "" where none
-- is near.  format: another text, with %s for the near name.
function common.meant(name, names, format)
  local near = type(name) == "string" and common.nearest(name, names, true)
  return near and (format or "; did you mean \"%s\"?"):format(near) or ""
end

-- By system of units: its base unit, and how many metres that is.
local lengths = { metric = { base = "m", metres = 1 }, imperial = { base = "inch", metres = 0.0254 } }

-- The system of units of v, a key of `lengths`; nil if v is no length of one of these.
function common.system_of(v)
  local _, system = nil, nil
  if type(v) == "quantity" then _, system = measure.unit(v) end
  return lengths[system] and system or nil
end

-- "30 ft is about 9 m": the length v in the unit of `other`.  Returns nil unless both are lengths, one metric
-- and one imperial.
function common.converted(v, other)
  local from, to = lengths[common.system_of(v)], lengths[common.system_of(other)]
  if not from or not to or from == to then return end
  local unit = measure.unit(other)
  local metres = measure.amount(v, from.base) * from.metres
  local n = metres / to.metres / measure.amount(measure.quantity("1 " .. unit), to.base)
  local rounded = tonumber((n < 5 and "%.1f" or "%.0f"):format(n))      -- a tenth off at most, from 0.5 on
  return ("%s is about %s"):format(v, measure.quantity_of(rounded, unit))
end

-- How the party is in rooms that do not go with "in".
local places <const> = { outside = "outside", inside = "inside", upstairs = "upstairs",
  downstairs = "downstairs", camp = "at camp", home = "at home" }

-- Says where something is that is in the room of this name: "in hall", "outside".
function common.in_room(name) return places[name:lower()] or "in " .. name end

-- Joins names to "a, b and c".  last: the word between the last two, when it is not "and".
function common.list(names, last)
  if #names < 2 then return tostring(names[1] or "") end
  return table.concat(names, ", ", 1, #names - 1) .. " " .. (last or "and") .. " " .. tostring(names[#names])
end

-- The index of a value in a list, or nil.
common.contains = lists.find

-- The index of the first value in a list in ascending order that is v or more; one past the end for none.
function common.first_from(list, v)
  local low, high = 1, #list + 1
  while low < high do
    local middle = (low + high) // 2
    if list[middle] < v then low = middle + 1 else high = middle end
  end
  return low
end

function common.copy_list(list) return table.move(list, 1, #list, 1, {}) end

-- The list of the parts of a text that match a pattern, by default its words.
function common.split(text, pattern)
  local list = {}
  for part in text:gmatch(pattern or "%S+") do list[#list + 1] = part end
  return list
end

-- Numbers in words, as people type them; the place of each is the number.
common.numerals = common.split "one two three four five six seven eight nine ten eleven twelve"

-- The pieces of a text between these signs, as ",;": without the blanks around them, and none that is empty.
function common.pieces(text, signs)
  return common.split(text, ("%%s*([^%s]*[^%s%%s])"):format(signs, signs))
end

-- A text without the blanks around it.
function common.trim(text) return (text:match "^%s*(.-)%s*$") end

-- The set of the words of a text.
function common.set(words)
  local set = {}
  for word in words:gmatch "%S+" do set[word] = true end
  return set
end

-- Adds the items of `more` to a list, and returns it.
function common.append(list, more) return table.move(more, 1, #more, #list + 1, list) end

-- The list of f(item, i) for all items; items for which f returns nil are left out.
function common.map(list, f)
  local out = {}
  for i, item in ipairs(list) do out[#out + 1] = f(item, i) end
  return out
end

-- Returns a function that gives each text a number, the same one to equal texts.
function common.numbering()
  local number_of, n = {}, 0
  return function(text)
    if not number_of[text] then
      n = n + 1
      number_of[text] = n
    end
    return number_of[text]
  end
end

-- The first item of a list for which fits(item) is true, or nil.
function common.first(list, fits)
  for _, item in ipairs(list) do
    if fits(item) then return item end
  end
  return nil
end

-- The items of a list for which fits(item) is true.
function common.where(list, fits)
  local out = {}
  for _, item in ipairs(list) do
    if fits(item) then out[#out + 1] = item end
  end
  return out
end

local function name_of(thing) return thing.name end

-- The names of a list of things, members, rows …
function common.names(list) return common.map(list, name_of) end

-- True if v is a table that rules wrote as { … }, rather than a thing, a record or a table of the host.
function common.is_plain(v) return type(v) == "table" and not getmetatable(v) end

-- A deep copy, without metatables.
common.copy = lists.deep_copy

-- A copy of a table whose values are those of the table itself.
function common.shallow_copy(t)
  local copy = {}
  for k, v in next, t do copy[k] = v end
  return copy
end

-- The keys of a table in a fixed order, so that every run does the same.
function common.keys(t) return sandbox.keys(t) end

-- True if two plain values have the same content.
function common.same(a, b)
  if a == b then return true end
  if type(a) ~= "table" or type(b) ~= "table" then return false end
  for k, v in next, a do
    if not common.same(v, b[k]) then return false end
  end
  for k in next, b do
    if a[k] == nil then return false end
  end
  return true
end

-- A value as a rule file would write it, shortened: at most 12 items of a list, and 4 levels of tables.
-- depth: in how many tables v stands; callers leave it out.
function common.show(v, depth)
  depth = depth or 0
  if type(v) == "string" then return '"' .. v .. '"' end
  if type(v) == "function" then
    local file, line = sandbox.made(v)
    -- A function of the host is in a file sconce/…, or has no line, as it is written in C.
    if file:find("^sconce/") or line < 1 then return "a word of the language" end
    return "a rule at " .. file .. ":" .. line
  end
  if type(v) ~= "table" then return tostring(v) end
  for _, key in ipairs { "name", "kind" } do           -- a member, a lamp …
    if getmetatable(v) and type(rawget(v, key)) == "string" then
      return ("{ %s = \"%s\", … }"):format(key, rawget(v, key))
    end
  end
  if depth > 3 then return "{…}" end                       -- nobody reads deeper; any small number would do
  local parts = {}
  local n = #v
  for i = 1, math.min(n, 12) do parts[i] = common.show(v[i], depth + 1) end       -- 12: about a line
  if n > 12 then parts[#parts + 1] = "…" end
  for _, k in ipairs(sandbox.keys(v)) do
    local is_item = math.type(k) == "integer" and k >= 1 and k <= n
    local key = type(k) == "string" and k or not is_item and "[" .. tostring(k) .. "]"
    if key then parts[#parts + 1] = key .. " = " .. common.show(v[k], depth + 1) end
  end
  return #parts == 0 and "{}" or "{ " .. table.concat(parts, ", ") .. " }"
end

-- Raises a mistake in the rules; protected() adds the author's line.  text: a format if values follow it.
function common.mistake(text, ...) error(select("#", ...) > 0 and text:format(...) or text, 0) end

-- Ends the run of a line, for another reason than a mistake.  what: { stop = "asks" or "refused", … }.
function common.stop(what) error(what, 0) end

-- A name as it is typed: in quotes when it has several words.
function common.quoted(name) return name:find "%s" and '"' .. name .. '"' or name end

-- The names from number `from` on (default 1), quoted where needed, with blanks between them.
function common.quoted_all(names, from)
  local list = {}
  for i = from or 1, #names do list[#list + 1] = common.quoted(names[i]) end
  return table.concat(list, " ")
end

-- A length of time in its two largest units: "59 min 40 s", "3 h".
function common.span(secs)
  local list = {}
  for _, pair in ipairs { { "h", 3600 }, { "min", 60 }, { "s", 1 } } do
    local unit, length = pair[1], pair[2]
    local n = secs // length
    secs = secs % length
    if n > 0 and #list < 2 then list[#list + 1] = ("%d %s"):format(n, unit) end
  end
  return list[1] and table.concat(list, " ") or "0 s"
end

-- Puts the article before a name: a torch, an oil lamp.
function common.a(name) return (name:find "^[aeiouAEIOU]" and "an " or "a ") .. name end

-- "bless" -> "Bless", at the head of a sentence.
function common.capital(text) return (text:gsub("^%l", string.upper)) end

-- A number with its noun: counted(1, "turn") is "1 turn", counted(2, "turn") is "2 turns".  many: the plural,
-- when it is not one .. "s".
function common.counted(n, one, many) return tostring(n) .. " " .. (n == 1 and one or many or one .. "s") end

-- Each name once, in the order of the list, and how often it is there: { "torch" }, { torch = 2 }.
function common.times(list)
  local once, times = {}, {}
  for _, name in ipairs(list) do
    if not times[name] then once[#once + 1] = name end
    times[name] = (times[name] or 0) + 1
  end
  return once, times
end

return common
