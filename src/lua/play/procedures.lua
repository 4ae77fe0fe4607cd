-- procedures.lua -- the stack of procedures that are under way: enter, leave, and what waits for the end of a
-- turn.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local state = module "play/state"
local words = {}

-- Raises when there is no procedure of that name.
function words.check_known(name, verb)
  if live.R.procedures[name] then return end
  error(verb .. ": there is no procedure '" .. tostring(name) .. "'"
    .. common.hint(tostring(name), live.R.kinds.procedure:names()), 0)
end

-- What can be done between two turns, by name: functions of plain data, as the state keeps it while a turn is
-- under way.
words.between = {}
local between = words.between

-- Does between[what](with) now, or as soon as the turn under way is over.
function words.switch(what, with)
  if live.in_turn then
    local later = rawget(live.party, "between") or {}
    later[#later + 1] = { what = what, with = with }
    rawset(live.party, "between", later)
  else
    between[what](with)
    state.use(live.S.at)
  end
end

-- enter "combat": from the next turn on, that procedure runs; its turns are counted from 1
function words.enter(name)
  words.check_known(name, "enter")
  words.switch("enter", name)
end
function between.enter(name)
  table.insert(live.party.turns, state.new_turn(name))
  state.use(live.S.at)
  events.happen("enter", name, "Now: " .. name .. ".")
  events.hook("enter", name)
end

-- leave(): back to the procedure before
function words.leave()
  local before = #live.party.turns
  local depth = before
  for _, s in ipairs(rawget(live.party, "between") or {}) do
    depth = depth + (s.what == "enter" and 1 or s.what == "leave" and -1 or 0)
  end
  if depth < 2 and before > 1 then return end              -- said twice in one turn
  if depth < 2 then error("leave: there is no procedure to go back to", 0) end
  words.switch "leave"
end
function between.leave()
  local left = table.remove(live.party.turns).procedure
  state.use(live.S.at)
  events.happen("leave", left, left .. " is over.")
  events.hook("leave", left)
end

-- Does what waited for the end of the turn.
function words.catch_up()
  local later = rawget(live.party, "between")
  if not later then return end
  rawset(live.party, "between", nil)
  live.fresh = nil
  for _, s in ipairs(later) do between[s.what](s.with) end
  state.use(live.S.at)
end

return words
