-- strict.lua -- torches are free, dread ends at 3, no packing; another chill
extends "lamplight"
light.torch.lasts = "4 turns"
light.torch.spends = nil
track.dread.max = 3
question.many.default = 1
action.pack = nil
procedure.turn:before("hazard", "omen")
chart "omen" { die = "1d6", { "1-3", "cold", "The air is cold." }, { "4-6", "echo" } }
function rule.chill() say "Cold." end
