-- A modifier's function gives no whole number.
extends "lamplight"
modifier "weight" { add = rule.weight }
function rule.weight() return "2" end
action "jump" {}
function act.jump(them) check(them[1], "wis", 5) end
-- expect: modifier_gives.lua:4: modifier "weight", add: a whole number is needed, and this gives "2"
