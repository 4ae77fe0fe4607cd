-- An action by everyone that takes no turn runs with an empty list when all are away.
extends "lamplight"

action "boast" { turns = 0, help = "the first of the party boasts" }
function act.boast(list) say("%s boasts.", list[1].name) end
-- expect: shows_when_nobody_is_left.lua:5: what stands here is nothing (nil), which has no fields
