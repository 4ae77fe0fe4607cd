-- load_kind_weird.lua -- declares fields of a kind under the keys 1 and true
extends "delving"
kind "monster" { hd = "integer", [1]=2, [true]=3 }
