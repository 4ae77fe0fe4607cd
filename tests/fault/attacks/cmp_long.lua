-- cmp_long.lua -- builds and compares texts of 1 MB, a million times
-- ends by: work
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local a,b=("x"):rep(1000000),("x"):rep(1000000) local n=0 for i=1,1000000 do if a.."1"==b.."1" then n=n+1 end end
end
