-- Functions are written for actions that do not exist.
extends "lamplight"

function act.serch(who) say("%s looks.", who.name) end
function cannot.mvoe() return "No way." end
-- expect: misspelt_act.lua:4: act.serch: there is no action of that name; did you mean 'search'? | write: function act.search(who) say("%s looks.", who.name) end
-- expect: misspelt_act.lua:5: cannot.mvoe: there is no action of that name; did you mean 'move'? | write: function cannot.move() return "No way." end
