-- One mistake neither hides another one nor brings a message about what is right.
extends "lamplight"

lihgt "lantern" { lasts = "24 turns" }
local wet = rolll("hazard").name .. "!"
for i = 1, #wet do say(wet[i]) end
if wet > 3 or wet == "x" then light.torch.lasts = wet end
light "lamp" { lasts = wet, brihgt = "9 m" }
chart "omen" { die = wet, { wet, "cold" }, { "2", wet } }
setting.grace = wet + 1
chart "weather" { die = "1d4", { "1-2", "rain" } }
function on.hpp() end
-- expect: mistakes_of_a_whole_file.lua:4: there is no word 'lihgt'; did you mean 'light'? | write: light "lantern" { lasts = "24 turns" }
-- expect: mistakes_of_a_whole_file.lua:5: there is no word 'rolll'; did you mean 'roll'? | write: local wet = roll("hazard").name .. "!"
-- expect: mistakes_of_a_whole_file.lua:8: light "lamp" has no field 'brihgt'; did you mean 'bright'? | write: light "lamp" { lasts = wet, bright = "9 m" }
-- expect: mistakes_of_a_whole_file.lua:11: chart "weather": nothing is written for 3 to 4 of 1d4
-- expect: mistakes_of_a_whole_file.lua:12: on.hpp: there is no event of that name; did you mean 'hp'? | write: function on.hp() end
