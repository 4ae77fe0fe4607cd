-- play.lua -- one command: from the last state, a line and the inputs so far, to what happened.
local orphaned_state = module "play/orphaned_state"
local common = module "common"
local groups = module "play/groups"
local line = module "play/line"
local look = module "play/look"
local live = module "play/live"
local mistakes = module "read/mistakes"
local time = module "play/time"
local turn = module "play/turn"
local play = {}

local raw_meta = { __raw = true }

local function reset(request)
  live.events, live.pending = {}, {}
  live.answers, live.answers_used, live.answered = request.answers or {}, 0, {}
  live.settle = request.settle or "ask"
  live.spec_answers = request.spec_answers
  live.watching, live.secret, live.stopped, live.asked, live.in_turn = true, false, nil, false, false
  live.deed, live.data, live.shown, live.warned = nil, nil, nil, {}
end

-- --- how the table looks afterwards -------------------------------------------------------------------

-- What is left, as the prompt says it: whole minutes of what burns in real time.
local function left_text(lamp)
  local real = rawget(lamp, "real")
  if real then return " " .. (real + 59) // 60 .. " min" end
  local left = live.left_of(lamp, live.R.lights[lamp.kind] and live.R.lights[lamp.kind].lasts)
  if not left then return "" end
  local secs = rawget(lamp, "secs")
  if secs and math.type(left) ~= "integer" and secs % 60 == 0 then return " " .. secs // 60 .. " min" end
  return math.type(left) == "integer" and " " .. left or string.format(" %.1f", left)
end

local function lights_text()
  local parts = {}
  for _, lamp in ipairs(live.party.lights) do parts[#parts + 1] = lamp.kind .. " " .. lamp.holder .. left_text(lamp) end
  return #parts > 0 and table.concat(parts, ", ") or nil
end

-- Tracks that say they stand in the prompt: "alarm 3", "hp Bram 5, Pike 3".
local function prompted()
  local parts = {}
  local function is_due(track, v, who)
    local usual = who and track.own and who.max[track.name] or track.start
    return track.prompt == true or track.prompt and not common.same(v, usual)
  end
  local function put(track, v)
    if not is_due(track, v) then return end
    if track.kind ~= "switch" then parts[#parts + 1] = track.name .. " " .. module("play/tracks").tell(v)
    elseif v then parts[#parts + 1] = track.name end
  end
  for _, of in ipairs { "party", "campaign", "room" } do
    local owner = of == "party" and live.party or of == "campaign" and live.S.campaign or live.env.here
    for _, track in ipairs(owner and live.R.tracks_of[of] or {}) do
      if track.prompt then put(track, owner[track.name]) end
    end
  end
  for _, track in ipairs(live.R.tracks_of.member or {}) do
    local each = {}
    for _, who in ipairs(track.prompt and live.party.members or {}) do
      local v = who[track.name]
      if not is_due(track, v, who) then
      elseif track.kind ~= "switch" then each[#each + 1] = who.name .. " " .. module("play/tracks").tell(v)
      elseif v then each[#each + 1] = who.name end
    end
    if #each > 0 then parts[#parts + 1] = track.name .. " " .. table.concat(each, ", ") end
  end
  return #parts > 0 and table.concat(parts, " | ") or nil
end

-- What is not normal with a member: switches that are on, ladders off their first step, own maxima not reached.
local function conditions_of(who)
  local of = {}
  if who.away then of[#of + 1] = "away" end
  for _, track in ipairs(live.R.tracks_of.member or {}) do
    local v = who[track.name]
    if track.prompt then                      -- below, with everybody's
    elseif track.kind == "switch" and v and not track.start then of[#of + 1] = track.name
    elseif track.kind == "ladder" and v ~= track.start then of[#of + 1] = (v:find "^d%d" and track.name .. " " or "") .. v
    elseif track.own and who.max[track.name] and v < who.max[track.name] then
      of[#of + 1] = track.name .. " " .. tostring(v) .. "/" .. tostring(who.max[track.name])
    end
  end
  return of
end

-- What three or more have in common, all of them, is everybody's.
local function conditions()
  local each, times, parts, all = {}, {}, {}, {}
  local members = live.party.members
  for i, who in ipairs(members) do
    each[i] = conditions_of(who)
    for _, word in ipairs(each[i]) do times[word] = (times[word] or 0) + 1 end
  end
  local function shared(word) return #members > 2 and times[word] == #members end
  for _, word in ipairs(each[1] or {}) do if shared(word) then all[#all + 1] = word end end
  if #all > 0 then parts[1] = "everybody " .. table.concat(all, " ") end
  for i, who in ipairs(members) do
    local own = {}
    for _, word in ipairs(each[i]) do if not shared(word) then own[#own + 1] = word end end
    if #own > 0 then parts[#parts + 1] = who.name .. " " .. table.concat(own, " ") end
  end
  return #parts > 0 and table.concat(parts, ", ") or nil
end

local function show()
  local out = {}
  local function put(track, v) if not track.secret then out[track.name] = live.plain(v) end end
  for _, track in ipairs(live.R.tracks_of.party or {}) do put(track, live.party[track.name]) end
  for _, track in ipairs(live.R.tracks_of.campaign or {}) do put(track, live.S.campaign[track.name]) end
  for _, track in ipairs(live.R.tracks_of.member or {}) do
    local of = {}
    for _, who in ipairs(live.party.members) do of[who.name] = live.plain(who[track.name]) end
    if next(of) and not track.secret then out[track.name] = of end
  end
  return out
end

-- Where everybody is asked, whoever has not said what they do.
local function still_to_say()
  if not live.R.procedures[live.turn.procedure].each then return "" end
  local left, idle = turn.deeds_left(live.turn.step), {}
  for _, who in ipairs(live.present()) do if left[who.name] > 0 then idle[#idle + 1] = who.name end end
  return #idle > 0 and #idle < #live.present() and " " .. common.list(idle) or ""
end

-- The groups that the line is not about, and their clocks.
local function others()
  local parts = {}
  for i, group in ipairs(live.S.parties) do
    if i ~= live.S.at then parts[#parts + 1] = groups.name(group) .. " " .. game_clock.read(group.now) end
  end
  return #parts > 0 and "apart: " .. table.concat(parts, ", ") or nil
end

local function status()
  local party = live.party
  local lights = {}
  for i, lamp in ipairs(party.lights) do lights[i] = look.lamp(lamp) end
  local lit_rule = rawget(live.R.final.rule, "lit")
  local dark = #party.lights == 0 and (lit_rule ~= nil or next(live.R.lights) ~= nil) and not (lit_rule and lit_rule())
  local clock = (live.R.timed or party.now > 0) and " " .. game_clock.read(party.now) or ""
  local parts = { "T" .. live.turn.number .. clock .. (dark and " DARK" or "") }
  if #party.turns > 1 then parts[1] = live.turn.procedure .. " " .. parts[1] end
  if #live.S.parties > 1 then parts[1] = groups.name(party) .. ": " .. parts[1] end
  parts[#parts + 1] = lights_text()
  local status_rule = rawget(live.R.final.rule, "status")
  local own = status_rule and status_rule()
  if own and type(own) ~= "string" and type(own) ~= "number" then
    local file, line = sandbox.made(status_rule)
    error({ text = "rule.status gives a text for the prompt, and this is " .. common.show(live.plain(own)), file = file, line = line }, 0)
  end
  if own ~= nil and own ~= "" then parts[#parts + 1] = tostring(own) end
  parts[#parts + 1] = prompted()
  parts[#parts + 1] = conditions()
  if live.S.paused then parts[#parts + 1] = "paused" end
  parts[#parts + 1] = others()
  if live.turn.step ~= "" then parts[#parts + 1] = live.turn.step .. "?" .. still_to_say() end
  local members, people = {}, {}
  for i, who in ipairs(party.members) do
    members[i] = who.name
    local parts = { who.name }
    for _, field in ipairs(live.R.has.member or {}) do
      local v = who[field.name]
      if field.default == 0 and type(v) == "number" and v ~= 0 then
        parts[#parts + 1] = field.name:upper() .. (v > 0 and "+" or "") .. tostring(v)
      end
    end
    people[i] = table.concat(parts, " ")
  end
  return {
    text = sandbox.text(table.concat(parts, " | "), 2000), dark = dark, lights = lights, show = show(), party = members, people = people,
    waiting = live.turn.step ~= "" and live.turn.step or nil, room = party.room,
    procedure = live.turn.procedure, real = time.is_real() or nil,
  }
end

-- Did time go by, or was anything lit?  Else nothing is due that was not before.
local function time_went(events)
  for _, e in ipairs(events) do
    if e.kind == "turn" or e.kind == "passed" or e.kind == "kindled" or e.kind == "clock" or e.kind == "light_out" then return true end
  end
  return time.is_real()
end

-- What is due within a turn, after what the rules warned of.
local function warnings(out, due)
  if not due then return out end
  local secs = live.R.procedures[live.turn.procedure].secs or live.R.turn_secs
  for _, lamp in ipairs(live.party.lights) do
    local last = lamp.secs and secs and lamp.secs <= secs or rawget(lamp, "turns") == 1
    if rawget(lamp, "secs") == nil then last = rawget(lamp, "turns") == 1 end
    if last then out[#out + 1] = lamp.holder .. "'s " .. lamp.kind .. " is in its last turn." end
    local real, light = rawget(lamp, "real"), live.R.lights[lamp.kind]
    if real and light and light.lasts and real * 10 <= (light.lasts.real or 0) then
      out[#out + 1] = lamp.holder .. "'s " .. lamp.kind .. " has " .. common.count((real + 59) // 60, "real minute") .. " left."
    end
  end
  return out
end

-- --- running ----------------------------------------------------------------------------------------------

local function begin(request)
  door.open { mode = request.dice or "auto", faces = request.faces or "", record = true }
  door.seed(request.seed or "0")
  live.new_state()
  if request.party then module("play/party").read(request.party, request.tell) end
  live.stand_in()
  live.hook("begin")
  return "start"
end

-- The wall clock goes on for what burns in real time, unless it is paused.
local function real_time(request)
  local S = live.S
  if S.wall > 0 and request.wall and not S.paused then time.pass_real(math.max(0, request.wall - S.wall)) end
end

-- The state remembers when that was, as long as something burns by it.
local function note_wall(request)
  live.S.wall = request.wall and time.is_real() and request.wall or 0
end

local function finish()
  live.emitted()
  local sentence = live.fault()
  if sentence then error({ text = sentence, kept = true }, 0) end
  local name, file, at = sealing.changed()
  if name then
    error { text = "the local '" .. name .. "' changed in play; only the state may: make it a track", file = file, line = at }
  end
end

local function run(request)
  local full
  if request.line == "start" and request.state == nil then
    full = begin(request)
  else
    live.adopt(data.decode(request.state))
    door.open { mode = request.dice or "auto", faces = request.faces or "", rng = live.S.rng, record = true }
    real_time(request)
    if live.S.wall > 0 or live.renewed then play.baseline = data.encode(live.S, true) end
    full = line.run(request.line)
  end
  finish()
  local same = play.baseline and #live.events == 0 and data.encode(live.S, true) == play.baseline
  note_wall(request)
  return full, same
end

-- Why the state as it is now cannot be kept, or nil.
local function unfit()
  local sentence = live.fault()
  if sentence then return sentence end
  local bytes, why = data.encode(live.S, true)
  return not bytes and why or nil
end

-- What cannot be kept was made so by some line of the rules: the command is run again, and that is asked before each.
-- Sets file and line of the error when the line is found.
local function find_line(request, err, sentence)
  reset(request)
  sealing.watch(function() return unfit() == sentence end)
  protected(run, request)
  local file, line = sealing.watched()
  if file then err.file, err.line = file, line end
  return err
end

-- What cannot be kept, as the GM knows it: the path from the party on, and the track's place.
local function cannot_keep(sentence)
  local path, what = sentence:match("^([^%s:]+): (.*)$")
  if not path then return { text = sentence } end
  local steps = {}
  for step in path:gmatch("[^.]+") do steps[#steps + 1] = step end
  if steps[1] == "parties" then table.remove(steps, 1) steps[1] = "party" end
  local place
  for _, step in ipairs(steps) do
    local e = live.R.kinds.track.entries[step]
    place = place or e and e.made
  end
  local short = table.concat(steps, ".", 1, math.min(#steps, 6)) .. (#steps > 6 and "…" or "")
  return { text = short .. ": " .. what, file = place and place.file or live.R.heads[#live.R.heads], line = place and place.line }
end

-- What the state is after the run, in bytes; nil and why it cannot be kept.
local function keep(S)
  S.rng = door.rng()
  orphaned_state.back(S)
  local bytes, sentence = data.encode(S, true)
  orphaned_state.again()
  if not bytes then return nil, cannot_keep(sentence), sentence end
  if #bytes > 1048576 then
    return nil, { text = "what play keeps has grown past a megabyte", file = live.R.heads[#live.R.heads] }
  end
  return bytes
end

local function failed(reply, err)
  if err.stop == "asks" then
    reply.outcome, reply.ask, reply.misfit = "asks", err.ask, err.misfit
  elseif err.stop == "refused" then
    reply.outcome, reply.error = "refused", { text = sandbox.text(err.text, 1000) }
  else
    reply.outcome, reply.error = "error", { text = mistakes.plainly(err.text), file = err.file, line = err.line }
  end
  return reply
end

-- Runs one request in the loaded rules; the reply is plain data (see core/wire.h).
function play.run(request)
  if not live.R then return { outcome = "error", error = { text = "no rules are loaded" } } end
  reset(request)
  play.baseline = nil
  local ok, full, same = protected(run, request)
  local reply = { events = live.events, line = request.line }
  reply.rolls = door.rolls()
  reply.draws = door.draws()
  reply.answers = live.answered
  if live.S and live.party and live.turn and math.type(live.turn.number) == "integer" and math.type(live.party.now) == "integer" then
    reply.turn, reply.minutes = live.turn.number, live.party.now // 60
  end
  if not ok then
    if full.kept then find_line(request, full, full.text) end
    return failed(reply, full)
  end
  local bytes, unkept, sentence = keep(live.S)
  if not bytes then
    if sentence then find_line(request, unkept, sentence) end
    return failed(reply, unkept)
  end
  reply.outcome, reply.line = "done", full
  if bytes ~= request.state and not same then reply.state = setmetatable({ bytes }, raw_meta) end
  play.bytes = bytes
  local fine, seen = protected(status)
  if not fine then return failed(reply, seen) end
  reply.status, reply.warnings, reply.aside = seen, warnings(live.warned, time_went(reply.events)), orphaned_state.texts()
  reply.data, reply.text = live.data, live.shown and sandbox.text(live.shown, 50000)
  return reply
end

-- Many in a row: one without a state goes on from the one before.
function play.many(request)
  local replies, last = {}, nil
  for i, p in ipairs(request.plays) do
    sandbox.beat(i - 1)
    if p.state == nil and p.line ~= "start" then p.state = last
    elseif type(p.state) == "table" then p.state = data.encode(p.state) end
    replies[i] = play.run(p)
    if replies[i].outcome == "done" then last = play.bytes end
  end
  return { replies = replies }
end

return play
