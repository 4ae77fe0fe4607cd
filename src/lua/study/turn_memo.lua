-- turn_memo.lua -- turns that were played before.  A simulation comes by the same states again and again: from such a
-- state, by the same line and the same dice, everything goes as it went before.  What was played is kept, and walked
-- through, by the host (replay.h); here the rules are run where nobody has been yet.
-- Rules see what they ask for, as when every play is weighed (branches.lua): a row, a success; whoever reads the total
-- behind it draws that as well, so to say.
local query = module "study/query"
local common = module "common"
local live = module "play/live"
local tracked_fields = module "study/tracked_fields"
local ignored_fields = module "study/ignored_fields"
local turn_memo = {}

local marks                                   -- how the table's own measures stand: a list, or nil
local open                                    -- is there a root to begin at?
local sound = {}                              -- nodes of states that were found to be kept

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
  live.cut = nil
  live.branch = to == through and through or nil
  if door.roll == to.roll then return end
  for name in next, through do door[name] = to[name] end
end

-- Plays are to be drawn, and not remembered.
function turn_memo.leave() change_door(stock) end

local reached, fresh                          -- the node of the state that was handed back; was it made now?

-- Gives that node; hand_back() does what tracked_fields.hand_back does, and sets these.
local function node_by(hand_back, leaves)
  live.S.rng = nil
  repeat
    query.bytes(hand_back, leaves)
    if fresh then replay.describe(reached, live.S.left ~= nil or query.anybody()) end
  until not fresh or not tracked_fields.find_changing()
  return reached
end

local function hand_back()
  local bytes, sentence = tracked_fields.hand_back()
  if bytes then reached, fresh = replay.node(bytes) end
  return bytes, sentence
end

-- The node of the state as it stands, without what has changed in it.
function turn_memo.node() return node_by(hand_back) end

local looked_over, amid                       -- was this state found to be kept?  is anything left of the line?
local see                                     -- looks at it, or nil

local function is_sound(bytes)
  reached, fresh = replay.node(bytes)
  return looked_over or sound[reached]
end

local function look_over()
  local fault = not looked_over and live.fault()
  looked_over = true
  if fault and not amid then error(fault, 0) end
  if fault then
    tracked_fields.take_care()
    common.stop { stop = "again" }
  end
end

local function hand_back_sound()
  local bytes, sentence = tracked_fields.hand_back(is_sound, look_over, see)
  if bytes then looked_over, see = true, nil end
  return bytes, sentence
end

-- The same after a line; leaves: what is left of it.  Raises when the state cannot be kept; where something is left of the
-- line that may be mended: then all is to begin again, with more care.  checked: it can be kept; look(), if there is one,
-- looks at the state before it is handed back.
function turn_memo.reached(leaves, checked, look)
  looked_over, amid, see = checked, leaves ~= nil, look
  local node = node_by(hand_back_sound, leaves)
  sound[node] = true
  return node
end

-- Forgets all nodes; key: see turn_memo.begin.
function turn_memo.forget(key)
  sound = {}
  replay.forget(key)
end

-- Nothing is remembered yet, and all begins from the state in bytes.  uncut: a table of lines that are not cut, or nil.
-- What others remember is ours when they leave out the same and cut the same.
function turn_memo.begin(bytes, uncut)
  tracked_fields.done()
  query.start(data.decode(bytes), true)
  ignored_fields.find()
  turn_memo.forget(data.encode { common.keys(live.hidden), common.keys(uncut or {}) })
  tracked_fields.begin()
  ignored_fields.hide(live.S)
  if live.fault() then tracked_fields.take_care() end
end

-- Before a run, unless it is open: every run begins from the state in bytes.  uncut: see turn_memo.begin; mark(): a number for
-- the value of each measure, in a list.
function turn_memo.open(bytes, uncut, mark)
  change_door(stock)                          -- also after a line that failed
  if open then return end
  marks = mark
  turn_memo.begin(bytes, uncut)
  local seen = marks()
  replay.root(turn_memo.node(), seen)
  open = true
end

-- Between two steps, or two who do one, so that the rest of the turn is the same turn whatever was drawn and looked at so far.
local function cut(step, done)
  if replay.may_cut(done ~= nil) and tracked_fields.may_cut() then common.stop { stop = "cut", step = step, done = done } end
end

-- Plays a line from a node, where the rules stand already when it is loaded; play(saved, left) does it: saved() is the
-- state before it, and left is what is left of a line that was cut.  learning: is it to be remembered where that leads?
function turn_memo.learn(node, loaded, learning, play)
  local function saved() return replay.state(node) end
  if not loaded then query.start(data.decode(saved()), true) end
  query.next_line()
  change_door(through)
  if learning then live.cut = cut end
  local left = live.S.left
  live.S.left = nil
  local stands, leaves = play(saved, left)
  if leaves then
    live.emitted()
    live.S.left = leaves
    local to = turn_memo.reached(leaves, tracked_fields.is_careful())
    return replay.cut(to)
  end
  local checked, to, seen = query.over(learning), nil, nil
  local function look() seen = marks() end
  if learning then to = turn_memo.reached(nil, checked, look) else look() end
  replay.ended(to, stands, true, seen)
end

-- After the last run; or when runs have to begin with another state.
function turn_memo.close()
  change_door(stock)
  tracked_fields.done()
  open = false
end

return turn_memo
