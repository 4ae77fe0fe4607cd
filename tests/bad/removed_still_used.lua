-- A thing that was removed is still named here.
extends "lamplight"

chart.creatures = nil
light.candle = nil
function rule.meet() emit "encounter" { what = roll("creatures").name } end
-- expect: removed_still_used.lua:6: note: rule.meet replaces the one at lamplight.lua:54, which is not called any more; to keep it too, write local usual = rule.meet above and call usual(…); to drop it without this note, write rule.meet = nil above
-- expect: removed_still_used.lua:6: there is no chart 'creatures' any more: it was taken away at removed_still_used.lua:4
