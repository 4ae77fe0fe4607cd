-- memory.lua -- turns that were played before.  A simulation comes by the same states again and again: from such a
-- state, by the same line and the same dice, everything goes as it went before.
--
-- A node is the state after a turn.  From it a tree leads on for each line: a fork wherever something is drawn, with
-- a branch for each way that has come up, and at the end what happened and the next node.  Who walks there draws the
-- same dice in the same order from the same generator, so that every figure comes out as if it had been played.
-- Where nobody has been yet the line is played from the node's state, with what was drawn on the way given again.
-- Rules see what they ask for, as when every play is weighed (branches.lua): a row, a success; whoever reads the total
-- behind it makes one more fork.
local asked = module "asked"
local live = module "live"
local memory = { door = {} }

local MOST_SIZE <const> = 400000              -- forks, ends and nodes; then no more is learned
local MOST_DRAWS <const> = 100                -- in one line; a longer one is not remembered
local FIRST <const>, A_HIT <const> = 2, 0.25  -- lines learned in one run: two, and one more for four remembered

local nodes, size, root                       -- state -> node; forks, ends and nodes; where runs begin
local node, loaded                            -- where the run stands (nil: in the state alone); is live.S that state?
local credit                                  -- lines that may still be learned in this run
local stock = {}                              -- the door's own functions

-- --- what is drawn ---------------------------------------------------------------------------------------

local ways, totals, naturals, lists = {}, {}, {}, {}      -- of the draws of this line so far

local draw = {}
function draw.roll(fork) return stock.roll(fork.a) end
function draw.pick(fork) return stock.pick(fork.a) end
function draw.row(fork, n)
  local place, total, _, natural = stock.row(fork.a, fork.b, fork.c, fork.d, fork.e)
  totals[n], naturals[n] = total, natural
  if not place or total < fork.c or total > fork.d then return tostring(total) .. " " .. tostring(natural) end
  return place
end
function draw.test(fork, n)
  local success, total, natural = stock.test(fork.a, fork.b, fork.c)
  totals[n], naturals[n] = total, natural
  return success
end
function draw.faces(fork, n)
  lists[n], totals[n] = stock.faces(fork.a)
  return table.concat(lists[n], " ") .. " = " .. tostring(totals[n])
end
function draw.weighted(fork)
  local at = stock.pick(fork.b)
  for i, s in ipairs(fork.a) do if at <= s then return i end end
end
-- The total and the die behind draw number fork.a: they have fallen.
function draw.behind(fork, n)
  totals[n], naturals[n] = totals[fork.a], naturals[fork.a]
  return tostring(totals[n]) .. " " .. tostring(naturals[n])
end

-- Along the tree as far as somebody has been: its end and how much was drawn, or nil and how much.
local function walk(at)
  local n = 0
  while at do
    local f = at.draw
    if not f then return at, n end
    n = n + 1
    local way = f(at, n)
    ways[n] = way
    at = at.to[way]
  end
  return nil, n
end

-- --- playing, with every draw noted ------------------------------------------------------------------------

local into, by, depth, known                  -- where the next fork grows; draws so far; how many are given again

local function fork(f, a, b, c, d, e)
  depth = depth + 1
  local here = into[by]
  if not here then
    here = { draw = f, a = a, b = b, c = c, d = d, e = e, to = {} }
    into[by] = here
    size = size + 1
  elseif here.draw ~= f then
    error("the rules did not repeat themselves: the same state and the same dice led elsewhere", 0)
  end
  if depth > known then ways[depth] = f(here, depth) end
  local way = ways[depth]
  into, by = depth < MOST_DRAWS and here.to or {}, way
  return way, depth
end

function memory.door.roll(expr) return (fork(draw.roll, expr)) end
function memory.door.pick(n) return (fork(draw.pick, n)) end
function memory.door.weighted(sums, sum) return (fork(draw.weighted, sums, sum)) end
function memory.door.want() end
function memory.door.faces(expr)
  local _, n = fork(draw.faces, expr)
  return table.move(lists[n], 1, #lists[n], 1, {}), totals[n]
end
function memory.door.row(expr, index, least, greatest, add)
  local place, n = fork(draw.row, expr, index, least, greatest, add or 0)
  if type(place) == "number" then return place, nil, n end
  return index[math.max(least, math.min(greatest, totals[n]))], totals[n], n, naturals[n]      -- past the chart's rows
end
function memory.door.test(expr, add, dc)
  local success, n = fork(draw.test, expr, add, dc)
  return success, nil, nil, n
end
local function behind(nth)
  local _, n = fork(draw.behind, nth)
  return totals[n], naturals[n]
end
function memory.door.split_row(_, _, _, _, _, _, nth) return behind(nth) end
function memory.door.split_test(_, _, _, _, nth) return behind(nth) end

local function change_door(to)
  for name in next, memory.door do door[name] = to[name] end
end

-- --- what is heard -----------------------------------------------------------------------------------------

local order, times                            -- what happened, first come first, and how often

local function hear(key)
  local n = times[key]
  if not n then
    n = 0
    order[#order + 1] = key
  end
  times[key] = n + 1
end

local function count(kind, name)
  hear(kind)
  if name ~= nil then hear(asked.key(kind, name)) end
end

-- The end of a line: what happened, how often, and where it led.
local function the_end(to, stands)
  local n = {}
  for i = 1, #order do n[i] = times[order[i]] end
  return { node = to, stands = stands, happened = order, times = n }
end

-- --- nodes -------------------------------------------------------------------------------------------------

local look                                    -- what a measure of the table's own comes to, or nil

-- The node of the state as it stands; nil for one that cannot be kept.
local function node_here()
  live.S.rng = nil
  local bytes = data.encode(live.S, true)
  if not bytes then return nil end
  local here = nodes[bytes]
  if not here then
    here = { key = bytes, lines = {}, anybody = asked.anybody(), values = look() }
    nodes[bytes] = here
    size = size + 1
  end
  return here
end

local function forget_heard() order, times = {}, {} end

-- Plays it, and remembers it as long as there is room, and as the run has not come to where nobody comes twice:
-- what is learned costs more than what is played, and pays only when somebody comes by again.
local function learn(said, given, play, p)
  if not loaded then asked.start(data.decode(node.key), true) end
  asked.next_line()
  local learning = credit >= 1 and size < MOST_SIZE
  credit = credit - 1
  into, by, depth, known = learning and node.lines or {}, said, 0, given
  forget_heard()
  local counting = live.count
  live.count, live.branch = count, memory.door
  change_door(memory.door)
  local stands = play(p, said, node.key, forget_heard)
  change_door(stock)
  live.count, live.branch = counting, nil
  local to = learning and node_here() or nil
  local last = the_end(to, stands)
  if to and depth < MOST_DRAWS then
    into[by] = last
    size = size + 1
  end
  node, loaded = to, true
  return last
end

-- --- a run ---------------------------------------------------------------------------------------------------

-- Before the first run.  see(): the values of measures, as state nodes keep them.
function memory.open(see)
  nodes, size, look = {}, 0, see
  node, root = nil, nil
  for name in next, memory.door do stock[name] = door[name] end
end

-- A run begins from the state in bytes.
function memory.start(bytes)
  credit = FIRST
  node, loaded = root, false
  if node then return end
  asked.start(data.decode(bytes), true)
  root = node_here()
  node, loaded = root, true
end

-- Is there anybody to do anything?
function memory.anybody()
  if node then return node.anybody end
  return asked.anybody()
end

-- The values of the measures, where the run stands.
function memory.values()
  if node then return node.values end
  return look()
end

-- A turn in which the plan p stands at `at`, unless the run stands where nothing is remembered: then nothing is done.
-- play(p, at, saved, unheard) does it, from the state in saved, unless it was done before from here by the same dice.
-- Returns its end: { stands = what play returned, happened = names, times = how often each }, which the caller may keep
-- more in.
function memory.turn(at, play, p)
  if not node then
    asked.next_line()
    return nil
  end
  local last, n = walk(node.lines[at])
  if last then
    node, loaded, credit = last.node, false, credit + A_HIT
  else
    last = learn(at, n, play, p)
  end
  return last
end

-- After the last run, or when one failed.
function memory.close()
  if not nodes then return end
  change_door(stock)
  live.branch, nodes, node = nil, nil, nil
end

return memory
