-- Right: a house file, to be extended by another.
extends "lamplight"

light "lantern" { lasts = "24 turns", bright = "9 m", spends = "oil" }
track "oil" { min = 0, start = 1 }
function rule.gleam() return #burning "lantern" end
function on.kindled() if rule.gleam() > 0 then say "It gleams." end end
