-- orphaned_state.lua -- state that the rules no longer know, because a file changed in mid-campaign: a lamp
-- of a light that is gone, a track that is a text now, a turn that waits for a step that was renamed.
--
-- While a command runs it is set aside: it does nothing, and nothing happens to it.  Afterwards it is put
-- back in its place, so that it is all there when the rule comes back.  `forget` lists it, `forget NAME`
-- deletes it.
local common = module "common"
local live = module "play/live"
local language = module "read/language"
local records = module "play/records"
local tracks = module "play/tracks"
local orphaned_state = {}

-- List of { name, text, … }: each with the places in the state that it is about.  A place is
--   { owner, key, at, item }          an item taken out of the list owner[key]
--   { owner, key, was, now, still }   a value replaced by another; it is put back unless still() says no
--   { owner, key, unknown = true }    a value that stays where it is
local orphans = {}

local function add(name, text, ...) orphans[#orphans + 1] = { name = name, text = text, ... } end

-- Sets aside the unknown items of a list, owner[key].  describe(item) -> its name and a text.
local function sift(owner, key, is_known, describe)
  local kept = {}
  for at, item in ipairs(owner[key]) do
    if is_known(item) then kept[#kept + 1] = item
    else
      local name, text = describe(item)
      add(name, text, { owner = owner, key = key, at = at, item = item })
    end
  end
  owner[key] = kept
end

-- Replaces a value; returns its place.
local function replace(owner, key, now, still)
  local place = { owner = owner, key = key, was = owner[key], now = now, still = still }
  owner[key] = now
  return place
end

-- --- records ---------------------------------------------------------------

-- The value to put in place of v, if v does not fit its track any more; or nil.  given, label: see
-- check_record.
local function instead_of(track, v, record, given, label)
  if tracks.misfit(track, v, label) then
    return (tracks.start(track, given and given[track.name], label, record))
  end
  if track.kind ~= "number" then return nil end
  local max = track.max
  if track.own then max = (record.max or {})[track.name] end
  if track.min and v < track.min then return track.min end
  return max and v > max and max or nil
end

-- The set of the names that a record may have: of the host, tracks, and fields of its kind.
local function known_names(of)
  local R = live.R
  R.known_names = R.known_names or {}
  if R.known_names[of] then return R.known_names[of] end
  local known, kind = {}, R.kinds[of]
  for _, name in ipairs(language.record_fields[of]) do known[name] = true end
  for _, track in ipairs(R.tracks_of[of]) do known[track.name] = true end
  for name in next, kind and kind.fields or {} do known[name] = true end
  R.known_names[of] = known
  return known
end

-- Replaces the values of a record that its tracks cannot have any more.
local function replace_misfits(record, of, label, given)
  for _, track in ipairs(live.R.tracks_of[of]) do
    local name, v = track.name, record[track.name]
    local now
    if v ~= nil then now = instead_of(track, v, record, given, label) end
    if now ~= nil then
      add(name, ("%s%s was %s and is %s"):format(label, name, common.show(v), common.show(now)),
        replace(record, name, now))
    end
  end
end

-- Replaces the values of a record that do not fit, and lists those of unknown names.  label: whose they are,
-- "Bram's ", or ""; given: the values with which such a record is made, by name, or nil.
local function check_record(record, of, label, given)
  local check = records.checks()[of]
  if not check or fields.misfit(check.whole, record) then replace_misfits(record, of, label, given) end
  local known, unknown = known_names(of), {}
  for name in next, record do
    if not known[name] then unknown[name] = true end
  end
  for _, name in ipairs(common.keys(unknown)) do
    add(name, label .. name .. " " .. common.show(record[name]),
      { owner = record, key = name, unknown = true })
  end
end

local zero <const> = {
  number = 0, integer = 0, string = "", boolean = false, list = {}, table = {}, dice = "0",
}

-- Gives a member the fields that are new and have no default.
local function add_fields(who)
  for _, field in ipairs(live.R.has.member) do
    if who[field.name] == nil and field.default == nil and not field.optional then
      local v = zero[field.base]
      who[field.name] = v == nil and "" or common.copy(v)
      add(field.name, ("%s has no %s yet; it is %s until you say otherwise"):format(who.name, field.name,
        common.show(who[field.name])))
    end
  end
end

-- Sets aside what is unknown in a turn.  One that waits for a step that is gone is taken for not begun.
local function check_turn(turn)
  local procedure = live.R.procedures[turn.procedure]
  sift(turn, "doing", function(deed) return live.R.actions[deed.verb] end, function(deed)
    return deed.verb, deed.verb .. ", which " .. common.list(deed.who) .. " began"
  end)
  check_record(turn, "turn", "the turn's ")
  if turn.step == "" or procedure and procedure.place_of[turn.step] then return end
  local number, step = turn.number, turn.step
  local function still() return turn.number == number end
  add(step, ("turn %d, which waited for %s"):format(number, step), replace(turn, "step", "", still),
    replace(turn, "doing", {}, still))
end

-- Sets aside what is unknown in a group: its lamps, timers, deeds, turns, members and their values.
local function check_group(group)
  local R = live.R
  for _, key in ipairs(records.lamp_lists) do
    if group[key] then
      sift(group, key, function(lamp) return R.lights[lamp.kind] end, function(lamp)
        return lamp.kind, records.lamp_name(lamp)
      end)
    end
    for _, lamp in ipairs(group[key] or {}) do
      check_record(lamp, "light", records.lamp_name(lamp) .. "'s ", R.lights[lamp.kind].starts)
    end
  end
  sift(group, "timers", function(timer) return R.timers[timer.kind] end, function(timer)
    return timer.kind, timer.kind .. (timer.owner ~= "" and " of " .. timer.owner or "")
  end)
  sift(group, "kept", function(deed) return R.actions[deed.verb] end, function(deed)
    return deed.verb, deed.verb .. ", broken off"
  end)
  sift(group, "turns", function(turn) return R.procedures[turn.procedure] end, function(turn)
    return turn.procedure, "the procedure " .. turn.procedure .. ", in turn " .. turn.number
  end)
  for _, turn in ipairs(group.turns) do check_turn(turn) end
  check_record(group, "party", "")
  for _, who in ipairs(group.members) do
    add_fields(who)
    check_record(who, "member", who.name .. "'s ")
  end
end

-- Sets aside the cards that a deck no longer has.
local function check_deck(decks, name)
  local deck = live.R.decks[name]
  if not deck then
    return add(name, ("the deck %s, with %s left"):format(name, common.counted(#decks[name], "card")),
      { owner = decks, key = name, unknown = true })
  end
  sift(decks, name, function(card) return common.contains(deck.cards, card) end, function(card)
    return card, ("the card %s of %s"):format(card, name)
  end)
end

-- --- before and after a command --------------------------------------------

-- Sets aside what is unknown in a state just read, which is live.S already; new_turn(procedure) makes a turn.
function orphaned_state.set_aside(S, new_turn)
  orphans = {}
  for _, group in ipairs(S.parties) do
    check_group(group)
    if #group.turns == 0 then group.turns[1] = new_turn(live.R.main) end
  end
  for _, room in ipairs(S.rooms) do check_record(room, "room", room.name .. "'s ") end
  check_record(S.campaign, "campaign", "the campaign's ")
  for _, name in ipairs(common.keys(S.decks)) do check_deck(S.decks, name) end
end

-- Puts an orphan back in its place.  place.into: the table into which it was put; nil when it could not be.
local function put_back(S, place)
  local owner, key = place.owner, place.key
  if rawget(owner, "members") and not common.contains(S.parties, owner) then
    owner = live.party                         -- its group has joined another meanwhile
  end
  local now = rawget(owner, key)
  place.into = nil
  if now == nil and common.contains(records.lamp_lists, key) then
    now = {}
    rawset(owner, key, now)
  end
  if now == nil then return end
  if place.item ~= nil then
    place.into = now
    table.insert(now, math.min(place.at, #now + 1), place.item)
  else                                          -- unless the value in its place has changed meanwhile
    local is_as_set = now == place.now and (type(now) ~= "table" or next(now) == nil)
    if not is_as_set or place.still and not place.still() then return end
    place.into = owner
    rawset(owner, key, place.was)
  end
end

-- Puts everything back in its place, so that it is saved with the state.
function orphaned_state.restore(S)
  for _, orphan in ipairs(orphans) do
    for _, place in ipairs(orphan) do
      if not place.unknown then put_back(S, place) end
    end
  end
end

-- Sets aside again everything that orphaned_state.restore put back, so that the state fits the rules.
function orphaned_state.set_aside_again()
  for i = #orphans, 1, -1 do
    for j = #orphans[i], 1, -1 do
      local place = orphans[i][j]
      if place.into and place.item ~= nil then
        table.remove(place.into, common.contains(place.into, place.item))
      elseif place.into then
        rawset(place.into, place.key, place.now)
      end
    end
  end
end

-- A text for each thing that is set aside, in order; nil when there is none.
function orphaned_state.texts()
  return #orphans > 0 and common.map(orphans, function(orphan) return orphan.text end) or nil
end

-- The names that `forget` knows.
function orphaned_state.names()
  local names = {}
  for _, orphan in ipairs(orphans) do
    if not common.contains(names, orphan.name) then names[#names + 1] = orphan.name end
  end
  return names
end

-- Deletes all of that name for good; returns how many there were.
function orphaned_state.forget(name)
  local n, left = 0, {}
  for _, orphan in ipairs(orphans) do
    if orphan.name ~= name then left[#left + 1] = orphan
    else
      n = n + 1
      for _, place in ipairs(orphan) do
        if place.unknown then place.owner[place.key] = nil end
      end
    end
  end
  orphans = left
  return n
end

return orphaned_state
