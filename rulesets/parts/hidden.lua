-- hidden.lua -- what rooms hide: traps, secret doors, and what is wrong with the objects in them.
--
-- A part.  Gives: room "hall" { traps = { "a pit" }, doors = { "a panel" }, objects = { chest = "a needle" } }, where a
--   table, { "a pit", square = 2 }, says more of a thing; rule.traps_here, rule.find, rule.spring.
-- Wants: nothing.
-- A house file changes: rule.spring.

kind.room:has { traps = {}, doors = {}, objects = {} }
track "known" { of = "room", start = {}, help = "what was found or sprung here" }
question "springs" { text = "What goes off?", choices = rule.traps_here, default = rule.traps_here, upto = 100 }
event "trap" { text = "A trap goes off: {what}.", stops = true, public = true }

function rule.what(thing) return type(thing) == "table" and thing[1] or thing end

-- The traps of the room, and those that you set here: `trap here a pit`.
function rule.traps()
  local all = noted_traps()
  for at, thing in ipairs(here.traps) do table.insert(all, at, thing) end
  return all
end
-- Those that nobody knows of, by name.
function rule.traps_here()
  local list = {}
  for thing in each(rule.traps()) do
    if not has(here.known, rule.what(thing)) then table.insert(list, rule.what(thing)) end
  end
  return list
end

function rule.find(what)
  rule.note(what)
  say("They find %s.", what)
end
function rule.note(what)
  if not has(here.known, what) then table.insert(here.known, what) end
end

-- All traps here go off, or those that you choose.
function rule.spring()
  local there = rule.traps_here()
  for what in each(#there > 1 and ask "springs" or there) do
    rule.note(what)
    emit "trap" { what = what }
  end
end
