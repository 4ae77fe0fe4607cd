-- lookup.lua -- looks up every name in every file without playing, so that a check finds misspelt names:
-- words of the language, names in quotes after them, KIND.NAME.FIELD, and functions such as rule.NAME.
local common = module "common"
local language = module "read/language"
local mistakes = module "read/mistakes"
local rows = module "read/rows"
local source = module "read/source"
local lookup = {}

-- Unknown words that are compared with all words for a hint: more than anybody reads.
local MAX_HINTED <const> = 200

-- --- places --------------------------------------------------------------------------------------

local function place_at(file, i) return { file = file.name, line = file.lines[i], word = i } end

-- In X.NAME: NAME and its index, if the point stands at index i; else nothing.
local function field_after(file, i)
  if file.kinds[i] == "." and file.kinds[i + 1] == "name" then return file.words[i + 1], i + 1 end
end

-- --- functions that are never called ---------------------------------------------------------------

-- The set of FILE:LINE of all functions that can still be called: the newest of each name, and those that it
-- wraps.
local function live_functions(R)
  local is_live = {}
  for name, space in next, R.spaces do
    for key, version in next, space.entries do
      while version and version.f do
        local file, line = sandbox.made(version.own or version.f)
        is_live[file .. ":" .. line] = true
        local wraps = version.joins or R.reads[(version.file or "") .. " " .. name .. "." .. key]
        version = wraps and version.old or nil
      end
    end
  end
  return is_live
end

-- The set of indexes of words in the file inside functions that were replaced or removed.
local function dead_words(file, is_live)
  local dead = {}
  for _, definition in ipairs(file.functions) do
    local place = file.name .. ":" .. definition.line
    if language.is_space[definition.name:match "^%a+"] and not is_live[place] then
      for i = definition.from, definition.to do dead[i] = true end
    end
  end
  return dead
end

-- --- things --------------------------------------------------------------------------------------

-- Warns of the use of a thing that a later file removes, once, however often it is used; returns true if that
-- is so.  It is no error, since the earlier file is another author's, and play may never come to that use.
local function warn_removed_later(R, file, i, kind, name)
  local gone = R.removed_at[kind .. "." .. name]
  if not gone or R.order[gone.file] <= R.order[file.name] then return false end
  if not R.reported[gone] then
    R.reported[gone] = true
    mistakes.warn(R, gone, "%s '%s' is taken away here, and %s still uses it", kind, name,
      mistakes.place_text(place_at(file, i)))
  end
  return true
end

-- True if the same file removes the thing only further down.
local function is_removed_below(R, file, i, kind, name)
  local gone = R.removed_at[kind .. "." .. name]
  return gone and gone.file == file.name and file.lines[i] <= gone.line
end

-- True if things of the kind have a field or track of that name.
local function has_field(R, kind, name)
  return R.kinds[kind].fields[name] ~= nil or R.kinds[kind]:has_track(R, name)
end

-- The cure for KIND.NAME, where no thing has that name: who.NAME or here.NAME, if a member or room in play
-- may be meant; or nil.
local function cure_of_path(R, kind, name)
  if kind == "room" and name == "name" then
    return "the name of the room where the party is, is here.name"
  elseif kind == "room" and has_field(R, "room", name) then
    return ("of the room where the party is, it is here.%s"):format(name)
  elseif kind == "member" and name == "name" then return "a member's name is who.name"
  elseif kind == "member" and has_field(R, "member", name) then
    return ("of a member, it is who.%s"):format(name)
  end
end

-- The cure for an unknown name in quotes, judged by what else it may mean; or nil.
local function cure_of_text(R, kind, name)
  if kind == "track" and R.kinds.member.fields[name] then
    return ("it is a field of members, which does not change in play: make it a track \"%s\" \z
      { of = \"member\" }"):format(name)
  elseif kind == "chart" and door.range(name) ~= nil then
    return ("dice \"%s\" rolls dice"):format(name)
  elseif kind == "question" and name:find "%s" then
    return "a question has a name: question \"hear\" { text = \"…\" }, and then ask \"hear\""
  end
end

-- Reports the word at index i, `name`, when no thing of the kind has that name.
local function check_thing(R, file, i, kind, name)
  if kind == "step" then
    if not R.steps_ever[name] then
      mistakes.report_missing(R, place_at(file, i), "step", name, common.keys(R.steps_ever))
    end
    return
  end
  local known = R.kinds[kind]
  if not known or known.entries[name] or is_removed_below(R, file, i, kind, name)
    or warn_removed_later(R, file, i, kind, name) then
    return
  end
  if kind == "event" and R.hooks[name] then return end
  if kind == "track" and R.kinds.member.entries[name] then
    return mistakes.report(R, place_at(file, i),
      "there is no track '%s'; the member of that name is written named(\"%s\")", name, name)
  end
  local names = kind == "event" and common.keys(R.hooks) or known:names()
  local cure_for = file.kinds[i] == "text" and cure_of_text or cure_of_path
  local cure = not common.nearest(name, names) and cure_for(R, kind, name)
  if cure then return mistakes.report(R, place_at(file, i), "there is no %s '%s'; %s", kind, name, cure) end
  mistakes.report_missing(R, place_at(file, i), kind, name, names)
end

-- True if the name is a field of a record, which set(who, "dex", 3) may set as well as a track.
local function is_record_field(R, name)
  if R.kinds.member.fields[name] or R.kinds.room.fields[name] then return true end
  for _, names in next, language.record_fields do
    if common.contains(names, name) then return true end
  end
  return false
end

-- True if key is or was a row of the chart.  When all rows were replaced, any name may have been one.
local function is_row(entry, key)
  if entry.items_at then return true end
  local row = common.first(entry.items or {}, function(row)
    return row.name == key or row.changed.name and row.changed.name.was == key
  end)
  local removed = common.first(entry.removed_rows or {}, function(removed) return removed.row.name == key end)
  return row ~= nil or removed ~= nil
end

-- Reports the word at index i, `key`, when the thing has no field or row of that name.
local function check_thing_field(R, file, i, entry, key)
  local kind = entry.kind
  if kind.name == "setting" or kind.name == "kind" then return end   -- setting.NAME.KEY may be in a table
  local names = kind:all_fields(R)
  local has_max = key == "max" and #names > #kind.field_order            -- the maxima of its tracks
  if key == "name" or has_max or common.contains(names, key) or rows.is_method(kind, key) then return end
  if kind.name ~= "chart" then
    mistakes.report_missing(R, place_at(file, i), "field", key, names, nil, tostring(entry.proxy))
  elseif not is_row(entry, key) then
    mistakes.report_missing(R, place_at(file, i), "row", key, rows.names(entry), nil, tostring(entry.proxy))
  end
end

-- Checks KIND.NAME and KIND.NAME.FIELD; the word of the kind is at index i.  dead: see dead_words; what is
-- never called is not checked.
local function check_kind(R, file, i, kind, dead)
  local name, at = field_after(file, i + 1)
  if not name or dead[i] then return end
  local entry = kind.entries[name]
  if not entry then return check_thing(R, file, at, kind.name, name) end
  local key, key_at = field_after(file, at + 1)
  if key then check_thing_field(R, file, key_at, entry, key) end
end

-- Notes rule.NAME, whose first word is at index i, as a use of the function.
local function note_use(R, file, i, space)
  local key, at = field_after(file, i + 1)
  if not key and file.kinds[i + 1] == "[" then R.mentioned[space .. ".*"] = true end      -- rule[name]: any
  if not key or file.written[i] then return end
  R.mentioned[space .. "." .. key] = true
  R.uses[#R.uses + 1] = { space = space, key = key, place = place_at(file, at) }
end

-- --- words ---------------------------------------------------------------------------------------

local owner_word = { party = "party", member = "who", light = "lamp", room = "here", turn = "turn",
  campaign = "campaign" }

-- The word before the point where rules name a thing: chart.hazard, party.torches, who.hp; else nil.
local function word_before(entry)
  if entry.kind.name ~= "track" then return entry.kind.name end
  return owner_word[entry.fields.of or "party"]
end

-- "; the chart of that name is written "hazard" or chart.hazard", when a thing has that name.
local function hint_thing(R, name)
  if R.steps_ever[name] and not R.kinds.chart.entries[name] then
    return ("; the step of that name is written \"%s\""):format(name)
  end
  if R.kinds.member.fields[name] and not R.kinds.track.entries[name] then
    return ("; the field of that name is written \"%s\" or who.%s"):format(name, name)
  end
  for _, kind in ipairs(R.kind_order) do
    local entry = kind.name ~= "kind" and kind.entries[name]
    if entry and kind.name == "member" then
      return ("; the member of that name is named(\"%s\")"):format(name)
    elseif entry then
      local before = word_before(entry)
      return ("; the %s of that name is written \"%s\"%s"):format(kind.name, name,
        before and " or " .. before .. "." .. name or "")
    end
  end
end

-- The first line of each `local NAME = …` that begins a line of the file, by name.
local function lines_of_locals(file)
  local lines = {}
  for i, kind in ipairs(file.kinds) do
    local at = file.kinds[i + 1] == "function" and i + 2 or file.kinds[i + 2] == "=" and i + 1
    if kind == "local" and file.lines[i - 1] ~= file.lines[i] and at then
      local name = file.words[at]
      lines[name] = lines[name] or file.lines[i]
    end
  end
  return lines
end

-- The line of a `local NAME = …` in the file, or nil.
local function line_of_local(file, name)
  file.locals = file.locals or lines_of_locals(file)
  return file.locals[name]
end

-- The word of play that is a part of a name that is called, as check of roll_check and dice of rollDice;
-- `roll` only where no other is; nil where several are.
local function word_in(R, name)
  local word, parts = nil, name:gsub("(%l)(%u)", "%1_%2"):lower():gsub("%f[%w]die%f[%W]", "dice")
  for _, part in ipairs(common.split(parts, "[^_]+")) do
    local is_word = part ~= name and type(rawget(R.env, part)) == "function" and not R.kinds[part]
    if is_word and part ~= "roll" then
      if word then return end
      word = part
    end
  end
  return word or parts:find "%f[%a]roll%f[%A]" and parts ~= "roll" and "roll" or nil
end

-- The word nearest to a name, or nil.  is_called: ( or a text follows it.
local function near_word(R, name, is_called)
  R.unknown_words = (R.unknown_words or 0) + 1
  if R.unknown_words > MAX_HINTED then return nil end
  local part = is_called and word_in(R, name)
  if part then return part end
  local words = common.append(common.keys(R.env), common.keys(language.state))
  table.sort(words)
  for _, word in ipairs(language.keywords) do           -- one wrong letter in four: `no` does not mean `not`
    if common.distance(name:lower(), word, 2) <= math.min(2, #name // 4) then return word end
  end
  return common.nearest(name, words)
end

-- The track, light, event or the like whose name is nearest to a name; or nil.
local function near_thing(R, name)
  local names = {}
  for _, kind in ipairs(R.kind_order) do
    if R.unknown_words <= MAX_HINTED then common.append(names, kind:names()) end
  end
  return #name > 3 and common.nearest(name, names) or nil
end

-- The message for a name that is not a word, and whether the name is certainly wrong.
-- file: where the name stands; nil: not known; is_called: ( or a text follows it.
function lookup.unknown(R, name, file, is_called)
  if R.spaces.rule.entries[name] then
    local chart = R.kinds.chart.entries[name] and (", and the chart is written \"%s\""):format(name) or ""
    return ("there is no word '%s'; the rule of that name is rule.%s%s"):format(name, name, chart), true
  end
  if language.state[name] then
    return ("there is no %s yet: play is still being set up"):format(name), true
  end
  local dice = "; write dice in quotes: \"" .. name .. "\""
  if name:find "^d%d+$" then return "there is no word '" .. name .. "'" .. dice, true end
  local hint = language.foreign[name]
  if hint then return "there is no '" .. name .. "' here: " .. hint, true end
  if language.values[name] then
    return ("there is no word '%s'; write it in quotes: \"%s\""):format(name, name), true
  end
  local line = file and line_of_local(file, name)
  if line then
    return ("'%s' is made below, in line %d; a local is known only from there on, so it stands above what \z
      uses it"):format(name, line), true
  end
  if name == "who" or name == "whom" or name == "them" then
    return ("there is no word '%s' here: a function gets it, as function step.NAME(%s), or a loop, as \z
      for %s in each(party) do"):format(name, name, name == "them" and "who" or name), true
  end
  local thing = name == "time" and "; the step of that name is written \"time\"" or hint_thing(R, name)
  local near = not thing and near_word(R, name, is_called)
  local meant = not near and not thing and not is_called and near_thing(R, name) or nil
  thing = thing or meant and ("; is \"%s\" meant, in quotes?"):format(meant)
  return "there is no word '" .. name .. "'" .. (near and "; did you mean '" .. near .. "'?" or thing
    or "; write text in quotes, \"" .. name .. "\"; a name of your own is made with local"),
      near and true or false
end

-- The message for an assignment to a name that is not local.
function lookup.assigned(R, name, is_function)
  if rawget(R.env, name) ~= nil or language.state[name] then
    local kind = R.kinds[name]
    return "'" .. name .. "' is a word of the language and cannot be assigned; " .. (kind
      and ("to change one of them, write %s.NAME%s = …, and a name of your own is local"):format(name,
        name == "setting" and "" or ".FIELD") or "choose another name")
  end
  local track = R.kinds.track.entries[name]
  if track then
    return ("'%s' alone is not a name; the track is changed with set(\"%s\", …), and where it begins is \z
      track.%s.start"):format(name, name, name)
  elseif is_function then
    return ("'%s' is not local; write local function %s, or function rule.%s, which a house file can wrap")
      :format(name, name, name)
  end
  if R.kinds.setting.entries[name] then
    return ("there is a setting of that name; write setting.%s = …"):format(name)
  end
  return ("'%s' is not local; write local %s = …, and what play changes as a track"):format(name, name)
end

-- --- party.NAME, turn.NAME, here.NAME; math.NAME -------------------------------------------------

local function owner_of(track) return track.fields.of or "party" end

-- Checks party.NAME and its like; the record's word is at index i.
local function check_record(R, file, i, word)
  local key, key_at = field_after(file, i + 1)
  local owner, called = language.state[word].of, language.state[word].called
  local fields, kind, track = language.record_fields[owner], R.kinds[owner], R.kinds.track.entries[key]
  if track and track.removed then track = nil end
  local is_there = not key or common.contains(fields, key) or kind and kind.fields[key]
    or track and owner_of(track) == owner
  if is_there or warn_removed_later(R, file, key_at, "track", key) then return end
  local place = place_at(file, key_at)
  local tracks = common.where(R.kinds.track:live(), function(one) return owner_of(one) == owner end)
  local names = common.append(common.names(tracks), kind and kind.field_order or fields)
  if track and owner_of(track) == "member" and not source.knows_who(file, i) then
    local is_switch = type(track.fields.start) == "boolean" or track.fields.away or track.fields.idle
    mistakes.report(R, place, "%s has no track '%s', for each member has one: %s", called, key,
      language.of_each(key, is_switch))
  elseif track then
    mistakes.report(R, place, "%s has no track '%s': it is a track of the %s, %s.%s", called, key,
      owner_of(track), word_before(track) or track.fields.of .. ".NAME", key)
  elseif R.kinds.setting.entries[key] and not common.nearest(key, names) then
    mistakes.report(R, place, "%s has no track '%s', which is a setting; write setting.%s", called, key, key)
  else
    mistakes.report_missing(R, place, word == "here" and "track or field" or "track", key, names, nil, called)
  end
end

-- Checks math.NAME and its like.
local function check_library(R, file, i, word)
  local key, at = field_after(file, i + 1)
  if not key or rawget(getmetatable(R.env[word]).__index, key) ~= nil then return end
  local hint = word == "math" and key:match "^random" and "; dice \"1d6\" rolls"
    or common.hint(key, common.keys(R.env[word]))
  mistakes.report(R, place_at(file, at), "%s.%s is not here%s", word, key, hint)
end

local names_for_old = common.set "usual old orig original super base previous"

-- The message for usual() in function rule.burn, where no local keeps the old one; or nil.
local function lacks_old(file, free)
  local may_be = names_for_old[free.name] and not line_of_local(file, free.name)
  for _, f in ipairs(may_be and file.functions or {}) do
    if f.from <= free.i and free.i <= f.to then
      return ("'%s' is not made yet, and belongs above this function; write local %s = %s"):format(free.name,
        free.name, f.name)
    end
  end
end

-- Reports a name that is not a word of the language, or is assigned: what rules keep belongs in the state,
-- where undo finds it (seal.lua).
local function check_word(R, file, free)
  local name, place = free.name, place_at(file, free.i)
  if free.writing then
    local is_function = file.words[free.i - 1] == "function"
    return mistakes.report(R, place, "%s", lookup.assigned(R, name, is_function))
  end
  if rawget(R.env, name) ~= nil or language.state[name] or file.assigned[name] then return end
  local is_called = source.matches(file, free.i + 1, "(|TEXT")
  local message = lacks_old(file, free) or lookup.unknown(R, name, file, is_called)
  local told = R.unknown_at[mistakes.place_text(place) .. " " .. name]
  if told then told.text = message                         -- now that all things are known
  else mistakes.report(R, place, "%s", message) end
end

-- Reports emit "trap" without braces after it.
local function check_emit(R, file, i)
  local at = source.text_given(file, i)
  if not at then return end
  local in_brackets = at > i + 1                              -- emit("trap")
  if in_brackets and file.kinds[at + 1] ~= ")" then return end
  if source.matches(file, in_brackets and at + 2 or at + 1, "{|(") then return end
  mistakes.report(R, place_at(file, i), "emit \"%s\" has no fields; write emit \"%s\" { }, or { what = … }",
    file.words[at], file.words[at])
end

-- Reports dice "…" that cannot be parsed, but for texts with an escape (\n), whose value is not known here.
local function check_dice(R, file, i)
  local at = source.text_given(file, i)
  if not at or file.words[at]:find("\\", 1, true) then return end
  local text = file.words[at]
  local min, sentence = door.range(text)
  if min ~= nil then return end
  local chart = R.kinds.chart.entries[text] and ("; roll \"%s\" rolls on the chart"):format(text)
  mistakes.report(R, place_at(file, at), "%s \"%s\": %s%s", file.words[i], text, sentence, chart or "")
end

-- --- a chain -------------------------------------------------------------------------------------

local is_library = common.set(table.concat(language.libraries, " "))

-- Checks the names in ask { "creature", "distance" }.
local function check_listed(R, file, i, kind)
  local at = source.braces_after(file, i)
  if not at then return end
  repeat
    at = at + 1
    if file.kinds[at] == "text" then check_thing(R, file, at, kind, file.words[at]) end
  until file.kinds[at] ~= "text" and file.kinds[at] ~= ","
end

-- Checks one name that is not local (file.free), and what follows it.
local function check_name(R, file, free, dead)
  check_word(R, file, free)
  local i, kind, facts = free.i, R.kinds[free.name], language.words[free.name]
  if kind then return check_kind(R, file, i, kind, dead) end
  if is_library[free.name] then return check_library(R, file, i, free.name) end
  if dead[i] then return end
  if language.state[free.name] then return check_record(R, file, i, free.name) end
  if language.is_space[free.name] then return note_use(R, file, i, free.name) end
  if free.name == "emit" then check_emit(R, file, i) end
  if not facts then return end
  if facts.expr then check_dice(R, file, i) end
  if facts.list then check_listed(R, file, i, facts.names_kind) end
  local at = facts.names_kind and source.text_given(file, i, facts.owner)
  if at and not (free.name == "set" and is_record_field(R, file.words[at])) then
    local names = facts.several and common.pieces(file.words[at], "|") or { file.words[at] }
    for _, name in ipairs(names) do check_thing(R, file, at, facts.names_kind, name) end
  end
end

-- Notes "rule.x" in quotes as used; it is reported where it stands.
local function note_rules_in_quotes(R, file)
  for i, word in ipairs(file.words) do
    local is_rule = file.kinds[i] == "text" and word:find "^rule%.[%a_][%w_]*$"
    if is_rule then R.mentioned[word] = true end
  end
end

-- Looks up every name of every file.  Sets R.mentioned["rule.x"], true for each function that is used, and
-- R.uses, a list of { space, key, place }.
function lookup.check(R)
  R.mentioned, R.uses = {}, {}
  local is_live = live_functions(R)
  for _, file in ipairs(R.files) do                        -- free, surplus, twice: see source.read_names
    local dead = dead_words(file, is_live)
    local assigned = {}            -- names of which the line that assigns them is reported, and no other
    for _, free in ipairs(file.free) do assigned[free.name] = assigned[free.name] or free.writing end
    file.assigned = assigned
    for _, free in ipairs(file.free) do check_name(R, file, free, dead) end
    note_rules_in_quotes(R, file)
    for _, i in ipairs(file.surplus) do
      mistakes.report(R, place_at(file, i),
        "here is a value too many; a fraction is written with a point, as 0.5, and a list in braces")
    end
    for _, i in ipairs(file.twice) do
      mistakes.report(R, place_at(file, i),
        "%s is given twice in these braces, and only the second would count", file.words[i])
    end
  end
end

return lookup
