-- darkest.lua -- a house file of Delving, for why.play.
extends "delving"
setting.fatigue_damage = "1d4"
light.candle.lasts = "24 turns"
chart.hazard.free.text = "Nothing. Water drips."
