-- sheet.lua -- the table on one screen: the verbs party and sheet; and a bare name, which shows that member,
-- track or light.  Nothing changes, and no turn goes by.
--
-- A track stands in the words of its help text, up to the first comma.  What has its usual value is left out,
-- and a track with sheet = false always is.
local belongings = module "table/belongings"
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local names = module "play/names"
local notes = module "table/notes"
local party = module "play/party"
local places = module "table/places"
local recorder = module "play/recorder"
local records = module "play/records"
local sheet_lines = module "table/sheet_lines"
local state = module "play/state"
local status = module "play/status"
local tracks = module "play/tracks"
local verbs = module "play/verbs"

local resolve = names.resolve

-- --- tracks in words -------------------------------------------------------

local LABEL_MAX <const> = 44                  -- letters: half a line; a longer help text gives no label

local function plain_name(track)
  local name = track.name:gsub("_", " ")
  local is_stat = #name <= 3 and track.of == "member" and track.kind == "number"     -- as STR, HP
  return is_stat and name:upper() or name
end

-- The words of the help text up to the first comma or the like; or nil.
local function clause(track)
  local text = track.help and track.help:match "^[^,;:(]+"
  text = text and text:match "^%s*(.-)%s*$"
  return text and text ~= "" and #text <= LABEL_MAX and text or nil
end

-- The label of a track: the beginning of its help text; but its name if it has no help text, or if that
-- begins with the name, as "torches in the packs".
local function label_of(track)
  if track.thing then return track.thing.name .. ": " .. label_of(track.base) end
  local text, name = clause(track), plain_name(track)
  local begins = text and text:lower():sub(1, #name) == name:lower()
  if not text or begins and not text:find("^%a", #name + 1) then return name end
  return text
end

local function max_of(owner, track)
  if track.kind ~= "number" then return nil end
  return tracks.max_of(owner, track)
end

-- True if the track counts what is in the packs.
local function is_stock(track)
  return track.of == "party" and track.kind == "number" and (track.public == true or tracks.is_spent(track))
end

-- True if a track has a value that nobody needs to read: an empty one, or that of its start.
local function is_usual(track, v)
  if track.prompt == true or track.own then return false end
  local is_empty = v == "" or v == 0 or type(v) == "table" and next(v) == nil
    or track.kind == "quantity" and tostring(v):match "^0%D*$" ~= nil
  return is_empty or common.same(v, track.start) and not is_stock(track)
end

-- A value with its label: "hit points 5 of 6", "weary", "how alert the place is: 3".  A member's switch is
-- shown by its name alone, not its help text, since the prompt and typed lines use that word.
local function value_words(owner, track, v)
  local label = label_of(track)
  if track.kind == "switch" then
    return track.of == "member" and plain_name(track) or clause(track) or plain_name(track)
  end
  local bears = track.of == "member" or track.of == "light"     -- "Bram tired" says it, "tired" does not
  if track.kind == "ladder" and bears and tracks.speaks(track) then return v end
  if type(v) == "table" and common.is_plain(v) and type(v[1]) == "string" then
    local once, times = common.times(v)
    v = common.map(once, function(s) return times[s] > 1 and ("%s (%d times)"):format(s, times[s]) or s end)
  end
  -- Dice in a text, as "{2d4} goblins", are shown without their braces.
  local text = tracks.value_text(v):gsub("{(%d*d%d[%w+-]*)}", "%1")
  local max = max_of(owner, track)
  if max and track.own then text = text .. " of " .. tostring(max) end
  local is_long = select(2, label:gsub("%s", "")) > 1 and not track.thing    -- "gate: rats at it 2" has one
  return label .. (is_long and ": " or " ") .. text
end

-- True if the track is on a sheet, and worth a word there.  full: on the owner's own page.
local function is_shown(owner, track, v, full)
  if track.sheet == false then return false end
  if not track.own then return not is_usual(track, v) end
  local max = owner.max[track.name]
  if max == 0 then return false end              -- hit points that were never given
  -- At its maximum it is told where a help text names it, and on the owner's own page.
  return full or track.help ~= nil or v ~= (max or v)
end

-- The tracks of an owner in words, those with a maximum of their own first: { name, text, secret } …  full:
-- for the owner's own page.
local function facts_of(owner, of, full)
  local out, first = {}, 1
  for _, track in ipairs(live.R.tracks_of[of]) do
    local v = owner[track.name]
    if is_shown(owner, track, v, full) then
      local fact = { name = track.name, text = value_words(owner, track, v), secret = track.secret or nil }
      table.insert(out, track.own and first or #out + 1, fact)
      if track.own then first = first + 1 end
    end
  end
  return out
end

-- --- lights ----------------------------------------------------------------

local BAR <const> = 12                        -- the most columns of a bar; fewer turns get a column each

-- "3 of 6 turns, to the end of T6"; and left, total as numbers, or nil.
local function light_left(lamp)
  local left, total, unit = lamp.left, records.total_of(lamp)
  if not total then return "burns" end
  local secs = lamp.secs                      -- nil for a lamp that counts turns or real time
  local is_whole = math.type(left) == "integer"
  local text = (is_whole or not secs) and tracks.value_text(left) or common.span(secs)
  text = text .. " of " .. common.counted(total, unit)
  local in_usual_turns = not secs or (live.procedure().secs or live.R.turn_secs) == live.R.turn_secs
  if unit == "turn" and is_whole and in_usual_turns then
    text = text .. (", to the end of T%d"):format(live.turn.number + left)
  elseif secs then text = text .. ", to " .. measure.clock(live.party.now + secs) end
  return text, left, total
end

local function bar(left, total)
  local width = total <= BAR and math.tointeger(total) or BAR
  local full = math.ceil(left / total * width)
  return ("#"):rep(full), ("."):rep(width - full)
end

-- The lights that burn, a list: { light; holder; left, of: how much is left of how much; text; facts }.
local function lights_of(group)
  local out = {}
  for i, lamp in ipairs(group.lights) do
    local text, left, total = light_left(lamp)
    out[i] = { light = lamp.kind, holder = lamp.holder, left = left, of = total, text = text,
      facts = common.map(facts_of(lamp, "light"), function(f) return f.text end) }
  end
  return out
end

-- The lights that were put out and can be lit again: "Bram's lantern (34 turns left)" …
local function unlit_of(group)
  return common.map(rawget(group, "unlit") or {}, function(lamp)
    local light = live.R.lights[lamp.kind]
    local left = light and records.left_of(lamp, light.lasts)
    local text = left and " (" .. common.counted(left, light.lasts.unit) .. " left)" or ""
    return records.lamp_name(lamp) .. text
  end)
end

-- The width of a column of names; longer ones push out only their own row.
local NAMES_MAX <const> = 24
local function width_of(texts)
  local width = 0
  for _, text in ipairs(texts) do
    local n = utf8.len(text)
    if n <= NAMES_MAX then width = math.max(width, n) end
  end
  return width
end

-- The blanks behind a name in its column.
local function padding(text, width) return (" "):rep(math.max(width - utf8.len(text), 0) + 2) end

local function lamp_name(lamp) return lamp.light .. " " .. lamp.holder end

-- Adds a light, one of lights_of.  width: of the column of names.
local function add_light(page, lamp, width)
  local name = lamp_name(lamp)
  page:line(2, 4):add("name", name):add("text", padding(name, width))
  if lamp.left then
    local full, rest = bar(lamp.left, lamp.of)
    page:add("text", full):add("dim", rest):add("text", "  ")
  end
  page:add("text", lamp.text)
  for _, fact in ipairs(lamp.facts) do page:add("text", ", " .. fact) end
end

local function add_lights(page, lights)
  local width = width_of(common.map(lights, lamp_name))
  for _, lamp in ipairs(lights) do add_light(page, lamp, width) end
end

-- --- members ---------------------------------------------------------------

-- True if the field is a choice, and somebody has another than the usual one: then everyone's is shown.
local function is_chosen(field)
  local function is_other(who) return who[field.name] ~= field.default end
  return field.choices and #common.where(live.party.members, is_other) > 0
end

-- "CON+1", "perceptive": the fields that rules give members, where they are not as usual.
local function traits_of(who)
  local out = {}
  for _, field in ipairs(live.R.has.member) do
    local v = who[field.name]
    if type(v) == "number" and v ~= field.default then
      local label = #field.name <= 3 and field.name:upper() or field.name:gsub("_", " ") .. " "
      out[#out + 1] = label .. (field.default == 0 and v > 0 and "+" or "") .. tostring(v)
    elseif v == true and not field.default then out[#out + 1] = (field.name:gsub("_", " "))
    elseif type(v) == "string" and v ~= "" and (v ~= field.default or is_chosen(field)) then
      out[#out + 1] = field.name:gsub("_", " ") .. " " .. v
    end
  end
  return out
end

local function texts_of(list, key)
  return common.map(list, function(x) return x[key] end)
end

local function does(who)
  local deed = common.first(live.turn.doing, function(one) return common.contains(one.who, who.name) end)
  return deed and (deed.text or deed.verb)
end

-- The facts of a member on the sheet; of the dead nothing else, unless the page is theirs (full).
local function member_facts(who, full)
  local facts = facts_of(who, "member", full)
  if full or not status.is_dead(who) then return facts end
  return common.where(facts, function(f) return f.name == "dead" end)
end

-- A member as data for the sheet.  full: on a page of their own.
local function member_of(who, group, full)
  local m = { name = who.name, away = who.away or nil, facts = member_facts(who, full),
    traits = traits_of(who), does = does(who) }
  local lamps = common.where(group.lights, function(lamp) return lamp.holder == who.name end)
  local kinds, times = common.times(texts_of(lamps, "kind"))
  m.holds = common.map(kinds, function(kind)
    local plural = kind .. (kind:find "[\128-\255]" and "" or kind:find "[cs]h$" and "es" or "s")
    return times[kind] > 1 and times[kind] .. " " .. plural or common.a(kind)
  end)
  m.carries = texts_of(belongings.where(function(f) return f.who == who.name and not f.room end), "what")
  m.notes = common.map(notes.where(function(n) return n.who == who.name end), function(n) return n.text end)
  return m
end

-- True if a member is away and no condition says why.
local function is_absent(m) return m.away and not status.laid_low(live.member(m.name)) end

-- The facts that all of several members share, and that have no maximum of their own: they are shown once.
-- Returns them as a set of texts, and as a list.
local function shared_facts(members)
  local times, shared, list = {}, {}, {}
  for _, m in ipairs(members) do
    for _, f in ipairs(m.facts) do times[f.text] = (times[f.text] or 0) + 1 end
  end
  for _, f in ipairs(#members > 1 and members[1].facts or {}) do
    if times[f.text] == #members and not live.R.tracks[f.name].own and not f.secret then
      shared[f.text], list[#list + 1] = true, f.text
    end
  end
  return shared, list
end

-- Adds a line "Ways: hall, crypt"; none for an empty list.
local function add_named(page, name, list)
  if #list > 0 then page:line(2, 4):add("name", name):add("text", ": " .. table.concat(list, ", ")) end
end

-- Adds a line "secret  Trap: a pit", marked as what only the game master knows.
local function add_secret(page, name, list)
  if #list == 0 then return end
  page:line(2, 4):add("secret", "secret  "):add("name", name):add("text", ": " .. table.concat(list, "; "))
end

-- A member in a row; what is secret in a line below it.
local function add_member(page, m, width, shared)
  local parts, secrets = {}, {}
  for _, f in ipairs(m.facts) do
    if not shared[f.text] then table.insert(f.secret and secrets or parts, f.text) end
  end
  common.append(parts, m.traits)
  if is_absent(m) then table.insert(parts, 1, "away") end
  if #m.holds > 0 then parts[#parts + 1] = "holds " .. common.list(m.holds) end
  if #m.carries > 0 then parts[#parts + 1] = "has " .. common.list(m.carries) end
  if m.does then parts[#parts + 1] = "does: " .. m.does end
  page:line(2, math.min(width + 4, 16)):add("name", m.name)      -- 16: no deeper for one long name
  page:add("text", padding(m.name, width) .. table.concat(parts, ", "))
  add_secret(page, m.name, common.append(secrets, m.notes))
end

local function add_members(page, members)
  local width, shared, everyone = width_of(common.names(members)), shared_facts(members)
  for _, m in ipairs(members) do add_member(page, m, width, shared) end
  add_named(page, "Everyone", everyone)
end

-- --- the party's supplies and facts -------------------------------------------------------

-- Adds lists of facts as lines: first what is in the packs, then the rest, then what is secret.
local function add_party(page, facts, finds)
  local stocks, others, secrets = {}, {}, {}
  for _, f in ipairs(facts) do
    local list = f.secret and secrets or is_stock(live.R.tracks[f.name]) and stocks or others
    list[#list + 1] = f.text
  end
  common.append(stocks, finds)
  if #stocks > 0 then page:line(2, 4):add("text", table.concat(stocks, ", ")) end
  if #others > 0 then page:line(2, 4):add("text", table.concat(others, "; ")) end
  if #secrets > 0 then page:line(2, 4):add("secret", "secret  "):add("text", table.concat(secrets, "; ")) end
end

-- --- the room --------------------------------------------------------------

-- The room of a group as data for the sheet; nil for none.
local function room_of(group)
  local here = live.env.here
  if not here then return nil end
  local room = { name = group.room, ways = places.ways_of(here), facts = facts_of(here, "room") }
  room.finds = texts_of(belongings.where(function(f) return f.room == here.name end), "what")
  room.notes, room.traps = {}, {}
  for _, n in ipairs(notes.where(function(n) return n.room == here.name end)) do
    local list = n.trap and room.traps or room.notes
    list[#list + 1] = (n.on and n.on .. ": " or "") .. n.text
  end
  return room
end

-- Adds what there is in the room; its name stands in the head of the page.
local function add_room(page, room)
  local facts, secrets = {}, {}
  for _, f in ipairs(room.facts) do table.insert(f.secret and secrets or facts, f.text) end
  add_named(page, "Room", facts)
  add_named(page, "Ways", room.ways)
  add_named(page, "Here lies", room.finds)
  add_secret(page, "Trap", room.traps)
  add_secret(page, "Noted", room.notes)
  add_secret(page, "Room", secrets)
end

-- --- what is due -----------------------------------------------------------

-- How long a timer still runs, in the unit of its kind where that gives a whole number; "" for none.
local function time_left(timer)
  local kind, left, secs = live.R.timers[timer.kind], timer.left, rawget(timer, "secs")
  local unit = kind and kind.lasts and kind.lasts.unit
  local is_whole = left and (math.type(left) == "integer" or not secs)
  if unit and is_whole then return common.counted(left, unit) end
  if secs then return common.span(secs) end
  return left and common.counted(left, "turn") or ""
end

-- When the timers of a group end, the first one first.
local function due_of(group)
  local list = {}
  for _, timer in ipairs(group.timers) do
    local left, secs = timer.left, rawget(timer, "secs")
    list[#list + 1] = { timer = timer.kind, of = timer.owner ~= "" and timer.owner or nil,
      left = time_left(timer), secs = secs or (left or 0) * 1000000 }      -- timers in turns stand last
  end
  table.sort(list, function(a, b) return a.secs < b.secs end)
  return list
end

local DUE_MAX <const> = 100                    -- texts of rule.next_due; nobody reads more

-- The texts of rule.next_due, a list.
local function due_by_rules()
  local rule = rawget(live.R.final.rule, "next_due")
  local fine, texts = true, nil
  if rule then fine, texts = recorder.look(rule) end
  if not fine then error(texts, 0) end
  if type(texts) ~= "table" then texts = { texts } end
  if #texts > DUE_MAX then
    local sentence = ("rule.next_due gives a list of %d texts at most, and it has "):format(DUE_MAX)
    events.bad_result(rule, sentence, #texts)
  end
  for _, text in ipairs(texts) do
    if type(text) ~= "string" then
      events.bad_result(rule, "rule.next_due gives a text, or a list of texts, and this is ", text)
    end
  end
  return texts
end

local function add_due(page, due, by_rules)
  local texts = common.map(due, function(d)
    return d.timer .. (d.of and " (" .. d.of .. ")" or "") .. (d.left ~= "" and " in " .. d.left or "")
  end)
  add_named(page, "Due", common.append(texts, by_rules))
end

-- --- the whole -------------------------------------------------------------

local function add_head(page, head)
  page:line(0, 2):add("prompt", head.turn)
  if head.dark then page:add("text", "  "):add("dark", "DARK") end
  if status.over() then page:add("text", "  " .. status.over()) end
  local says_room = head.room and (head.says or ""):find(head.room, 1, true)
  if head.room and not says_room then page:add("text", "  " .. head.room) end
  if head.says then page:add("text", "  " .. head.says) end
end

-- The other groups, and where and when they are.
local function add_apart(page)
  for at, other in ipairs(live.S.parties) do
    if at ~= live.S.at then
      page:line(2, 4):add("name", "Apart"):add("text", ": " .. party.name_of(other) .. ", T"
        .. other.turns[#other.turns].number .. " " .. measure.clock(other.now)
        .. (other.room ~= state.START and ", " .. other.room or ""))
    end
  end
end

-- party, sheet: everything; party Bram: one member.
function verbs.sheet(list, i)
  if list[i] then return "party " .. verbs.show_one(table.concat(list, " ", i)) end
  local group, page, head = live.party, sheet_lines.new(), status.head()
  head.room = group.room ~= state.START and group.room or nil
  local finds = belongings.where(function(f) return not f.room and (f.who == "" or not live.named(f.who)) end)
  local s = { head = head, lights = lights_of(group), unlit = unlit_of(group), due = due_of(group),
    next_due = due_by_rules(), room = room_of(group), finds = texts_of(finds, "what"),
    tracks = common.append(facts_of(group, "party"), facts_of(live.S.campaign, "campaign")),
    members = common.map(group.members, function(who) return member_of(who, group) end) }
  add_head(page, head)
  add_lights(page, s.lights)
  add_named(page, "Put out", s.unlit)
  add_party(page, s.tracks, s.finds)
  add_members(page, s.members)
  add_room(page, s.room)
  add_due(page, s.due, s.next_due)
  add_apart(page)
  page:show(s)
  return "party"
end
verbs.party = verbs.sheet

-- --- one thing -------------------------------------------------------------

-- The part of the help text of a track that says more than its label, in ( ); "" where there is none.
local function meaning(track)
  local help, label = track.help or "", track.kind == "switch" and plain_name(track) or label_of(track)
  if help:sub(1, #label) == label then help = help:sub(#label + 1):gsub("^[%s,;:]+", "") end
  return help ~= "" and " (" .. help .. ")" or ""
end

-- Shows all facts of a member, also those that the sheet leaves out.
local function show_member(who)
  local page, m = sheet_lines.new(), member_of(who, live.party, true)
  page:line(2):add("name", who.name):add("text", (is_absent(m) and ", away" or "")
    .. (#m.traits > 0 and ": " .. table.concat(m.traits, ", ") or ""))
  for _, f in ipairs(m.facts) do
    page:line(4):add(f.secret and "secret" or "text", f.secret and "secret  " or ""):add("text", f.text)
    page:add("dim", meaning(live.R.tracks[f.name]))
  end
  if #m.holds > 0 then page:line(4):add("text", "holds " .. common.list(m.holds)) end
  if #m.carries > 0 then page:line(4):add("text", "has " .. common.list(m.carries)) end
  for _, note in ipairs(m.notes) do page:line(4):add("secret", "secret  "):add("text", note) end
  if m.does then page:line(4):add("text", "does: " .. m.does) end
  page:show { members = { m } }
end

-- The values of a track, a list of { of: whose, text }: a single one without `of` where the track is of the
-- party, the room or the campaign; else one for each member, light or thing.
local function values_of(track)
  if track.by_thing then
    return common.map(live.R.kinds[track.of]:names(), function(name)
      return { of = name, text = tracks.value_text(live.S.campaign[track.by_thing[name].name]) }
    end)
  end
  local owners = { party = { live.party }, campaign = { live.S.campaign }, room = { live.env.here },
    member = live.party.members, light = live.party.lights }
  return common.map(owners[track.of] or {}, function(owner)
    local v, max = owner[track.name], max_of(owner, track)
    local name = track.of == "member" and owner.name
      or track.of == "light" and records.lamp_name(owner) or nil
    return { of = name, text = tracks.value_text(v) .. (max and " of " .. tostring(max) or "") }
  end)
end

-- The members who have a condition, ": Bram and Pike" or ": nobody"; nil for a track that is no condition.
local function having(track, values)
  if track.kind ~= "switch" or not values[1] or not values[1].of then return nil end
  local those = common.where(values, function(v) return v.text == "yes" end)
  return ": " .. (those[1] and common.list(texts_of(those, "of")) or "nobody")
end

-- Shows the value of a track, or one for each of its owners, and its help text.
local function show_track(track)
  local page, values = sheet_lines.new(), values_of(track)
  local label, name = label_of(track), plain_name(track)
  page:line(2):add("name", label):add("dim", label ~= name and " (" .. track.name .. ")" or "")
  local condition = having(track, values)
  page:add("text", condition or #values == 1 and not values[1].of and ": " .. values[1].text
    or #values == 0 and ": nobody has it" or "")
  for _, v in ipairs(condition and {} or values) do
    if v.of then page:line(4):add("text", v.of .. ": " .. v.text) end
  end
  if track.help and track.help ~= label then page:line(4):add("dim", track.help) end
  page:show { tracks = { { name = track.name, help = track.help, secret = track.secret or nil,
    values = values } } }
end

local function show_light(kind)
  local page = sheet_lines.new()
  local lights = common.where(lights_of(live.party), function(lamp) return lamp.light == kind end)
  add_lights(page, lights)
  if #lights == 0 then page:line(2):add("text", "No " .. kind .. " burns.") end
  page:show { lights = lights }
end

-- Returns what a word names, "member", "track" or "light", and the name; exact names win over beginnings.
local function find(word)
  local low = word:lower()
  local known = { member = names.members(), track = live.R.kinds.track:names(),
    light = live.R.kinds.light:names() }
  local member = common.first(known.member, function(name) return name:lower() == low end)
  if member then return "member", member end
  for _, what in ipairs { "track", "light" } do
    if common.contains(known[what], word) then return what, word end
  end
  for _, what in ipairs { "member", "track", "light" } do
    local name = resolve(word, known[what])
    if name then return what, name end
  end
end

-- Shows the member, track or light that a word names; returns its name.
function verbs.show_one(word)
  local what, name = find(word)
  if what == "member" then show_member(live.member(name))
  elseif what == "light" then show_light(name)
  elseif what then show_track(live.R.tracks[name])
  else
    local known = common.append(names.members(), live.R.kinds.track:names())
    names.choose(word, known, "nobody and nothing here is called '%s'")
  end
  return common.quoted(name)
end

return {}
