-- Charts without rows: one has no question in their place, the other has a die instead.
extends "lamplight"

chart "omen" { help = "what the birds say" }
chart "portent" { die = "1d6" }
-- expect: chart_empty.lua:4: chart "omen" has neither rows nor a question; give it rows, or ask = "…" for the GM to say
-- expect: chart_empty.lua:5: chart "portent" has a die and no rows; give it rows, { "1", "name", "text" }
