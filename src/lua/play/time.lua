-- time.lua -- lights and timers, and time that goes by.
-- Each counts down in seconds, turns or seconds of the wall clock.  When a turn goes by, all that count
-- seconds come before all that count turns (turn_of).  Of those of one measure the one that ends first
-- comes first, also when a long stretch passes at once; of equals, lights come before timers, and within each
-- list the one made first.  The order is fixed, so that a replay has the same.
local common = module "common"
local events = module "play/events"
local fields = module "read/fields"
local live = module "play/live"
local recorder = module "play/recorder"
local records = module "play/records"
local state = module "play/state"
local tracks = module "play/tracks"
local time = {}

local mistake = common.mistake
local copy_list, pass_turn = lists.copy, lists.pass_turn

local function holder_name(who)
  if who == nil then return live.party.members[1] and live.party.members[1].name or "the party" end
  if type(who) == "string" then return who end
  return who.name or tostring(who)
end

-- burning(), burning "torch", burning(who), burning(party) -> the lamps, for the party in marching order.
-- The list is the caller's own: going through it, rules may put lamps out.
function time.burning(what)
  local lights = live.party.lights
  if what == nil then return copy_list(lights) end
  local meta = getmetatable(what)
  if meta == records.party then
    local list = {}
    for _, who in ipairs(what.members) do common.append(list, time.burning(who)) end
    return list
  end
  local key = meta == records.member and "holder" or "kind"
  if type(what) == "table" then what = what.name end
  if key == "kind" then live.thing("lights", what, "burning") end
  return common.where(lights, function(lamp) return lamp[key] == what end)
end

-- True if the group is without any light, in rules that know lights.
function time.is_dark()
  local lit = rawget(live.R.final.rule, "lit")
  if #live.party.lights > 0 or lit == nil and next(live.R.lights) == nil then return false end
  local is_lit = lit and lit()
  if is_lit and is_lit ~= true then
    local made = live.R.spaces.rule.entries.lit
    error({ text = "rule.lit returns true or false, and this is " .. common.show(is_lit), file = made.file,
      line = made.line }, 0)
  end
  return not is_lit
end

local function set_countdown(record, lasts)
  if not lasts then return end
  record.secs, record.turns, record.real = lasts.secs, lasts.turns, lasts.real
end

-- The supply that a light is lit from, the holder's own or the party's.  Returns owner (nil when no
-- member is called `holder`), track, and how many are left; nothing when the light needs none.
local function supply(light, holder)
  local track = light.spends and live.R.tracks[light.spends]
  if not track then return end
  if track.of ~= "member" then return live.party, track, live.party[track.name] end
  local who = live.member(holder)
  return who, track, who and who[track.name] or 0
end
time.supply = supply

-- How long a lamp burns, for its event.  Between turns also until which turn, if every turn takes the usual
-- time and players may know it.
local function left_text(lamp, light)
  local left = records.left_of(lamp, light.lasts)
  if not left then return "" end
  local secs = live.R.procedures[live.turn.procedure].secs
  local usual = light.lasts.unit == "turn" and math.type(left) == "integer" and not live.in_turn
    and not live.R.hidden.turn_start and (not secs or secs == live.R.turn_secs)
  return ": " .. common.counted(left, light.lasts.unit)
    .. (usual and (", to the end of T%d"):format(live.turn.number + left) or "")
end

-- Takes one of the supply of a light.  Returns false when there was none; else the end of a sentence that
-- says how many are left, or "".
local function spend_one(light, holder)
  local owner, track, n = supply(light, holder)
  if not track then return "" end
  if n < 1 then return false end
  tracks.spend(owner, track.name)
  if track.secret or track.public == false then return "" end
  return ". " .. track.name:sub(1, 1):upper() .. track.name:sub(2) .. " left: " .. tostring(owner[track.name])
end

-- A lamp that begins to burn.  left: see time.kindle.
local function new_lamp(light, kind, holder, left)
  local lamp = { kind = kind, holder = holder }
  set_countdown(lamp, light.lasts)
  if left then records.set_left(lamp, left, light.lasts, "kindle") end
  for _, track in ipairs(live.R.tracks_of.light) do
    lamp[track.name] = tracks.start(track, light.starts[track.name], "light \"" .. kind .. "\"")
  end
  return setmetatable(lamp, records.light)
end

-- kindle("torch", who, { free = true }) -> lamp, or nil when none is left to light
-- left = 12: one that has burned before, with so much left in the unit of its lasts
function time.kindle(kind, who, with)
  if type(kind) == "table" and live.R.lights[kind.name] then kind = kind.name end
  local light = live.thing("lights", kind, "kindle")
  local holder = holder_name(who)
  local rest = with and with.free and "" or spend_one(light, holder)
  if not rest then return nil end
  local lamp = new_lamp(light, kind, holder, with and with.left)
  table.insert(live.party.lights, lamp)
  local event = events.happen("kindled", kind, "", { holder = holder })
  events.hook("kindled", lamp)                 -- may change what is left: the text is made after it
  if event then
    event.text = holder .. " lights " .. common.a(kind) .. left_text(lamp, light) .. rest .. "."
  end
  return lamp
end

local function describe_out(lamp, why)
  return records.lamp_name(lamp) .. " " .. (why or "goes out") .. ".", { holder = lamp.holder, why = why }
end

-- put_out(lamp, "burns out"); a lamp that does not burn is left alone
function time.put_out(lamp, why)
  if type(lamp) == "string" then
    common.mistake("put_out: a lamp is needed, as for lamp in each(burning %q), and this is a text", lamp)
  end
  if type(lamp) ~= "table" or not lists.take(live.party.lights, lamp) then return end
  events.happen("light_out", lamp.kind, describe_out, lamp, why)
  if recorder.lamp_out then recorder.lamp_out(lamp) end
  if live.on.light_out then events.hook("light_out", lamp, why) end
end

-- --- lights that do not burn here -------------------------------------------
-- The party keeps lights that were put out (party.unlit), and lights of members whom the verb `away` sent
-- away (party.elsewhere), which burn on and light nobody.  Both are lists of lamps; an empty list is nil.
-- If a switch, such as `dead`, lays somebody low (away = true), that member's lights burn on where the party
-- is, and the rules say who takes them (rulesets/parts/fallen.lua).

local function kept(name) return rawget(live.party, name) or {} end
local function keep(name, list) rawset(live.party, name, #list > 0 and list or nil) end

-- Moves the lamps of a holder from one list to the end of another.
local function move_lamps(from, to, holder)
  for i = #from, 1, -1 do
    if from[i].holder == holder then table.insert(to, table.remove(from, i)) end
  end
end

-- Puts a lamp out for later: it keeps what is left.  That is counted when time goes by, as at the end of a
-- turn, so what it burned of a turn under way is not counted.
function time.snuff(lamp)
  local light = live.R.lights[lamp.kind]
  local left = records.left_of(lamp, light.lasts)
  time.put_out(lamp, left and "is put out, with " .. common.counted(left, light.lasts.unit) .. " left"
    or "is put out")
  keep("unlit", common.append(kept "unlit", { lamp }))
end

-- The lamp of that kind that was put out and can be lit again: the holder's (nil: anybody's) first, then,
-- where the party carries them together, any.
function time.unlit(kind, holder)
  local track = live.R.tracks[live.R.lights[kind].spends or ""]
  local shared = not track or track.of ~= "member"
  for _, any in ipairs { false, true } do
    for _, lamp in ipairs(kept "unlit") do
      local fits = not holder or lamp.holder == holder or any and shared
      if lamp.kind == kind and fits then return lamp end
    end
  end
end

-- Lights a lamp again that was put out.
function time.relight(lamp, holder)
  local light, list = live.R.lights[lamp.kind], kept "unlit"
  lists.take(list, lamp)
  keep("unlit", list)
  -- It may come from a state that was read, where only lamps that burn were made records (state.adopt).
  lamp = setmetatable(lamp, records.light)
  lamp.holder = holder
  table.insert(live.party.lights, lamp)
  events.happen("kindled", lamp.kind, holder .. " lights the " .. lamp.kind .. " again"
    .. left_text(lamp, light) .. ".", { holder = holder })
  events.hook("kindled", lamp, true)
end

-- Moves the lights of a member whom the verb `away` sends away to those that are elsewhere.
function time.carry_off(holder)
  local list = kept "elsewhere"
  move_lamps(live.party.lights, list, holder)
  keep("elsewhere", list)
end

-- Moves the lights of a member who was away back to those that burn here.
function time.bring_back(holder)
  local list, lights = kept "elsewhere", live.party.lights
  move_lamps(list, lights, holder)
  lists.adopt(lights, records.light)
  keep("elsewhere", list)
end

-- Hands the lights of a member who leaves for good to another (`to`, or nil for nobody).  Lights of a member
-- who was away leave as well.
function time.hand_over(holder, to)
  for _, lamp in ipairs(live.party.lights) do
    if lamp.holder == holder and to then
      lamp.holder = to
      events.happen("handed", lamp.kind, to .. " takes the " .. lamp.kind .. " of " .. holder .. ".",
        { holder = to })
    end
  end
  for _, lamp in ipairs(kept "unlit") do
    if lamp.holder == holder and to then lamp.holder = to end
  end
  local list = kept "elsewhere"
  move_lamps(list, {}, holder)
  keep("elsewhere", list)
end

-- Lets the lights that are elsewhere burn down, unseen.
local function run_down_elsewhere(field, stretch)
  local list = kept "elsewhere"
  for i = #list, 1, -1 do
    local left = rawget(list[i], field)
    if left and left <= stretch then table.remove(list, i)
    elseif left then rawset(list[i], field, left - stretch) end
  end
  keep("elsewhere", list)
end

-- --- timers ----------------------------------------------------------------

-- True if a timer belongs to what somebody has, "Bram's fever".
local function is_of_thing(owner) return owner ~= nil and owner:find "'s " ~= nil end

-- The member whose timer is meant where nobody is named; refuses where there are several.
local function only_member(timer)
  if #live.party.members == 1 then return live.party.members[1] end
  mistake("start: timer \"%s\" belongs to a member; say whose: start(\"%s\", who)", timer, timer)
end

-- The length in the braces of start, { lasts = "2 hours" }; nil: none is given there.
local function given_length(with)
  if type(with) == "string" then mistake("start: its length stands in braces, { lasts = \"%s\" }", with) end
  local lasts = with and with.lasts
  if type(lasts) == "number" then
    mistake("start: lasts is a time, { lasts = \"%s turns\" }, and this is %s", common.show(lasts),
      common.show(lasts))
  end
  return lasts and fields.duration(live.R, tracks.quantity(lasts, "start"))
end

-- The text of the event that a timer begins.  owner: the name of what has it, or nil.
local function text_of_start(name, owner)
  if not owner then return common.capital(name) .. " begins." end
  local text = live.R.timers[name].text        -- "{who} ends.": it goes by the name of what it is for
  local is_own_name = text and text:find "^{who} " and not live.member(owner)
  if is_own_name then return common.capital(owner) .. " begins." end
  if is_of_thing(owner) then return owner .. ": " .. common.a(name) .. " begins." end
  if live.member(owner) and name:find "ing$" then return owner .. " is " .. name .. "." end
  return common.capital(name) .. " begins for " .. owner .. "."
end

-- start("venom", who, { lasts = "2 hours" })
function time.start(name, who, with)
  local kind = live.thing("timers", name, "start")
  if who == nil and kind.of == "member" then who = only_member(name) end
  local lasts = given_length(with) or kind.lasts
  if not lasts then
    mistake("start: timer \"%s\" has no length; give one, start(\"%s\", who, { lasts = \"1 hour\" })", name,
      name)
  end
  local timer = { kind = name, owner = who ~= nil and holder_name(who) or "" }
  set_countdown(timer, lasts)
  table.insert(live.party.timers, setmetatable(timer, records.timer))
  local owner = timer.owner ~= "" and timer.owner or nil
  events.happen("started", name, text_of_start(name, owner), { who = owner, public = kind.public or nil })
  return timer
end

-- timers("venom", who) -> those that run, oldest first; timers(): all
function time.timers(name, who)
  if name ~= nil then live.thing("timers", name, "timers") end
  local owner, list = who ~= nil and holder_name(who), {}
  for _, timer in ipairs(live.party.timers) do
    local fits = (not name or timer.kind == name) and (not owner or timer.owner == owner)
    if fits then list[#list + 1] = timer end
  end
  return list
end

-- running("venom", who) -> the oldest of these timers, or nil
function time.running(name, who)
  live.thing("timers", name, "running")
  return time.timers(name, who)[1]
end

-- stop("venom", who), stop(timer): ends it without its effect
function time.stop(name, who)
  if type(name) ~= "table" then live.thing("timers", name, "stop") end
  local timer = type(name) == "table" and name or time.running(name, who)
  if timer then lists.take(live.party.timers, timer) end
end

-- A timer's time has come: its event, and the rules' on.NAME.
local function ring(timer)
  lists.take(live.party.timers, timer)
  local who, kind = live.member(timer.owner), live.R.timers[timer.kind]
  if not who and kind.of == "member" then return end                    -- its member has left the party
  local whose, label = timer.owner ~= "" and timer.owner or nil, common.capital(timer.kind)
  if whose then label = whose .. "'s " .. timer.kind end
  if is_of_thing(whose) then label = whose .. ": " .. common.a(timer.kind) end
  local text = kind.text and events.fill(kind.text, { who = whose }) or label .. " ends."
  events.happen(timer.kind, nil, text, { who = whose, public = kind.public or nil })
  if kind.ends then kind.ends(who or whose) end
  events.hook(timer.kind, who or whose, timer)
end

-- --- passing ---------------------------------------------------------------

-- Calls on.new_day(number, from 1) and on.new_hour(hour of the day) for the hour that begins, counted from
-- the first midnight.  Where play has ended, time passes, and no rule follows it.
local function strike(hour)
  if live.is_over() then return end
  if hour % 24 == 0 and live.on.new_day then events.hook("new_day", hour // 24 + 1) end
  if live.on.new_hour then events.hook("new_hour", hour % 24) end
end

-- Lets a stretch go by in one measure ("secs", "turns" or "real"); what falls due happens in order, and the
-- hour strikes after what falls due at that time.  clock: the field of the group's clock, which goes on, too;
-- or nil.  every: the seconds between two strokes; nil: no rule waits for them.  `lists` is a library in C
-- (cell/record_lists.c), as src/lua/README.md lists them.
local function fall_due(party, field, stretch, clock, every)
  local due, hour = 0, nil                    -- how much fell due; the hour that strikes before time goes on
  while due < 10000 do                        -- a hook that starts a timer of no length would never end
    local part = hour and 0 or every and math.min(stretch, every - party[clock] % every) or stretch
    local passed, lamp, timer = lists.run_down(party.lights, party.timers, field, part)
    if clock and passed > 0 then party[clock] = party[clock] + passed end
    stretch = stretch - passed
    if every and passed > 0 and party[clock] % every == 0 then hour = party[clock] // 3600 end
    if lamp or timer then due = due + 1 end
    if lamp then time.put_out(party.lights[lamp], "burns down")
    elseif timer then ring(party.timers[timer])
    elseif hour then
      local struck = hour
      hour = nil
      strike(struck)
    elseif stretch == 0 then return end
  end
  mistake "time does not pass: more than ten thousand lights and timers fell due"
end

-- Lets a stretch go by in one measure for the group that plays: its lights and timers, its clock, and the
-- lights of those whom `away` sent away.
local function run_down(field, stretch)
  local party, on, ignored = live.party, live.on, recorder.ignored.now
  -- ignored.now: true where no rule reads the clock, a day's seconds where rules read the time of day alone.
  local clock = field == "secs" and (not ignored and "now" or ignored ~= true and "of_day" or nil)
  local every = clock and (on.new_hour and 3600 or on.new_day and 86400)
  if every or #party.lights > 0 or #party.timers > 0 then fall_due(party, field, stretch, clock, every)
  elseif clock then party[clock] = party[clock] + stretch end
  if rawget(party, "elsewhere") then run_down_elsewhere(field, stretch) end
  if clock == "of_day" then party.of_day = party.of_day % recorder.ignored.now end     -- which is a day
end

-- Returns the function that lets a turn go by: first the seconds it takes (nil: only turns are counted), then
-- the turn.  In most turns nothing falls due and no rule waits for the hour: then lists.pass_turn (in C) does
-- all of it but the clock.
function time.turn_of(secs)
  local strikes = live.on.new_hour or live.on.new_day
  return function()
    local party, ignored = live.party, recorder.ignored.now
    if strikes or not pass_turn(party, secs) then
      if secs then run_down("secs", secs) end
      return run_down("turns", 1)
    end
    if secs and not ignored then party.now = party.now + secs
    elseif secs and ignored ~= true then party.of_day = (party.of_day + secs) % ignored end
  end
end

-- Lets seconds go by in which nothing is done.
function time.wait(secs) run_down("secs", secs) end

-- True if a quantity is a time: "10 minutes", "3 turns", "5 real minutes".
function time.is_time(q)
  local _, what = measure.unit(q)
  return what == "time" or what == "turns" or what == "real"
end

-- pass("2 hours"), pass(a quantity)
function time.pass(text)
  local q = tracks.quantity(text, "pass")
  if type(q) ~= "quantity" then mistake "pass: a time is needed, pass \"2 hours\"" end
  if q ~= text and measure.amount(q) < 0 then mistake("pass: time does not run backwards: %s", text) end
  if not time.is_time(q) then
    mistake("pass: %s is not a time, as \"10 minutes\", \"2 hours\" or \"3 turns\" are", tostring(q))
  end
  local d = fields.duration(live.R, q)
  for _, field in ipairs { "secs", "turns", "real" } do
    if d[field] then return run_down(field, d[field]) end
  end
  mistake("pass: a time of whole seconds is needed, and this is %s", tostring(q))
end

-- The seconds of the wall clock until the first thing ends that runs by it, of any group; nil: nothing does.
function time.real_due()
  local least
  for _, party in ipairs(live.S.parties) do
    for _, list in ipairs { party.lights, party.timers, rawget(party, "elsewhere") } do
      for _, record in ipairs(list) do
        local left = rawget(record, "real")
        if left then least = math.min(least or left, left) end
      end
    end
  end
  return least
end

-- True if anything runs by the wall clock.
function time.is_real() return time.real_due() ~= nil end

-- Lets seconds of the wall clock go by, since the last command, for every group.
function time.pass_real(secs)
  local at = live.S.at
  for i = 1, #live.S.parties do
    state.use(i)
    run_down("real", secs)
  end
  state.use(at)
end

return time
