-- rule.cannot gives true, where only a reason in quotes, or nothing, can be given.
extends "lamplight"
function rule.cannot(verb) if verb == "search" then return true end end
-- expect: cannot_all.lua:3: rule.cannot gives the reason in quotes, or nothing when it can be done, and this is true
