-- timer_many.lua -- starts 9000 timers that end together
-- ends by: count
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
timer "venom" { of = "party", lasts = "1 hours" }
function act.bomb()
  for i=1,9000 do start("venom") end pass "10 hours"
end
