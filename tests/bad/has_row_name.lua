-- A row has the name of a field which a file gave to charts.
extends "lamplight"
kind.chart:has { region = "string?" }
chart "sky" { "clear", "region" }
-- expect: has_row_name.lua:4: chart "sky": a row cannot be named "region", which means something else after chart.sky; give it another name
