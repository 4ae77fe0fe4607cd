-- load_rows_cyc.lua -- declares a chart row that contains itself
extends "delving"
local r = { "1-6", "a" } r[5] = r chart "cyc" { die = "1d6", r }
