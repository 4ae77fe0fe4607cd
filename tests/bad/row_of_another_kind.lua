-- on.CHART may change the row, and only to a row.
extends "lamplight"

function on.hazard(r) r.row = "quiet" end
-- play: search
-- play: light torch
-- play: search
-- expect: It is too dark.
-- expect: lamplight.lua:39: on.hazard: r.row must be a row, as chart.hazard.NAME
