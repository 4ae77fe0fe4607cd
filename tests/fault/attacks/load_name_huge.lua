-- load_name_huge.lua -- declares a light with a name of 100,000 letters
extends "delving"
light (("x"):rep(100000)) { lasts = "1 turns" }
