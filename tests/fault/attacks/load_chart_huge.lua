-- load_chart_huge.lua -- declares a chart with 100,000 rows
-- ends by: work
-- timeout: 1
extends "delving"
local rows = { die = "1d1000000" } for i=1,100000 do rows[i] = { tostring(i*10-9).."-"..tostring(i*10), "r"..i, "t" } end chart "big" (rows)
