-- Modifiers that change nothing, or name a field or a chart that does not exist; one gives a chart adv, one adds dice.
extends "lamplight"
modifier "a" { when = function() return true end }
modifier "b" { add = -1, to = "wis|wsi" }
modifier "c" { add = 1, chart = "hazzard" }
modifier "d" { add = 1, chart = "hazard", adv = 1, to = "wis" }
modifier "e" { add = "1d4" }
modifier "f" { chart = "hazard" }
modifier "g" { add = 1, when = rule.nobody }
-- expect: modifiers_wrong.lua:3: modifier "a" changes nothing; say what it adds, as add = -2, or give adv = 1 or dis = 1
-- expect: modifiers_wrong.lua:4: modifier "b", to: a member has no field 'wsi'; did you mean 'wis'? | write: modifier "b" { add = -1, to = "wis|wsi" }
-- expect: modifiers_wrong.lua:5: modifier "c", chart: there is no chart 'hazzard'; did you mean 'hazard'? | write: modifier "c" { add = 1, chart = "hazard" }
-- expect: modifiers_wrong.lua:6: modifier "d", adv: that goes with checks, and this is for the chart "hazard"; leave it out
-- expect: modifiers_wrong.lua:6: modifier "d", to: that goes with checks, and this is for the chart "hazard"; leave it out
-- expect: modifiers_wrong.lua:7: modifier "e", add: a whole number or a function is needed, and this is "1d4"
-- expect: modifiers_wrong.lua:8: modifier "f" changes nothing; say what it adds, as add = -2
-- expect: modifiers_wrong.lua:9: there is no rule.nobody; to write it, add function rule.nobody() … end
