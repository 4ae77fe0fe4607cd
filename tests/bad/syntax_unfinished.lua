-- An end is missing.
extends "lamplight"

function rule.tire(who)
  if who.hp > 1 then
    lose(who, "hp")
end
function on.hp() rule.tire() end
-- expect: syntax_unfinished.lua:5: this 'if' has no 'end'; one is missing before line 7
