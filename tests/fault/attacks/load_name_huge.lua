-- load_name_huge.lua -- one of many
extends "delving"
light (("x"):rep(100000)) { lasts = "1 turns" }
