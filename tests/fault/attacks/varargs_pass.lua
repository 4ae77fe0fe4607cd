-- varargs_pass.lua -- passes 200,000 arguments on, again and again
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local function g() end local function f(...) for _=1,1e9 do g(...) end end local t={} for i=1,200000 do t[i]=i end f(table.unpack(t))
end
