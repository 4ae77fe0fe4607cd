-- values.lua -- answers as values: what a text means for a question, which values fit, the default, and how
-- an answer is written.
local answers = module "play/questions/answers"
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local names = module "play/names"
local records = module "play/records"
local recorder = module "play/recorder"
local types = module "read/types"
local values = {}

local mistake = common.mistake

-- The name of something that a roll or question is about, or nil.
function values.name_of(v)
  if type(v) == "table" then return rawget(v, "name") or rawget(v, "holder") or rawget(v, "kind") end
  return v ~= nil and tostring(v) or nil
end

-- The value of a field of a question: v, or what v(about, met) returns if it is a function.  met: the other
-- parts of one question, by name, or nil.
function values.value_of(v, about, met)
  if type(v) == "function" then return v(about, met) end
  return v
end

-- A choice as it is shown and typed; a light with its holder.
function values.shown(choice)
  local is_lamp = type(choice) == "table" and getmetatable(choice) == records.light
  if is_lamp then return records.lamp_name(choice) end
  return tostring(events.plain(choice))
end

-- The name of a question as it is shown, and of a part as it is typed.
function values.label_of(q) return (q.name:gsub("_", " ")) end

function values.texts_of(choices) return common.map(choices, values.shown) end

-- Returns the index of the choice that was typed, by name, unambiguous prefix or number; or nil and a
-- sentence.
function values.find_choice(choices, text)
  local texts = values.texts_of(choices)
  local name, several = names.take({ text }, 1, texts)
  if type(several) ~= "table" then several = {} end
  if name then return common.contains(texts, name) end       -- before numbers, as a name may be a number
  local n = math.tointeger(tonumber(text))
  if n and n >= 1 and n <= #choices then return n end
  if #several > 0 then
    return nil, "'" .. text .. "' could be " .. common.list(several, "or") .. "."
  end
  return nil, "Choose one: " .. common.list(texts, "or") .. "."
end

local yes_words = { y = true, yes = true, ["true"] = true, n = false, no = false, ["false"] = false }

-- The place of a choice of the same name as choices[i] that is not taken yet, from i on; or nil.
local function next_of_name(choices, taken, i)
  local name = values.shown(choices[i])
  while i <= #choices and (values.shown(choices[i]) ~= name or taken[i]) do i = i + 1 end
  return i <= #choices and i or nil
end

-- Why this number of things cannot be chosen, or nil.
local function miscounted(q, n)
  if q.exactly and n ~= q.exactly then return "Choose " .. q.exactly .. ", with commas between." end
  if q.upto and n > q.upto then return "Choose at most " .. q.upto .. "." end
end

-- The places of the choices that "Ann, Bob" names, as a list and as a set; or nil, sentence.
local function read_places(choices, text)
  local places, taken = {}, {}
  for _, piece in ipairs(answers.join(answers.pieces(text), values.texts_of(choices))) do
    local i, sentence = values.find_choice(choices, piece)
    if not i then return nil, sentence end
    i = next_of_name(choices, taken, i)
    if not i then return nil, "'" .. piece .. "' is named twice." end
    taken[i] = true
    places[#places + 1] = i
  end
  return places, taken
end

-- "Ann, Bob", "all", "none" or "all but Ann" as a list of choices; or nil, sentence.
local function read_several(q, choices, text)
  local low, excepted = text:lower(), nil                -- excepted: the text of those that "all" leaves out
  if not values.find_choice(choices, text) then          -- a choice may be called "all" or "none"
    excepted = low == "all" and "" or low:match "^all%s+but%s+(.+)$" or low:match "^all%s+except%s+(.+)$"
    if low == "none" then text = "" end
  end
  local places, taken = read_places(choices, excepted or text)
  if not places then return nil, taken end               -- a sentence
  local picked = common.map(places, function(i) return choices[i] end)
  if excepted then picked = common.map(choices, function(c, i) return not taken[i] and c or nil end) end
  local sentence = miscounted(q, #picked)
  return not sentence and picked or nil, sentence
end

-- "30 m", "30m" or "30 metres" without the unit, if it is the question's.
local function without_unit(q, text)
  local n, unit = text:match("^(.-%d)%s*(%a+)$")
  local own = q.unit and q.unit:lower()
  unit = own and unit and unit:lower()
  if unit and (own:sub(1, #unit) == unit or unit:sub(1, #own) == own) then return n end
  return text
end

-- A typed number, if it is within the bounds of the question; or nil, sentence.
local function read_number(q, text)
  local n = tonumber((without_unit(q, text)))
  n = n and (math.tointeger(n) or n)
  -- Below 1e15 a number stays exact where it meets a fraction (2^53).
  local fits = n and n > -1e15 and n < 1e15 and not (q.min and n < q.min or q.max and n > q.max)
  local about = q.unit and not n and common.converted(measure.quantity(text), measure.quantity("1 "..q.unit))
  if about then return nil, ("Type it in %s: %s."):format(q.unit, about) end
  if fits then return n end
  local bounds = (q.min or q.max) and " " .. types.bounds_text(q.min, q.max) or ""
  return nil, "Type a number" .. bounds .. "."
end

-- A typed text as a value of the question; or nil, sentence.
function values.read_answer(q, choices, text)
  if q.type == "choice" then
    local i, sentence = values.find_choice(choices, text)
    return i and choices[i], sentence
  elseif q.type == "several" then return read_several(q, choices, text)
  elseif q.type == "number" then return read_number(q, text)
  elseif q.type == "yesno" then
    local v = yes_words[text:lower()]
    if v == nil then return nil, "Please answer yes or no." end
    return v
  end
  return text
end

-- True if a value from the journal, a spec or the rules means this choice.
local function is_meant(choice, v)
  return choice == v or values.shown(choice) == values.shown(v) or events.plain(choice) == v
end

-- A list of values from the journal, a spec or the rules as choices; or nil, sentence.
local function fit_several(q, choices, list)
  local picked, taken = {}, {}
  for _, v in ipairs(list) do
    local found = 1
    while found <= #choices and (taken[found] or not is_meant(choices[found], v)) do found = found + 1 end
    if found > #choices then return nil, "'" .. values.shown(v) .. "' is not one of its choices" end
    taken[found], picked[#picked + 1] = true, choices[found]
  end
  local sentence = miscounted(q, #picked)
  return not sentence and picked or nil, sentence
end

-- A value from the journal, a spec or the rules as a value of the question; or nil, sentence.
function values.fit(q, choices, v)
  if q.type == "choice" then
    local choice = common.first(choices, function(c) return is_meant(c, v) end)
    if choice ~= nil then return choice end
    return nil, "'" .. values.shown(v) .. "' is not one of its choices"
  end
  if q.type == "yesno" and type(v) == "boolean" then return v end
  if q.type == "several" and (type(v) ~= "string" or common.contains(values.texts_of(choices), v)) then
    return fit_several(q, choices, type(v) == "table" and getmetatable(v) == nil and v or { v })
  end
  return values.read_answer(q, choices, tostring(v))
end

-- Returns v as a value of the question; raises if it does not fit.  label: the beginning of the sentence.
function values.must_fit(q, choices, v, label)
  local fitted, sentence = values.fit(q, choices, v)
  if fitted == nil and q.type == "yesno" then
    sentence = "true or false is needed, and this is " .. common.show(v)
  end
  if fitted == nil then mistake("%s: %s", label, sentence) end
  return fitted
end

-- --- defaults --------------------------------------------------------------

-- The names by which the state keeps the last answers to a question that says `again`: the last one about
-- `who`, and the last one about anybody.
local function names_of_last(q, who) return who and q.name .. " " .. who, q.name end

-- The last answer to a question that says `again`, if it still fits; else nil.
local function last_answer(q, choices, who)
  local last = q.again and live.S.answers
  if not last then return nil end
  local own, any = names_of_last(q, who)
  local v = own and last[own]
  if v == nil then v = last[any] end
  if v == nil then return nil end
  return (values.fit(q, choices, v))
end

-- Keeps the answer to a question that says `again`, as its next default.  who: a name or nil.
function values.keep_last(q, who, v)
  local own, any = names_of_last(q, who)
  local last = live.S.answers or {}
  live.S.answers, last[any] = last, common.copy(v)
  if own then last[own] = common.copy(v) end
end

-- Rolls the dice in a text, "{2d4} goblins".
local function roll_in_text(text, q)
  return (text:gsub("{(%d*d%d[%w+-]*)}", function(expr)
    local total, nth = recorder.roll(expr, values.label_of(q), nil, live.secret or q.secret)
    events.place_roll(nth)
    return tostring(total)
  end))
end

-- The default of a question: its last answer, the one given from where it is asked, the question's; or
-- else the first choice, yes, the least number or an empty text.  met: see values.value_of.
function values.default_of(q, choices, about, given, met)
  local last = last_answer(q, choices, values.name_of(about))
  if last ~= nil then return last end
  local v = values.value_of(given, about)
  if v == nil then v = values.value_of(q.default, about, met) end
  if q.type == "several" then
    if type(v) == "table" then return v end
    local first_n = v == nil and (q.exactly or q.upto) or 0
    return table.move(choices, 1, first_n, 1, {})
  end
  if v ~= nil then
    local fitted = values.must_fit(q, choices, v, "question \"" .. q.name .. "\", default")
    local has_dice = q.type == "text" and fitted:find("{%d*d%d")
    return has_dice and recorder.text(roll_in_text, fitted, q) or fitted
  end
  if q.type == "choice" then return choices[1] end
  if q.type == "yesno" then return true end
  if q.type == "number" then return q.min or 0 end
  return ""
end

-- True if v is a list of things, and not one thing of the rules.
local function is_list(v)
  return type(v) == "table" and getmetatable(v) == nil and rawget(v, "name") == nil
end

-- A value as the journal keeps it: things by name.
function values.journal_form(v)
  if is_list(v) then return values.texts_of(v) end
  if type(v) == "table" then return values.shown(v) end
  return v
end

-- A value as people read it.
function values.answer_text(v)
  if type(v) == "boolean" then return v and "yes" or "no" end
  if not is_list(v) then return values.shown(v) end
  return #v > 0 and table.concat(values.texts_of(v), ", ") or "nothing"
end

return values
