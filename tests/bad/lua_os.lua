extends "lamplight"

action "wait" { help = "look at the clock" }
function act.wait() say(os.date()) end
-- expect: lua_os.lua:4: there is no 'os' here: rules see no clock but the table's, and nothing of the machine
