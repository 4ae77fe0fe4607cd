-- Right: a thing that was removed may be made again; its functions went with it.
extends "lamplight"

action.move = nil
timer.venom = nil
chart.creatures = nil
chart "creatures" { die = "1d2", { "1", "moth" }, { "2", "owl" } }
light.torch = nil
light "torch" { lasts = "2 turns", bright = "6 m", spends = "torches" }
event "encounter" { text = "It is {what}.", stops = true }
action "move" { takes = { "text?" } }
function act.move(_, where) say("To %s.", where or "where it is dark") end
-- play: move down the stair
