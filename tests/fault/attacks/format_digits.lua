-- format_digits.lua -- writes 2,000 numbers with 400 digits each, again and again
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  for _=1,1e9 do local x = ("%99.99f"):rep(2000):format(table.unpack((function() local t={} for i=1,2000 do t[i]=1e300 end return t end)())) end
end
