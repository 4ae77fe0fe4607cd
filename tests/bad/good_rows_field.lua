-- good_rows_field.lua -- a kind of one's own may have a field named rows.
extends "lamplight"
kind "shelf" { rows = 3 }
shelf "oak" { rows = 4 }
function on.begin() say("%d rows", shelf.oak.rows) end
