-- texts.lua -- values of the rules as plain data and as text.
local common = module "common"
local texts = {}

local DEPTH_MAX <const> = 20

-- A value of the rules as plain data for an event: things and records become their names, functions vanish.
function texts.plain(v, depth)
  if type(v) ~= "table" then
    if type(v) == "function" then return nil end
    if type(v) == "quantity" then return tostring(v) end
    return v
  end
  local meta = getmetatable(v)
  if meta then return rawget(v, "name") or rawget(v, "kind") or tostring(v) end
  depth = depth or 0
  if depth > DEPTH_MAX then return "…" end
  local t = {}
  for k, x in next, v do t[k] = texts.plain(x, depth + 1) end
  return t
end

-- The field of a table, or nil.  Only a thing or a record is asked through its metatable, for what it
-- inherits.
local function field_of(v, key)
  local field = rawget(v, key)
  if field ~= nil or key == "name" or key == "kind" then return field end
  if getmetatable(v) and (rawget(v, "kind") or rawget(v, "name")) then return v[key] end
end

-- Fills the gaps of a template, "{what}, {who.name}", from fields: a table, a record, or nil.  A gap that
-- nothing fills reads "something"; {it} is fields itself where that is no table.
function texts.fill(template, fields)
  if not template:find("{", 1, true) then return template end
  return (template:gsub("{([%a_][%w_%.]*)}", function(path)
    local v = fields
    if type(v) ~= "table" then return path == "it" and v ~= nil and tostring(v) or "something" end
    for key in path:gmatch("[^.]+") do
      if type(v) ~= "table" then return "something" end
      v = field_of(v, key)
    end
    if v == nil then return "something" end
    return tostring(texts.plain(v))
  end))
end

-- A text has methods, s:upper(), and no fields.  In Lua a field of a text would silently be nil; here it is
-- refused.
setmetatable(getmetatable("").__index, {
  __index = function(_, key)
    local near = type(key) == "string" and common.nearest(key, common.keys(getmetatable("").__index))
    error("a text has no field '" .. tostring(key) .. "'; " .. (near and "did you mean '" .. near .. "'?"
      or "is this the name of a thing, or of a room (place(name) is the room)?"), 0)
  end,
})

return texts
