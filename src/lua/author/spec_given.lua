-- spec_given.lua -- sets up a test of a spec: its members (`party`), and the state that it begins with
-- (`given`).
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local party = module "play/party"
local state = module "play/state"
local time = module "play/time"
local tracks = module "play/tracks"
local spec_given = { wall = 1000000000 }      -- the wall clock when a test begins, in seconds: any would do

local mistake = common.mistake

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
      mistake("given, procedure: there is no procedure '%s'%s", given.procedure,
        common.hint(tostring(given.procedure), live.R.kinds.procedure:names()))
    end
    table.insert(live.party.turns, state.new_turn(given.procedure))
    state.use(live.S.at)
  end
  if given.turn == nil then return end
  if math.type(given.turn) ~= "integer" or given.turn < 0 then
    mistake("given, turn: a whole number is needed, how many turns are over, and this is %s",
      common.show(given.turn))
  end
  live.turn.number = given.turn
end

-- The kind of light and the holder that "safety lamp Bram" means: the longest kind that it begins with, since
-- both may be of several words.  The holder is "" where there is none.  members: all names.
local function kind_and_holder(text, members)
  local kinds, kind = live.R.kinds.light:names(), nil
  for _, name in ipairs(kinds) do
    if (text .. " "):find(name .. " ", 1, true) == 1 and #name > #(kind or "") then kind = name end
  end
  if kind then return kind, text:sub(#kind + 1):match "^%s*(.-)%s*$" end
  local word = text
  for _, name in ipairs(members) do
    if text:sub(-#name - 1) == " " .. name then word = text:sub(1, -#name - 2) end
  end
  mistake("given, lights: there is no light '%s'%s", word, common.hint(word, kinds))
end

-- Kindles the lights of a list, "torch Bram" or "torch", without spending anything.
local function kindle_all(texts)
  if type(texts) ~= "table" then
    mistake("given, lights: a list is needed, { \"torch A\" }, and this is %s", common.show(texts))
  end
  local members = common.names(live.party.members)
  for _, text in ipairs(texts) do
    if type(text) ~= "string" then
      mistake("given, lights: the kind and the holder of each are needed in one text, { \"torch A\" }, and \z
        this is %s", common.show(text))
    end
    local kind, holder = kind_and_holder(text, members)
    if holder ~= "" and #members > 0 and not live.named(holder) then
      mistake("given, lights: nobody is called '%s'%s", holder, common.hint(holder, members))
    end
    time.kindle(kind, holder ~= "" and holder or nil, { free = true })
  end
end

-- Raises the mistake in a key of `given`, which sets no track of the party or the campaign.
local function raise_unknown(key, v)
  local track, is_table = live.R.tracks[key], type(v) == "table"
  if is_table and (key == "party" or key == "campaign") then
    local name = common.keys(v)[1] or "NAME"
    mistake("given: tracks of the %s stand in given itself: given = { %s = %s }", key, name,
      common.show(v[name] or 1))
  elseif track and track.of == "member" then
    mistake("given: '%s' belongs to members, and stands with them: party = { { \"%s\", %s = %s } }", key,
      live.party.members[1].name, key, common.show(v))
  elseif is_table and not track and common.nearest(key, other_keys) then
    mistake("given has no '%s'%s", key, hint_key(key))
  elseif is_table and not track then
    mistake("given: what %s has stands in party = { { \"%s\", … } }", key, key)
  end
  mistake("given: the party keeps no '%s'%s", key, hint_key(key))
end

-- Sets tracks and kindles lights, in the order of their names.
local function set_tracks_and_lights(given)
  for _, key in ipairs(common.keys(given)) do
    local track, v = live.R.tracks[key], given[key]
    if is_track(key) then
      local owner = track.of == "party" and live.party or live.S.campaign
      owner[key] = tracks.start(track, v, "given")
    elseif key == "lights" then kindle_all(v)
    elseif not common.contains(other_keys, key) then raise_unknown(key, v) end      -- set_state reads these
  end
  tracks.begin_switches(live.party, given)
  tracks.begin_switches(live.S.campaign, given)
end

local function set_fields_of_room(room, fields, label)
  for _, key in ipairs(common.keys(fields)) do
    local track = live.R.tracks[key]
    if track and track.of == "room" then room[key] = tracks.start(track, fields[key], label)
    elseif key ~= "name" then room[key] = common.copy(fields[key]) end
  end
end

-- Handles given = { here = "hall" } or { here = { name = …, TRACK = … } }.  They are there already, so that
-- on.arrive is not called.
local function set_room(given)
  if type(given) == "string" then given = { name = given } end
  if given.name then state.stand_in_room(given.name, true) end
  set_fields_of_room(live.env.here, given, "given, here")
end

-- Handles given = { rooms = { "hall", crypt = { searched = true } } }, rooms that are known.
local function set_rooms(given)
  for _, name in ipairs(given) do state.room(name).seen = true end
  for _, name in ipairs(common.keys(given)) do
    if type(name) == "string" then
      local room, fields = state.room(name), given[name]
      if type(fields) ~= "table" then
        mistake("given, rooms: tracks of %s are needed, as { searched = true }, and this is %s", name,
          common.show(fields))
      end
      room.seen = true
      set_fields_of_room(room, fields, "given, rooms")
    end
  end
end

-- Sets fields of the ith light; left: how much of it is left, in the unit of its kind.
local function set_lamp(i, fields)
  local lamp = live.party.lights[i]
  if not lamp then mistake("given, lamps: there is no lamp %d", i) end
  for _, key in ipairs(common.keys(fields)) do lamp[key] = fields[key] end
end

-- Handles given = { decks = { pack = { "joker", "2 hearts" } } }: the cards that are left of a deck.
local function set_deck(name, cards)
  local deck = live.R.decks[name]
  if not deck then
    mistake("given, decks: there is no deck '%s'%s", name, common.hint(name, live.R.kinds.deck:names()))
  end
  local left, kept = common.copy(cards), {}
  for _, card in ipairs(deck.cards) do              -- in the order of the rules, as play keeps them
    local at = common.contains(left, card)
    if at then kept[#kept + 1] = table.remove(left, at) end
  end
  if left[1] then
    mistake("given, decks: %s has no card '%s'%s", name, left[1], common.hint(left[1], deck.cards))
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
  set_rooms(given.rooms or {})
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
      mistake("party: every member stands in braces of its own, { { \"A\", hp = 6 }, { \"B\" } }, and this \z
        is %s", common.show(m))
    end
    local fields = common.copy(m)
    fields[1] = nil
    party.join(m[1], fields)
  end
end

-- Calls f with the numbers of `given` as the starts of their tracks, so that no dice are rolled for them.
local function with_given_starts(given, f)
  local starts = {}
  for key, v in next, given do
    local track = math.type(v) and is_track(key) and live.R.tracks[key]
    if track and track.kind == "number" and type(track.start) == "string" then
      starts[track], track.start = track.start, v
    end
  end
  f()
  for track, start in next, starts do track.start = start end
end

-- Returns what is given in a test: what its base gives, and over it what the test gives itself.  There, false
-- takes away what the base gives; but for a switch, false is a value.
local function joined_given(own, of_base)
  local given = own ~= false and common.copy(of_base or {}) or {}
  for key, v in next, own or {} do given[key] = v end
  for _, key in ipairs(common.keys(given)) do
    local is_switch = is_track(key) and live.R.tracks[key].kind == "switch"
    local is_known = is_track(key) or common.contains(other_keys, key)
    if given[key] == false and is_known and not is_switch then given[key] = nil end
  end
  return given
end

-- Sets up a test.  body: the test; base: the body of tests "…", whose `party` counts where the test has none,
-- and whose `given` the test adds to, or leaves out with given = false.  Returns the state as bytes.
function spec_given.begin(body, base)
  local given = joined_given(body.given, base.given)
  door.open { mode = "script", faces = not is_track "dice" and given.dice or "", record = true }
  door.seed("0")
  with_given_starts(given, function()
    live.begin { use_defaults = true }
    party.begin()
  end)
  local people = body.party or base.party
  if people then make_members(people) end
  party.stand_in()
  events.hook("begin")
  set_state(given)
  live.S.rng = door.rng()
  live.S.wall = time.is_real() and spec_given.wall or 0
  local bytes, sentence = data.encode(live.S, true)
  return bytes or mistake("%s", sentence)
end

return spec_given
