-- listed_ways.lua -- the ways of states that come back. A state is met again and again, turn after turn. Its
-- ways are listed when it is played for the second time, and taken from the list from then on. In a part
-- (separation.lua), ways of which the same counts are one:
--
--    state 12 of the part of Ash: 36 ways; the others' checks do not count -> 3 ways: hurt, dead, nothing
local listed_ways = {}

local MAX <const> = 300000                    -- states and ways that are listed: a choice, to save memory

local lists                                   -- position in the plan -> state -> list
local listed_n                                -- states and ways in all of them

-- Begins without lists: at a new job or part, and when states get new keys.
function listed_ways.forget() lists, listed_n = {}, 0 end

-- Returns the list of the ways of a state, each a table with result, state and p. list.ways_n: the number of
-- ways that these stand for; 0: the list is new, and the caller is to fill it. Returns nil when the ways are
-- not to be listed: when the state is met for the first time, unless at_once is true; or when listed_n is
-- over MAX.
function listed_ways.of(state, at, at_once)
  local here = lists[at] or {}
  local list = here[state]                      -- nil: the state is new; false: it was met once
  if list then return list end
  if listed_n > MAX and not at_once then return nil end
  lists[at], listed_n = here, listed_n + 1
  local is_listed = at_once or list == false
  here[state] = is_listed and { ways_n = 0, by = {} }
  return here[state] or nil
end

-- Puts a list in place of the one that was begun.
function listed_ways.set(state, at, list) lists[at][state] = list end

-- Adds a way to a list. counts_here: the part of the result that counts in the part that is played (counts_of
-- in separation.lua); nil: the whole result counts, and ways are never merged.
function listed_ways.add(list, result, state, p, counts_here)
  local name = counts_here and ((state or "") .. "\0" .. counts_here.label) or result
  local way = list.by[name]
  if way and counts_here then way.p = way.p + p
  else
    way = { result = result, state = state, p = p }
    list.by[name], list[#list + 1] = way, way
    listed_n = listed_n + 1
  end
  list.ways_n = list.ways_n + 1
end

return listed_ways
