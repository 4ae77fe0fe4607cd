-- The end is missing.
extends "lamplight"

function rule.tire(who)
  if who.hp > 1 then
    lose(who, "hp")
end
function on.hp() rule.tire() end
-- expect: syntax_unfinished.lua:10: an 'end' is missing before the end of the file; the 'function' stands in line 4
