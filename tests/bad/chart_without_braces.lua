extends "lamplight"

chart.hazard.quiet = "Nothing."
-- expect: chart_without_braces.lua:3: chart.hazard.quiet is a row: change its text, as chart.hazard.quiet.text = …, its at, name or does, or take it away with nil
