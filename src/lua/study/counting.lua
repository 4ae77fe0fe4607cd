-- counting.lua -- the recorder of simulations and exact odds (play/recorder.lua). Nobody reads what happens,
-- so events are only counted; nobody answers, so questions take their defaults; and a roll draws no more than
-- the rules read.
--
-- A draw may give only the row of a chart, or whether a check succeeded.  Its total is deferred: it is drawn
-- when a rule reads it or keeps it in the state.  So a rule that needs only the row does not split outcomes
-- by their totals.
local common = module "common"
local comparisons = module "study/comparisons"
local events = module "play/events"
local live = module "play/live"
local values = module "play/questions/values"
local recorder = module "play/recorder"
local rooms_behind = module "study/rooms_behind"
local counting = {
  looking = false,                            -- true while a measure or policy looks at the state
  put_off = false,                            -- true: a question's default was not made, as no rule read it
  add = nil,                                  -- (track, owner, operand), see tracked_fields.lua; or nil
  -- The tables of this line with deferred fields, as a list; by each of them the function that draws these:
  deferred = {},
}

-- --- deferred totals -------------------------------------------------------

-- Draws a deferred field of a table; all of them where name is nil.  draw: see recorder.defer.  Returns what
-- stands for the field where it is only compared.  When its line is over a field can no longer be drawn, and
-- stays nil.
local function draw_field(t, name, comparison)
  local draw, drawn, more, stand_in = counting.deferred[t], nil, false, nil
  if draw then drawn, more, stand_in = draw(name, comparison) end
  if stand_in then return stand_in end
  if not more then setmetatable(t, nil) end
  for key, v in next, drawn or {} do
    if rawget(t, key) == nil then rawset(t, key, v) end
  end
end

local function complete(t) draw_field(t) end

local metas = {}                              -- list of deferred fields -> metatable of tables without them

-- The metatable that draws these fields when one is read, and all before pairs() (__whole).
local function meta_for(fields)
  if metas[fields] then return metas[fields] end
  local is_deferred = {}
  for _, name in ipairs(fields) do is_deferred[name] = true end
  metas[fields] = { __untold = true, __whole = complete, __index = function(t, key)
    if not is_deferred[key] then return nil end
    local comparison = comparisons.of_field(1)
    if comparison and comparison.field ~= key then comparison = nil end
    return draw_field(t, key, comparison or nil) or rawget(t, key)
  end }
  return metas[fields]
end

local function defer(t, fields, draw)
  local deferred = counting.deferred
  deferred[#deferred + 1], deferred[t] = t, draw
  setmetatable(t, meta_for(fields))
end

-- recorder.by_face: only whether the face is in the table, and which one, is drawn.
local function by_face(natural, c)
  local stand_in
  if counting.deferred[c] and rawget(c, "natural") == nil then
    stand_in = draw_field(c, "natural", { number = natural, key = " of " .. common.list(common.keys(natural)),
      sign = function(face, of) return of[face] and face or false end })
  end
  return natural[stand_in or c.natural]
end

-- Draws all fields that are still deferred.
function counting.complete_all()
  for _, t in ipairs(counting.deferred) do
    if getmetatable(t) then complete(t) end
  end
  counting.deferred = {}
end

-- --- on and off ------------------------------------------------------------

-- Types of questions whose answers are few enough to be counted one by one.
local few_answers <const> = { choice = true, yesno = true, text = true }

local NOT_MADE <const> = {}                    -- stands for an answer that is not made yet

-- question -> answer -> the name that is counted
local named = setmetatable({}, { __mode = "k" })

local counts                                  -- (kind, name), the function that counts an event

-- Counts a question that took its default, as "*name<tab>answer", or "*name<tab>" where there may be many
-- answers.  v: the answer, nil for one that is not made yet.
local function count_default(question, v, defaulted)
  if not defaulted then return end
  local names, count = named[question], counts
  if not names then
    names = { [NOT_MADE] = "*" .. question.name .. "\t" }
    named[question] = names
  end
  if v == nil then                                             -- made only if a rule reads it
    counting.put_off = true
    return count(names[NOT_MADE])
  end
  local name = names[v]
  if not name then
    local are_few = few_answers[question.type] and type(question.default) ~= "function"
    name = "*" .. question.name .. "\t" .. (are_few and values.answer_text(v) or "")
    if type(v) ~= "table" then names[v] = name end         -- a member may take another name
  end
  count(name)
end

local before                                  -- the recorder's functions that counting.begin replaced

-- recorder.may_adjust: true when a track is changed by n without being read.  One that is ignored may always
-- grow, and falls only if no minimum and no item of a list has to be looked at.  Nothing may change while a
-- measure or policy looks.
local function may_adjust(track, n, owner, operand)
  if counting.looking then return false end
  local can_fall_unread = not track.min and track.kind ~= "list"
  if recorder.ignored[track.name] then return n >= 0 or can_fall_unread end
  return n > 0 and counting.add ~= nil and counting.add(track, owner, operand)
end

-- Installs the recorder: events then only call count(kind, name), and every question takes its default,
-- unless a policy answers it (questions.lua).  stops: see events.only_count.
function counting.begin(count, stops)
  live.begin { use_defaults = true }
  counts = count
  counting.looking, counting.put_off, counting.deferred = false, false, {}
  before = recorder.install {
    event = count,
    changed = function(track, _, _, now)        -- "hp.0": a member has no points left
      if track.event then count(track.event, track.own and now == 0 and "0" or nil) end
    end,
    change = changes.changer(count),
    answered = count_default,
    reads = false,
    text = function() end,
    want = false,
    calling = false,
    heeds_news = false,
    new_name = rooms_behind.new_name,
    makes_defaults = false,
    keeps_answers = false,
    defer = defer,
    by_face = by_face,
    may_adjust = may_adjust,
  }
  events.only_count(count, stops)
  door.open { mode = "auto", record = false }
end

-- Makes the defaults of a question's parts as it is asked, so that the charts in `named` ("reactions",
-- "reactions.hostile") are rolled; other charts that are rolled for defaults are not counted.
function counting.make_defaults(named)
  local count, wanted = recorder.event, {}
  for _, name in ipairs(named) do wanted[name:match "^[^.]*"] = true end
  local function count_wanted(kind, name)
    if not live.quiet or wanted[kind] then return count(kind, name) end
  end
  recorder.install { makes_defaults = true, event = count_wanted }
  events.only_count(count_wanted)
end

function counting.done()
  recorder.dark, recorder.lamp_out = recorder.person.dark, recorder.person.lamp_out   -- set by query.known
  if before then recorder.install(before) end
  events.only_count(nil)
  before = nil
end

return counting
