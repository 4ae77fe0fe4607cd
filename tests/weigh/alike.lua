-- alike.lua -- functions that stand at the same draw with values that look alike and go on differently.
-- ask: --turns 7 --plan "tables; closures; iterators; rest_of; numbers; texts; lists"
ruleset "Alike" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "bag" { start = {} }
event "tables" {}
event "closures" {}
event "iterators" {}
event "rest_of" {}
event "numbers" {}
event "texts" {}
event "lists" {}
-- Rolls so many dice that odds stop a line before a draw, and join the plays that stand there with equal values.
local function rattle() for _ = 1, 9 do dice "1d2" end end
-- True in one of nine plays.  Plays may be joined before its draws.
local function lucky()
  local first = dice "1d3"
  return first == 3 and dice "1d3" == 3
end
-- Two locals that hold one table, or two equal tables: a change shows in the other or not.
action "tables" {}
function act.tables()
  rattle()
  local one = { 1 }
  local other = dice "1d2" == 1 and one or { 1 }
  local luck = lucky()
  one[2] = 2
  if #other == 2 and luck then emit "tables" {} end
end
-- Two functions, one counting up n and one reading n if `shared`, else another variable, m.
local function counter(shared)
  local n, m = 0, 0
  local function up() n = n + 1 end
  return up, shared and function() return n end or function() return m end
end
action "closures" {}
function act.closures()
  rattle()
  local up, get = counter(dice "1d2" == 1)
  local luck = lucky()
  up()
  if get() == 1 and luck then emit "closures" {} end
end
-- An iterator that has gone one step, or none yet: its next key tells.
action "iterators" {}
function act.iterators()
  rattle()
  local step = pairs { a = 1, b = 2, c = 3 }
  if dice "1d2" == 1 then step() end
  local luck = lucky()
  if step() == "b" and luck then emit "iterators" {} end
end
-- Called with one argument or with two, which are all nil: only select("#", ...) tells.
local function rest_of(...)
  local luck = lucky()
  if select("#", ...) == 2 and luck then emit "rest_of" {} end
end
action "rest_of" {}
function act.rest_of()
  rattle()
  if dice "1d2" == 1 then rest_of(nil, nil) else rest_of(nil) end
end
action "numbers" {}
function act.numbers()
  rattle()
  local zero = dice "1d2" == 1 and -0.0 or 0.0
  local luck = lucky()
  if 1 / zero < 0 and luck then emit "numbers" {} end
end
action "texts" {}
function act.texts()
  rattle()
  local a, b = "x\0", "y"
  if dice "1d2" == 1 then a, b = "x", "\0y" end
  local luck = lucky()
  if #a == 2 and b == "y" and luck then emit "texts" {} end
end
-- A track holds the list that a local holds, or another one that equals it: a change through the local tells.
action "lists" {}
function act.lists()
  rattle()
  local held = { 1 }
  party.bag = dice "1d2" == 1 and held or { 1 }
  local luck = lucky()
  held[2] = 2
  if #party.bag == 2 and luck then emit "lists" {} end
  party.bag = {}
end
