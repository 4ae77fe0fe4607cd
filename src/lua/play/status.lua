-- status.lua -- the table as people see it: what `state` shows; and after a command the prompt, the tracks
-- that it shows, and warnings.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local party = module "play/party"
local procedures = module "play/turns/procedures"
local records = module "play/records"
local state = module "play/state"
local time = module "play/time"
local tracks = module "play/tracks"
local status = {}

local plain = events.plain

-- --- the state, to look at -------------------------------------------------

local function lamp_view(lamp)
  local v = { light = lamp.kind, holder = lamp.holder, left = lamp.left }
  for _, track in ipairs(live.R.tracks_of.light) do v[track.name] = plain(lamp[track.name]) end
  return v
end

-- The state of the group that plays under the names that the verb `state` knows.
local function state_view()
  local group, turn = live.party, live.turn
  local out = {
    party = { members = common.copy_list(group.members) }, turn = {},
    lights = common.map(group.lights, lamp_view), timers = common.map(group.timers, function(timer)
      return { timer = timer.kind, of = timer.owner ~= "" and timer.owner or nil, left = timer.left }
    end),
    rooms = live.S.rooms, here = live.env.here, campaign = live.S.campaign,
    finds = live.S.finds, notes = live.S.notes,
    clock = { minutes = group.now // 60, seconds = group.now, text = measure.clock(group.now) },
  }
  for _, track in ipairs(live.R.tracks_of.party) do out.party[track.name] = group[track.name] end
  for k, v in next, turn do
    if k ~= "doing" and k ~= "skipped" or #turn.doing > 0 then out.turn[k] = v end
  end
  return out
end

-- A value and all in it as plain data; records too, with their own fields.
function status.bare(v, depth)
  if type(v) ~= "table" then return plain(v) end
  if (depth or 0) > 50 then return "…" end        -- deeper than people read; a table may hold itself
  local t = {}
  for k, x in next, v do t[k] = status.bare(x, (depth or 0) + 1) end
  return t
end

-- One step of a path: a field, a place in a list, or the item of that name; of the party also a member.
local function step_into(v, key)
  if type(v) ~= "table" then return nil end
  local function is_it(x) return type(x) == "table" and rawget(x, "name") == key end
  local found = common.first(rawget(v, "members") or {}, is_it)
  if found == nil then found = rawget(v, math.tointeger(tonumber(key)) or key) end
  return found == nil and common.first(v, is_it) or found
end

-- The part of the state at a path such as "party.1.hp", as plain data; refuses an unknown one.
function status.find(path)
  local v, at = state_view(), ""
  for key in path:gmatch("[^.%s]+") do
    local is_place = math.tointeger(tonumber(key))
    if is_place and type(v) == "table" and rawget(v, "members") then v = v.members end     -- party.1
    local found, label = step_into(v, key), (at ~= "" and at .. "." or "") .. key
    if found == nil then
      local names = common.map(type(v) == "table" and common.keys(v) or {}, tostring)
      events.refuse("the state has no '%s'%s", label, common.hint(key, names))
    end
    v, at = found, label
  end
  return status.bare(v)
end

-- A value as lines, one leaf each: "party.torches = 3".
function status.leaves(v)
  local lines = {}
  local function walk(path, x)
    if type(x) == "table" and next(x) ~= nil then
      for _, key in ipairs(common.keys(x)) do
        walk((path ~= "" and path .. "." or "") .. tostring(key), x[key])
      end
    else
      lines[#lines + 1] = (path ~= "" and path .. " = " or "")
        .. (type(x) == "table" and "none" or tostring(x))
    end
  end
  walk("", v)
  return table.concat(lines, "\n")
end

local function joined(parts, separator) return #parts > 0 and table.concat(parts, separator) or nil end

-- --- lights ----------------------------------------------------------------

-- How much is left of a lamp, as the prompt shows it: in its unit; less than one in minutes that have begun,
-- and hours with their minutes.
local function left_text(lamp)
  local real = rawget(lamp, "real")
  if real then return " " .. (real + 59) // 60 .. " min" end
  local left = lamp.left
  if not left then return "" end
  if math.type(left) == "integer" then return " " .. left end
  local secs = rawget(lamp, "secs")
  local lasts = live.R.lights[lamp.kind].lasts
  if not secs or left > 1 and lasts.unit == "turn" then return string.format(" %.1f", left) end
  local hours, minutes = secs // 3600, (secs % 3600 + 59) // 60
  if hours > 0 and minutes < 60 and lasts.unit == "hour" then
    return (" %d h %d min"):format(hours, minutes)
  end
  return secs < 60 and " " .. secs .. " s" or " " .. (secs + 59) // 60 .. " min"
end

-- --- tracks in the prompt --------------------------------------------------

-- A track of an owner after a label, "alarm 3" or "Bram 5"; the label alone for a switch that is on.  Returns
-- nil when it is not shown.  track.prompt is true: always shown; "changed": only while the value differs from
-- the usual one.
local function prompt_text_of(label, track, owner)
  local v, usual = owner[track.name], track.start
  if track.of == "member" and track.own then usual = owner.max[track.name] or usual end
  if track.prompt ~= true and common.same(v, usual) then return nil end
  if track.kind == "switch" then return v and label or nil end
  return label .. " " .. tracks.value_text(v)
end

-- A lamp's track as the prompt shows it, "dim"; or nil.
local function lamp_text(lamp, track)
  local label = track.kind == "ladder" and "" or track.name
  local text = track.prompt and prompt_text_of(label, track, lamp)
  return text and text:match "%S.*" or nil
end

local function lights_text()
  return joined(common.map(live.party.lights, function(lamp)
    local words = { lamp.kind, lamp.holder .. left_text(lamp) }
    for _, track in ipairs(live.R.tracks_of.light) do words[#words + 1] = lamp_text(lamp, track) end
    return table.concat(words, " ")
  end), ", ")
end

-- A track of members, "Bram 5, Pike 4"; "everyone 5" where more than two show the same.
local function members_text(track, members)
  local same = true
  local each = common.map(members, function(who) return prompt_text_of(who.name, track, who) end)
  local text = #members > 2 and #each == #members and prompt_text_of("everyone", track, members[1])
  for _, who in ipairs(members) do same = same and text == prompt_text_of("everyone", track, who) end
  return text and same and text or table.concat(each, ", ")
end

-- The tracks that the rules want in the prompt, "torches 3 | hp Bram 5, Pike 4"; or nil.
local function prompt_text(members)
  local parts = {}
  for _, of in ipairs { "party", "campaign", "room" } do
    local owner = tracks.usual_owner[of]()
    for _, track in ipairs(owner and live.R.tracks_of[of] or {}) do
      if track.prompt then parts[#parts + 1] = prompt_text_of(track.name, track, owner) end
    end
  end
  for _, track in ipairs(live.R.tracks_of.member) do
    local each = track.prompt and members_text(track, members)
    if each and each ~= "" then parts[#parts + 1] = track.name .. " " .. each end
  end
  return joined(parts, " | ")
end

-- --- conditions of members -------------------------------------------------

-- A member's track as a condition, when it is unusual: a switch that is on, a ladder off its first step, a
-- number below its own maximum.
local function condition(who, track)
  local v = who[track.name]
  if track.kind == "switch" then return v and not track.start and track.name or nil end
  if track.kind == "ladder" then
    if v == track.start then return nil end
    return (tracks.speaks(track) and "" or track.name .. " ") .. v
  end
  local max = track.own and who.max[track.name]
  if max and v < max then return track.name .. " " .. tostring(v) .. "/" .. tostring(max) end
end

-- Lists the tracks that may be conditions, and that prompt_text does not show, as R.conditions.
function status.prepare(R)
  R.conditions = {}
  for _, track in ipairs(R.tracks_of.member) do
    local may_be = track.own or track.kind == "ladder" or track.kind == "switch" and not track.start
    if may_be and not track.prompt and not track.unshown then table.insert(R.conditions, track) end
  end
end

-- --- news ------------------------------------------------------------------
-- News that would change the game master's next line, and so stop a line that is to be done several times:
-- a light that went out or burns low, a warning, a member with fewer hit points or a new condition.

-- A member's track as the prompt shows it, or nil.
local function shown(who, track)
  if track.prompt then return prompt_text_of(track.name, track, who) end
  return condition(who, track)
end

-- True if a new value of a track is news: on a ladder when it is further from its start, for a number with
-- its own maximum when it is lower, and for any other track always.
local function is_news(track, was, now)
  if track.kind == "ladder" then
    local rank, usual = track.rank, track.rank[track.start]
    return math.abs(rank[now] - usual) > math.abs(rank[was] - usual)
  end
  return not track.own or now < was
end

-- The tracks of an owner as they are, by track: { value, text }.  text_of(owner, track): as shown, or nil.
local function mark_tracks(owner, kind, text_of)
  local of = {}
  for _, track in ipairs(live.R.tracks_of[kind]) do
    of[track] = { value = owner[track.name], text = text_of(owner, track) }
  end
  return of
end

-- The first track of an owner whose value is news, and how it is shown; or nil.  of: the owner's values when
-- they were last marked; nil for an owner who has come since.
local function track_news(owner, of, kind, text_of)
  for _, track in ipairs(of and live.R.tracks_of[kind] or {}) do
    local before, now = of[track], text_of(owner, track)
    local changed = now and now ~= before.text
    if changed and is_news(track, before.value, owner[track.name]) then return track, now end
  end
end

-- The table before a turn, for status.news.  A light that goes out is no news when the rules light another,
-- so that as many burn as before; nor when it was the last and it is light without it.  dark: nobody needs
-- light, so that no light is news.
function status.mark(dark)
  local mark = { events = #live.events, lights = dark and 0 or #live.party.lights, of = {} }
  for _, who in ipairs(live.party.members) do mark.of[who] = mark_tracks(who, "member", shown) end
  for _, lamp in ipairs(dark and {} or live.party.lights) do
    mark.of[lamp] = mark_tracks(lamp, "light", lamp_text)
  end
  return mark
end

-- True if the rules have members who die, and this one did.
function status.is_dead(who)
  local dead = live.R.tracks.dead
  return dead ~= nil and dead.of == "member" and who.dead == true
end

-- The members who are not dead, or all when all are.
local function living(members)
  local alive = common.where(members, function(who) return not status.is_dead(who) end)
  return alive[1] and alive or members
end

-- The one who has the news: the member's name, or "everyone" where more than two live and all show the same.
local function whom(who, track, text)
  local alive = living(live.party.members)
  local all = #alive > 2
  for _, other in ipairs(alive) do all = all and shown(other, track) == text end
  return all and "everyone" or who.name
end

-- Says what is new since the mark, or nil.
function status.news(mark)
  for i = mark.events + 1, #live.events do
    local e = live.events[i]
    local fewer = e.kind == "light_out" and #live.party.lights < mark.lights
    if fewer and (live.party.lights[1] or time.is_dark()) then return "a light is out" end
    if e.kind == "warning" then return "a warning" end
  end
  for _, who in ipairs(live.party.members) do
    local track, now = track_news(who, mark.of[who], "member", shown)
    if track then return whom(who, track, now) .. " " .. now end
  end
  for _, lamp in ipairs(live.party.lights) do
    local track, now = track_news(lamp, mark.of[lamp], "light", lamp_text)
    if track then return ("%s is %s"):format(records.lamp_name(lamp), now) end
  end
end

-- The condition that says why a member is away, such as "down"; or nil.  Rules that send members away when a
-- switch is turned on do so in its hook.
function status.laid_low(who)
  if status.is_dead(who) then return "dead" end
  for _, track in ipairs(who.away and live.R.tracks_of.member or {}) do
    if (track.away or live.on[track.name]) and condition(who, track) == track.name then return track.name end
  end
end

-- Refuses a line in which somebody does something who is away.
function status.refuse_away(who)
  if who.away then events.refuse("%s is %s", who.name, status.laid_low(who) or "away") end
end

-- The conditions of a member, without those that prompt_text shows; for the dead, only "dead".
local function conditions_of(who)
  if status.is_dead(who) then return { "dead" } end
  local low = status.laid_low(who)
  local list = { who.away and (low or "away") or nil }
  for _, track in ipairs(live.R.conditions) do
    if track.name ~= low then list[#list + 1] = condition(who, track) end
  end
  return list
end

-- How well a member is: the lowest share, 0 to 1, that is left of a track with a maximum of its own, such as
-- hit points; less for those laid low, who need help first; more for the dead, whom nobody can help.
local function wellness(who)
  if status.is_dead(who) then return 2 end
  if status.laid_low(who) then return -1 end
  local least = 1
  for _, track in ipairs(live.R.tracks_of.member) do
    local max = track.own and not track.unshown and who.max[track.name]
    if max and max > 0 * max then least = math.min(least, who[track.name] / max) end
  end
  return least
end

-- How far the numbers of a member that the prompt shows are from usual, such as fatigue.
local function strain(who)
  local sum = 0
  for _, track in ipairs(live.R.tracks_of.member) do
    local v = track.prompt and not track.own and who[track.name]
    if math.type(v) == "integer" then sum = sum + math.abs(v - track.start) end
  end
  return sum
end

-- The members, those worst off first, and among equals in marching order.
local function worst_first()
  local members, rank = common.copy_list(live.party.members), {}
  for _, who in ipairs(members) do rank[who] = { well = wellness(who), strain = strain(who) } end
  table.sort(members, function(a, b)
    local x, y = rank[a], rank[b]
    if x.well ~= y.well then return x.well < y.well end
    return x.strain > y.strain
  end)                       -- among equals they stay in marching order (sandbox.c)
  return members
end

-- The conditions of all members.  Where three or more live, one that all of them have is everybody's.
local function conditions_text(members)
  local each, times, parts, alive, first = {}, {}, {}, 0, {}
  for i, who in ipairs(members) do
    each[i] = conditions_of(who)
    if each[i][1] ~= "dead" then
      alive, first = alive + 1, alive == 0 and each[i] or first
      for _, word in ipairs(each[i]) do times[word] = (times[word] or 0) + 1 end
    end
  end
  local function is_shared(word) return alive > 2 and times[word] == alive end
  local all = common.where(first, is_shared)
  if #all > 0 then parts[1] = "everyone " .. table.concat(all, ", ") end
  local several = #all > 1                       -- of one member: between these a comma, between members a ;
  for i, who in ipairs(members) do
    local own = common.where(each[i], function(word) return not is_shared(word) end)
    if #own > 0 then parts[#parts + 1] = who.name .. " " .. table.concat(own, ", ") end
    several = several or #own > 1
  end
  return joined(parts, several and "; " or ", ")
end

-- --- the prompt ------------------------------------------------------------

-- The text that rule.status adds to the prompt, or nil.
local function rule_text()
  local rule = rawget(live.R.final.rule, "status")
  local text = rule and rule()
  if text and type(text) ~= "string" and type(text) ~= "number" then
    events.bad_result(rule, "rule.status gives a text for the prompt, and this is ", plain(text))
  end
  if text ~= nil and text ~= "" then return tostring(text) end
end

-- The other groups and their clocks.
local function others_text()
  local others = common.where(live.S.parties, function(group) return group ~= live.party end)
  local parts = common.map(others, function(g)
    return party.name_of(g) .. " " .. measure.clock(procedures.without_seconds(g.now))
  end)
  return parts[1] and "apart: " .. table.concat(parts, ", ")
end

-- The step that waits for a line; where everybody is asked, with those who have not said what they do.
local function waiting_text()
  local step = live.turn.step
  if step == "" then return nil end
  if not live.procedure().each then return step .. "?" end
  local left, present = procedures.waited_for(step), live.present()
  return step .. "?" .. (#left > 0 and #left < #present and " " .. common.list(left) or "")
end

-- The number of the turn that is over or waits; while rounds are counted, of the round that waits or comes.
local function number_text()
  local n = live.turn.number
  if not procedures.has_rounds() then return "T" .. n end
  return "round " .. (live.turn.step == "" and n + 1 or n)
end

local function turn_text(dark)
  local group, now = live.party, procedures.without_seconds(procedures.shown_time())
  local clock = (live.R.timed or now > 0) and " " .. measure.clock(now) or ""
  local text = number_text() .. clock .. (dark and " DARK" or "")
  if #group.turns > 1 then text = live.turn.procedure .. " " .. text end
  if #live.S.parties > 1 then text = party.name_of(group) .. ": " .. text end
  return text
end

-- "over: " and what ended play; or nil.
function status.over() return live.procedure().is_ending and "over: " .. procedures.ending() or nil end

-- The most important things come first, and those worst off: a narrow screen leaves out the last ones.
local function prompt(dark)
  local parts, members = { turn_text(dark) }, worst_first()
  local function put(text) parts[#parts + 1] = text end
  if live.S.paused then put "paused" end
  put(status.over())
  put(lights_text())
  put(rule_text())
  put(conditions_text(members))
  put(prompt_text(members))
  put(others_text())
  put(waiting_text())
  return sandbox.text(table.concat(parts, " | "), 2000)      -- a choice: a screen full
end

-- The beginning of the prompt, for a sheet: the turn and clock, whether it is dark, what the rules add.
function status.head()
  return { turn = turn_text(false), dark = time.is_dark() or nil, says = rule_text() }
end

-- --- the reply -------------------------------------------------------------

-- The tracks that are not secret, as plain data.
local function shown_tracks()
  local out = {}
  local function put(track, v) if not track.secret then out[track.name] = plain(v) end end
  for _, track in ipairs(live.R.tracks_of.party) do put(track, live.party[track.name]) end
  for _, track in ipairs(live.R.tracks_of.campaign) do put(track, live.S.campaign[track.name]) end
  for _, track in ipairs(live.R.tracks_of.member) do
    local of = {}
    for _, who in ipairs(track.secret and {} or live.party.members) do
      of[who.name] = plain(who[track.name])
    end
    if next(of) then out[track.name] = of end
  end
  return out
end

local ROOMS_MAX <const> = 24                  -- more would be kept with every entry of the journal

-- The rooms that can be named: those next to this one, then the others, the newest first; nil if there is no
-- room but this one.
local function rooms_known()
  local here, list, listed = live.party.room, {}, {}
  local function put(name)
    if name == here or listed[name] or #list >= ROOMS_MAX then return end
    listed[name], list[#list + 1] = true, name
  end
  for _, exit in ipairs(live.env.here and live.env.here.exits or {}) do put(exit) end
  for i = #live.S.rooms, 1, -1 do
    local room = live.S.rooms[i]
    -- The room where play began is none that anybody named, unless a way leads from it.
    if room.seen and (room.name ~= state.START or #room.exits > 0) then put(room.name) end
    if #list >= ROOMS_MAX then break end
  end
  return #list > 0 and list or nil
end

-- A member with what is added to checks: "Bram CON+1".
local function member_text(who)
  local parts = { who.name }
  for _, field in ipairs(live.R.has.member) do
    local v = who[field.name]
    if field.default == 0 and type(v) == "number" and v ~= 0 then
      parts[#parts + 1] = field.name:upper() .. (v > 0 and "+" or "") .. tostring(v)
    end
  end
  return table.concat(parts, " ")
end

-- The status as the reply has it, see core/wire.h.
function status.now()
  local group, dark = live.party, time.is_dark()
  return {
    text = prompt(dark), dark = dark, lights = common.map(group.lights, lamp_view), show = shown_tracks(),
    party = common.names(group.members), people = common.map(group.members, member_text),
    waiting = live.turn.step ~= "" and live.turn.step or nil, room = group.room,
    rooms = rooms_known(), procedure = live.turn.procedure, rounds = procedures.has_rounds() or nil,
    real = time.is_real() or nil,
  }
end

local due_after <const> = { turn = true, passed = true, clock = true }

-- Returns true if time has passed; only then can something new be due.
local function time_went(happened)
  return common.first(happened, function(e) return due_after[e.kind] end) ~= nil or time.is_real()
end

-- True if what is left of a lamp, or the time that a light lasts, is a turn or less.
local function is_a_turn(left)
  local secs, turn_secs = rawget(left, "secs"), live.procedure().secs or live.R.turn_secs
  return secs and turn_secs and secs <= turn_secs or rawget(left, "turns") == 1
end

-- The warnings of the rules, and of lights that go out within a turn, the last in which another can be lit
-- before it is dark; but not of those that never burn longer.
function status.warnings(happened)
  local out = live.warned
  if not time_went(happened) then return out end
  for _, lamp in ipairs(live.party.lights) do
    local label, real, light = records.lamp_name(lamp), rawget(lamp, "real"), live.R.lights[lamp.kind]
    local lasts = light and light.lasts or {}
    if is_a_turn(lamp) and not is_a_turn(lasts) then out[#out + 1] = label .. " is in its last turn." end
    -- A choice: the last tenth of its time, six minutes of an hour.
    if real and real * 10 <= (lasts.real or 0) then
      out[#out + 1] = label .. " has " .. common.counted((real + 59) // 60, "real minute") .. " left."
    end
  end
  return out
end

return status
