-- repeated_turns.lua -- turns that begin in the same states as one before, at the same line of the plan.
-- Their ways are the same; only the probabilities of the states differ. The ways of such a turn are noted,
-- and followed from then on, without looking at any state.
--
--    turn 6: 3,003 states, for the first time
--    turn 7: the same ones; its 180,000 ways are noted
--    turn 8: the same ones: each way adds its share to the state to which it led in turn 7
local common = module "common"
local layers = module "study/odds/layers"
local repeated_turns = {}

local MAX <const> = 400000                    -- more ways of a turn are not noted: 80 bytes each

-- Place in the plan at which a turn began -> the turn:
--   keys                    of the layer in which it began
--   n                       how many ways were noted; of each, in lists:
--   from, to, result, p     the number of the state where it begins; the number of the state it leads to, of
--                           `layer`, or below 0 of `after`, or 0 for none; its result; its chance
--   after                   the layer it led to, once it was noted to its end
--   ways                    how many ways were played
local known
local noting                                  -- the turn that is noted now; or nil
local now                                     -- the number of the state that is played
local number_of                               -- vector -> the number of its state

function repeated_turns.forget() known, noting = {}, nil end

-- True if a turn began in the states of this layer.
local function began_so(turn, layer)
  if #turn.keys ~= #layer.keys then return false end
  for _, key in ipairs(turn.keys) do
    if layer.of[key] == nil then return false end
  end
  return true
end

-- A turn begins with a layer. Returns the turn to be followed, if one that began so was noted; else nil. A
-- turn that repeats one for the first time is noted from here on.
function repeated_turns.begins(layer)
  local before = known[layer.due]
  local repeats = before ~= nil and began_so(before, layer)
  if repeats and before.after then return before end
  local turn = { keys = common.copy_list(layer.keys) }
  known[layer.due], noting, number_of = turn, nil, {}
  if not repeats then return nil end
  turn.from, turn.to, turn.result, turn.p, turn.n = {}, {}, {}, {}, 0
  noting = turn
  for i, key in ipairs(layer.keys) do number_of[layer.of[key]] = i end
end

-- State i of the turn is about to be played.
function repeated_turns.state(i) now = i end

-- True if the ways of this turn are noted.
function repeated_turns.is_noting() return noting ~= nil end

-- Notes a way. into: the vector of the state to which it leads, nil if to none; layer: the layer that has
-- this state; is_cut: true if the state is in the middle of the line, and so in the layer that is played.
function repeated_turns.note(layer, into, is_cut, result, p)
  if not noting then return end
  if noting.n == MAX then
    noting = nil
    return
  end
  -- A vector without a number was just made: its state is the last of its layer.
  if into and not number_of[into] then number_of[into] = is_cut and #layer.keys or -#layer.keys end
  local n = noting.n + 1
  noting.n = n
  noting.from[n], noting.to[n] = now, number_of[into] or 0
  noting.result[n], noting.p[n] = result, p
end

-- The turn is over. after: the layer it led to; ways: how many ways were played.
function repeated_turns.ends(after, ways)
  if not noting then return end
  noting.after, noting.ways = layers.like(after), ways
  noting.after.keys = common.copy_list(after.keys)
  noting = nil
end

-- Follows a noted turn from the states of a layer. flow(from, into, result, p): adds one way;
-- begins(i): called before those of state i. Returns the layer after it.
function repeated_turns.follow(turn, layer, flow, begins)
  local after, vectors, last = layers.like(turn.after), {}, nil
  for i, key in ipairs(turn.keys) do vectors[i] = layer.of[key] end
  local function vector_at(to)                  -- to: see `known`
    if to < 0 then return layers.vector(after, turn.after.keys[-to]) end
    if to == 0 then return nil end
    vectors[to] = vectors[to] or probability_vector.new(layer.exact)
    return vectors[to]
  end
  for n = 1, turn.n do
    local i = turn.from[n]
    if i ~= last then
      if last then vectors[last]:free() end
      begins(i)
    end
    flow(vectors[i], vector_at(turn.to[n]), turn.result[n], turn.p[n])
    last = i
  end
  return after
end

return repeated_turns
