-- good_rows_field.lua -- a new kind may have a field named rows.
extends "lamplight"
kind "shelf" { rows = 3 }
shelf "oak" { rows = 4 }
function on.begin() say("%d rows", shelf.oak.rows) end
