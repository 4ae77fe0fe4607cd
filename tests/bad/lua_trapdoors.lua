-- Print is said otherwise.
extends "lamplight"

print "Hello."
-- expect: lua_trapdoors.lua:4: there is no 'print' here: say "…" shows a line
