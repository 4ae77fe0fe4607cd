extends "lamplight"

action "wait" { help = "throw a coin" }
function act.wait() if math.random(2) == 1 then say "Heads." end end
-- expect: lua_random.lua:4: math.random is not here; dice "1d6" rolls
