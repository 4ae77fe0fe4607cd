-- party.lua -- who plays: a fresh table, members who join it, and a campaign's file party.lua, which is read
-- once, when play begins:
--   member "Bram" { con = 1, hp = 6, holds = "torch" }       -- the member written first marches first
--   torches = 4
--   here = "gate"
local common = module "common"
local live = module "play/live"
local mistakes = module "read/mistakes"
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
  for _, e in ipairs(live.R.kinds.member:live()) do party.join(e.name, e.fields) end
end

-- Gives a table without characters its one member, until somebody joins.
function party.stand_in()
  if #live.party.members == 0 then party.join(state.nobody) end
end

-- --- party.lua -------------------------------------------------------------

-- Says why a name cannot be assigned.
local function not_assignable(name)
  local names, track = { "here" }, live.R.tracks[name]
  for _, of in ipairs { "party", "campaign" } do
    for _, t in ipairs(live.R.tracks_of[of]) do names[#names + 1] = t.name end
  end
  if track and track.of == "member" then
    return ("'%s' belongs to a member: member \"NAME\" { %s = … }"):format(name, name)
  end
  return ("the party keeps no '%s'%s"):format(tostring(name), common.hint(tostring(name), names))
end

-- Says why a name cannot be read.
local function not_a_word(name)
  if live.R.tracks[name] or common.nearest(name, { "member" }) then
    return "there is no word '" .. name .. "'" .. common.hint(name, { "member" })
  end
  if live.R.kinds[name] then
    return ("party.lua says who plays and what is in the packs; %s \"NAME\" { … } belongs into house.lua")
      :format(name)
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

local function compile(file, words)
  local f, sentence = sandbox.compile(file.text, file.name, words)
  if f then return f end
  local text, line = mistakes.of_syntax(file, sentence)
  return nil, { text = text, file = file.name, line = line }
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
  try(party.join, p.name, given)
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
    return function(fields) take_fields(p, fields, wrong, try) end
  end
  local function assign(name, value)
    local track = live.R.tracks[name]
    if mistakes.is_nothing(value) then return end
    if name == "here" then return try(stand, value) end
    local owner = track and (track.of == "party" and live.party or track.of == "campaign" and live.S.campaign)
    if not owner then return wrong(not_assignable(name)) end
    try(function() owner[name] = tracks.start(track, value, "the " .. track.of) end)
  end
  return setmetatable({}, {
    __index = function(_, name)
      if name == "member" then return member end
      wrong(not_a_word(name))
      return mistakes.nothing
    end,
    __newindex = function(_, name, value) assign(name, value) end,
    __sealed = "party.lua",
  })
end

-- Lights what a member holds, and tells of one whose fields never came.
local function finish(p, tell)
  local who = p.holds ~= nil and live.member(p.name)
  local ok, err = true, nil
  if who then ok, err = protected(time.kindle, p.holds, who, { free = true }) end
  if not ok then
    local text = mistakes.plainly(err.text):gsub("^kindle: ", "")
    tell { text = ("member \"%s\", holds: %s"):format(p.name, text), file = p.file, line = p.line }
  end
  if not p.done then
    tell { text = "member \"" .. p.name .. "\" has no body: write member \"" .. p.name .. "\" { hp = 6 }",
      file = p.file, line = p.line }
  end
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
    if err.stop then error(err, 0) end
    local name, line = sandbox.place()
    tell { text = mistakes.plainly(err.text), file = err.file or name, line = err.line or line }
  end
  local f, err = compile(file, words_of(pending, wrong, try))
  if not f then return tell(err) end
  f()
  for _, p in ipairs(pending) do finish(p, tell) end
end

return party
