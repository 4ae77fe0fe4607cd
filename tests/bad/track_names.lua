-- A track has a name that is taken.
extends "lamplight"

track "arrive" { min = 0 }
track "dex"    { of = "member" }
track "exits"  { of = "room", start = {} }
track "bright" { of = "light" }
-- expect: track_names.lua:4: track "arrive" has the name of one of Sconce's own events, and both would have on.arrive; give it another name
-- expect: track_names.lua:5: track "dex": a member has a field of that name, made at lamplight.lua:4; choose another, or take the field away
-- expect: track_names.lua:6: track "exits": a room has something of that name already; choose another
-- expect: track_names.lua:7: track "bright": a light has a field of that name, made at lamplight.lua:5; choose another, or take the field away
