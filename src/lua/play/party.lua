-- party.lua -- who plays: members who join, groups that part and meet, and a campaign's file party.lua.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local mistakes = module "read/mistakes"
local names = module "play/names"
local procedures = module "play/turns/procedures"
local state = module "play/state"
local time = module "play/time"
local tracks = module "play/tracks"
local party = {}

-- Adds a member to the party; the light that the member holds is lit for free.
function party.join(name, given)
  local who, holds = state.add_member(name, given)
  if holds then time.kindle(holds, who, { free = true }) end
  return who
end

-- A fresh state with the members that the rules make.
function party.begin()
  state.new()
  for _, e in ipairs(live.R.kinds.member:live()) do
    local ok, who = protected(party.join, e.name, e.fields)
    local fault = ok and state.fault_of_member(who)
    if fault or not ok then
      local err = fault and { text = fault } or who
      -- No line of the rules runs here: what is wrong with a member is told where it was made.
      if not err.file then err.file, err.line = e.made.file, e.made.line end
      error(err, 0)
    end
  end
end

-- Gives a table without characters its one member, until somebody joins: so rules find someone who acts.
function party.stand_in()
  if #live.party.members == 0 then party.join(state.nobody) end
end

-- --- groups ----------------------------------------------------------------
-- Each group has its own clock, turn, lights, room and tracks of the party.  The party of a state is a list
-- of groups; S.at says which one a line is about.

-- A group is called by the names of its members.
function party.name_of(group) return common.list(common.names(group.members)) end

-- True if the track counts supplies: they stay with one group when two part, and are added up when two meet.
-- Any other track of the party is a condition that both have.
function party.is_supply(track) return track.tally or tracks.is_spent(track) end

-- The value of a supply in a group that parts: it has none, as all stays with the others.
local function nothing(track)
  if track.kind == "number" then return track.min and math.max(track.min, 0) or 0 end
  if track.kind == "quantity" then return measure.quantity_of(0, track.unit) end
  return tracks.start(track, nil, "the party")
end

-- Takes the lamps or timers of these members out of a list.
local function take_of(list, field, owners)
  local taken = {}
  for i = #list, 1, -1 do
    if common.contains(owners, list[i][field]) then table.insert(taken, 1, table.remove(list, i)) end
  end
  return taken
end

-- Says why these members cannot leave, or nil; refuses the line if nobody would stay.
local function no_split(from, leaving)
  if #leaving == 0 then return "who leaves? Type 'split " .. from.members[#from.members].name .. "'" end
  local stranger = common.first(leaving, function(who) return not common.contains(from.members, who) end)
  if stranger then return tostring(stranger) .. " is not in this group" end
  if #leaving >= #from.members then events.refuse("somebody has to stay") end
end

-- Parts a group in two.  Members who leave take their own things, and the supplies of the party stay.  Both
-- groups keep the marching order of all, `order_together`, until all are together again.
local function split(from, leaving)
  local to = state.new_group(from)
  local marched = rawget(from, "order_together") or common.names(from.members)
  rawset(from, "order_together", marched)
  rawset(to, "order_together", common.copy_list(marched))
  for _, track in ipairs(live.R.tracks_of.party) do
    if party.is_supply(track) then rawset(to, track.name, nothing(track)) end
  end
  for i, who in ipairs(leaving) do
    table.remove(from.members, common.contains(from.members, who))
    to.members[i] = who
  end
  local who = common.names(leaving)
  to.lights, to.timers = take_of(from.lights, "holder", who), take_of(from.timers, "owner", who)
  for _, name in ipairs { "unlit", "elsewhere" } do
    local taken = take_of(rawget(from, name) or {}, "holder", who)
    if #taken > 0 then rawset(to, name, taken) end
  end
  table.insert(live.S.parties, to)
  events.happen("split", nil, common.list(who) .. (#who > 1 and " go their" or " goes another") .. " way.",
    { who = who })
  events.hook("split", from, to)
end

-- split { bram, pike }: they go their own way, from the end of the turn on
function party.split(list)
  if type(list) ~= "table" then
    common.mistake("split: a list of members is needed, and this is %s", common.show(list))
  end
  local leaving = common.copy_list(list)
  local why = no_split(live.party, leaving)
  if why then common.mistake("split: %s", why) end
  procedures.switch("split", common.names(leaving))
end
-- Does what party.split asked for, when the turn is over.  list: the names of those who leave.
function procedures.between.split(list)
  local still = {}                              -- who is still here, once, also if the list has a name twice
  for _, name in ipairs(list) do
    local who = live.member(name)
    if who and not common.contains(still, who) then still[#still + 1] = who end
  end
  if #still == 0 then return end
  no_split(live.party, still)
  split(live.party, still)
end

local function place_of(group) return common.contains(live.S.parties, group) end

-- Lets the group that is behind wait until both clocks are equal.
local function wait_for(a, b)
  local late = math.max(a.now, b.now)
  for _, group in ipairs { a, b } do
    state.use(place_of(group))
    time.wait(late - group.now)
  end
end

-- Puts the members of a group into the order in which they marched before they parted; those who came later
-- are last.
local function fall_in(group)
  local marched, members = rawget(group, "order_together") or {}, group.members
  local list = common.map(marched, function(name)
    return common.first(members, function(who) return who.name == name end)
  end)
  common.append(list, common.where(members, function(who) return not common.contains(marched, who.name) end))
  table.move(list, 1, #list, 1, members)
  if not live.S.parties[2] then rawset(group, "order_together", nil) end
end

-- A group joins another, with all it has.  Of the party's tracks, supplies are added up; the others stay as
-- they are in `into`.
local function meet(into, from)
  wait_for(into, from)
  state.use(place_of(into))
  for _, list in ipairs { "members", "lights", "timers" } do
    table.move(from[list], 1, #from[list], #into[list] + 1, into[list])
  end
  for _, list in ipairs { "unlit", "elsewhere" } do
    local lamps = rawget(from, list)
    if lamps then rawset(into, list, common.append(rawget(into, list) or {}, lamps)) end
  end
  for _, track in ipairs(live.R.tracks_of.party) do
    if party.is_supply(track) and (track.kind == "number" or track.kind == "quantity") then
      local sum = into[track.name] + from[track.name]
      local max = tracks.max_of(into, track)
      rawset(into, track.name, max and sum > max and max or sum)
    end
  end
  table.remove(live.S.parties, place_of(from))
  fall_in(into)
  state.use(place_of(into))
  events.happen("rejoined", nil, party.name_of(from) .. (#from.members > 1 and " join " or " joins ")
    .. "the others.", { who = party.name_of(from) })
  events.hook("meet", into, from)
end

-- meet(group): the group joins this one at the end of the turn, when procedures calls between.meet with the
-- name of its first member
function party.meet(group)
  if not place_of(group) or group == live.party then
    common.mistake "meet: another group is needed, one of groups()"
  end
  procedures.switch("meet", group.members[1] and group.members[1].name or "")
end
function procedures.between.meet(name)
  for _, group in ipairs(live.S.parties) do
    local is_it = name == "" and #group.members == 0
    for _, who in ipairs(group.members) do is_it = is_it or who.name == name end
    if is_it and group ~= live.party then return meet(live.party, group) end
  end
end

-- groups() -> every group, in the order they parted
function party.groups() return common.copy_list(live.S.parties) end

-- --- verbs of the prompt ---------------------------------------------------

local function between_turns(verb)
  if live.turn.step ~= "" then
    events.refuse("%s: this turn is not over; first say what they do", verb)
  end
end

-- The verbs of the prompt about groups: each reads list[i] …, see verbs.lua.
party.verbs = {}

function party.verbs.split(list, i)
  between_turns "split"
  local leaving = names.member_list(list, i)
  local why = no_split(live.party, leaving)
  if why then events.refuse("%s", why) end
  split(live.party, leaving)
  return "split " .. common.quoted_all(common.names(leaving))
end

-- Returns the index of the group whose member the word names in full, or else of the first with a name
-- that begins with it.
local function find_group(word)
  local i, known = live.group_of(word), {}
  if i then return i end
  for at, group in ipairs(live.S.parties) do
    for _, who in ipairs(group.members) do
      if who.name:sub(1, #word):lower() == word:lower() then return at end
      known[#known + 1] = who.name
    end
  end
  events.refuse("nobody is called '%s'%s", word, common.hint(word, known))
end

-- rejoin Pike: the group of Pike joins the one that plays.  If there are only two groups, no name is needed.
function party.verbs.rejoin(list, i)
  between_turns "rejoin"
  local S = live.S
  if #S.parties < 2 then events.refuse("everyone is together") end
  if not list[i] and #S.parties > 2 then events.refuse("rejoin whom? Name somebody in the other group") end
  local at = list[i] and find_group(table.concat(list, " ", i)) or 3 - S.at      -- the other of two
  if at == S.at then events.refuse("%s is here already", list[i]) end
  local from = S.parties[at]
  if from.turns[#from.turns].step ~= "" then
    events.refuse("the turn of %s is not over", party.name_of(from))
  end
  local who = from.members[1].name
  meet(live.party, from)
  return "rejoin " .. common.quoted(who)
end

-- with: lists the groups; with Pike: turns to the group of Pike.
party.verbs["with"] = function(list, i)
  if list[i] then
    state.use(find_group(table.concat(list, " ", i)))
    return "with " .. common.quoted(live.party.members[1].name)
  end
  local lines = {}
  for at, group in ipairs(live.S.parties) do
    lines[at] = party.name_of(group) .. ": T" .. group.turns[#group.turns].number .. " "
      .. measure.clock(group.now)
      .. (group.room ~= "" and ", " .. group.room or "") .. (at == live.S.at and "  (this one)" or "")
  end
  live.shown = table.concat(lines, "\n")
  return "with"
end

-- --- the file party.lua ----------------------------------------------------
-- It is read once, when play begins:
--   member "Bram" { con = 1, hp = 6, holds = "torch" }       -- the member written first marches first
--   torches = 4
--   here = "gate"

local IN_PARTY_FILE <const> = "in party.lua a track stands alone, as NAME = 4, without %s"

-- Says why a name cannot be assigned.
local function not_assignable(name, value)
  local names, track = { "here" }, live.R.tracks[name]
  for _, of in ipairs { "party", "campaign" } do common.append(names, common.names(live.R.tracks_of[of])) end
  if track and track.of == "member" then
    return ("'%s' belongs to a member: member \"NAME\" { %s = … }"):format(name, name)
  end
  local is_list = type(value) == "table" and type(value[1]) == "string"
  if is_list and #common.where(value, function(v) return type(v) == "string" end) == #common.keys(value) then
    return ("every member is written by itself; write member \"%s\" {}"):format(
      table.concat(value, "\" {} member \""))
  end
  if name == "party" or name == "campaign" then return IN_PARTY_FILE:format(name) end
  if type(value) == "table" then return ("a member is written member \"%s\" { … }"):format(name) end
  return ("the party keeps no '%s'%s"):format(tostring(name), common.hint(tostring(name), names))
end

-- Says why a name cannot be read.
local function not_a_word(name)
  if live.R.tracks[name] or common.nearest(name, { "member" }) then
    return "there is no word '" .. name .. "'" .. common.hint(name, { "member" })
  end
  if live.R.kinds[name] then
    local held = name == "light" and "; one that burns is held: member \"NAME\" { holds = \"KIND\" }" or ""
    return ("party.lua says who plays and what is in the packs; %s \"NAME\" { … } belongs in house.lua%s")
      :format(name, held)
  end
  if name == "party" or name == "campaign" then return IN_PARTY_FILE:format(name) end
  if name == "extends" or name == "ruleset" then
    return ("%s stands in house.lua; party.lua needs none"):format(name)
  end
  if live.R.kinds.member.fields[name] then
    return ("'%s' stands in a member's braces: member \"NAME\" { %s = … }"):format(name, name)
  end
  if not live.R.env[name] then
    return ("there is no word '%s'; write text in quotes: \"%s\""):format(name, name)
  end
  return "party.lua knows member \"NAME\" { … } and the party's own tracks, as NAME = 4, and no '"
    .. tostring(name) .. "'"
end

-- here = "gate": the room they are in as play begins.
local function stand(name)
  if type(name) ~= "string" or name == "" then
    common.mistake("here is the name of a room, here = \"gate\", and this is %s", common.show(name))
  end
  state.stand_in_room(name)
end

-- Returns the compiled function; or nil and an error, { text, file, line }.
local function compile(file, words)
  local f, sentence = sandbox.compile(file.text, file.name, words)
  if f then return f end
  local text, line = mistakes.explain_syntax(file, sentence)
  return nil, { text = text, file = file.name, line = line }
end

-- Lets a member join; one whom the ruleset brings keeps its place, and the fields that are not given anew.
local function join_or_change(p, given)
  local entry = live.R.kinds.member.entries[p.name]
  local at = entry and common.contains(live.party.members, live.member(p.name))
  if not at then return party.join(p.name, given) end
  local fields, members = common.copy(entry.fields), live.party.members
  for key, v in next, given do fields[key] = v end
  fields.holds = nil
  local who = state.add_member(p.name, fields)
  members[at], members[#members] = who, nil
  if p.holds ~= nil then take_of(live.party.lights, "holder", { p.name }) end
end

-- Takes the fields of a member who was named.  p: the member, see words_of.
local function take_fields(p, fields, wrong, try)
  p.done = true
  local label = "member \"" .. p.name .. "\""
  if type(fields) ~= "table" then
    return wrong(label .. " takes its fields in braces, and this is " .. common.show(fields))
  end
  if fields[1] ~= nil then
    return wrong(label .. ": every field has a name, as hp = 6, and " .. common.show(fields[1])
      .. " has none")
  end
  local given = common.copy(fields)
  given.holds = nil
  -- Lit at the end of the file: its event tells how many are left.
  p.holds = fields.holds
  try(join_or_change, p, given)
end

-- The globals of party.lua.  pending: the members named, a list of { name, file, line, done, holds };
-- wrong(text) tells of a mistake; try(f, …) calls f and tells of its error.
local function words_of(pending, wrong, try)
  local function member(name)
    if type(name) ~= "string" or name == "" then
      wrong "member takes a name in quotes: member \"Bram\" { hp = 6 }"
      return function() end
    end
    local file, line = sandbox.place()
    local p = { name = name, file = file, line = line }
    for _, other in ipairs(pending) do
      if other.name == name then
        wrong("member \"" .. name .. "\" is there already, in line " .. other.line)
      end
    end
    pending[#pending + 1] = p
    return function(fields)
      take_fields(p, fields, wrong, try)
      return function() wrong(mistakes.TWO_BRACES:format("member \"" .. name .. "\"")) end
    end
  end
  local function assign(_, name, value)
    local track = live.R.tracks[name]
    if mistakes.is_nothing(value) then return end
    if name == "here" then return try(stand, value) end
    local owner = track and (track.of == "party" and live.party or track.of == "campaign" and live.S.campaign)
    if not owner then return wrong(not_assignable(name, value)) end
    try(function() owner[name] = tracks.start(track, value, "the " .. track.of) end)
  end
  return setmetatable({}, {
    __index = function(_, name)
      if name == "member" then return member end
      if name == "ipairs" or name == "pairs" then return live.R.env[name] end
      wrong(not_a_word(name))
      return mistakes.nothing
    end,
    __newindex = assign, __sealed = "party.lua",
  })
end

-- Lights what a member holds, and tells of one whose fields never came.
local function finish(p, tell)
  local who, wrong = p.holds ~= nil and live.member(p.name), nil
  if who and type(p.holds) ~= "string" then
    wrong = ", holds: the name of a light is needed, in quotes, and this is " .. common.show(p.holds)
  elseif who then
    local ok, err = protected(time.kindle, p.holds, who, { free = true })
    wrong = not ok and ", holds: " .. err.text:gsub("^kindle: ", "")
  elseif not p.done then
    wrong = " has no body: write member \"" .. p.name .. "\" { hp = 6 }"
  end
  if wrong then tell { text = "member \"" .. p.name .. "\"" .. wrong, file = p.file, line = p.line } end
end

-- Reads a file, { name, text }.  tell(err) gets every mistake, { text, file, line }; without it the first is
-- raised.
function party.read(file, tell)
  local pending = {}
  tell = tell or function(err) error(err, 0) end
  local function wrong(text)
    local f, line = sandbox.place()
    tell { text = text, file = f, line = line }
  end
  local function try(f, ...)
    local ok, err = protected(f, ...)
    if ok then return end
    if err.stop then error(err, 0) end         -- no mistake: a die is asked for by hand
    local name, line = sandbox.place()
    tell { text = err.text, file = err.file or name, line = err.line or line }
  end
  local f, err = compile(file, words_of(pending, wrong, try))
  if not f then return tell(err) end
  f()
  for _, p in ipairs(pending) do finish(p, tell) end
end

return party
