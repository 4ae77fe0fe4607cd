-- Right: an event without a function may be wrapped, and so may a step that rolls its chart.
extends "lamplight"

local before, usual, rolled = on.arrive, step.hazard, on.hazard
function on.arrive(room, new) before(room, new) say("Here: %s.", room.name) end
function step.hazard() usual() end
function on.hazard(r) rolled(r) end
local tripped = on.venom
function on.venom(who, timer) tripped(who, timer) end
local old_search, could = act.search, cannot.search
function act.search(who) old_search(who) end
function cannot.search(who) return could(who) end
local met = rule.meet
function rule.meet() met() end
local modifier = rule.modifier
function rule.modifier(who, what) return modifier(who, what) + 1 end
-- play: light torch
-- play: search
-- play: here hall
