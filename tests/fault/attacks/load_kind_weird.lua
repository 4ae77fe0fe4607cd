-- load_kind_weird.lua -- one of many
extends "delving"
kind "monster" { hd = "integer", [1]=2, [true]=3 }
