-- The state holds only plain data, and this is a function.
extends "lamplight"

action "plan" { help = "plan ahead" }
function act.plan() table.insert(party.near, rule.meet) end
-- play: plan
-- expect: function_in_state.lua:5: party.near.1: a function cannot be kept
