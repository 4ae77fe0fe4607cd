-- play.lua -- one command: from the last state, a line and the inputs so far, to what happened.
local common = module "common"
local line = module "line"
local look = module "look"
local live = module "live"
local mistakes = module "mistakes"
local time = module "time"
local turn = module "turn"
local words = module "words"
local play = {}

local raw_meta = { __raw = true }

local function reset(request)
  live.events, live.pending, live.switches = {}, {}, {}
  live.answers, live.answers_used, live.answered = request.answers or {}, 0, {}
  live.settle = request.settle or "ask"
  live.spec_answers = request.spec_answers
  live.watching, live.secret, live.stopped, live.asked, live.in_turn = true, false, nil, false, false
  live.data, live.shown = nil, nil
end

-- --- how the table looks afterwards -------------------------------------------------------------------

local function lights_text()
  local parts = {}
  for _, lamp in ipairs(live.party.lights) do
    local left = live.left_of(lamp, live.R.lights[lamp.kind] and live.R.lights[lamp.kind].lasts)
    parts[#parts + 1] = lamp.kind .. " " .. lamp.holder .. (left and " " .. tostring(left) or "")
  end
  return #parts > 0 and table.concat(parts, ", ") or nil
end

-- Conditions that are not normal: switches that are on, ladders off their first step, own maxima not reached.
local function conditions()
  local parts = {}
  for _, who in ipairs(live.party.members) do
    local of = {}
    if who.away then of[#of + 1] = "away" end
    for _, track in ipairs(live.R.tracks_of.member or {}) do
      local v = who[track.name]
      if track.kind == "switch" and v and not track.start then of[#of + 1] = track.name
      elseif track.kind == "ladder" and v ~= track.start then of[#of + 1] = v
      elseif track.own and who.max[track.name] and v < who.max[track.name] then
        of[#of + 1] = track.name .. " " .. tostring(v) .. "/" .. tostring(who.max[track.name])
      end
    end
    if #of > 0 then parts[#parts + 1] = who.name .. " " .. table.concat(of, " ") end
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

local function status()
  local party = live.party
  local lights = {}
  for i, lamp in ipairs(party.lights) do lights[i] = look.lamp(lamp) end
  local lit_rule = rawget(live.R.final.rule, "lit")
  local dark = #party.lights == 0 and not (lit_rule and lit_rule())
  local parts = { "T" .. live.turn.number .. " " .. clockwork.read(party.now) .. (dark and " DARK" or "") }
  if #party.turns > 1 then parts[1] = live.turn.procedure .. " " .. parts[1] end
  parts[#parts + 1] = lights_text()
  local status_rule = rawget(live.R.final.rule, "status")
  local own = status_rule and status_rule()
  if own ~= nil and own ~= "" then parts[#parts + 1] = tostring(own) end
  parts[#parts + 1] = conditions()
  if live.turn.step ~= "" then parts[#parts + 1] = live.turn.step .. "?" end
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
    text = table.concat(parts, " | "), dark = dark, lights = lights, show = show(), party = members, people = people,
    waiting = live.turn.step ~= "" and live.turn.step or nil, room = party.room,
    procedure = live.turn.procedure,
  }
end

local function warnings()
  local out = {}
  local secs = live.R.procedures[live.turn.procedure].secs or live.R.turn_secs
  for _, lamp in ipairs(live.party.lights) do
    local last = lamp.secs and secs and lamp.secs <= secs or rawget(lamp, "turns") == 1
    if rawget(lamp, "secs") == nil then last = rawget(lamp, "turns") == 1 end
    if last then out[#out + 1] = lamp.holder .. "'s " .. lamp.kind .. " is in its last turn." end
  end
  return out
end

-- --- running ----------------------------------------------------------------------------------------------

local function begin(request)
  door.open { mode = request.dice or "auto", faces = request.faces or "", record = true }
  door.seed(request.seed or "0")
  live.new_state()
  if request.party then module("party").read(request.party) end
  live.stand_in()
  return "start"
end

-- The wall clock goes on for what burns in real time.
local function real_time(request)
  local real
  for _, party in ipairs(live.S.parties) do
    for _, list in ipairs { party.lights, party.timers } do
      for _, r in ipairs(list) do real = real or rawget(r, "real") end
    end
  end
  if not real or not request.wall then return end
  if live.S.wall > 0 then time.pass_real(math.max(0, request.wall - live.S.wall)) end
  live.S.wall = request.wall
end

local function finish()
  for _, p in ipairs(live.pending) do
    if not p.done then error("emit \"" .. p.name .. "\" needs its fields in braces: emit \"" .. p.name .. "\" { }" .. (p.file and " (" .. p.file .. ":" .. p.line .. ")" or ""), 0) end
  end
  live.check_state()
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
    full = line.run(request.line)
  end
  finish()
  return full
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
  local bytes, sentence = data.encode(S, true)
  if not bytes then return nil, cannot_keep(sentence) end
  if #bytes > 1048576 then
    return nil, { text = "what play keeps has grown past a megabyte", file = live.R.heads[#live.R.heads] }
  end
  return bytes
end

local function failed(reply, err)
  if err.stop == "asks" then
    reply.outcome, reply.ask, reply.misfit = "asks", err.ask, err.misfit
  elseif err.stop == "refused" then
    reply.outcome, reply.error = "refused", { text = err.text }
  else
    reply.outcome, reply.error = "error", { text = mistakes.plainly(err.text), file = err.file or live.R.heads[#live.R.heads], line = err.line }
  end
  return reply
end

-- Runs one request in the loaded rules; the reply is plain data (see core/wire.h).
function play.run(request)
  if not live.R then return { outcome = "error", error = { text = "no rules are loaded" } } end
  reset(request)
  local ok, full = protected(run, request)
  local reply = { events = live.events, line = request.line }
  reply.rolls = door.rolls()
  reply.draws = door.draws()
  reply.answers = live.answered
  if live.S and live.party and live.turn then
    reply.turn, reply.minutes = live.turn.number, live.party.now // 60
  end
  if not ok then return failed(reply, full) end
  local bytes, sentence = keep(live.S)
  if not bytes then return failed(reply, sentence) end
  reply.outcome, reply.line = "done", full
  if bytes ~= request.state then reply.state = setmetatable({ bytes }, raw_meta) end
  play.bytes = bytes
  local fine, seen = protected(status)
  if not fine then return failed(reply, seen) end
  reply.status, reply.warnings = seen, warnings()
  reply.data, reply.text = live.data, live.shown
  return reply
end

-- Many in a row: one without a state goes on from the one before.
function play.many(request)
  local replies, last = {}, nil
  for i, p in ipairs(request.plays) do
    if p.state == nil and p.line ~= "start" then p.state = last
    elseif type(p.state) == "table" then p.state = data.encode(p.state) end
    replies[i] = play.run(p)
    if replies[i].outcome == "done" then last = play.bytes end
  end
  return { replies = replies }
end

return play
