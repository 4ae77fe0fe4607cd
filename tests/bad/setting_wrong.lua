-- Settings are set to a wrong type or choice, and made without a default or with a wrong one.
extends "lamplight"

setting.grace = "3"
setting.dark = "refuze"
setting.harm = "1d"
setting "heat" { default = 4, max = 3 }
setting "cold" { is = "dise", default = "1d6" }
setting "rain" { help = "does it rain?" }
setting "wind" { choices = { "north", "south" }, default = "west" }
-- expect: setting_wrong.lua:4: setting "grace": a number is needed, and this is "3" | write: setting.grace = 3
-- expect: setting_wrong.lua:5: setting "dark": "refuse" or "ask" is needed, and this is "refuze"; did you mean "refuse"? | write: setting.dark = "refuse"
-- expect: setting_wrong.lua:6: setting "harm": a number of sides should follow the d, and this is "1d"
-- expect: setting_wrong.lua:7: setting "heat": a number of at most 3 is needed, and this is 4
-- expect: setting_wrong.lua:8: setting "cold", is: 'dise' is not a type of field; did you mean 'dice'? | write: setting "cold" { is = "dice", default = "1d6" }
-- expect: setting_wrong.lua:9: setting "rain" has no default; say what holds when nobody sets it, as default = 0
-- expect: setting_wrong.lua:10: setting "wind": "north" or "south" is needed, and this is "west"
