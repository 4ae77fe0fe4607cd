-- spent.lua -- locals that are not read again when a die falls, so that plays with different values of them meet; and
-- locals that only look so: those that closures, loops, lists and metamethods still read.
-- ask: --turns 13 --plan "two; caught; loops; jumps; lists; meta; late; tail; rest; deep; swap; open; sized"
ruleset "Spent" { turn = "1 day", check = "1d20" }
procedure "turn" { "act", "time" }
track "a" { max = 4 }
track "b" { max = 4 }
track "c" { max = 4, start = 2 }
event "odd" {}
event "even" {}
event "high" {}
event "low" {}
event "met" {}
chart "sky" { die = "2d6", { "to 6", "grey" }, { "7+", "blue" } }
for _, name in ipairs { "two", "caught", "loops", "jumps", "lists", "meta", "late", "tail", "rest", "deep", "swap", "open", "sized" } do
  action (name) {}
end

-- How many of five dice are high enough.
function rule.count(target)
  local hits = 0
  for die in each(pool(5, "d6")) do if die >= target then hits = hits + 1 end end
  return hits
end

-- Two pools in a turn: the hits of the first are spent when the second falls.
function act.two()
  local hits = rule.count(5)
  if hits > 2 then gain "a" elseif hits == 0 then lose "a" end
  hits = rule.count(4)
  if hits > 3 then gain "b" elseif hits == 0 then lose "b" end
end

-- A closure reads and writes a local that nobody else reads behind the dice.
function act.caught()
  local seen, told = 0, nil
  local function add(n) seen = seen + n end
  local function tell() told = seen end
  for _ = 1, 5 do add(dice "1d3") end
  tell()
  local last = dice "1d4"
  tell()
  for _ = 1, 4 do last = math.max(last, dice "1d4") end
  if told > 11 then emit "high" {} elseif told % 2 == 1 then emit "odd" {} end
  if last == told - 8 then emit "even" {} end
end

-- Numbers of loops that are written in the middle, and locals that a loop sets for its next round.
function act.loops()
  local last, runs = 0, 0
  for i = 6, 1, -1 do
    local n = dice "1d3"
    if n == last then runs = runs + i end
    last, n = n, 0
  end
  local i = 0
  while i < 3 do
    i = i + 1
    local before = i
    if dice "1d4" == 1 then i = i + 1 end
    if before ~= i then runs = runs + 1 end
  end
  if runs > 7 then emit "high" {} elseif runs % 2 == 1 then emit "odd" {} end
end

-- Jumps back to a draw, with and without the locals that were set on the way; and out of loops over lists.
function act.jumps()
  local tries, kept = 0, 0
  ::again::
  tries = tries + 1
  local n = dice "1d6"
  if n > 3 and tries < 4 then
    kept = kept + n
    goto again
  end
  local where
  for k in each { 2, 4, 6 } do
    local die = dice "1d6"
    where = k
    if die == k then break end
  end
  if kept + where > 14 then emit "high" {} elseif kept == 0 then emit "low" {} end
  if where == n then emit "met" { n = n } end
end

-- Lists and calls with several values that are still open while dice fall.
function act.lists()
  local sums = { dice "1d2", dice "1d3", dice "1d2" }
  local all = math.max(dice "1d3", dice "1d2", table.unpack(sums))
  local text = "n" .. dice "1d2" .. "-" .. dice "1d2" .. "-" .. all
  if text == "n1-2-4" then emit "odd" {} elseif sums[1] + sums[3] == 4 then emit "even" {} end
  local x, y, z = dice "1d2", dice "1d2", dice "1d3"
  if x + y == z then emit "met" { n = z } end
end

-- A check of which only the margin is read, when more dice have fallen; and totals that wait for the other side.
function act.meta()
  local ok, c = check(party, "c", 11)
  local others = 0
  for _ = 1, 6 do if dice "1d6" > 3 then others = others + 1 end end
  local more = others > 3
  if dice "1d6" + 1 > dice "1d4" then others = 0 end
  if c.margin > 4 then emit "high" {} elseif more and not ok then emit "low" {} end
  if others == 0 and dice "1d8" <= party.c then gain "c" elseif dice "1d8" >= party.c * 2 then lose "c" end
end

-- A local that is read again only in one branch, far behind; and one that `until` reads.
function act.late()
  local first = dice "1d6"
  local hits = rule.count(6)
  local done = 0
  repeat
    local now = dice "1d6"
    done = done + 1
  until now > 4 or done == 3
  if hits > 1 then
    if first == done then emit "met" { n = first } end
  elseif first > 3 and hits == 1 then emit "odd" {} end
end

local function count_again(n, left)
  if left == 0 then return n end
  local die = dice "1d4"
  return count_again(n + (die == 4 and 1 or 0), left - 1)
end
function act.tail()
  local a, b = dice "1d3", dice "1d3"
  local n = count_again(a == b and 1 or 0, 6)
  if n >= 3 then emit "high" {} elseif n == 0 then emit "low" {} end
end

-- What a function took as "...".
local function several(...)
  local n = 0
  for _ = 1, 5 do if dice "1d6" == 6 then n = n + 1 end end
  local first, last = ..., select(select("#", ...), ...)
  return n + first, last
end
function act.rest()
  local a, b = several(dice "1d3", dice "1d2", dice "1d3")
  if a == b then emit "even" {} elseif a > 3 then emit "high" {} end
end

-- Functions within functions, whose locals are read by the innermost.
function act.deep()
  local outer, n = dice "1d4", 0
  local function middle()
    local mine = dice "1d3"
    local function inner()
      for _ = 1, 5 do if dice "1d4" == outer then n = n + mine end end
      return mine
    end
    if inner() ~= mine then error "another local" end
    mine = 0
    return inner()
  end
  if middle() ~= 0 then error "it was set" end
  if n > 4 then emit "high" {} elseif n == 0 then emit "low" {} end
end

-- Locals that change places, and one name for two of them.
function act.swap()
  local x, y = dice "1d3", dice "1d3"
  for _ = 1, 6 do
    if dice "1d2" == 1 then x, y = y, x end
  end
  do
    local x = dice "1d6"
    if x == 6 then y = 0 end
  end
  for _ = 1, 4 do if dice "1d6" == 1 then y = y + 1 end end
  if x == 3 and y < 2 then emit "met" { n = y } end
end

-- A loop with an iterator of its own, which keeps what it needs in its argument and in what it captured.
function act.open()
  local n, calls = 0, 0
  local function up_to(list, k)
    calls = calls + 1
    if k < #list and dice "1d6" + calls > 2 then return k + 1, list[k + 1] end
  end
  for k, more in up_to, { 3, 1, 2 }, 0 do
    if dice "1d6" + k > 7 then break end
    n = n + dice "1d3" * more
  end
  for _ = 1, 5 do if dice "1d6" == 1 then n = n + 1 end end
  if n > 10 then emit "odd" {} elseif calls == 4 then emit "even" {} end
end

-- Numbers that are spent once the dice are named that they were for.
function act.sized()
  local n, sum = dice "1d3", 0
  for _ = 1, 4 do if dice "1d6" == 1 then sum = sum + 1 end end
  sum = sum + dice(n .. "d2")
  n = dice "1d3"
  for _ = 1, 4 do if dice "1d6" == 1 then sum = sum + 1 end end
  local row, r = roll("sky", nil, { add = n })
  if row.name == "grey" and r.total == 5 then emit "odd" {} end
  if sum > 6 then emit "high" {} end
end
