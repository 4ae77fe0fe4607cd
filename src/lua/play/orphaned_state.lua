-- orphaned_state.lua -- state that the rules no longer know, because a file changed in mid-campaign: a lamp
-- of a light that is gone, a track that is a text now, a turn that waits for a step that was renamed.
--
-- While a command runs it is set aside: it does nothing, and nothing happens to it. Afterwards it is put
-- back in its place, so that it is all there when the rule comes back. `forget` lists it, `forget NAME`
-- deletes it.
local common = module "common"
local live = module "play/live"
local language = module "read/language"
local tracks = module "play/tracks"
local orphaned_state = {}

local held = {}      -- { owner, key, at, item } out of a list; { owner, key, was, now, still } a value
local listed = {}    -- { name, text, drop } of all that is aside, or is kept and unknown

local function list(name, text, drop) listed[#listed + 1] = { name = name, text = text, drop = drop } end

-- Sets aside the unknown items of a list, owner[key]. known(item); told(item) -> its name and a text.
local function sift(owner, key, known, told)
  local items = owner[key]
  for i = 1, #items do
    if not known(items[i]) then
      local kept = {}
      for at, item in ipairs(items) do
        if known(item) then kept[#kept + 1] = item
        else
          local entry = { owner = owner, key = key, at = at, item = item }
          held[#held + 1] = entry
          local name, text = told(item)
          list(name, text, function() entry.dropped = true end)
        end
      end
      owner[key] = kept
      return
    end
  end
end

-- Sets a value aside for another; it is put back unless still() says no. Returns a function that drops it.
local function hold(owner, key, now, still)
  local entry = { owner = owner, key = key, was = owner[key], now = now, still = still }
  held[#held + 1] = entry
  owner[key] = now
  return function() entry.dropped = true end
end

-- --- records ---------------------------------------------------------------

-- Does v not fit the track? Returns true and the value to use instead.
local function misfit(track, v, r, given, label)
  if type(v) ~= tracks.type_of[track.kind] or track.kind == "ladder" and not track.rank[v] then
    return true, (tracks.start(track, given and given[track.name], label))
  end
  if track.kind ~= "number" then return false end
  local most = track.max
  if track.own then most = (r.max or {})[track.name] end
  if track.min and v < track.min then return true, track.min end
  if most and v > most then return true, most end
end

-- Returns the names in a record that neither the host nor the rules know.
local function strangers(r, of)
  local known, kind, names = orphaned_state.known[of], live.R.kinds[of], {}
  for key in next, r do
    local track = live.R.tracks[key]
    if not known[key] and not (track and track.of == of) and not (kind and kind.fields[key]) then
      names[#names + 1] = key
    end
  end
  table.sort(names)
  return names
end

-- Sets aside the values of a record that do not fit, and lists unknown names.
local function record(r, of, label, given)
  for _, track in ipairs(live.R.tracks_of[of] or {}) do
    local v = r[track.name]
    local wrong, now
    if v ~= nil then wrong, now = misfit(track, v, r, given, label) end
    if wrong then
      list(track.name, ("%s%s was %s and is %s"):format(label, track.name, common.show(v), common.show(now)),
        hold(r, track.name, now))
    end
  end
  for _, key in ipairs(strangers(r, of)) do
    list(key, label .. key .. " " .. common.show(r[key]), function() r[key] = nil end)
  end
end

-- Gives a member the fields that are new and have no default.
local zero = { number = 0, integer = 0, string = "", boolean = false, list = {}, table = {}, dice = "0" }
local function fields(who)
  for _, field in ipairs(live.R.has.member or {}) do
    if who[field.name] == nil and field.default == nil and not field.optional then
      local v = zero[live.R.kinds.member.fields[field.name].type.base]
      who[field.name] = v == nil and "" or common.copy(v)
      list(field.name, ("%s has no %s yet; it is %s until you say otherwise"):format(who.name, field.name,
        common.show(who[field.name])), function() end)
    end
  end
end

local function turn(t)
  local R, p = live.R, live.R.procedures[t.procedure]
  sift(t, "doing", function(deed) return R.actions[deed.verb] end, function(deed) return deed.verb,
    deed.verb .. ", which " .. common.list(deed.who) .. " began" end)
  record(t, "turn", "the turn's ")
  for _, step in ipairs(p and p.steps or {}) do if step.name == t.step then return end end
  if t.step == "" then return end
  local number, step = t.number, t.step
  local function still() return t.number == number end
  local drop, drop_deeds = hold(t, "step", "", still), hold(t, "doing", {}, still)
  list(step, ("turn %d, which waited for %s"):format(number, step), function() drop() drop_deeds() end)
end

local function group(party)
  local R = live.R
  sift(party, "lights", function(lamp) return R.lights[lamp.kind] end, function(lamp) return lamp.kind,
    lamp.holder .. "'s " .. lamp.kind end)
  sift(party, "timers", function(timer) return R.timers[timer.kind] end,
    function(timer) return timer.kind, timer.kind .. (timer.owner ~= "" and " of " .. timer.owner or "") end)
  sift(party, "kept", function(deed) return R.actions[deed.verb] end, function(deed) return deed.verb,
    deed.verb .. ", broken off" end)
  sift(party, "turns", function(t) return R.procedures[t.procedure] end,
    function(t) return t.procedure, "the procedure " .. t.procedure .. ", in turn " .. t.number end)
  for _, t in ipairs(party.turns) do turn(t) end
  record(party, "party", "")
  for _, who in ipairs(party.members) do
    fields(who)
    record(who, "member", who.name .. "'s ")
  end
  for _, lamp in ipairs(party.lights) do
    record(lamp, "light", lamp.holder .. "'s " .. lamp.kind .. "'s ", R.lights[lamp.kind].starts)
  end
end

-- Sets aside the cards that a deck no longer has.
local function deck(decks, name)
  local d, left = live.R.decks[name], {}
  if not d then
    return list(name, ("the deck %s, with %s left"):format(name, common.count(#decks[name], "card")),
      function() decks[name] = nil end)
  end
  for _, card in ipairs(d.cards) do left[card] = true end
  sift(decks, name, function(card) return left[card] end, function(card) return card,
    ("the card %s of %s"):format(card, name) end)
end

-- --- before and after a command --------------------------------------------

-- Sets aside what is unknown in a state just read, which is live.S already; new_turn(procedure) makes a
-- turn.
function orphaned_state.take(S, new_turn)
  held, listed = {}, {}
  for _, party in ipairs(S.parties) do
    group(party)
    if #party.turns == 0 then party.turns[1] = new_turn(live.R.main) end
  end
  for _, room in ipairs(S.rooms) do record(room, "room", room.name .. "'s ") end
  record(S.campaign, "campaign", "the campaign's ")
  for _, name in ipairs(common.keys(S.decks)) do deck(S.decks, name) end
end

-- Returns the owner that an entry goes back to: its group may have joined another meanwhile.
local function home(S, entry)
  if rawget(entry.owner, "members") and not common.contains(S.parties, entry.owner) then return live.party end
  return entry.owner
end

-- Puts everything back in its place, so that it is saved with the state.
function orphaned_state.back(S)
  for _, entry in ipairs(held) do
    local owner = home(S, entry)
    local now = rawget(owner, entry.key)
    entry.back = not entry.dropped and now ~= nil
    if entry.item ~= nil and entry.back then
      entry.into = now
      table.insert(entry.into, math.min(entry.at, #entry.into + 1), entry.item)
    elseif entry.item == nil and entry.back then
      entry.back = (not entry.still or entry.still())
        and (now == entry.now and (type(now) ~= "table" or next(now) == nil))
      if entry.back then rawset(owner, entry.key, entry.was) end
    end
  end
end

-- Sets everything aside again that orphaned_state.back put back, so that the state can be read on.
function orphaned_state.again()
  for i = #held, 1, -1 do
    local entry = held[i]
    if entry.back and entry.item ~= nil then
      for at, item in ipairs(entry.into) do
        if item == entry.item then table.remove(entry.into, at) break end
      end
    elseif entry.back then
      rawset(entry.owner, entry.key, entry.now)
    end
  end
end

-- Returns a text for each thing that is set aside, in order; nil when there is none.
function orphaned_state.texts()
  local texts = {}
  for i, one in ipairs(listed) do texts[i] = one.text end
  return #texts > 0 and texts or nil
end

-- Deletes all of that name for good; returns how many there were.
function orphaned_state.forget(name)
  local n, left = 0, {}
  for _, one in ipairs(listed) do
    if one.name == name then
      one.drop()
      n = n + 1
    else left[#left + 1] = one end
  end
  listed = left
  return n
end

function orphaned_state.names()
  local names = {}
  for _, one in ipairs(listed) do
    if not common.contains(names, one.name) then names[#names + 1] = one.name end
  end
  return names
end

orphaned_state.known = {}
for of, names in next, language.record_fields do
  orphaned_state.known[of] = {}
  for _, name in ipairs(names) do orphaned_state.known[of][name] = true end
end

return orphaned_state
