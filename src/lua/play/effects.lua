-- effects.lua -- what rows, actions and timers do without a function, and what actions cost (read/effects).
local chance = module "play/chance"
local common = module "common"
local deeds = module "play/turns/deeds"
local events = module "play/events"
local effects_read = module "read/effects"
local functions = module "read/functions"
local live = module "play/live"
local recorder = module "play/recorder"
local records = module "play/records"
local time = module "play/time"
local tracks = module "play/tracks"
local types = module "read/types"
local effects = {}

local owners <const> = tracks.usual_owner

-- --- gains, loses, sets, starts, rolls -------------------------------------

-- Raises a mistake at the line of the thing whose effect cannot be done.
local function raise_effect(it, sentence, ...)
  error({ text = it.label .. ": " .. sentence:format(...), file = it.made.file, line = it.made.line }, 0)
end

-- True if `about` is a member, the party or a list of members, of whom there may be none.
local function is_of_members(about)
  local meta = getmetatable(about)
  if meta ~= nil or type(about) ~= "table" then return meta == records.member or meta == records.party end
  if about[1] ~= nil then return getmetatable(about[1]) == records.member end
  return next(about) == nil
end

-- Returns whose track or timer (`thing`) an effect changes; nil: the usual owner, as the party.  about: the
-- member or members, light or room that the row or action is about; a track of members or lights needs one.
-- A timer or a track of the party is about nobody, so its effects on members are for everybody (it.for_all).
local function owner_of(it, thing, about)
  local meta = getmetatable(about)
  if thing.of == "member" then
    if is_of_members(about) then return about end
    if it.for_all then return live.party end
    raise_effect(it, "'%s' is a member's, and this is about nobody%s", thing.name,
      it.chart and ("; write roll(\"%s\", who), or roll(\"%s\", party) for everybody"):format(it.chart,
        it.chart) or "")
  end
  if thing.of == "light" and meta ~= records.light then
    raise_effect(it, "'%s' is a light's, and this is about none%s", thing.name,
      it.chart and ("; write roll(\"%s\", lamp)"):format(it.chart) or "")
  end
  local own = thing.of == "light" or thing.of == "room" and meta == records.room
  return own and about or nil
end

local perform = {}                             -- verb of an effect -> the function that carries it out

-- Carries out an effect e (read/effects.lua) of `it`, the row, action or timer that has it.  change:
-- tracks.gain or tracks.lose; about: see owner_of; hidden: how its dice are rolled, { secret = true } or nil.
local function gain_or_lose(change, e, it, about, hidden)
  local owner = owner_of(it, live.R.tracks[e.name], about)
  local n = e.amount
  if e.dice then n = chance.dice(n, e.name, hidden) end
  if owner then change(owner, e.name, n) else change(e.name, n) end
end
function perform.gain(...) gain_or_lose(tracks.gain, ...) end
function perform.lose(...) gain_or_lose(tracks.lose, ...) end

function perform.set(e, it, about)
  local owner = owner_of(it, live.R.tracks[e.name], about)
  local value = common.copy(e.value)
  if owner then tracks.set(owner, e.name, value) else tracks.set(e.name, value) end
end

-- Starts a timer; one of members for each member whom the effect is about.
function perform.start(e, it, about)
  local timer = live.R.timers[e.name]
  local owner = owner_of(it, timer, about)
  if timer.of ~= "member" then time.start(e.name, timer.of == "light" and owner or nil)
  else
    local one = getmetatable(owner) == records.member
    for _, who in ipairs(one and { owner } or records.items(owner)) do time.start(e.name, who) end
  end
end

function perform.roll(e, _, about, hidden) chance.roll(e.name, about, hidden) end

perform["end"] = function(e, _, about)
  live.emit(e.name, { who = getmetatable(about) == records.member and about.name or nil })
end

-- A function that does the effects of a thing from the nth on, and then calls the thing's own function f,
-- which may be nil.  Each effect has a function of its own that ends with the next, so that nothing is left
-- to do behind the last: where rows roll again, exact odds see that these rolls stand alike (draw_cuts.lua).
local function done_from(nth, it, f)
  local e = it.effects[nth]
  if not e then return f end
  local following, do_effect = done_from(nth + 1, it, f), perform[e.verb]
  local function do_it(about)
    local is_hidden = it.chart and live.R.charts[it.chart].secret
    sandbox.effect(it.made.file, it.made.line)
    do_effect(e, it, about, is_hidden and { secret = true } or nil)
  end
  if not following then return do_it end
  if not functions.takes_more_than_one(following) then
    return function(about)
      do_it(about)
      return following(about)
    end
  end
  return function(about, ...)
    do_it(about)
    return following(about, ...)
  end
end

-- A function that does the effects of a thing, and then calls the thing's own function f, which may be nil.
-- it: { effects; label, for messages; made, its place; chart: the name of its chart, if it is a row }.
function effects.joined(it, f) return done_from(1, it, f) end

-- --- the check of an action ------------------------------------------------

-- A function (who) that makes a check.
function effects.check(what, dc) return function(who) return chance.check(who, what, dc) end end

-- The function of `it`, a row or what a field says, that is a check: f(who, r) for whom the row or the change
-- is about, a member or each of several.
function effects.of_each(it, f)
  return function(about, r)
    if getmetatable(about) == records.member then return f(about, r) end
    if not is_of_members(about) then
      if not it.for_all then
        common.mistake("chart \"%s\": a member makes the check of its row, and this is about nobody; write \z
          roll(\"%s\", who), or roll(\"%s\", party) for everybody", r.chart, r.chart, r.chart)
      end
      about = live.party
    end
    for _, who in ipairs(common.copy_list(records.items(about))) do f(who, r) end
  end
end

-- A function (who) that makes an event happen.
function effects.happening(name)
  return function(who) live.emit(name, { who = type(who) == "table" and who.name or nil }) end
end

-- The function act of an action whose deed is a check.  try(who, …) makes it; done(who, …) follows when it
-- succeeds, failed(who, c) when it does not; natural: by the face of the die, what happens besides.  Each but
-- `try` may be nil.
function effects.tried(try, done, failed, natural)
  return function(who, ...)
    local success, c = try(who, ...)
    if success then
      if done then done(who, ...) end
    elseif failed then failed(who, c) end
    local besides = natural and c and recorder.by_face(natural, c)
    if besides then besides(who, c) end
  end
end

-- --- conditions: while a modifier holds, what an action needs --------------

-- True if v, of a condition's track, is the value that is asked for.
local function is_wanted(condition, owner, v)
  local track = condition.track
  if condition.is_max then return v == tracks.max_of(owner, track) end
  if condition.steps then return common.contains(condition.steps, track.rank[v]) ~= nil end
  if track.kind == "list" then return common.contains(v, condition.item) ~= nil end
  if condition.item then return v == condition.item end
  local n = track.kind == "quantity" and measure.amount(v, track.unit) or v
  return types.is_in(condition.ranges, n)
end

-- True if a switch is on, a list holds something, a ladder is off its first step, a number is more than 0, a
-- text is not empty.
local function is_something(track, v)
  if track.kind == "switch" then return v end
  if track.kind == "ladder" then return v ~= track.steps[1] end
  if track.kind == "quantity" then return measure.amount(v) > 0 end
  if track.kind == "number" then return v > 0 end
  return #v > 0
end

-- As is_so, without the "not" of the condition.
local function is_said(condition, owner, is_plain)
  if condition.dark then return time.is_dark() end
  if condition.here then return common.contains(condition.here, live.env.here.name) ~= nil end
  if condition.doing then
    local who = getmetatable(owner) == records.member and owner or nil
    return deeds.doing(who or condition.doing, who and condition.doing) ~= nil
  end
  local v = owner[condition.track.name]
  if condition.steps or condition.ranges or condition.item or condition.is_max then
    return is_wanted(condition, owner, v)
  end
  return is_plain(condition.track, v)
end

-- True if a condition holds.  owner: whose track it asks for; is_plain(track, v): what it says of a track
-- without a value.
local function is_so(condition, owner, is_plain)
  return (is_said(condition, owner, is_plain) or false) ~= condition.is_not
end

-- True if a track is off its usual value, so that a modifier which names only the track holds: a switch that
-- is on, a list with items, a ladder off its first step, a number other than its start.
local function is_changed(track, v)
  if type(v) == "table" then return #v > 0 end
  local first = track.kind == "ladder" and track.steps[1] or track.start
  return v and (track.kind == "switch" or v ~= first) or false
end

-- Returns a function(c) that tells whether a modifier holds, by a condition (read/effects.lua).  c: a check,
-- or a roll on a chart.  A condition on a track of members asks for that of the member whom c is about.
function effects.holds(condition)
  local of = condition.track and condition.track.of
  return function(c)
    local owner = c.who or c.about
    if of == "member" and getmetatable(owner) ~= records.member then return false end
    if of ~= "member" and not condition.doing then owner = (owners[of] or owners.party)() end
    return is_so(condition, owner, is_changed)
  end
end

-- Returns a function (x) that tells whether a condition, given as text, holds of a member, room, lamp or
-- thing x, as in those(party, "goods 1+"); of a track of the party and the like it holds of all or of none.
local function read_test(text)
  local condition, why = effects_read.read_condition(live.R, text)
  if not condition then common.mistake("%s, and this is \"%s\"", why, text) end
  local track = condition.track
  local find = track and owners[track.of]
  return function(x)
    return is_so(condition, find and getmetatable(x) ~= track.meta and find() or x, is_something)
  end
end

-- As read_test, which is asked only once for each text.
function effects.test(text)
  local tests = live.R.tests or {}
  live.R.tests = tests
  tests[text] = tests[text] or read_test(text)
  return tests[text]
end

-- The function cannot of an action with conditions that have is_on and a reason: the reason of the first that
-- does not hold, of each who does it where the track is a member's.  cannot: the action's own, or nil.
function effects.conditioned(conditions, cannot)
  if #conditions == 0 then return cannot end
  return function(them, ...)
    local list = getmetatable(them) == records.member and { them } or them
    for _, condition in ipairs(conditions) do
      local of_member = condition.track and condition.track.of == "member"
      local owner = not of_member and owners[condition.track and condition.track.of or "party"]()
      for _, one in ipairs(owner and { owner } or list) do
        if is_so(condition, one, is_something) ~= condition.is_on then
          return events.fill(condition.reason, { who = of_member and one.name or nil })
        end
      end
    end
    return cannot and cannot(them, ...)
  end
end

-- --- what an action costs --------------------------------------------------

-- How much an owner has of a track beyond its minimum; true if an item stands in a list, or a switch is on.
local function left_of(owner, cost)
  local track, v = cost.track, owner[cost.track.name]
  if track.kind == "switch" then return v end
  if track.kind == "list" then return common.contains(v, cost.amount) ~= nil end
  if track.kind == "ladder" then return track.rank[v] - 1 end
  if track.kind == "quantity" then v = measure.amount(v, track.unit) end
  return v - (tracks.min_of(owner, track) or 0)
end

-- The name of a track in a sentence: its help, up to the first comma, where that is a name of two words.
local function called(track)
  local help = track.help and track.help:match "^[^,;:]+"
  return help and help:find "^%l+ %l+$" and help or track.name
end

-- The reason why an owner cannot pay, or nil.
local function too_dear(owner, cost)
  local track, amount, stock = cost.track, cost.amount, left_of(owner, cost)
  if type(amount) == "quantity" then amount = measure.amount(amount, track.unit) end
  local is_enough = stock == true or type(stock) == "number" and stock >= amount
  if is_enough then return nil end
  local what = track.kind == "list" and amount or called(track)
  local is_member, is_none = track.of == "member", not stock or stock == 0 or amount == 1
  if is_none and is_member then return ("%s has no %s left."):format(owner.name, what) end
  if is_none then return ("No %s %s left."):format(what, what:find "[^aius]s$" and "are" or "is") end
  local who_has = is_member and owner.name .. " has" or "You have"
  return ("%s only %g %s, and this takes %g."):format(who_has, stock, what, amount)
end

-- Calls f(owner, cost) for all who pay for a deed, until it returns something, and returns that.
-- them: who does it, a member or a list.
local function each_payer(costs, them, f)
  local list = getmetatable(them) == records.member and { them } or them
  for _, cost in ipairs(costs) do
    local owner = owners[cost.track.of]
    local applies = cost.procedure == nil or cost.procedure == live.turn.procedure
    -- A cost of the party is paid once, one of members by each who does the deed.
    for i = 1, applies and (owner and 1 or #list) or 0 do
      local result = f(owner and owner() or list[i], cost)
      if result then return result end
    end
  end
end

local function pay(owner, cost)
  local why = too_dear(owner, cost)
  if why then events.refuse("%s", why) end
  tracks.lose(owner, cost.track.name, cost.track.kind ~= "switch" and cost.amount or nil)
end

-- The functions act and cannot of an action that costs something: `cannot` gives the reason when it cannot be
-- paid, `act` takes what it costs first.  Each of the action's own may be nil.
function effects.paid(costs, act, cannot)
  if #costs == 0 then return act, cannot end
  return function(them, ...)
    each_payer(costs, them, pay)
    if act then return act(them, ...) end
  end, function(them, ...)
    return cannot and cannot(them, ...) or each_payer(costs, them, too_dear)
  end
end

-- The function `cannot` of an action whose nth argument is a room: it refuses the room where they are.  verb:
-- the verb that spends a turn there; cannot: the action's own function, or nil.
function effects.elsewhere(verb, nth, cannot)
  return function(them, ...)
    local room = select(nth, ...)
    if room ~= nil and room == live.party.room then
      return ("They are %s already; to spend a turn there, type '%s'."):format(common.in_room(room), verb)
    end
    return cannot and cannot(them, ...)
  end
end

-- Returns a function (about) that rolls on a chart and returns the row's text: the default of a question.
function effects.rolled_text(chart) return function(about) return chance.roll(chart, about).text end end

return effects
