-- spec_shapes.lua -- which type each field of a spec has: in a row, in a test, and in `given`.
local common = module "common"
local shapes = {}

local TEXT <const>, LIST <const>, FIELDS <const> = "string", "table", "table"

-- By field: the types that its value may have, joined to one text ("false": only the value false); a
-- sentence that says what is needed; and true, if its items have no names.
local row <const> = {
  dice = { TEXT, "dice are needed in a text, as \"d6:3 2d6:4,5\"" },
  cards = { TEXT .. LIST, "the names of cards are needed, { \"the Moon\" }" },
  answers = { FIELDS, "the answers are needed by question, { relight = true }" },
  wall = { TEXT, "a length of time is given as \"10 minutes\"" },
  sees = { TEXT .. LIST, "a text or a list of texts is needed", true },
  never = { TEXT .. LIST, "a text or a list of texts is needed", true },
  refused = { TEXT .. "boolean", "a text of the refusal is needed, or true" },
  asks = { TEXT, "the name of a question is needed" },
  minutes = { "number", "a number is needed" },
  time = { TEXT, "a time of day is needed, as \"14:30\"" },
  turn = { "number" .. FIELDS, "the turn's number is needed, or { procedure = \"fight\" }" },
  party = { FIELDS, "tracks are needed, as { doom = 3 }" },
  campaign = { FIELDS, "tracks are needed, as { doom = 3 }" },
  here = { TEXT .. FIELDS, "the name of a room is needed, or tracks of it, { searched = true }" },
  lights = { TEXT .. LIST, "a text or a list is needed, the kind and holder of each" },
  lamps = { LIST, "a list is needed, as { { left = 3 } }" },
  waiting = { TEXT, "the name of a step is needed" },
  want = { "function", "a function is needed" },
}
local test <const> = {
  given = { FIELDS .. "false", "tracks and more are needed, as { doom = 2 }, or false" },
  party = { LIST, "a list of members is needed, { { \"A\", hp = 6 }, { \"B\" } }" },
  house = { TEXT, "house rules are needed as a text, [[ setting.NAME = 2 ]]" },
  covers = { TEXT .. LIST, "the names of rules are needed, as { \"DL-06\" }" },
}
local given <const> = {
  here = { TEXT .. FIELDS, "the name of a room is needed, or { name = \"hall\", searched = true }" },
  rooms = { LIST, "a list of names is needed, { \"hall\", \"crypt\" }" },
  lamps = { LIST, "a list is needed, as { { left = 3 } }" },
  minutes = { "number", "a number is needed" },
  procedure = { TEXT, "the name of a procedure is needed" },
  dice = row.dice,
  decks = { FIELDS, "the cards that are left are needed by deck, { omens = { \"the Moon\" } }" },
}

-- The mistake in the first field of the wrong type, as "minutes: a number is needed, and this is …"; or nil.
-- other(key): true for a field that is not checked here; or nil.
local function first_wrong(fields, shape, other)
  for _, key in ipairs(common.keys(fields)) do
    local is, v = not (other and other(key)) and shape[key], fields[key]
    local is_named = is and is[3] and type(v) == "table" and v[1] == nil and next(v) ~= nil   -- { x = "key" }
    if is and (is_named or not is[1]:find(v == false and "false" or type(v), 1, true)) then
      return ("%s: %s, and this is %s"):format(key, is[2], common.show(v))
    end
  end
end

-- The first wrong field of a row, or of what it expects of members.  people: the names of all members.
function shapes.wrong_in_row(fields, people)
  for _, name in ipairs(people) do
    if fields[name] ~= nil and type(fields[name]) ~= FIELDS then
      return ("%s: tracks of a member are needed, as { hp = 5 }, and this is %s"):format(name,
        common.show(fields[name]))
    end
  end
  return first_wrong(fields, row)
end

-- The first wrong field of a test or of tests "…", or of its `given`, where false takes away what tests "…"
-- gives.  is_track(key): true for a track, whose value spec_given.lua checks.
function shapes.wrong_in_test(body, is_track)
  local sentence = first_wrong(body, test)
  if sentence then return sentence end
  local fields = body.given or {}
  local function is_checked_elsewhere(key) return is_track(key) or fields[key] == false end
  local inner = first_wrong(fields, given, is_checked_elsewhere)
  return inner and "given, " .. inner
end

return shapes
