-- layers.lua -- the states in which a play may be after a turn, each with the probabilities of its events.
--
-- A turn plays every way (each outcome of every draw) of every state in one layer, and collects the states it
-- leads to in the next.
local layers = {}

-- Returns an empty layer. exact: with fractions; due: the position in the plan at which its states usually
-- stand. Its fields:
--   keys        of its states, in the order in which they were reached
--   of          key -> probability vector
--   values      key -> values of the measures; apart: key -> these as a text, see layers.reach
--   at, state   key -> position in the plan, and the state itself, where the key is not the state alone
function layers.new(exact, due)
  return { exact = exact, due = due, keys = {}, of = {}, values = {}, apart = {}, at = {}, state = {} }
end

-- Returns the vector of a key; makes it when the key is new.
function layers.vector(layer, key)
  local vector = layer.of[key]
  if not vector then
    vector = probability_vector.new(layer.exact)
    layer.of[key], layer.keys[#layer.keys + 1] = vector, key
  end
  return vector
end

-- Returns the vector of a state after a turn. at: the position in the plan then; values: of the measures;
-- apart: these as a text if other plays that lead to the state have other values, or nil.
function layers.reach(layer, at, state, values, apart)
  local key = at == layer.due and state or state .. "\0" .. at
  if apart then key = key .. "\0" .. apart end
  if not layer.of[key] then
    layer.values[key], layer.apart[key] = values, apart
    if key ~= state then layer.at[key], layer.state[key] = at, state end
  end
  return layers.vector(layer, key)
end

-- Returns a layer without states that knows of each key what this one knows.
function layers.like(layer)
  local new = layers.new(layer.exact, layer.due)
  for _, what in ipairs { "values", "apart", "at", "state" } do
    for key, value in next, layer[what] do new[what][key] = value end
  end
  return new
end

-- Returns the layer with other keys for its states, from state_of(key, i); states that are equal now are
-- merged. The old layer is used up.
function layers.with_new_keys(layer, state_of)
  local new = layers.new(layer.exact, layer.due)
  for i, key in ipairs(layer.keys) do
    sandbox.beat(i)                             -- a hundred thousand states take longer than one play may
    local at = layer.at[key] or layer.due
    layers.reach(new, at, state_of(key, i), layer.values[key], layer.apart[key]):flow(layer.of[key], 1)
    layer.of[key]:free()
  end
  return new
end

return layers
