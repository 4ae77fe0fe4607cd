-- varargs_copy.lua -- copies 200,000 arguments at every call
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { help = "x" }
local function first(...) local a = ... return a end
function act.bomb()
  local t = {}
  for i = 1, 200000 do t[i] = i end
  local function again(...) for _ = 1, 1e9 do first(...) end end
  again(table.unpack(t))
end
