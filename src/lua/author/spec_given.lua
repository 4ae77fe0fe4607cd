-- spec_given.lua -- sets up a test of a spec: its members (`party`), and the state that it begins with
-- (`given`).
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local party = module "play/party"
local state = module "play/state"
local time = module "play/time"
local tracks = module "play/tracks"
local words = module "play/words"
local spec_given = { wall = 1000000000 }      -- the wall clock when a test begins, in seconds: any would do

-- Splits "torch Bram" into the kind of light and its holder, which may be nil.
local function parse_light(text)
  local kind, holder = text:match("^(%S+)%s*(.*)$")
  return kind, holder ~= "" and holder or nil
end

-- Keys of `given` that are not tracks, unless the rules have a track of that name.
local other_keys = { "lights", "here", "rooms", "lamps", "minutes", "turn", "procedure", "dice", "decks" }

-- True if `given` sets a track with this key.
function spec_given.is_track(key)
  local track = live.R.tracks[key]
  return track and (track.of == "party" or track.of == "campaign")
end
local is_track = spec_given.is_track

-- The end of a message about an unknown key of `given`: the nearest known one.
local function hint_key(name)
  local names, tracks = {}, live.R.tracks_of
  for _, of in ipairs { "party", "campaign" } do common.append(names, common.names(tracks[of])) end
  return common.hint(tostring(name), common.append(names, other_keys))
end

-- Handles given = { turn = 3, procedure = "fight" }: 3 turns are over, and a fight has begun.
local function set_turn(given)
  if given.procedure ~= nil and given.procedure ~= live.turn.procedure then
    if not live.R.procedures[given.procedure] then
      error("given, procedure: there is no procedure '" .. tostring(given.procedure) .. "'"
        .. common.hint(tostring(given.procedure), live.R.kinds.procedure:names()), 0)
    end
    table.insert(live.party.turns, state.new_turn(given.procedure))
    state.use(live.S.at)
  end
  if given.turn == nil then return end
  if math.type(given.turn) ~= "integer" or given.turn < 0 then
    error("given, turn: a whole number is needed, how many turns are over, and this is "
      .. common.show(given.turn), 0)
  end
  live.turn.number = given.turn
end

-- Sets tracks and kindles lights, in the order of their names.  Lights are kindled without spending anything.
local function set_tracks_and_lights(given)
  for _, key in ipairs(common.keys(given)) do
    local track, v = live.R.tracks[key], given[key]
    if key == "lights" and not is_track(key) then
      if type(v) ~= "table" then
        error("given, lights: a list is needed, { \"torch A\" }, and this is " .. common.show(v), 0)
      end
      for _, text in ipairs(v) do
        local kind, holder = parse_light(text)
        time.kindle(kind, holder, { free = true })
      end
    elseif common.contains(other_keys, key) and not is_track(key) then          -- set_state reads these
    elseif track and track.of == "party" then live.party[key] = tracks.start(track, v, "given")
    elseif track and track.of == "campaign" then live.S.campaign[key] = tracks.start(track, v, "given")
    elseif type(v) == "table" and (key == "party" or key == "campaign") then
      local name = common.keys(v)[1] or "NAME"
      error(("given: tracks of the %s stand in given itself: given = { %s = %s }"):format(key, tostring(name),
        common.show(v[name] or 1)), 0)
    elseif type(v) == "table" and not track and common.nearest(key, other_keys) then
      error("given has no '" .. key .. "'" .. hint_key(key), 0)
    elseif type(v) == "table" and not track then
      error(("given: what %s has stands in party = { { \"%s\", … } }"):format(key, key), 0)
    elseif track and track.of == "member" then
      error(("given: '%s' belongs to members, and stands with them: party = { { \"A\", %s = %s } }")
        :format(key, key, common.show(v)), 0)
    else error("given: the party keeps no '" .. tostring(key) .. "'" .. hint_key(key), 0) end
  end
end

-- Handles given = { here = "hall" } or { here = { name = …, TRACK = … } }.
local function set_room(given)
  if type(given) == "string" then
    words.go(given)
    return
  end
  if given.name then words.go(given.name) end
  local here = live.env.here
  for _, key in ipairs(common.keys(given)) do
    local track = live.R.tracks[key]
    if key == "name" then
    elseif track and track.of == "room" then here[key] = tracks.start(track, given[key], "given, here")
    else here[key] = common.copy(given[key]) end
  end
end

-- Sets fields of the ith light; left: how much of it is left, in the unit of its kind.
local function set_lamp(i, fields)
  local lamp = live.party.lights[i]
  if not lamp then error("given, lamps: there is no lamp " .. i, 0) end
  for _, key in ipairs(common.keys(fields)) do
    if key == "left" then
      local lasts = live.R.lights[lamp.kind].lasts
      -- A lamp counts what it has left in one of three fields, by the measure of its kind.
      local field = rawget(lamp, "secs") and "secs" or rawget(lamp, "turns") and "turns" or "real"
      lamp[field] = math.tointeger(fields.left * lasts.per)
    else
      lamp[key] = fields[key]
    end
  end
end

-- Handles given = { decks = { pack = { "joker", "2 hearts" } } }: the cards that are left of a deck.
local function set_deck(name, cards)
  local deck = live.R.decks[name]
  if not deck then
    local hint = common.hint(name, live.R.kinds.deck:names())
    error(("given, decks: there is no deck '%s'%s"):format(name, hint), 0)
  end
  local left, kept = common.copy(cards), {}
  for _, card in ipairs(deck.cards) do              -- in the order of the rules, as play keeps them
    local at = common.contains(left, card)
    if at then kept[#kept + 1] = table.remove(left, at) end
  end
  if #left > 0 then
    error(("given, decks: %s has no card '%s'%s"):format(name, left[1], common.hint(left[1], deck.cards)), 0)
  end
  live.S.decks[name] = kept
end

-- Sets all of the state that the test gives.
local function set_state(given)
  set_tracks_and_lights(given)
  for _, key in ipairs(other_keys) do               -- a track of that name was set already
    if is_track(key) then given[key] = nil end
  end
  set_turn(given)
  if given.minutes then live.party.now = given.minutes * 60 end
  for _, name in ipairs(given.rooms or {}) do state.room(name).seen = true end
  if given.here then set_room(given.here) end
  for i, fields in ipairs(given.lamps or {}) do set_lamp(i, fields) end
  for _, name in ipairs(common.keys(given.decks or {})) do set_deck(name, given.decks[name]) end
end

-- Makes the members of `party`.
local function make_members(people)
  live.party.members = {}
  for _, key in ipairs(common.keys(people)) do
    local m = people[key]
    if type(m) ~= "table" or type(m[1]) ~= "string" then
      error("party: every member stands in braces of its own, { { \"A\", hp = 6 }, { \"B\" } }, and this is "
        .. common.show(m), 0)
    end
    local fields = common.copy(m)
    fields[1] = nil
    party.join(m[1], fields)
  end
end

-- Sets up a test.  body: the test; base: the body of tests "…", whose `party` counts where the test has none,
-- and whose `given` the test adds to, or leaves out with given = false.  Returns the state as bytes.
function spec_given.begin(body, base)
  local given = body.given ~= false and common.copy(base.given or {}) or {}
  for k, v in next, body.given or {} do given[k] = v end
  door.open { mode = "script", faces = not is_track "dice" and given.dice or "", record = true }
  door.seed("0")
  live.begin { use_defaults = true }
  party.begin()
  local people = body.party or base.party
  if people then make_members(people) end
  party.stand_in()
  events.hook("begin")
  set_state(given)
  live.S.rng = door.rng()
  live.S.wall = time.is_real() and spec_given.wall or 0
  local bytes, sentence = data.encode(live.S, true)
  if not bytes then error(sentence, 0) end
  return bytes
end

return spec_given
