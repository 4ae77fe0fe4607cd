-- print and other functions of Lua are missing here; the message names a replacement.
extends "lamplight"

print "Hello."
-- expect: lua_trapdoors.lua:4: there is no 'print' here: say "…" shows a line | write: say "Hello."
