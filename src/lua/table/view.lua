-- view.lua -- the table as data for other screens.  campaign/view/screen.c makes sconce_view of it, and there
-- campaign/view/players.c decides what players may see; so each fact says what the rules declare about it.
local belongings = module "table/belongings"
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local procedures = module "play/turns/procedures"
local records = module "play/records"
local state = module "play/state"
local time = module "play/time"

-- A track of an owner, as data.  usual: as at the start, or at its maximum.  low: at half or below; only
-- with an own maximum, as hit points, or an `empty`: others may be counters that begin at 0, as thirst.
local function fact(owner, track)
  local v, usual, max = owner[track.name], track.start, track.kind == "number" and track.max or nil
  if track.own then
    max = rawget(owner, "max") and owner.max[track.name]
    usual = max or usual
  end
  return { name = track.name, of = track.of, kind = track.kind, value = events.plain(v), max = max,
    low = (track.own or track.empty) and max and v * 2 <= max or nil, usual = common.same(v, usual),
    secret = track.secret, public = track.public }
end

-- The tracks of an owner.  A maximum of 0 is nobody's: hit points that were never given.
local function facts_of(owner, of)
  local out = {}
  for _, track in ipairs(owner and live.R.tracks_of[of] or {}) do
    local f = fact(owner, track)
    if track.sheet ~= false and not (track.own and f.max == 0) then out[#out + 1] = f end
  end
  return out
end

-- A light.  left, total: in the unit; real: seconds of the wall clock that are left.
local function light(lamp)
  local total, unit = records.total_of(lamp)
  return { light = lamp.kind, holder = lamp.holder, left = lamp.left, total = total, unit = unit,
    real = rawget(lamp, "real"), facts = facts_of(lamp, "light") }
end

local function member(who)
  local carried = belongings.where(function(f) return f.who == who.name end)
  return { name = who.name, away = who.away or nil, facts = facts_of(who, "member"),
    has = common.map(carried, function(f) return f.what end) }
end

local function other_groups()
  local others = common.where(live.S.parties, function(group) return group ~= live.party end)
  return common.map(others, function(group)
    return { who = common.names(group.members), turn = group.turns[#group.turns].number,
      seconds = procedures.without_seconds(group.now) }
  end)
end

-- Makes the view the answer of the request under way.
function live.look()
  local group, turn = live.party, live.turn
  live.sheet = {
    turn = turn.number, procedure = turn.procedure, rounds = procedures.has_rounds() or nil,
    seconds = procedures.without_seconds(group.now),
    timed = live.R.timed or group.now > 0, dark = time.is_dark(), paused = live.S.paused or nil,
    real = time.real_due(), lights = common.map(group.lights, light),
    members = common.map(group.members, member),
    facts = common.append(facts_of(group, "party"), facts_of(live.S.campaign, "campaign")),
    room = group.room ~= state.START and group.room or nil, room_facts = facts_of(live.env.here, "room"),
    apart = other_groups(),
    waiting = turn.step ~= "" and turn.step or nil,
    -- Players read this in place of the procedure, where they may not know how play ended.
    seen_as = live.procedure().is_ending and live.R.events[turn.procedure].public ~= true and "over" or nil,
  }
end

return live.look
