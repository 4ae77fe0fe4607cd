extends "lamplight"

action "write" { help = "write a line" }
function act.write() io.open("notes.txt", "w") end
-- expect: lua_io.lua:4: there is no 'io' here: rules read and write no files
