-- places.lua -- answers what an editor asks about a place in a rule file: what the name there is, where it
-- was made, where it is used, what could stand there.  The rules were read, perhaps with mistakes, and are
-- not played.  core/wire.h has the shapes of the answers.  A place is { file, line, from, to }: its first
-- byte in the line, counted from 1, and the byte behind its last.
local common = module "common"
local completion = module "author/completion"
local history = module "read/history"
local language = module "read/language"
local occurrences = module "author/occurrences"
local source = module "read/source"
local places = {}

local MAX_PLACES <const> = 5000                -- where a name is used: more than anybody renames

-- --- places --------------------------------------------------------------------------------------

local function place_of(file, o)
  source.places(file)
  local line, first = file.lines[o.i], file.begins[o.i] + (o.from or 1) - 1
  local from = first - file.starts[line] + 1
  return { file = file.name, line = line, from = from, to = from + file.stops[o.i] - first, makes = o.makes }
end

-- The occurrence that holds byte `at` of the file, or ends right before it.
local function occurrence_at(R, file, at)
  source.places(file)
  return common.first(occurrences.of(R, file), function(o)
    return file.begins[o.i] <= at and at <= file.stops[o.i]
  end)
end

-- The byte of the file's text that a request is about; the end of the line for a column behind it.
local function byte_of(file, request)
  source.places(file)
  local starts = file.starts
  local line = math.max(1, math.min(request.line, #starts))
  local last = starts[line + 1] and starts[line + 1] - 1 or #file.text + 1
  return math.max(starts[line], math.min(starts[line] + request.column - 1, last))
end

-- --- where things are made ------------------------------------------------------------------------

-- The places that name the same as o, in the order of the chain: those for which fits(occurrence) is true.
local function places_where(R, o, fits)
  local list = {}
  for _, file in ipairs(R.files) do
    for _, other in ipairs(file.text:find(o.name, 1, true) and occurrences.of(R, file) or {}) do
      if occurrences.same(o, other) and fits(other) then list[#list + 1] = place_of(file, other) end
    end
  end
  return list
end

-- The places that make what o names; for a field, those in the body that makes its thing.
local function makings(R, o)
  return places_where(R, o, function(other)
    return other.makes and not other.declares and other.thing == o.thing and other.space == o.space
  end)
end

-- Returns where go-to-definition leads for a function: from a version of it to the version before, from
-- elsewhere to the newest.  list: the places of its versions, in the order of the chain; here: where the
-- editor asks.
local function version(list, here)
  for i, place in ipairs(list) do
    local is_here = here and place.file == here.file and place.line == here.line
    if is_here then return { list[math.max(1, i - 1)] } end
  end
  return { list[#list] }
end

-- True if the name at index i is declared there: local x, local function x, for x, or a parameter.
local function is_declared(file, i)
  local kinds, k = file.kinds, i - 1
  while kinds[k] == "," or source.matches(file, k, "NAME ,") do k = k - 1 end      -- the names before it
  if kinds[k] == "local" or kinds[k] == "for" then return true end
  if kinds[k] ~= "(" then return source.matches(file, k - 1, "local function") end
  k = k - 1
  while kinds[k] == "name" or kinds[k] == "." do k = k - 1 end                      -- the name of a function
  return kinds[k] == "function"
end

-- The nearest declaration, above it, of the local whose name is at byte `at`.
local function declared_above(file, at)
  local i = common.first_from(file.stops, at)
  if file.kinds[i] ~= "name" or file.begins[i] > at then return {} end
  for j = i - 1, 1, -1 do
    if file.words[j] == file.words[i] and file.kinds[j] == "name" and is_declared(file, j) then
      return { place_of(file, { i = j }) }
    end
  end
  return {}
end

-- The kind of the thing that has the field o, an occurrence; for a field of a row, "chart".
local function owner_of(o) return o.of == "row" and "chart" or o.of end

-- The places to jump to from an occurrence: those that make what it names.  If there are none, the nearest
-- thing to it: for a field its declaration, else its thing; for act.NAME and the like the thing of that name;
-- for a step its function, else its chart, else the place that names it first.
local function defined(R, file, o)
  if o.kind == "word" then return {} end
  if o.kind == "file" then
    local known = R.by_name[o.name .. ".lua"]
    return known and { { file = known.name, line = 1, from = 1, to = 1 } } or {}
  end
  local list = makings(R, o)
  if #list > 0 then return o.space and version(list, o.makes and place_of(file, o)) or list end
  if o.kind == "field" then list = places_where(R, o, function(other) return other.declares end) end
  if #list == 0 and o.thing then return defined(R, file, { kind = owner_of(o), name = o.thing }) end
  if o.kind == "step" then
    if not o.space then list = makings(R, { kind = "step", name = o.name, space = "step" }) end
    if #list == 0 then list = makings(R, { kind = "chart", name = o.name }) end
    if #list > 0 then return list end
    return { places_where(R, { kind = "step", name = o.name }, function() return true end)[1] }
  end
  if o.space and o.kind ~= "rule" then return makings(R, { kind = o.kind, name = o.name }) end
  return list
end

-- --- about a name ---------------------------------------------------------------------------------

-- The word or field under which include/sconce.lua describes an occurrence, or nil.
local function described_as(R, o)
  if o.kind == "word" or R.kinds[o.name] and o.kind == "kind" then return o.name end
  if o.of == "ruleset" then return "ruleset." .. o.name end
  if o.kind == "field" then return owner_of(o) .. "." .. o.name end
  if o.kind == "file" then return o.of end
  if o.kind == "event" and language.events[o.name] then return "on." .. o.name end
  if o.kind == "rule" and not R.kinds[o.name] then return "rule." .. o.name end
end

-- Adds what is known of a function to an answer.
local function add_function(R, answer, space, key)
  local f = R.spaces[space].entries[key]
  if not f or f.host then return end
  local name = space .. "." .. key
  answer.entries[name] = history.of_function(R, space, key, f)
  answer.about[#answer.about + 1] = name
end

-- Adds what is known of a thing, or of the part `part` of it, to an answer.
local function add_thing(R, answer, kind, name, part)
  local entry, key = R.kinds[kind] and R.kinds[kind].entries[name], kind .. "." .. name
  if entry and not entry.host then
    answer.entries[key] = history.of_thing(R, entry)
    local is_value = kind == "setting" and part == "default"
    answer.about[#answer.about + 1] = part and not is_value and key .. "." .. part or key
  elseif R.removed_at[key] then
    answer.gone[key] = history.removed(R)[key]
    answer.about[#answer.about + 1] = key
  end
end

-- A declared field of a kind in a sentence, or nil.
local function declared_field(R, o)
  local field = R.kinds[o.of] and R.kinds[o.of].fields[o.name]
  local place = field and field.place
  if not place then return nil end
  return ("%s.%s is a field of every %s%s; it was added at %s."):format(o.of, o.name, o.of,
    field.words and ", " .. field.words or "", history.file_place(place))
end

-- The answer to "hover": { from, to, line; word: what to look up in the reference; about: names of entries;
-- entries, gone: as in the book; said: a sentence }
local function hover(R, file, o)
  local answer = { entries = {}, gone = {}, about = {}, word = described_as(R, o) }
  local place = place_of(file, o)
  answer.line, answer.from, answer.to = place.line, place.from, place.to
  if o.kind == "rule" or o.kind == "step" then add_function(R, answer, o.kind, o.name) end
  if o.kind == "step" then add_thing(R, answer, "chart", o.name)
  elseif o.kind == "row" then add_thing(R, answer, "chart", o.of, o.name)
  elseif o.kind == "field" then
    if o.thing then add_thing(R, answer, owner_of(o), o.thing, o.of ~= "row" and o.name or nil) end
    answer.said = declared_field(R, o)
  elseif o.kind ~= "rule" and o.kind ~= "file" and o.kind ~= "word" then
    add_thing(R, answer, o.kind, o.name)
    if o.space then add_function(R, answer, o.space, o.name) end
  end
  return answer
end

-- --- uses and symbols -----------------------------------------------------------------------------

-- Everything that must change its name together with o, as occurrences.  A step without a function rolls the
-- chart of its name, so both must have the same name.
local function family(R, o)
  local list = { o }
  local shares = (o.kind == "step" or o.kind == "chart") and not R.spaces.step.entries[o.name]
    and R.steps_ever[o.name] and R.kinds.chart.entries[o.name]
  if shares then list[2] = { kind = o.kind == "step" and "chart" or "step", name = o.name } end
  return list
end

-- The answer to "uses": { name, kind, of, from, to, line: of the occurrence asked about; places: of all that
-- change their names with it }
local function uses(R, file, o)
  local answer = place_of(file, o)
  answer.name, answer.kind, answer.of, answer.places = o.name, o.kind, o.of, {}
  if o.kind == "word" or o.kind == "file" then return answer end
  local of_row = o.kind == "field" and o.of == "row"
  for _, one in ipairs(family(R, o)) do
    local list = places_where(R, one, function(other)
      return not of_row or other.thing == o.thing            -- each chart adds fields of its own
    end)
    table.move(list, 1, math.min(#list, MAX_PLACES - #answer.places), #answer.places + 1, answer.places)
  end
  return answer
end

-- The index of the word that ends what begins at index i: its braces, or its function.
local function last_word(file, i, o)
  if file.kinds[i] == "function" then return file.partners[i] or o.i end
  for at = o.i, math.min(o.i + 6, #file.kinds) do        -- chart.NAME.row("name") {, the longest head
    if file.kinds[at] == "{" then return file.partners[at] or o.i end
    if file.lines[at] > file.lines[o.i] then break end
  end
  return o.i
end

-- The name of what a statement makes or changes: light.torch, light.torch.lasts, rule.burn.
local function symbol_name(o)
  if o.kind == "row" then return "chart." .. o.of .. "." .. o.name end
  if o.of == "ruleset" then return "ruleset." .. o.name end
  if o.kind == "field" then return owner_of(o) .. (o.thing and "." .. o.thing or "") .. "." .. o.name end
  return (o.space or o.kind) .. "." .. o.name
end

-- The last occurrence of the path that begins the statement of occurrence number n: of lasts in
-- light.torch.lasts.
local function end_of_path(file, list, n)
  while list[n + 1] and list[n + 1].i == list[n].i + 2 and file.kinds[list[n].i + 1] == "." do n = n + 1 end
  return list[n]
end

-- All that a file makes and changes at the margin, from top to bottom: { name, kind, line, from, to;
-- last: its last line }.
local function symbols(R, file)
  source.places(file)
  local found, last_line = {}, 0                -- last_line: of the symbol found last
  local list = occurrences.of(R, file)
  for n, o in ipairs(list) do
    local line = file.lines[o.i]
    local first = file.first[line]
    local is_at_margin = line > last_line and file.begins[first] == file.starts[line]
    local makes_or_changes = o.makes or file.kinds[first] == "name"
    if is_at_margin and makes_or_changes and o.kind ~= "word" and o.kind ~= "file" then
      local last = end_of_path(file, list, n)
      local place = place_of(file, last)
      place.name, place.kind = symbol_name(last), last.kind
      place.last = file.lines[last_word(file, first, last)]
      found[#found + 1] = place
      last_line = line
    end
  end
  return found
end

-- --- the request ----------------------------------------------------------------------------------

-- The file asked about, with the text that the editor has of it.
local function file_of(R, request)
  local file = R.by_name[request.file]
  if not request.text or file and file.text == request.text then return file end
  return source.of(request.file, request.text)
end

-- Answers the request op="look".
function places.answer(R, request)
  local file = R and file_of(R, request)
  if not file then return { missing = true } end
  if request.what == "symbols" then return { symbols = symbols(R, file) } end
  local at = byte_of(file, request)
  if request.what == "complete" then return completion.at(R, file, at) end
  local o = occurrence_at(R, file, at)
  if not o then return request.what == "definition" and { places = declared_above(file, at) } or {} end
  if request.what == "hover" then return hover(R, file, o) end
  if request.what == "uses" then return uses(R, file, o) end
  return { places = defined(R, file, o) }
end

return places
