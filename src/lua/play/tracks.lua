-- tracks.lua -- the values of tracks: what they start with, their type and bounds; and gain, lose and set,
-- which every change goes through.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local recorder = module "play/recorder"
local records = module "play/records"
local tracks = {}

local mistake, type_of_number = common.mistake, math.type

-- --- the values a track may have -------------------------------------------

-- A quantity from a text; any other value is returned as it is.  label: begins the sentence for a wrong text.
function tracks.quantity(v, label)
  if type(v) ~= "string" then return v end
  local q, sentence = measure.quantity(v)
  return q or mistake("%s: %s", label, sentence)
end

-- Returns the number and the maximum that "3/5" gives; or a roll of the dice, and no maximum.
local function number_from_text(track, text, label)
  local now, max = text:match("^(%-?%d+)/(%d+)$")
  if now then return math.tointeger(tonumber(now)), math.tointeger(tonumber(max)) end
  if door.range(text) == nil then
    mistake("%s, %s: a number or dice is needed, and this is %s", label, track.name, common.show(text))
  end
  local total, nth = recorder.roll(text, track.name, nil, track.secret or nil)
  events.place_roll(nth)
  return total
end

-- The owner of a track as a rule is given it: the thing, where the track is a thing's.
local function seen_owner(track, owner) return track.thing and track.thing.proxy or owner end

-- The number that a rule gives now in a track's field, "min", "max" or "start", for an owner.
local function ruled(owner, track, key, rule)
  local n = rule(seen_owner(track, owner))
  if type(n) == "number" and n == n then return math.tointeger(n) or n end
  events.bad_result(rule,
    "track \"" .. track.name .. "\", " .. key .. ": a number is needed, and this gives ", n)
end

-- Returns a track's first value, and its own maximum where it has one.  given: the value that the maker of
-- the record gave, or nil for the track's start.  owner: the record, where a rule says what it starts with.
function tracks.start(track, given, label, owner)
  local v = given
  if v == nil then v = track.start end
  if given == nil and track.start_of then v = ruled(owner, track, "start", track.start_of) end
  if track.kind == "number" and type(v) == "string" then
    local max
    v, max = number_from_text(track, v, label)
    if max then return v, max end
  elseif track.kind == "quantity" and type(v) == "number" then v = measure.quantity_of(v, track.unit)
  elseif track.kind == "quantity" then v = tracks.quantity(v, label .. ", " .. track.name)
  elseif track.kind == "list" then v = common.copy(v) end
  tracks.check(track, v, label)
  return v, track.own and v or nil
end

-- The kind of value that a track needs, for a sentence.
local function needed(track)
  if track.kind == "switch" then return "true or false is needed" end
  if track.kind == "quantity" then return "a quantity is needed, as \"1 " .. track.unit .. "\"" end
  return "a " .. (track.kind == "ladder" and "step" or track.kind) .. " is needed"
end

-- Returns a sentence that says why the track cannot have the value v, or nil.
function tracks.misfit(track, v, label)
  local wanted = records.type_of_track[track.kind]
  if type(v) ~= (wanted == "list" and "table" or wanted) then
    return label .. ", " .. track.name .. ": " .. needed(track) .. ", and this is " .. common.show(v)
  end
  if track.kind == "ladder" and not track.rank[v] then
    return label .. ", " .. track.name .. ": one of its steps is needed, " .. common.list(track.steps, "or")
      .. ", and this is " .. common.show(v)
  end
end

-- Raises when the track cannot have the value v.
function tracks.check(track, v, label)
  local sentence = tracks.misfit(track, v, label)
  if sentence then error(sentence, 0) end
end

-- The maximum of a track of an owner: its own, what a rule says now, or the same for all; nil: there is none.
function tracks.max_of(owner, track)
  if track.own then return (rawget(owner, "max") or {})[track.name] end
  if not track.max_of then return track.max end
  return ruled(owner, track, "max", track.max_of)
end

-- The minimum of a track of an owner: what a rule says now, or the same for all; nil: there is
-- none, and the value may fall below 0, as a debt does.
function tracks.min_of(owner, track)
  if not track.min_of then return track.min end
  return ruled(owner, track, "min", track.min_of)
end

-- Brings n within the bounds of an owner's track.
local function clamp(owner, track, n)
  local min, max = track.min, track.max
  if track.min_of then min = tracks.min_of(owner, track) end
  if track.own or track.max_of then max = tracks.max_of(owner, track) end
  if min and n < min then n = min end
  if max and n > max then n = max end
  return n
end

-- The step n above the step of this rank (n below 0: under it), as far as the ladder goes, unless it wraps.
-- Returns its rank, too.
function tracks.step_from(track, rank, n)
  local top, to = #track.steps, rank + n
  to = track.wraps and (to - 1) % top + 1 or math.max(1, math.min(top, to))
  return track.steps[to], to
end

-- Says why a number is out of its track's bounds, or nil.  A bound that a rule gives holds for changes alone
-- (clamp): it may be another meanwhile.
function tracks.beyond(track, v, record, label)
  local max = track.max
  if track.own then max = tracks.max_of(record, track) end
  if v ~= v then return label .. ", " .. track.name .. ": not a number (0/0) cannot be kept" end
  local side = track.min and v < track.min and "below its minimum, " .. tostring(track.min)
    or max and v > max and "above its maximum, " .. tostring(max)
  if side then
    return ("%s, %s: %s is %s; set(\"%s\", …), gain and lose keep it within"):format(label, track.name,
      common.show(v), side, track.name)
  end
end

-- --- whose track -----------------------------------------------------------

-- By kind of owner: finds the owner who is meant where none is named.  Members and lights have to be named.
tracks.usual_owner = {
  party = function() return live.party end,
  turn = function() return live.turn end,
  room = function() return live.env.here end,
  campaign = function() return live.S.campaign end,
}

-- The end of a message when the text x, a member's name, stands where the member is needed.
local function hint_of_member(x) return "; named(\"" .. x .. "\") is the member of that name" end

-- The owner whose track gain, lose or set changes if it names no owner; a mistake if that is not clear.
local function find_owner(verb, track)
  local find = tracks.usual_owner[track.of]
  local owner = find and find()
  if not owner and track.of == "member" and #live.party.members == 1 then owner = live.party.members[1] end
  return owner or mistake("%s: '%s' belongs to a %s; say whose: %s(who, \"%s\")", verb, track.name, track.of,
    verb, track.name)
end

-- Raises the mistake in arguments of gain, lose or set that name no track.  a, b: the first two of
-- (who, "hp", 1) or ("torches", 1); name: the one of them that should name the track.
local function raise_no_track(verb, a, b, name)
  local track = live.R.tracks[b]
  local kind = track and type(a) == "string" and live.R.kinds[track.of]
  if kind and track.of ~= "member" and (track.of == "room" or kind.entries[a]) then
    mistake("%s: '%s' belongs to a %s, and this is its name, \"%s\"; %s is the %s itself", verb, b, track.of,
      a, track.of == "room" and "place(…)" or track.of .. "[…]", track.of)
  end
  if type(a) ~= "table" and track then
    mistake("%s: whose %s?  A member, a room or a lamp is needed first, and this is %s%s", verb, b,
      common.show(a), type(a) == "string" and live.named(a) and hint_of_member(a) or "")
  end
  if type(a) == "number" then
    mistake("%s: the track is named in quotes, behind whose it is: %s(who, \"hp\", %s); this is its \z
      value, %s", verb, verb, common.show(b or 1), common.show(a))
  end
  if type(name) == "number" then
    mistake("%s: whose it is comes first, then which track, and then how much: %s(who, \"hp\", 2)", verb,
      verb)
  end
  mistake("%s: there is no track '%s'%s", verb, tostring(name),
    common.hint(tostring(name), live.R.kinds.track:names()))
end

-- Most calls of gain, lose and set name a record and its track, or a track of the party alone.  `adjuster`
-- and tracks.set see to these themselves, for speed; all others go through tracks.read.

-- The arguments of gain([owner,] name [, n]) -> owner, track, n.
function tracks.read(verb, a, b, c)
  local owner, name, n = nil, a, b
  if type(a) == "table" then owner, name, n = a, b, c end
  if a == nil then mistake("%s: whose %s?  What stands first is nothing (nil)", verb, tostring(b)) end
  local track = live.R.tracks[name]
  if not track then raise_no_track(verb, a, b, name) end
  local thing = owner and live.R.entry_of[owner]
  if thing and track.by_thing and thing.kind.name == track.of then
    return live.S.campaign, track.by_thing[thing.name], n
  end
  if owner and getmetatable(owner) == nil then
    mistake("%s: a member, a room or a lamp is needed, or a list of them, and this is %s", verb,
      common.show(events.plain(a)))
  end
  owner = owner or find_owner(verb, track)
  local key = track.name
  -- In a study a track may be missing from its record: it is ignored, or kept elsewhere.
  local has_it = rawget(owner, key) ~= nil or recorder.ignored[key] or recorder.is_kept(owner, key)
  if not has_it and live.env[track.of] == owner then
    mistake("%s: %s is all of them, and no single one; write for x in each(%s) do %s(x, \"%s\") end", verb,
      track.of, track.of, verb, track.name)
  elseif not has_it then
    mistake("%s: %s has no %s, which belongs to a %s", verb, tostring(owner), track.name, track.of)
  end
  return owner, track, n
end

-- The owners meant by a list, or by the party where members have the track; nil where there is one owner.
local function several_owners(verb, owner, name)
  local meta, track = getmetatable(owner), live.R.tracks[name]
  if meta == records.party and track and track.of == "member" then return live.present() end
  if meta or type(owner) ~= "table" then return nil end
  for _, who in ipairs(owner) do
    if type(who) ~= "table" then
      mistake("%s: members, rooms or lamps are needed in the list, and this is %s%s", verb, common.show(who),
        type(who) == "string" and hint_of_member(who) or "")
    end
  end
  return owner
end

-- --- values as text --------------------------------------------------------

-- An item of a list as the log shows it: a table with its name first, "ritual (full 2, size 4)".
local function item_text(x)
  if type(x) ~= "table" then return tostring(x) end
  local parts = {}
  for _, key in ipairs(common.keys(x)) do
    local v = x[key]
    if type(key) ~= "string" then return common.show(x) end
    if key ~= "name" and v ~= false then
      parts[#parts + 1] = v == true and key or key .. " "
        .. (type(v) == "table" and common.show(v) or tostring(v))
    end
  end
  if not x.name then return #parts > 0 and table.concat(parts, ", ") or common.show(x) end
  return tostring(x.name) .. (#parts > 0 and " (" .. table.concat(parts, ", ") .. ")" or "")
end

-- A value as the log shows it.
function tracks.value_text(v)
  if type(v) == "boolean" then return v and "yes" or "no" end
  if v == "" then return "nothing" end
  if type(v) ~= "table" then return tostring(v) end
  local parts = common.map(v, function(x) return item_text(events.plain(x)) end)
  if #parts == 0 and next(v) ~= nil then return common.show(events.plain(v)) end
  return #parts > 0 and table.concat(parts, ", ") or "none"
end

-- True if some light is lit from the stock in this track (light.spends).
function tracks.is_spent(track)
  for _, light in next, live.R.lights do
    if light.spends == track.name then return true end
  end
  return false
end

-- True if the steps of a ladder say what they are about: "tired" does, "gone" of d6, d8 and "gone" does not.
function tracks.speaks(track)
  return not common.first(track.steps, function(step) return step:find "%d" end)
end

-- The owner for the text of an event: "Bram", "Bram's torch", or nil.
local function owner_text(owner, track)
  if track.thing then return track.thing.name end
  if track.of == "light" then return records.lamp_name(owner) end
  if track.of == "member" or track.of == "room" then return owner.name ~= "" and owner.name or nil end
end

-- Text and fields of the event that a track has changed.
local function describe_change(owner, track, was, now)
  local name = track.base and track.base.name or track.name
  local who, what = owner_text(owner, track), name .. " " .. tracks.value_text(now)
  if track.kind == "switch" then what = (now and "" or "no longer ") .. name end
  return (who and who .. ": " or "") .. what, {
    who = who, was = events.plain(was), now = events.plain(now), secret = track.secret or nil,
    public = track.public, quiet = track.quiet, change = true,
  }
end

-- --- gain and lose ---------------------------------------------------------

-- True if another switch than this keeps a member away.
local function is_kept_away(owner, track)
  return common.first(live.R.tracks_of.member, function(other)
    return other.away and other ~= track and owner[other.name]
  end) ~= nil
end

-- The place of a value between the ends of its track: a number itself, or which step of its ladder it is.
local function place_of(track, v) return track.rank and track.rank[v] or v end

-- The lowest and the highest place of a track, nil where there is none.
local function lowest(owner, track) return track.rank and 1 or tracks.min_of(owner, track) end
local function highest(owner, track) return track.rank and #track.steps or tracks.max_of(owner, track) end

-- True if a track stands at the bound that turns a switch on.
local function holds_on(owner, track, switch)
  local at = place_of(track, owner[track.name])
  return track.empty == switch and at <= lowest(owner, track)
    or track.full == switch and at >= highest(owner, track)
end

-- Calls a rule, or makes an event happen, since a track has come to the place `at`.
local function happen(owner, track, what, at)
  if track.rank then at = track.steps[at] end
  if type(what) == "function" then return what(seen_owner(track, owner), at) end
  live.emit(what, { who = owner_text(owner, track), at = at })
end

-- Does what `empty` or `full` of a track says, after a change.  what: a switch, which is on as long as this
-- or another track stands at its bound; or a rule or event, which happens when the track comes to the bound.
-- is_there, was_there: does and did it stand at the bound `at`?
local function reach(owner, track, what, is_there, was_there, at)
  local is_switch = live.R.tracks[what] ~= nil
  if not is_switch then
    if is_there and not was_there then happen(owner, track, what, at) end
    return
  end
  for _, other in ipairs(live.R.tracks_of[track.of]) do
    is_there = is_there or holds_on(owner, other, what)
  end
  tracks.set(owner, what, is_there)
end

-- The marks { at, what } that a number or ladder has reached or passed by a change: of its `falls` on the way
-- down, and of its `rises` on the way up.
local function marks_passed(track, was, now)
  local marks = track.falls and now < was and track.falls or track.rises and now > was and track.rises
  return common.where(marks or {}, function(mark)
    -- A number that only leaves a mark did not come to it.
    return was ~= mark.at and (was - mark.at) * (now - mark.at) <= 0
  end)
end

-- True if a member can do nothing, by another switch than `but`, and the ruleset's `nobody` counts that.
local function is_helpless(who, but)
  return live.R.nobody_idle and live.R.idle and common.first(live.R.idle, function(switch)
    return switch.idle == true and switch ~= but and who[switch.name]
  end) ~= nil
end

-- True if somebody of a group is there and, where the ruleset's `nobody` asks for it, can do something.
local function has_somebody(group)
  return common.first(live.present(group), function(who) return not is_helpless(who) end) ~= nil
end

-- Does what follows from a change of a switch of members: sends the member away, or has them back, as `away`
-- says (lights burn on, see time.lua).  Makes the event of the ruleset's `nobody` happen, where the last of
-- all groups goes.
local function follow_switch(owner, track, now)
  local was_out = owner.away or is_helpless(owner, track)
  if track.away then owner.away = now or is_kept_away(owner, track) end
  local is_out = owner.away or is_helpless(owner)
  if not live.R.nobody or was_out or not is_out or common.first(live.S.parties, has_somebody) then return end
  live.emit(live.R.nobody, { who = owner.name })
end

-- Does what follows from a change: `away` and `idle` of a switch; `falls` and `rises` of a number or ladder;
-- its `empty` and `full`.
local function follow(owner, track, was, now)
  if track.away or track.idle then follow_switch(owner, track, now) end
  if track.kind == "switch" then return end
  was, now = place_of(track, was), place_of(track, now)
  for _, mark in ipairs(marks_passed(track, was, now)) do happen(owner, track, mark.what, mark.at) end
  local min = track.empty and lowest(owner, track)
  local max = track.full and highest(owner, track)
  if min then reach(owner, track, track.empty, now <= min, was <= min, min) end
  if max then reach(owner, track, track.full, now >= max, was >= max, max) end
end

-- True if rules or events follow from this change of a number: at its ends, or as it comes to a value.  A
-- correction by hand leaves them out.
function tracks.is_followed(owner, track, was, now)
  local function is_rule(what) return what and not live.R.tracks[what] end
  local min = is_rule(track.empty) and lowest(owner, track)
  local max = is_rule(track.full) and highest(owner, track)
  was, now = place_of(track, was), place_of(track, now)
  if min and now <= min and was > min or max and now >= max and was < max then return true end
  return #marks_passed(track, was, now) > 0
end

-- Corrects a track by hand.  A switch with `away` sends the member away, or has them back.
function tracks.correct(owner, track, now)
  owner[track.name] = now
  if track.away then owner.away = now or is_kept_away(owner, track) end
end

-- Turns on the switches at the ends of the numbers and ladders that an owner was given to begin with: hp = 0,
-- and down.  Nothing has happened, so no event and no hook follows.  given: values by name, also of other
-- owners; a switch that is among them stays as it is.
function tracks.begin_switches(owner, given)
  for name in next, given do
    local track = rawget(owner, name) ~= nil and live.R.tracks[name]
    for _, what in next, track and { track.empty, track.full } or {} do
      local switch = given[what] == nil and live.R.tracks[what]
      if switch and holds_on(owner, track, what) then tracks.correct(owner, switch, true) end
    end
  end
end

-- Turns the switches at the ends of a number on or off, once it was corrected by hand, with all that follows
-- from that: who is corrected to no hit points is down, and dying where the rules say so.
function tracks.set_switches(owner, track)
  for _, name in next, { track.empty, track.full } do
    if live.R.tracks[name] then reach(owner, track, name, holds_on(owner, track, name)) end
  end
end

local silent = false                           -- true: the next change emits no event

-- Does what follows from a change, after its event, and calls the rules' on.NAME(owner, was, now).
local function see_to(owner, track, was, now)
  if track.follows then follow(owner, track, was, now) end
  if track.hook then events.hook(track.hook, seen_owner(track, owner), was, now) end
end

-- Changes a track's value, emits the event and calls the rules' on.NAME(owner, was, now).  Does nothing where
-- the value stays the same, as at a bound: nothing was changed on paper.
local function change(owner, track, was, now)
  if was == now then return end
  local is_silent = silent
  owner[track.name], silent = now, false
  recorder.changed(track, owner, was, now, is_silent, describe_change)
  see_to(owner, track, was, now)
end

-- Beyond 2^53 whole numbers have gaps, where they meet a fraction.
local MAX <const> = 1 << 53

-- The number that rules give for a track; without one it is 1, as in gain "stress".
local function as_number(verb, track, n)
  if n == nil then return 1 end
  if type(n) == "table" then
    mistake("%s: first whose, then which: %s(who, \"%s\", 1)", verb, verb, track.name)
  end
  if type(n) == "string" and tonumber(n) then
    mistake("%s: %s is a number; write it without quotes, %s", verb, track.name, n)
  end
  if type(n) == "string" and door.range(n) ~= nil then
    mistake("%s: %s is a number; to roll dice, write dice \"%s\"", verb, track.name, n)
  end
  if type(n) ~= "number" then
    mistake("%s: %s is a number, and this is %s%s", verb, track.name, common.show(n),
      type(n) == "function" and "; ( ) behind its name calls it" or "")
  end
  if not (n > -MAX and n < MAX) then mistake("%s: %s cannot be counted that far", verb, track.name) end
  return math.tointeger(n) or n
end

-- An amount as a quantity that can be added to the track, in any unit of its kind.
local function as_quantity(track, n)
  if type(n) == "quantity" then return n end
  if n == nil then n = 1 end
  if type(n) == "string" then n = measure.quantity(n) or n end
  if type(n) == "number" then n = measure.quantity_of(n, track.unit) end
  if type(n) ~= "quantity" then
    mistake("%s counts %s, and this is %s", track.name, track.unit, common.show(n))
  end
  return n
end

-- A quantity within the bounds of its track, which are numbers of its unit.
function tracks.within(owner, track, q)
  local n = measure.amount(q, track.unit)
  local clamped = clamp(owner, track, n)
  return clamped == n and q or measure.quantity_of(clamped, track.unit)
end

-- One function for each kind of track, behind `gain` (sign 1) and `lose` (-1): changes the track of one owner
-- by n and returns how much could not be done.  That is no error: a wound of 5 at 3 hp takes 3, and a rule to
-- which the rest matters looks at what is returned.
local adjust = {}

-- For speed, as_number is asked only about what may need it.
function adjust.number(verb, sign, owner, track, n, was)
  if type_of_number(n) ~= "integer" or n >= MAX or n <= -MAX then n = as_number(verb, track, n) end
  local now = was + sign * n
  if type_of_number(now) ~= "integer" or now >= MAX or now <= -MAX then now = as_number(verb, track, now) end
  if track.bounded then now = clamp(owner, track, now) end
  change(owner, track, was, now)
  return n - sign * (now - was)
end

-- The first step of a ladder is its lowest.
function adjust.ladder(verb, sign, owner, track, n, was)
  n = as_number(verb, track, n)
  local rank = track.rank[was]
  local step, to = tracks.step_from(track, rank, sign * n)
  change(owner, track, was, step)
  return track.wraps and 0 or n - sign * (to - rank)
end

function adjust.quantity(_, sign, owner, track, n, was)
  n = as_quantity(track, n)
  local wanted = sign > 0 and was + n or was - n
  local now = track.bounded and tracks.within(owner, track, wanted) or wanted
  change(owner, track, was, now)
  return now == wanted and 0 or math.abs(measure.amount(wanted) - measure.amount(now))
end

-- Adds an item to the end of the list, or removes the first one that is equal.
function adjust.list(verb, sign, owner, track, item, was)
  if item == nil then
    mistake("%s: %s is a list, and what is given is nothing (nil); say what: %s(who, \"%s\", \"…\")", verb,
      track.name, verb, track.name)
  end
  local now = common.copy_list(was)
  if sign > 0 then now[#now + 1] = item
  else
    local at = common.contains(now, item)
    if not at then return 1 end
    table.remove(now, at)
  end
  if not common.same(was, now) then change(owner, track, was, now) end
  return 0
end

-- Each adjust returns how much could not be done; a switch that is on already is no failure.
function adjust.switch(_, sign, owner, track, _, was)
  change(owner, track, was, sign > 0)
  return 0
end

function adjust.text(verb, _, _, track)
  mistake("%s: %s is a text; set gives it another", verb, track.name)
end

-- Changes a track that is in no record, since a study left it out: its value is unknown, so only the recorder
-- and the hook are called.  Returns false if the value has to be known, as for a list to which a table is
-- added.
local function adjust_absent(verb, sign, owner, track, n)
  local kind, amount = track.kind, 1
  if kind == "number" then
    n = as_number(verb, track, n)
    amount = n
  elseif kind == "quantity" then
    n = as_quantity(track, n)
    amount = measure.amount(n)
  else
    local is_plain = type(n) == "string" or type(n) == "boolean" or type_of_number(n) == "integer"
    if kind ~= "list" or not is_plain then return false end
  end
  local operand = sign < 0 and kind ~= "list" and -n or n          -- lose("t", -1) adds 1
  if not recorder.may_adjust(track, sign * amount, owner, operand) then return false end
  if amount == 0 then return true end
  recorder.changed(track, owner)
  if track.hook then events.hook(track.hook, seen_owner(track, owner)) end
  return true
end

-- Changes a track of one owner by the arguments of gain or lose; returns how much could not be done.
local function adjust_one(verb, sign, a, b, c)
  local owner, track, n = tracks.read(verb, a, b, c)
  if rawget(owner, track.name) == nil and adjust_absent(verb, sign, owner, track, n) then return 0 end
  return track.adjust(verb, sign, owner, track, n, owner[track.name])
end

-- Changes a track of one owner, or of each in a list.  Returns how much could not be done, added up.
local function adjust_all(verb, sign, a, b, c)
  local all = several_owners(verb, a, b)
  if not all then return adjust_one(verb, sign, a, b, c) end
  local left = 0
  for i = 1, #all do left = left + adjust_one(verb, sign, all[i], b, c) end
  return left
end

local named                                    -- the tracks of the rules, by name

-- Makes the function that rules call as gain (sign 1) or lose (-1), with (who, "hp", 1) or ("torches", 1).
-- It tries the fastest way first: in C, if a study has installed recorder.change, which changes a plain track
-- and returns how much could not be done, or nil if it cannot; then an owner who has the track; then all
-- other arguments.
local function adjuster(verb, sign)
  return function(a, b, c)
    local track, owner, n = named[b], a, c
    if not track then track, owner, n = named[a], live.party, b end
    local change, plain = recorder.change, track and track.plain
    if change and plain then
      local left, was, now = change(plain, sign, owner, n)
      if was ~= nil then see_to(owner, track, was, now) end
      if left then return left end
    end
    if track and getmetatable(owner) == track.meta then
      local was = rawget(owner, track.name)
      if was ~= nil then return track.adjust(verb, sign, owner, track, n, was) end
    end
    return adjust_all(verb, sign, a, b, c)
  end
end

tracks.gain, tracks.lose = adjuster("gain", 1), adjuster("lose", -1)

-- Takes one from a supply without an event, since the event of its use already reports it.
function tracks.spend(owner, name)
  silent = true
  tracks.lose(owner, name)
  silent = false
end

-- --- set -------------------------------------------------------------------

-- Sets a field that is not a track; no event is emitted.
local function set_field(record, name, value)
  local was = record[name]
  if type(was) ~= type(value) and was ~= false and was ~= nil then
    mistake("set: %s is a %s, and this is %s", name, type(was), common.show(value))
  end
  record[name] = value
end

-- Sets the track of one owner to a value, within its bounds.  was: the value that it has.
local function set_track(owner, track, value, was)
  if value == nil then mistake("set: a value is needed, as set(\"%s\", …)", track.name) end
  if track.kind == "number" then value = clamp(owner, track, as_number("set", track, value))
  elseif track.kind == "quantity" then value = tracks.within(owner, track, as_quantity(track, value))
  elseif track.kind ~= "switch" or type(value) ~= "boolean" then tracks.check(track, value, "set") end
  -- Two lists of the same items are no change; `change` compares other values itself.
  if track.kind ~= "list" or not common.same(was, value) then change(owner, track, was, value) end
end

-- True if set(record, name, …) is of a field of a record, and not of a track.
local function is_field(record, name)
  if type(record) ~= "table" or type(name) ~= "string" or live.R.tracks[name] then return false end
  return rawget(record, name) ~= nil or recorder.is_kept(record, name)
    or getmetatable(record) == records.room and live.R.kinds.room.fields[name] ~= nil
end

-- set([owner,] name, value).  The first lines, for speed, see to a record and its track, or a track of the
-- party.
function tracks.set(a, b, c)
  local track, owner, value = named[b], a, c
  if not track then track, owner, value = named[a], live.party, b end
  local change_plain, plain = recorder.change, track and track.plain
  if change_plain and plain then
    local done, was, now = change_plain(plain, 0, owner, value)
    if was ~= nil then see_to(owner, track, was, now) end
    if done then return end
  end
  if track and getmetatable(owner) == track.meta then
    local was = rawget(owner, track.name)
    if was ~= nil then return set_track(owner, track, value, was) end
  end
  local all = several_owners("set", a, b)
  if all then
    for i = 1, #all do tracks.set(all[i], b, c) end
    return
  end
  if is_field(a, b) then return set_field(a, b, c) end
  owner, track, value = tracks.read("set", a, b, c)
  set_track(owner, track, value, owner[track.name])
end

-- Sets a track of an owner to its start, or to the owner's own maximum.  A quiet one says nothing, nor does
-- one of each turn.
local function begin_track(owner, track)
  local first = track.own and tracks.max_of(owner, track) or (tracks.start(track, nil, track.name))
  silent = track.quiet or track.anew == "turn"
  set_track(owner, track, first, owner[track.name])
  silent = false
end

-- Begins anew the tracks that do so after a procedure, or after each turn ("turn").
function tracks.begin_anew(after)
  for _, track in ipairs(live.R.anew) do
    if track.anew == after then
      local owners = track.of == "member" and live.party.members or { live.party }
      for _, owner in ipairs(owners) do begin_track(owner, track) end
    end
  end
end

-- A track in the form that recorder.change takes; nil for a track that it cannot change: a thing's track, any
-- but a number, switch or quantity, and any with bounds that are not whole numbers.
local function plain_track(track)
  local is_plain = track.kind == "switch" or track.kind == "quantity" and not track.bounded
    or track.kind == "number" and not track.min_of and not track.max_of
  local has_whole_bounds = type_of_number(track.min or 0) == "integer"
    and type_of_number(track.max or 0) == "integer"
  if not is_plain or not has_whole_bounds or track.thing or not track.meta then return nil end
  return changes.track(track.kind, track.name, track.event, track.meta, track.min, track.own or track.max,
    track.hook or track.follows)
end

-- Gives each track of the rules what a change needs:
--   event     the kind of the event that tells of it; false for a turn's tracks, which begin anew every turn
--   meta      the metatable of its owners; false for tracks of things, since nil is that of a plain table
--   adjust    what gain and lose do to it
--   hook      the name of its on.NAME, if there is one
--   follows   whether other things may follow from a change, see `follow`
--   plain     the same for changes in C (cell/track_change.c), where rules give no bounds
function tracks.prepare(R)
  named, R.anew, R.anew_each_turn, R.idle = R.tracks, {}, false, false
  for _, key in ipairs(R.kinds.track:names()) do
    local anew = R.tracks[key].anew
    if anew then table.insert(R.anew, R.tracks[key]) end
    R.anew_each_turn = R.anew_each_turn or anew == "turn"
    if R.tracks[key].idle then R.idle = common.append(R.idle or {}, { R.tracks[key] }) end
  end
  for _, track in next, R.tracks do
    local name = (track.base or track).name
    track.event = track.of ~= "turn" and name
    track.meta, track.adjust = records[track.of] or false, adjust[track.kind]
    track.hook = live.on[name] and name
    track.follows = track.away or track.idle and R.nobody_idle or track.empty or track.full or track.falls
      or track.rises
    track.plain = plain_track(track)
  end
end

return tracks
