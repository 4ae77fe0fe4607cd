-- memory.lua -- turns that were played before.  A simulation comes by the same states again and again: from such a
-- state, by the same line and the same dice, everything goes as it went before.  What was played is kept, and walked
-- through, by the host (replay.h); here the rules are run where nobody has been yet.
-- Rules see what they ask for, as when every play is weighed (branches.lua): a row, a success; whoever reads the total
-- behind it draws that as well, so to say.
local asked = module "asked"
local common = module "common"
local live = module "live"
local parts = module "parts"
local unseen = module "unseen"
local memory = {}

local marks                                   -- how the table's own measures stand: a list, or nil
local looks                                   -- is there one that looks at more than the host's own do?
local open                                    -- is there a root to begin at?

-- The door, where what is drawn is remembered.
local through = {
  roll = replay.roll, pick = replay.pick, faces = replay.faces, row = replay.row, test = replay.test, weighted = replay.weighted,
}
function through.want() end
function through.split_row(_, _, _, _, _, _, nth) return replay.behind(nth) end
function through.split_test(_, _, _, _, nth) return replay.behind(nth) end

local stock = {}                              -- the door's own functions
for name in next, through do stock[name] = door[name] end

local function change_door(to)
  for name in next, through do door[name] = to[name] end
  live.cut = nil
  live.branch = to == through and through or nil
end

-- The node of the state as it stands, without what has changed in it.
function memory.node(leaves)
  local node, fresh
  live.S.rng = nil
  repeat
    node, fresh = replay.node(asked.bytes(parts.hand_back, leaves))
    if fresh then replay.describe(node, live.S.left ~= nil or asked.anybody()) end
  until not fresh or not parts.find_changing()
  return node
end

-- Nothing is remembered yet, and all begins from the state in bytes.  uncut: a table of lines that are not cut, or nil.
-- What others remember is ours when they leave out the same and cut the same.
function memory.begin(bytes, uncut)
  parts.done()
  asked.start(data.decode(bytes), true)
  unseen.find()
  replay.forget(data.encode { common.keys(live.hidden), common.keys(uncut or {}) })
  parts.begin()
  unseen.hide(live.S)
end

-- Before a run, unless it is open: every run begins from the state in bytes.  uncut: see memory.begin; see(): a number for
-- the value of each measure, in a list; looked: see asked.looks.
function memory.open(bytes, uncut, see, looked)
  change_door(stock)                          -- also after a line that failed
  if open then return end
  marks, looks = see, looked
  memory.begin(bytes, uncut)
  local seen = marks()
  replay.root(memory.node(), seen)
  open = true
end

-- Between two steps, or two who do one, so that the rest of the turn is the same turn whatever was drawn and looked at so far.
local function cut(step, done)
  if replay.may_cut(done ~= nil) and parts.may_cut() then common.stop { stop = "cut", step = step, done = done } end
end

-- Plays a line from a node, where the rules stand already when it is loaded; play(saved, left) does it: saved() is the
-- state before it, and left is what is left of a line that was cut.  learning: is it to be remembered where that leads?
function memory.learn(node, loaded, learning, play)
  local function saved() return replay.state(node) end
  if not loaded then asked.start(data.decode(saved()), true) end
  asked.next_line()
  change_door(through)
  if learning then live.cut = cut end
  local left = live.S.left
  live.S.left = nil
  local stands, leaves = play(saved, left)
  if leaves then
    live.emitted()
    live.S.left = leaves
    local to = memory.node(leaves)
    change_door(stock)
    return replay.cut(to)
  end
  asked.keepable(learning and not looks)
  local seen = marks()
  local to = learning and memory.node() or nil
  change_door(stock)
  replay.ended(to, stands, true, seen)
end

-- After the last run; or when runs have to begin with another state.
function memory.close()
  change_door(stock)
  parts.done()
  open = false
end

return memory
