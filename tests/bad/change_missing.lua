-- The file changes things that do not exist; each is reported.
extends "lamplight"

light.tocrh.lasts = "4 turns"
pace.careful.distance = "30 m"
chart.hazrd.quiet.text = "Nothing."
setting.grase = 3
track.walkd { unit = "ft" }
light.lamp = nil
-- expect: change_missing.lua:4: there is no light 'tocrh'; did you mean 'torch'? | write: light.torch.lasts = "4 turns"
-- expect: change_missing.lua:6: there is no chart 'hazrd'; did you mean 'hazard'? | write: chart.hazard.quiet.text = "Nothing."
-- expect: change_missing.lua:7: there is no setting 'grase'; did you mean 'grace'? | write: setting.grace = 3
-- expect: change_missing.lua:8: there is no track 'walkd'; did you mean 'walked'? | write: track.walked { unit = "ft" }
-- expect: change_missing.lua:9: there is no light 'lamp'; there are torch and candle
