-- A thing that was removed is still named here.
extends "lamplight"

chart.creatures = nil
light.candle = nil
function rule.meet() emit "encounter" { what = roll("creatures").name } end
-- expect: removed_still_used.lua:6: there is no chart 'creatures' any more: it was taken away at removed_still_used.lua:4
