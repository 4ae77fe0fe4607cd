-- events.lua -- telling that something happened, calling the rules' hooks, and refusing a line.
local common = module "common"
local live = module "play/live"
local recorder = module "play/recorder"
local events = {}

-- Tells of an event: (kind, name, text, fields), see recorder.event.
events.happen = recorder.happen

-- Calls the rules' on.KIND, if there is one.
function events.hook(kind, ...)
  local f = rawget(live.on, kind)
  if not f then return end
  recorder.calling(f)
  return f(...)
end

-- Ends the command: the line is refused, and nothing of it has happened.
function events.refuse(reason, ...)
  common.stop { stop = "refused", text = select("#", ...) > 0 and string.format(reason, ...) or reason }
end

-- Notes after how many events a roll fell that no event tells of.
function events.fell(nth)
  if nth then door.rolls()[nth].after = #live.events end
end

-- Raises when the rules named an event and did not give its fields.
function events.check_pending()
  for _, p in ipairs(live.pending) do
    if not p.done then
      error({ text = "emit \"" .. p.name .. "\" needs its fields in braces: emit \"" .. p.name .. "\" { }",
        file = p.file, line = p.line }, 0)
    end
  end
  if #live.pending > 0 then live.pending = {} end
end

return events
