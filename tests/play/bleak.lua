-- bleak.lua -- darker still
extends "darker"
light.torch.lasts = "1 turn"
light "stub" { lasts = "1 turn", help = "what is left of a candle" }
chart.hazard.meet = nil
chart.hazard:add { "1", "drip", "A drop falls on a hand." }
