-- verbs.lua -- the host's own verbs: light, pass, note, add …; and corrections by hand, as hp Bram +1.  Each
-- is given (list, i, rest, who): the words typed, the place of the first one after the verb, the words from
-- there on as one text, and the names typed before the verb, or nil; it returns the line in full.
local chance = module "play/chance"
local columns = module "read/columns"
local common = module "common"
local deeds = module "play/turns/deeds"
local events = module "play/events"
local fields = module "read/fields"
local live = module "play/live"
local mistakes = module "read/mistakes"
local names = module "play/names"
local orphaned_state = module "play/orphaned_state"
local party = module "play/party"
local procedures = module "play/turns/procedures"
local questions = module "play/questions"
local records = module "play/records"
local state = module "play/state"
local status = module "play/status"
local time = module "play/time"
local tracks = module "play/tracks"
local verbs = {}

local refuse, resolve = events.refuse, names.resolve

-- Tells that something was corrected.
local function tell_correction(text, secret)
  events.happen("corrected", nil, text, { correction = true, secret = secret })
end

-- --- lights ----------------------------------------------------------------

-- The member who lights a light when nobody is named, if each member has their own: the first with one left.
-- Nil for a light of the party.
local function bearer(light)
  local track = light.spends and live.R.tracks[light.spends]
  if not track or track.of ~= "member" then return nil end
  local present = live.present()
  local have = common.where(present, function(who) return who[track.name] >= 1 end)
  return have[1] or present[1] or refuse("nobody is here to light it")
end

-- Refuses to light what cannot.light gives a reason for.
local function ask_whether(who, kind)
  local cannot = rawget(live.R.final.cannot, "light")
  local why = cannot and cannot(who, live.R.kinds.light.entries[kind].proxy)
  if why and type(why) ~= "string" then
    events.bad_result(cannot,
      "cannot.light gives the reason in quotes, or nothing when it can be lit, and this is ", why)
  end
  if why then refuse("%s", why) end
end

-- Lights a lamp again that was put out.  who: the member who was named, or nil.  Returns the line in full.
local function relight(unlit, kind, who)
  local holder = who or live.member(unlit.holder)
  if not holder or holder.away then holder = live.present()[1] end   -- who held it is gone
  if not holder then refuse("nobody is here to light it") end
  ask_whether(holder, kind)
  time.relight(unlit, holder.name)
  return "light " .. common.quoted(kind) .. " " .. common.quoted(holder.name)
end

-- Refuses a light of which there is none left.
local function check_supply(light, who)
  local owner, track, n = time.supply(light, who and who.name)
  if not track or n >= 1 then return end
  local is_own = who ~= nil and owner == who
  local whose = is_own and " " .. common.quoted(who.name) or ""
  refuse("no %s left; '%s%s +1' corrects that", track.name, track.name, whose)
end

-- Refuses "light torch Bram and Pike", from place i on: each of them lights one.
local function refuse_members(kind, list, i)
  local lines = common.map(names.member_list(list, i), function(who)
    return ("light %s %s"):format(common.quoted(kind), common.quoted(who.name))
  end)
  refuse("type '%s'", table.concat(lines, "; "))
end

-- Refuses "light 2 torches": each light is in somebody's hand.
local function refuse_several(n, word)
  local kind = resolve((word:gsub("e?s$", "")), live.R.kinds.light:names())
  local lines = {}
  for at, who in ipairs(kind and live.present() or {}) do
    if at <= n then lines[at] = ("light %s %s"):format(common.quoted(kind), common.quoted(who.name)) end
  end
  if lines[1] then refuse("type '%s'", table.concat(lines, "; ")) end
end

-- light torch, light torch Ysolde: a lamp that was put out is lit again before a new one is taken.
function verbs.light(list, i)
  local n = list[i + 1] and math.tointeger(tonumber(list[i]))
  if n and n > 0 then refuse_several(n, list[i + 1]) end
  if not list[i] then refuse("light what: %s?", common.list(live.R.kinds.light:names(), "or")) end
  local kind, used = names.choose_at(list, i, live.R.kinds.light:names(), "there is no light '%s'")
  local who, words_n = nil, 0
  if list[i + used] then who, words_n = names.member_at(list, i + used) end
  if list[i + used + words_n] and not live.replays then refuse_members(kind, list, i + used) end
  if who then status.refuse_away(who) end
  local unlit = time.unlit(kind, who and who.name)
  if unlit then return relight(unlit, kind, who) end
  local light = live.R.lights[kind]
  who = who or bearer(light)
  -- A light of the party is held by the first member, or by the first who is present.
  local first = live.party.members[1]
  if not who and first and first.away then who = live.present()[1] end
  check_supply(light, who)
  ask_whether(who or live.present()[1], kind)
  time.kindle(kind, who)
  return "light " .. common.quoted(kind) .. (who and " " .. common.quoted(who.name) or "")
end

-- The lights of a kind in the plural, "torches"; nil for other words.
local function lamps_of_plural(word)
  for _, kind in ipairs(live.R.kinds.light:names()) do
    if word == kind .. "s" or word == kind .. "es" then
      return common.where(live.party.lights, function(lamp) return lamp.kind == kind end)
    end
  end
end

-- Every light, but for those of the members behind "but": all but Bram.  Returns them, and the words.
local function lamps_of_all(list, i)
  local but = (list[i] or ""):lower() == "but" and list[i + 1]
  if list[i] and not but then refuse("type 'snuff all', or 'snuff all but' and whose light stays") end
  local keep = but and common.names(names.member_list(list, i + 1)) or {}
  local lamps = common.where(live.party.lights, function(l) return not common.contains(keep, l.holder) end)
  return lamps, "all" .. (but and " but " .. common.quoted_all(keep) or "")
end

-- The one light that words mean.  Returns it in a list, and the words in full.
local function lamp_of(list, i)
  local lamps, used = names.lamps_at(list, i)
  if list[i] and used == 0 then names.member_at(list, i) end   -- refuses a word that is neither
  local lamp = names.one_lamp(lamps, function(l) return "snuff " .. l.kind .. " " .. l.holder end,
    "snuff all")
  return { lamp }, lamp and common.quoted_all { lamp.kind, lamp.holder }
end

-- snuff torch Bram, snuff Bram, snuff torches, snuff all but Pike
function verbs.snuff(list, i)
  local word = (list[i] or ""):lower()
  local lamps, text = lamps_of_plural(word), word
  if word == "all" then lamps, text = lamps_of_all(list, i + 1)
  elseif not lamps then lamps, text = lamp_of(list, i) end
  if #lamps == 0 then refuse(#live.party.lights > 0 and "no light of that kind burns" or "no light burns") end
  for _, lamp in ipairs(lamps) do time.snuff(lamp) end
  return "snuff " .. text
end

-- --- time ------------------------------------------------------------------

local units = {                                -- as they may be shortened after `pass`
  m = "minute", min = "minute", mins = "minute", h = "hour", hr = "hour", s = "second", sec = "second",
  d = "day", w = "week", t = "turn",
}

local NOT_A_TIME <const> = "'%s' is not a length of time. Type 'pass 10 minutes' or 'pass 2h'"

-- "10 minutes", "2h", "5 real minutes" from the words at i on -> a quantity, and the place after it.
local function read_time(list, i)
  local word = list[i]
  if not word then refuse("how long? For example, 'pass 10 minutes'") end
  local n, unit = word:match("^(%d+%.?%d*)(%a*)$")
  if not n then refuse(NOT_A_TIME, word) end
  i = i + 1
  if unit == "" and list[i] and list[i]:match("^%a+$") then
    unit = list[i]
    i = i + 1
  elseif unit == "" then
    unit = "minute"
  end
  local real = unit:lower() == "real" and list[i] ~= nil
  if real then
    unit = list[i]
    i = i + 1
  end
  local q, sentence = measure.quantity(n .. (real and " real " or " ") .. (units[unit:lower()] or unit))
  if not q then refuse("%s", sentence) end
  if not time.is_time(q) then refuse(NOT_A_TIME, n .. " " .. unit) end
  return q, i
end

-- pass 10m: time passes for the lights, timers and the clock that count this measure, and for no others.  No
-- turn is played, so none of its steps runs.
function verbs.pass(list, i)
  local q, at = read_time(list, i)
  local why = table.concat(list, " ", at)
  local text = tostring(q) .. (measure.amount(q) == 1 and " passes" or " pass")
  events.happen("passed", nil, text .. (why ~= "" and ": " .. why or "") .. ".",
    { why = why ~= "" and why or nil })
  time.pass(q)
  return "pass " .. tostring(q) .. (why ~= "" and " " .. why or "")
end

local DAY <const> = 24 * 3600

-- The time typed as "day 2 5:30", or as "5:30": the next time that the clock shows it.  Returns seconds, or
-- nil if this is no time.
local function read_clock(list, i, was)
  local day, word
  if list[i]:lower() == "day" then day, word = (list[i + 1] or ""):match("^(%d+)$"), list[i + 2]
  else word = list[i] end
  local h, m = (word or ""):match("^(%d%d?):([0-5]%d)$")
  if not h or list[i]:lower() == "day" and not (day and #day <= 8 and day ~= "0") then return nil end
  local of_day = tonumber(h) * 3600 + tonumber(m) * 60
  if of_day >= DAY then
    refuse("A day ends at 23:59; type time day %d %d:%s, or time +2h.", (day or was // DAY + 1) + h // 24,
      h % 24, m)
  end
  if day then return (day - 1) * DAY + of_day end
  local at = was // DAY * DAY + of_day
  return at < was and at + DAY or at
end

-- The time typed as "+10", "-2h" or "+2 hours", as a change; or nil.
local function read_shift(list, i, was)
  local sign, word = list[i]:match("^([+-])(%d.*)$")
  if not sign then return nil end
  local words = common.copy_list(list)
  words[i] = word
  local q, at = read_time(words, i)
  local shift = fields.duration(live.R, q)
  if not shift.secs or list[at] then return nil end
  return sign == "+" and was + shift.secs or was - shift.secs
end

-- A correction: no time passes, so lights and timers keep what they had left (the verb pass lets time go by).
-- A time of day is the next one: the clock only goes back when that is typed.  Between the steps of a turn
-- the prompt is ahead of the clock: the time that is typed and told is that of the prompt.
function verbs.time(list, i)
  local was, text = procedures.shown_time(), table.concat(list, " ", i)
  local now = text ~= "" and (read_shift(list, i, was) or read_clock(list, i, was))
  if text == "" then
    refuse("it is %s; to change that, type time 5:30, or time +10 in minutes", measure.clock(was))
  elseif not now then
    refuse("Type time 5:30 or time day 2 5:30; or time +10 or -10, in minutes, or time +2h.")
  end
  local ahead = was - live.party.now
  now = math.max(now, ahead)                     -- the clock begins at 0:00 of the first day
  live.party.now = now - ahead
  tell_correction("The clock is at " .. measure.clock(now) .. " (was " .. measure.clock(was) .. ").")
  return "time " .. text
end

-- Real time stands still for lights and timers, until resume.
function verbs.pause()
  if live.S.paused then refuse("it is paused already; 'resume' goes on") end
  live.S.paused = true
  events.happen("paused", nil, "Real time is paused.", { quiet = true })
  return "pause"
end

function verbs.resume()
  if not live.S.paused then refuse("nothing is paused") end
  live.S.paused = nil
  events.happen("resumed", nil, "Real time goes on.", { quiet = true })
  return "resume"
end

-- --- members, groups and rooms ---------------------------------------------

-- Refuses "add torch" and "add a torch", which mean the party's stock.
local function refuse_stock(words)
  local name = words[1]:find "^[at][nh]?e?$" and words[2] or words[1]
  for _, stock in ipairs { name, name .. "s", name .. "es", (live.R.lights[name] or {}).spends } do
    local track = not live.replays and live.R.tracks[stock]
    if track and track.of == "party" and track.kind == "number" then refuse("type '%s +1'", stock) end
  end
end

-- Adds the member whom the words describe, "Old", "Tom", "hp=6".  Returns the words as they are kept.
local function add_typed_member(words)
  local name, i = words[1], 1
  while words[i + 1] and words[i + 1]:find "^%u[^=]*$" do
    name, i = name .. " " .. words[i + 1], i + 1
  end
  local _, known = live.group_of(name)
  if known then refuse("%s is in the party already", known.name) end
  if state.misnamed(name) then refuse("%s", state.misnamed(name)) end
  refuse_stock(words)
  local given = {}
  for j = i + 1, #words do
    local key, value = words[j]:match("^([%a_][%w_]*)=(.*)$")
    local n_behind = not key and words[j]:find "^[%a_][%w_]*$" and tonumber(words[j + 1])
    if n_behind then refuse("type 'add %s %s=%g'", name, words[j], n_behind) end
    if not key then refuse("'%s' is not a field; write it as hp=6", words[j]) end
    local n = tonumber(value)
    if n then given[key] = math.tointeger(n) or n
    elseif value == "true" or value == "false" then given[key] = value == "true"
    else given[key] = value end
  end
  party.join(name, given)
  events.happen("joined", nil, name .. " joins the party.", { who = name })
  return common.quoted(name) .. (words[i + 1] and " " .. common.quoted_all(words, i + 1) or "")
end

-- add Bram hp=6, Old Tom hp=4: a comma ends a member; so does a name in quotes, when another name follows.
function verbs.add(list, i)
  local added, words = {}, {}
  for j = i, #list do
    local word, comma = list[j]:match "^(.-)(,?)$"
    if word ~= "" then words[#words + 1] = word end
    local is_name = list[j + 1] and not list[j + 1]:find "="
    local ends = j == #list or comma == "," or #words == 1 and word:find " " and is_name
    if ends and words[1] then
      added[#added + 1], words = add_typed_member(words), {}
    end
  end
  if not added[1] then refuse("add whom? For example, 'add Bram con=1 hp=6'") end
  return "add " .. table.concat(added, ", ")
end

-- remove Pike: leaves for good; the lights go to the first who is present.
function verbs.remove(list, i)
  local who = names.member_at(list, i)
  table.remove(live.party.members, common.contains(live.party.members, who))
  for _, deed in ipairs(live.turn.doing) do deeds.drop(deed, who.name) end
  events.happen("left", nil, who.name .. " leaves the party.", { who = who.name })
  local to = live.present()[1] or live.party.members[1]
  time.hand_over(who.name, to and to.name)
  return "remove " .. common.quoted(who.name)
end

-- away Pike, back Pike: the member's lights go and come along (time.carry_off).
local function set_away(list, i, away)
  local who = names.member_at(list, i)
  if who.away == away then refuse("%s is %s already", who.name, away and "away" or "here") end
  who.away = away
  events.happen(away and "away" or "back", nil, who.name .. (away and " is away." or " is back."),
    { who = who.name })
  if away then time.carry_off(who.name) else time.bring_back(who.name) end
  return (away and "away " or "back ") .. common.quoted(who.name)
end
function verbs.away(list, i) return set_away(list, i, true) end
function verbs.back(list, i)
  if not list[i] then refuse "Who is back, as in 'back Bram'? To walk to the room before, type 'go back'." end
  return set_away(list, i, false)
end

-- order Pike Bram: the marching order, of those who are named; the others follow.
function verbs.order(list, i)
  local new, seen = {}, {}
  for _, who in ipairs(names.member_list(list, i)) do
    if seen[who] then refuse("%s is named twice", who.name) end
    seen[who] = true
    new[#new + 1] = who
  end
  if #new == 0 then refuse("the marching order is %s", common.list(names.members())) end
  local others = common.where(live.party.members, function(who) return not seen[who] end)
  live.party.members = common.append(new, others)
  rawset(live.party, "order_together", nil)           -- said while groups are apart, it holds when they meet
  events.happen("order", nil, "Marching order: " .. table.concat(names.members(), ", ") .. ".")
  return "order " .. common.quoted_all(names.members())
end

for name, verb in next, party.verbs do verbs[name] = verb end

function verbs.here(list, i)
  local name = table.concat(list, " ", i)
  if name == "" then refuse("the party is %s", common.in_room(live.party.room)) end
  name = names.room(name)                      -- or a new room
  state.stand_in_room(name)
  tell_correction("The party is " .. common.in_room(name) .. ".")
  return "here " .. name
end

-- --- corrections -----------------------------------------------------------

local function example_member() return live.party.members[1] and live.party.members[1].name or "Bram" end

-- A number as typed after what it corrects: "3", "+1", "-1".
local function read_number(word, was, what)
  local sign, n = word:match("^([+-]?)(%d+%.?%d*)$")
  if not n then refuse("%s: '%s' is not a number; type 3, +1 or -1", what, word) end
  n = tonumber(n)
  n = math.tointeger(n) or n
  if n > 1000000000 then refuse("%s: %s is too many", what, word) end      -- a choice: a slip of the finger
  return sign == "+" and was + n or sign == "-" and was - n or n
end

-- Corrects how much is left of a light: torch Bram +1.
local function correct_light(kind, list, i)
  local who, used = nil, 0
  if list[i] and not list[i]:find "^[+-]?%d" then who, used = names.member_at(list, i) end
  local word, light = list[i + used], live.R.lights[kind]
  if not word then
    refuse("%s: who holds it, and how much? For example, '%s %s +1'", kind, kind, example_member())
  end
  local lamps = common.where(live.party.lights, function(lamp)
    return lamp.kind == kind and (not who or lamp.holder == who.name)
  end)
  local lamp = names.one_lamp(lamps, function(one) return kind .. " " .. one.holder .. " " .. word end)
  if not lamp then refuse(who and who.name .. " holds no burning " .. kind or "no " .. kind .. " burns") end
  if word == "out" then refuse("type 'snuff %s%s'", kind, who and " " .. who.name or "") end
  if not light.lasts then refuse("these rules do not count how long a %s burns", kind) end
  local left = records.left_of(lamp, light.lasts)
  local now = math.max(0, read_number(word, left, kind))
  if not math.tointeger(now * light.lasts.per) then
    refuse("%s: that is not a whole number of seconds", kind)
  end
  lamp.left = now
  tell_correction(("%s: %s left (was %s)."):format(records.lamp_name(lamp),
    common.counted(now, light.lasts.unit), tostring(left)))
  if now == 0 then time.put_out(lamp, "is out") end      -- no lamp can burn with nothing left
end

local switch_words <const> = {
  on = true, yes = true, ["true"] = true, ["1"] = true,
  off = false, no = false, ["false"] = false, ["0"] = false,
}

-- By the kind of track: its new value as typed, (track, owner, was, word, text); word: the first word, text:
-- all of them.
local value_readers = {}

function value_readers.switch(track, _, _, word)
  local on = switch_words[word:lower()]
  if on == nil then refuse("%s: type on or off, not '%s'", track.name, word) end
  return on
end

function value_readers.ladder(track, _, was, word)
  local step, n = resolve(word, track.steps), tonumber(word)
  if step then return step end
  if not n then refuse("%s: choose %s", track.name, common.list(track.steps, "or")) end
  return tracks.step_from(track, track.rank[was], math.tointeger(n) or 0)
end

function value_readers.list(track, _, was, _, text)
  if text == "clear" or text == "none" then return {} end
  local sign, item = text:match("^([+-])%s*(.+)$")
  local now = common.copy(was)
  if sign == "+" then now[#now + 1] = item
  elseif sign == "-" then
    local at = common.contains(now, item) or refuse("%s: '%s' is not in it", track.name, item)
    table.remove(now, at)
  else refuse("%s is a list: +ITEM adds, -ITEM removes, clear empties it", track.name) end
  return now
end

function value_readers.text(_, _, _, _, text) return text end

function value_readers.quantity(track, owner, was, _, text)
  local sign, rest = text:match("^([+-])(.+)$")
  local q, n = measure.quantity(rest or text), tonumber(rest or text)
  if not q and not n then refuse("%s: type a quantity, such as 36 %s", track.name, track.unit) end
  q = measure.quantity_of(0, track.unit) + (q or measure.quantity_of(n, track.unit))
  return tracks.within(owner, track, sign == "+" and was + q or sign == "-" and was - q or q)
end

-- A number beyond a member's own maximum raises the maximum, too: it says what the member has now.  Typed as
-- a change, +99, it stops at the maximum.
function value_readers.number(track, owner, was, word, text)
  if word == "=" then refuse("leave out the =, as in '%s%s'", track.name, text:sub(2)) end
  if text ~= word then
    refuse("%s takes one number; '%s' is too much", track.name, text:sub(#word + 2))
  end
  local now = read_number(word, was, track.name)
  local min, max = tracks.min_of(owner, track), tracks.max_of(owner, track)
  if min and now < min then now = min end
  if not max or now <= max then return now end
  if not track.own or word:match("^[+-]") then return max end
  owner.max[track.name] = now
  live.warned[#live.warned + 1] = ("%s's maximum is now %s, too."):format(owner.name or track.name, now)
  return now
end

-- Reads from place i on whose track is meant.  Returns the owner; the track with its owner, for the line in
-- full; and the place after the owner.
local function read_owner(track, list, i)
  local name, word = track.name, list[i]
  if track.of == "member" then
    if not word then refuse("%s: whose? For example, '%s %s +1'", name, name, example_member()) end
    local who, used = names.member_at(list, i)
    return who, who.name .. ": " .. name, i + used
  elseif track.of == "light" then
    local lamps, used = names.lamps_at(list, i)
    if word and used == 0 then names.member_at(list, i) end   -- refuses a word that is neither
    if not word or #lamps == 0 then refuse("%s: nobody of that name holds a light", name) end
    local lamp = names.one_lamp(lamps, function(l) return name .. " " .. l.kind .. " " .. l.holder end)
    return lamp, records.lamp_name(lamp) .. ": " .. name, i + used
  elseif track.of == "room" then return live.env.here, name, i
  elseif track.thing then                                     -- a track of one thing of the rules
    return live.S.campaign, track.thing.name .. ": " .. track.base.name, i
  elseif track.of == "campaign" then return live.S.campaign, name, i
  end
  return live.party, name, i
end

-- Returns the track that is meant, and the place after it: the track itself, and i; but if each thing of a
-- kind has it, as in `seen dragon`, that of the thing named from place i on.
local function track_of_thing(track, list, i)
  if not track.by_thing then return track, i end
  local known = common.keys(track.by_thing)
  if not list[i] then
    refuse("%s: whose? For example, '%s %s'", track.name, track.name, known[1] or track.of)
  end
  local name, used = names.choose_at(list, i, known, "there is no " .. track.of .. " '%s'")
  return track.by_thing[name], i + used
end

-- Warns that a number was put where something would have happened.  Returns true where it was.
local function warn_of_rules(track, owner, was, now)
  if track.kind ~= "number" or not tracks.is_followed(owner, track, was, now) then return false end
  local whose = track.of == "member" and " " .. common.quoted(owner.name) or ""
  local name = track.thing and track.base.name .. " " .. common.quoted(track.thing.name) or track.name
  live.warn("A correction changes only the number. Type u and '%s %s%s %s' to have the rules go on.",
    now < was and "lose" or "gain", name, whose, tostring(math.abs(now - was)))
  return true
end

-- Warns that a member whose number was put up still has the condition that the low number brought, as `down`;
-- or has none, although the number was put down to its end.
local function warn_of_condition(track, who, was, now)
  if track.of ~= "member" or track.kind ~= "number" or now == was or not live.on[track.name] then return end
  local condition = status.laid_low(who)
  if now < was and now == track.min and not condition then
    live.warn("A correction changes only the number. Type u and 'lose %s %s %s' to have the rules go on.",
      track.name, common.quoted(who.name), tostring(was - now))
  end
  if now < was or not condition then return end
  live.warn("%s is still %s, since a correction changes only the number. Type u and 'gain %s %s %s' to have "
    .. "the rules do it.", who.name, condition, track.name, common.quoted(who.name), tostring(now - was))
end

-- The sentence about a corrected track: "Bram is dead." or "torches 3 (was 4)."  label: whose track it is.
local function corrected(track, owner, label, was, now)
  local same = tracks.value_text(now) == tracks.value_text(was)
  if track.kind ~= "switch" or track.of ~= "member" then
    local how = same and ", as it was." or " (was " .. tracks.value_text(was) .. ")."
    return label .. " " .. tracks.value_text(now) .. how
  end
  local is = now and " is " or same and " is not " or " is no longer "
  return owner.name .. is .. track.name:gsub("_", " ") .. (now and same and " already." or ".")
end

-- Corrects a track: hp Bram +1.
local function correct_track(name, list, i)
  local track
  track, i = track_of_thing(live.R.tracks[name], list, i)
  name = track.name
  local owner, label, at = read_owner(track, list, i)
  local was, word = owner[name], list[at]
  if not word and was == false then word = "on" end        -- `down Bram` says that he is
  if not word and was == true and track.of == "member" then
    refuse("%s Type '%s %s off' to change that.", corrected(track, owner, label, was, was), name, owner.name)
  end
  if not word then refuse("%s is %s. Change that to?", label, tracks.value_text(was)) end
  local now = value_readers[track.kind](track, owner, was, word, table.concat(list, " ", at))
  tracks.correct(owner, track, now)
  tell_correction(corrected(track, owner, label, was, now), track.secret)
  tracks.set_switches(owner, track)              -- as down at hp 0
  if not warn_of_rules(track, owner, was, now) then warn_of_condition(track, owner, was, now) end
end

-- Other answers to the last question of several parts, as in: correct hostile, 30 m.  The log
-- tells them; nothing that followed from the first answers is changed.
function verbs.correct(list, i)
  local text = table.concat(list, " ", i)
  tell_correction(questions.correct(text))
  return "correct " .. text
end

-- Corrects a track or a light by hand, also of several members: hp Pike 2, Maud 1.  The track's own
-- hook does not run: a correction is for what was noted wrongly, `gain` and `lose` for what happens.  Only
-- what would contradict the new value changes with it, as if it had happened: the switches at the ends of a
-- number (tracks.set_switches), and a light with nothing left, which goes out.
-- name: of the track or the light.
function verbs.set_right(name, list, i)
  local track = live.R.tracks[name]
  local correct = track and correct_track or correct_light
  -- Not for lists and texts: the commas in what is typed may be their own.
  local of_members = not track or track.of == "member" and track.kind ~= "list" and track.kind ~= "text"
  local parts = of_members and names.by_member(list, i)
  if not parts then
    correct(name, list, i)
    return common.quoted(name) .. " " .. common.quoted_all(list, i)
  end
  local texts = common.map(parts, function(part)
    correct(name, part, 1)
    return common.quoted_all(part)
  end)
  return common.quoted(name) .. " " .. table.concat(texts, ", ")
end

-- By how much, as typed: a number, dice that are rolled, or an item of a list.
local function how_much(verb, track, list, i)
  local text = table.concat(list, " ", i)
  if text == "" then return nil end
  if track.kind == "list" or track.kind == "quantity" then return tonumber(text) or text end
  if door.range(text) == nil then
    refuse("%s %s: type a number or dice, such as 2 or 1d6, not '%s'", verb, track.name, text)
  end
  return chance.dice(text, track.name, track)
end

-- The track that a typed word means, of those that can be gained and lost.
local function track_to_change(verb, word)
  local track_names = live.R.kinds.track:names()
  if not word then refuse("%s what? For example, '%s %s'", verb, verb, track_names[1] or "hp 2") end
  local name = resolve(word, track_names)
  if not name then refuse("%s: there is no track '%s'%s", verb, word, common.hint(word, track_names)) end
  local track = live.R.tracks[name]
  if track.of == "turn" then refuse("%s starts again every turn", name) end
  return track
end

-- Refuses `lose hp 2`, which does not say whose.
local function refuse_for_nobody(verb, name, list, i)
  local word = list[i]
  if word and door.range(word) ~= nil and not names.take(list, i, names.members()) then
    refuse("%s: whose? For example, '%s %s %s %s' or '%s %s all %s'", name, verb, name, example_member(),
      word, verb, name, word)
  end
end

-- lose hp Bram 1d6: does what gain and lose of the rules do, hooks and all.
local function gain_or_lose(verb, list, i)
  local last = list[i + 2]
  if last and not list[i + 3] and live.R.tracks[last] and names.take(list, i, names.members()) then
    refuse("type '%s %s %s %s'", verb, last, list[i], list[i + 1])                   -- lose Bram 2 hp
  end
  local track = track_to_change(verb, list[i])
  local name, is_members = track.name, track.of == "member"
  local is_all = (list[i + 1] or ""):lower() == "all"
  local parts = is_members and not is_all and names.by_member(list, i + 1)
  if parts then
    local texts = common.map(parts, function(part)
      gain_or_lose(verb, { name, table.unpack(part) }, 1)
      return common.quoted_all(part)
    end)
    return verb .. " " .. name .. " " .. table.concat(texts, ", ")
  end
  local owner, amount_at = live.party, i + 2            -- lose hp all 2: each member loses 2
  if is_members and not is_all then refuse_for_nobody(verb, name, list, i + 1) end
  if not is_members or not is_all then
    local _
    owner, _, amount_at = read_owner(track, list, i + 1)
  end
  local was = not (is_members and is_all) and owner[name]
  tracks[verb](owner, name, how_much(verb, track, list, amount_at))
  -- At its bound nothing changes, and the rules say nothing.
  if was and was == owner[name] then
    tell_correction(("%s%s %s, as it was."):format(is_members and owner.name .. ": " or "", name,
      tracks.value_text(was)), track.secret)
  end
  return verb .. " " .. name .. (list[i + 1] and " " .. common.quoted_all(list, i + 1) or "")
end

function verbs.gain(list, i) return gain_or_lose("gain", list, i) end
function verbs.lose(list, i) return gain_or_lose("lose", list, i) end

-- roll creatures, roll 2d6
function verbs.roll(list, i)
  local text, charts = table.concat(list, " ", i), live.R.kinds.chart:names()
  if text == "" then refuse("roll what? a table or dice, as in: roll %s", charts[1] or "2d6") end
  if not resolve(text, charts) and door.range(text) ~= nil then chance.dice(text, "")
  elseif (text:find "^%d" or text:find "^[dwtDWT]%d") and not resolve(text, charts) then
    local dice = text:gsub("^(%d*)[wtWT]", "%1d")                          -- 2w6, 2t6: German, Swedish
    if door.range(dice) == nil then refuse("%s", select(2, door.range(text))) end
    refuse("dice are written with a d; type 'roll %s'", dice)
  else
    local chart, column = text:match "^(%S+)%s+(.+)$"
    if chart and columns.has(live.R.charts[chart], column) then chance.roll(chart, nil, { column = column })
    else
      text = names.choose(text, charts, "there is no table '%s'")
      if not live.R.charts[text].die and not live.replays then
        local name = text == "creatures" and "" or text .. ": "
        refuse("'%s' has no rows yet; 'table %srats 1-4 / goblins 5-6' writes some", text, name)
      end
      chance.roll(text)
    end
  end
  return "roll " .. text
end

-- --- notes, looking, Lua ---------------------------------------------------

function verbs.note(_, _, rest)
  if rest == "" then refuse("note what?") end
  events.happen("note", nil, rest, { secret = true })
  return "note " .. rest
end

-- Lists the orphaned state, or deletes a part of it for good.
function verbs.forget(list, i)
  local name = table.concat(list, " ", i)
  if name == "" then
    live.shown = table.concat(orphaned_state.texts()
      or { "Nothing is set aside: the rules know everything here." }, "\n")
    return "forget"
  end
  if orphaned_state.forget(name) == 0 then
    refuse("nothing called '%s' is found, noted or set aside%s", name,
      common.hint(name, orphaned_state.names()))
  end
  tell_correction("Forgotten: " .. name .. ".")
  return "forget " .. name
end

function verbs.state(_, _, rest)
  live.data = status.find(rest)
  live.shown = status.leaves(live.data)
  return "state" .. (rest ~= "" and " " .. rest or "")
end

-- Runs typed Lua.  line: as it was typed behind the verb; text: what is compiled.  When Lua cannot read it,
-- this is an error and no refusal, so that lua/retyped tries other wordings.
local function run_lua(line, text)
  local f, sentence = sandbox.compile(text, "the line", live.R.guarded)
  if f then return table.pack(f()) end
  local why = mistakes.explain_syntax({ name = "the line", text = line }, sentence)
  error({ text = (why:gsub("the end of the file", "the end of the line")) }, 0)
end

-- True for a thing of the rules, such as light.torch.
local function is_thing(v) return type(v) == "table" and (getmetatable(v) or {}).__sealed end

-- A value as `=` shows it.  A byte that is not UTF-8 becomes its number, as rules write it.
local function shown_value(v)
  if is_thing(v) then return tostring(v) end
  local text = common.show(type(v) == "function" and v or status.bare(v))
  return utf8.len(text) and text or text:gsub("[\x80-\xff]", function(c) return "\\" .. c:byte() end)
end

-- Shows the values of an expression.  `state` of the reply has the first one, if it can be kept.
verbs["="] = function(_, _, rest)
  local out = run_lua(rest, "return " .. rest)
  local first = status.bare(is_thing(out[1]) and tostring(out[1]) or out[1])
  if data.encode(first) then live.data = first end
  local parts = {}
  for i = 1, out.n do parts[i] = shown_value(out[i]) end
  live.shown = #parts > 0 and table.concat(parts, "  ") or "nothing"
  return "= " .. rest
end

verbs.lua = function(_, _, rest)
  run_lua(rest, rest)
  return "lua " .. rest
end

return verbs
