-- The file wraps functions that do not exist.
extends "lamplight"

local usual = on.light_owt
local before = act.serch
function on.light_out(lamp) usual(lamp) before(lamp) rule.mete() end
-- expect: reads_what_is_not.lua:4: there is no on.light_owt; did you mean 'on.light_out'? | write: local usual = on.light_out
-- expect: reads_what_is_not.lua:5: there is no act.serch; did you mean 'act.search'? | write: local before = act.search
-- expect: reads_what_is_not.lua:6: there is no rule.mete; did you mean 'rule.meet'? | write: function on.light_out(lamp) usual(lamp) before(lamp) rule.meet() end
