-- party.lua -- reads a campaign's party.lua, once, when play begins:
--   member "Bram" { con = 1, hp = 6, holds = "torch" }       -- who is written first marches first
--   torches = 4
--   here = "gate"
local common = module "common"
local live = module "play/live"
local mistakes = module "read/mistakes"
local party = {}

-- The party's own tracks, and where a name is another's: what to say of a name that is none of them.
local function strange(name)
  local names, track = { "here" }, live.R.tracks[name]
  for _, of in ipairs { "party", "campaign" } do
    for _, t in ipairs(live.R.tracks_of[of] or {}) do names[#names + 1] = t.name end
  end
  if track and track.of == "member" then
    return ("'%s' belongs to a member: member \"NAME\" { %s = … }"):format(name, name)
  end
  return ("the party keeps no '%s'%s"):format(tostring(name), common.hint(tostring(name), names))
end

local function unknown(name)
  if live.R.tracks[name] or common.nearest(name, { "member" }) then return "there is no word '" .. name .. "'" .. common.hint(name, { "member" }) end
  if live.R.kinds[name] then
    return ("party.lua says who plays and what is in the packs; %s \"NAME\" { … } belongs into house.lua"):format(name)
  end
  return "party.lua knows member \"NAME\" { … } and the party's own tracks, as NAME = 4, and no '" .. tostring(name) .. "'"
end

-- Where they are as play begins.
local function stand(name)
  if type(name) ~= "string" or name == "" then error("here is the name of a room, here = \"gate\", and this is " .. common.show(name), 0) end
  local room = live.room(name)
  room.seen = true
  live.party.room, live.env.here = name, room
end

local function compile(file, words)
  local f, sentence = sandbox.compile(file.text, file.name, words)
  if f then return f end
  local text, line = mistakes.of_syntax(file, sentence)
  return nil, { text = text, file = file.name, line = line }
end

-- The words of party.lua.  pending: who was named, { name, file, line, done, holds }.
local function words_of(pending, wrong, try)
  local env = {}
  function env.member(name)
    if type(name) ~= "string" or name == "" then
      wrong "member takes a name in quotes: member \"Bram\" { hp = 6 }"
      return function() end
    end
    local f, line = sandbox.place()
    local p = { name = name, file = f, line = line }
    for _, other in ipairs(pending) do
      if other.name == name then wrong("member \"" .. name .. "\" is there already, in line " .. other.line) end
    end
    pending[#pending + 1] = p
    return function(fields)
      p.done = true
      if type(fields) ~= "table" then wrong("member \"" .. name .. "\" takes its fields in braces, and this is " .. common.show(fields)) return end
      if fields[1] ~= nil then wrong("member \"" .. name .. "\": every field has a name, as hp = 6, and " .. common.show(fields[1]) .. " has none") return end
      local given = common.copy(fields)
      given.holds = nil
      p.holds = fields.holds                       -- lit when all is read: how many are left is said then
      try(live.join, name, given)
    end
  end
  return setmetatable({}, {
    __index = function(_, name)
      if env[name] then return env[name] end
      wrong(unknown(name))
      return mistakes.nothing
    end,
    __newindex = function(_, name, value)
      local track = live.R.tracks[name]
      if mistakes.is_nothing(value) then return end
      if name == "here" then return try(stand, value) end
      local owner = track and (track.of == "party" and live.party or track.of == "campaign" and live.S.campaign)
      if not owner then wrong(strange(name)) return end
      try(function() owner[name] = live.start_value(track, value, "the " .. track.of) end)
    end,
    __sealed = "party.lua",
  })
end

-- What a member holds is lit; one without a body is no member.
local function finish(p, tell)
  for _, who in ipairs(p.holds ~= nil and live.party.members or {}) do
    local ok, err = true, nil
    if who.name == p.name then ok, err = protected(live.words.kindle, p.holds, who, { free = true }) end
    if not ok then tell { text = ("member \"%s\", holds: %s"):format(p.name, (mistakes.plainly(err.text):gsub("^kindle: ", ""))), file = p.file, line = p.line } end
  end
  if not p.done then
    tell { text = "member \"" .. p.name .. "\" has no body: write member \"" .. p.name .. "\" { hp = 6 }", file = p.file, line = p.line }
  end
end

-- file: { name =, text = }.  tell(err): what to do with a mistake, { text =, file =, line = }; without it the
-- first one is raised.
function party.read(file, tell)
  local pending = {}
  tell = tell or function(err) error(err, 0) end
  local function wrong(text)
    local f, line = sandbox.place()
    tell { text = text, file = f, line = line }
  end
  -- What may be wrong with a value is told where it stands.
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
