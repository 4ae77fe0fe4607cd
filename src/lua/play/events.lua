-- events.lua -- what happened, as data and as text; the rules' hooks; refusing a line.
local common = module "common"
local live = module "play/live"
local recorder = module "play/recorder"
local source = module "read/source"
local events = {}

-- --- data and text ---------------------------------------------------------

local DEPTH_MAX <const> = 20                    -- tables in tables: deeper than anybody reads

-- A value of the rules as plain data: things and records become their names, functions vanish.
function events.plain(v, depth)
  local kind = type(v)
  if kind == "function" then return nil end
  if kind == "quantity" then return tostring(v) end
  if kind ~= "table" then return v end
  if getmetatable(v) then
    local thing = live.R.entry_of[v]
    return thing and thing.name or rawget(v, "name") or rawget(v, "kind") or tostring(v)
  end
  depth = depth or 0
  if depth > DEPTH_MAX then return "…" end
  local t = {}
  for k, x in next, v do t[k] = events.plain(x, depth + 1) end
  return t
end

-- The field of a table, or nil.  Only a thing or a record is asked for what it inherits.
local function field_of(v, key)
  if live.R.entry_of[v] then return v[key] end
  local field = rawget(v, key)
  if field ~= nil or key == "name" or key == "kind" then return field end
  if getmetatable(v) and (rawget(v, "kind") or rawget(v, "name")) then return v[key] end
end

-- Replaces {what} or {who.name} in a template by those fields.  fields: a table or record; or one plain
-- value, which only {it} shows; or nil.  A gap without a value becomes "something".
function events.fill(template, fields)
  if not template:find("{", 1, true) then return template end
  return (template:gsub("{([%a_][%w_%.]*)}", function(path)
    local v = fields
    if type(v) ~= "table" then return path == "it" and v ~= nil and tostring(v) or "something" end
    for key in path:gmatch("[^.]+") do
      if type(v) ~= "table" then return "something" end
      v = field_of(v, key)
    end
    if v == nil then return "something" end
    return tostring(events.plain(v))
  end))
end

-- Fills a template as events.fill does.  An error in it, such as a field that a member does not have, is
-- reported at the place { file, line } where the template is written.  label, a, b: the thing with the
-- template, as a format and its values, for that message.
function events.fill_at(place, template, fields, label, a, b)
  local ok, text = protected(events.fill, template, fields)
  if ok then return text end
  error({ text = label:format(a, b) .. ": " .. text.text, file = place.file, line = place.line }, 0)
end

-- --- telling, hooks, refusing ----------------------------------------------

-- Entry of the log -> the event of the rules that says who may see it, where the two names differ.
local declared_as <const> = { turn = "turn_start", moved = "arrive", rejoined = "meet" }

-- Returns who may see an event or a roll.  true: players see it; false: they do not; a text: they read that
-- in its place; nil: the rules do not say.  public: what the event or chart says for all of its kind; with:
-- the options of this one, which outweigh that, or nil.
function events.declared(with, public)
  if not with or type(with.public) ~= "boolean" then return public end
  return with.public and (public or true)
end

-- Sets who may see an event, as the rules declare it.
local function declare(event, kind)
  local declared = live.R.events[declared_as[kind] or kind]
  if not declared then return end
  event.secret = event.secret or declared.secret
  local public = declared.public
  if type(public) == "string" then public = events.fill(public, event) end
  if event.public == nil then event.public = public end
end

local function happen(kind, name, text, a, b, c, d, e, f)
  local event = recorder.event(kind, name, text, a, b, c, d, e, f)
  if live.stops[kind] then recorder.stop(kind, event) end
  if not event then return nil end
  declare(event, kind)
  return event
end

-- Tells of an event: (kind, name, text, fields), see recorder.event.
events.happen = happen

-- From here on an event does no more than call count(kind, name), for a recorder that keeps none.  count nil:
-- events are told as usual again.  stops: count itself calls recorder.stop for kinds in live.stops.
function events.only_count(count, stops)
  local needs_stops = not stops and next(live.stops) ~= nil
  local function count_and_stop(kind, name)
    count(kind, name)
    if live.stops[kind] then recorder.stop(kind) end
  end
  if not count then events.happen = happen
  else events.happen = needs_stops and count_and_stop or count end
end

-- Calls the rules' on.KIND, if there is one.
function events.hook(kind, ...)
  local f = live.on[kind]
  if not f then return end
  if recorder.calling then recorder.calling(f) end
  return f(...)
end

-- Ends the command: the line is refused, and nothing of it has happened.  reason: a format, where values
-- follow it.
function events.refuse(reason, ...)
  common.stop { stop = "refused", text = select("#", ...) > 0 and reason:format(...) or reason }
end

-- Raises at the line of a rule that gave v instead of what it should.  sentence: the message, to the end of
-- which v is added.
function events.bad_result(f, sentence, v)
  local file, line = sandbox.made(f)
  local text = sentence .. common.show(v) .. (v == nil and "; is a return missing?" or "")
  local at = v ~= nil and source.return_line(live.R.by_name[file], line, common.show(v))
  error({ text = text, file = file, line = at or line }, 0)
end

-- For a roll that no event tells of: notes behind which event it stands, and whether players see it.
-- nth: the number of the draw; with: the options of the word that rolled, or nil.
function events.place_roll(nth, with)
  if not nth then return end
  local roll = door.rolls()[nth]
  roll.after, roll.public, roll.quiet = #live.events, with and with.public == true or nil, live.quiet or nil
  roll.pool = with and with.pool or nil
end

-- Raises when the rules named an event and did not give its fields.
function events.check_pending()
  if #live.pending == 0 then return end
  for _, p in ipairs(live.pending) do
    if not p.done then
      error({ text = "emit \"" .. p.name .. "\" needs its fields in braces: emit \"" .. p.name .. "\" { }",
        file = p.file, line = p.line }, 0)
    end
  end
  live.pending = {}
end

return events
