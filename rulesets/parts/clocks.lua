-- clocks.lua -- progress clocks that the game master names in play: clock ritual 6, tick ritual 2.
--
-- A part.  Gives: clock and tick; rule.clock(name), rule.tick(name, n); the event filled, when a clock is full and gone.
-- Wants: nothing.
-- A house file changes: action.clock.takes, on.filled(fields), with the clock's name; event.filled.text.

track "clocks" { of = "campaign", start = {}, help = "clocks that run" }
event "filled" { text = "{name}: the clock is full.", stops = true }
action "clock" { turns = 0, takes = { "word", "2-12" }, help = "a new clock, with so many segments: clock ritual 6" }
action "tick"  { turns = 0, takes = { "word", "integer?" }, help = "fill some of a clock, or with -1 empty one: tick ritual 2" }

function cannot.clock(_, name)
  if named(name, campaign.clocks) then return "There is a clock " .. name .. " already." end
end
function act.clock(_, name, size) gain("clocks", { name = name, size = size, full = 0 }) end
function act.tick(_, name, n) rule.tick(name, n or 1) end

function rule.clock(name) return named(name, campaign.clocks) or refuse("There is no clock " .. name .. ".") end
function rule.tick(name, n)
  local c = rule.clock(name)
  c.full = math.max(0, math.min(c.size, c.full + n))
  say("%s: %d of %d.", c.name, c.full, c.size)
  if c.full < c.size then return end
  lose("clocks", c)
  emit "filled" { name = name }
end
