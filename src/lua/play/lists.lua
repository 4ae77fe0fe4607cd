-- lists.lua -- words that go through things: each, least, most, sum, named, has, count.
local common = module "common"
local live = module "play/live"
local records = module "play/records"
local lists = {}

local function things_of(kind)
  local out = {}
  for _, e in ipairs(kind:live()) do
    if not e.host then out[#out + 1] = e.proxy end
  end
  return out
end

-- The items of a list, a party (the members who are present), or a kind (its things, in the order made), as a
-- list.
function lists.items(list)
  if type(list) ~= "table" then error("a list is needed here, and this is " .. common.show(list), 0) end
  local meta = getmetatable(list)
  if not meta then return list end
  if meta == records.party then return live.present(list) end
  local kind = live.R and live.R.kind_of[list]
  if kind then return things_of(kind) end
  if meta.__sealed then
    local out = {}
    for i = 1, #list do out[i] = list[i] end
    return out
  end
  return list
end

-- for x in each(list) do: the items in order; the list may change meanwhile
function lists.each(list)
  local from = lists.items(list)
  if from == list then from = common.copy_list(from) end
  local i = 0
  return function()
    i = i + 1
    return from[i]
  end
end

-- What an item counts for; by: nil, a field, or a function.
local function value_by(item, by)
  if type(by) == "function" then return by(item) end
  if by ~= nil then return item[by] end
  return item
end

local function best(list, by, better)
  local value, item
  for _, x in ipairs(lists.items(list)) do
    local v = value_by(x, by)
    if v ~= nil and (value == nil or better(v, value)) then value, item = v, x end
  end
  return value, item
end
function lists.least(list, by) return best(list, by, function(a, b) return a < b end) end
function lists.most(list, by) return best(list, by, function(a, b) return a > b end) end

-- sum(burning(), "people"), sum(party, function(who) … end): added up; 0 of nothing
function lists.sum(list, by)
  local total = 0
  for _, x in ipairs(lists.items(list)) do
    local v = value_by(x, by)
    if type(v) ~= "number" and type(v) ~= "quantity" then
      error("sum: a number is needed of each, and this is " .. common.show(v), 0)
    end
    if type(v) == "quantity" and total == 0 then total = v else total = total + v end
  end
  return total
end

local function named_in(name, items)
  for _, x in ipairs(items) do
    if type(x) ~= "table" then
      error("named: the list has things or tables with a name, { name = \"…\" }, and here is "
        .. common.show(x), 0)
    end
    if x.name == name then return x end
  end
  return nil
end

-- named "Bram" -> that member, present or away, of any group; named("ritual", list) -> the first of that
-- name; or nil
function lists.named(name, list)
  if type(name) ~= "string" then
    error("named: a name in quotes is needed, and this is " .. common.show(name), 0)
  end
  if list ~= nil then return named_in(name, lists.items(list)) end
  for _, group in ipairs(live.S.parties) do
    for _, who in ipairs(group.members) do
      if who.name == name then return who end
    end
  end
  return nil
end

-- has(list, "rope"): is it in the list?
function lists.has(list, item) return common.contains(lists.items(list), item) ~= nil end

-- count(list, "cut"), count(party, "weary"), count(party, function(who) … end): how many items are that, or
-- are so
function lists.count(list, what)
  local n = 0
  for _, x in ipairs(lists.items(list)) do
    local yes = x == what
    if type(what) == "function" then yes = what(x)
    elseif not yes and type(x) == "table" and type(what) == "string" then yes = x[what] end
    if what == nil or yes then n = n + 1 end
  end
  return n
end

return lists
