-- groups.lua -- several groups at once: each has its own clock, turn, lights, room and tracks of the party.
-- The party of a state is a list of groups; S.at says which one a line is about.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local names = module "play/names"
local procedures = module "play/procedures"
local state = module "play/state"
local time = module "play/time"
local tracks = module "play/tracks"
local groups = {}

local mistake, refuse = common.mistake, events.refuse

-- What a group is called: the names of its members.
function groups.name(group) return common.list(common.names(group.members)) end

-- The place of the group with a member of that name, typed in full.
function groups.of(name)
  for i, group in ipairs(live.S.parties) do
    for _, who in ipairs(group.members) do
      if who.name:lower() == name:lower() then return i end
    end
  end
end

-- Is the track a supply, which is divided, and no condition that goes with everybody?
local function is_supply(track)
  if track.tally then return true end
  for _, light in next, live.R.lights do if light.spends == track.name then return true end end
  return false
end

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

-- Says why these members cannot leave, or nil.
local function no_split(from, leaving)
  if #leaving == 0 then return "who leaves? as in: split " .. from.members[#from.members].name end
  for _, who in ipairs(leaving) do
    if not common.contains(from.members, who) then return tostring(who) .. " is not in this group" end
  end
  if #leaving >= #from.members then events.refuse("somebody has to stay: that is all of them") end
end

local function split(from, leaving)
  local to = state.new_group(from)
  for _, track in ipairs(live.R.tracks_of.party) do
    if is_supply(track) then rawset(to, track.name, nothing(track)) end
  end
  for i, who in ipairs(leaving) do
    table.remove(from.members, common.contains(from.members, who))
    to.members[i] = who
  end
  local who = common.names(leaving)
  to.lights, to.timers = take_of(from.lights, "holder", who), take_of(from.timers, "owner", who)
  table.insert(live.S.parties, to)
  events.happen("split", nil, common.list(who) .. (#who > 1 and " go their" or " goes another") .. " way.",
    { who = who })
  events.hook("split", from, to)
end

-- split { bram, pike }: they go their own way, from the end of the turn on
function groups.split(list)
  local leaving = common.copy_list(list)
  local why = no_split(live.party, leaving)
  if why then mistake("split: %s", why) end
  procedures.switch("split", common.names(leaving))
end
function procedures.between.split(list)
  local still = {}                              -- those still here; a name may stand in the list twice
  for _, name in ipairs(list) do
    local who = live.member(name)
    if who and not common.contains(still, who) then still[#still + 1] = who end
  end
  if #still == 0 then return end
  no_split(live.party, still)
  split(live.party, still)
end

local function place_of(group)
  return common.contains(live.S.parties, group)
end

-- Lets the group that is behind wait until both clocks are equal.
local function wait_for(a, b)
  local late = math.max(a.now, b.now)
  for _, group in ipairs { a, b } do
    state.use(place_of(group))
    time.wait(late - group.now)
  end
end

local function meet(into, from)
  wait_for(into, from)
  state.use(place_of(into))
  for _, list in ipairs { "members", "lights", "timers" } do
    table.move(from[list], 1, #from[list], #into[list] + 1, into[list])
  end
  for _, track in ipairs(live.R.tracks_of.party) do
    if is_supply(track) and (track.kind == "number" or track.kind == "quantity") then
      local sum = into[track.name] + from[track.name]
      local max = tracks.max_of(into, track)
      rawset(into, track.name, max and sum > max and max or sum)
    end
  end
  table.remove(live.S.parties, place_of(from))
  state.use(place_of(into))
  events.happen("rejoined", nil, groups.name(from) .. (#from.members > 1 and " join " or " joins ")
    .. "the others.", { who = groups.name(from) })
  events.hook("meet", into, from)
end

-- meet(group): the group of that record joins this one, at the end of the turn
function groups.meet(group)
  if not place_of(group) or group == live.party then
    mistake "meet: another group is needed, one of groups()"
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
function groups.groups() return common.copy_list(live.S.parties) end

-- --- verbs of the prompt ---------------------------------------------------

local function between_turns(verb)
  if live.turn.step ~= "" then refuse("%s: this turn is not over: %s", verb, live.turn.step) end
end

-- The verbs of the prompt about groups: each reads list[i] …, see verbs.lua.
groups.verbs = {}

function groups.verbs.split(list, i)
  between_turns "split"
  local leaving = names.member_list(list, i)
  local why = no_split(live.party, leaving)
  if why then refuse("%s", why) end
  split(live.party, leaving)
  return "split " .. common.quoted_all(common.names(leaving))
end

-- The place of the group that a word names: a member in full, or the first whose name begins so.
local function find_group(word)
  local i, known = groups.of(word), {}
  if i then return i end
  for at, group in ipairs(live.S.parties) do
    for _, who in ipairs(group.members) do
      if who.name:sub(1, #word):lower() == word:lower() then return at end
      known[#known + 1] = who.name
    end
  end
  refuse("there is nobody called '%s'%s", word, common.hint(word, known))
end

function groups.verbs.rejoin(list, i)
  between_turns "rejoin"
  local S = live.S
  if #S.parties < 2 then refuse("all are together") end
  if not list[i] and #S.parties > 2 then refuse("rejoin whom? name one of the other group") end
  local at = list[i] and find_group(list[i]) or 3 - S.at
  if at == S.at then refuse("%s is here already", list[i]) end
  local from = S.parties[at]
  if from.turns[#from.turns].step ~= "" then refuse("the turn of %s is not over", groups.name(from)) end
  local who = from.members[1].name
  meet(live.party, from)
  return "rejoin " .. common.quoted(who)
end

groups.verbs["with"] = function(list, i)
  if list[i] then
    state.use(find_group(list[i]))
    return "with " .. common.quoted(live.party.members[1].name)
  end
  local lines = {}
  for at, group in ipairs(live.S.parties) do
    lines[at] = groups.name(group) .. ": T" .. group.turns[#group.turns].number .. " "
      .. game_clock.read(group.now)
      .. (group.room ~= "" and ", " .. group.room or "") .. (at == live.S.at and "  (yours now)" or "")
  end
  live.shown = table.concat(lines, "\n")
  return "with"
end

return groups
