-- Right: a house file that includes a part twice, wraps and changes what is in it, and sets fields of the ruleset.
extends "lamplight"

include "bells"
include "bells"
ruleset.turn = "5 minutes"
ruleset.starts = "6 hours"
ruleset.room = "the belfry"
event.bell.text = "A great bell."
local usual = rule.toll
function rule.toll() usual() say "It echoes." end
