-- An error occurs while the file is read.
extends "lamplight"

local lights = { "lamp", "lantern" }
light(lights[3]) { lasts = "4 turns" }
local n = #lights + nothing.more
-- expect: runtime_error_in_load.lua:5: light takes a name in quotes and then its fields: light "name" { … }
-- expect: runtime_error_in_load.lua:6: there is no word 'nothing'; write text in quotes, "nothing"; a name of your own is made with local
