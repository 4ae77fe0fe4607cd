-- A text is not UTF-8.
extends "lamplight"

light.torch.help = "caf\233 noir"
event "\233" { }
chart.hazard.quiet.text = "\233"
-- expect: not_utf8.lua:4: light "torch", help: a text is not UTF-8, so not every program can show it
-- expect: not_utf8.lua:5: event: its name is not UTF-8, so not every program can show it
-- expect: not_utf8.lua:6: chart.hazard.quiet: a text is not UTF-8, so not every program can show it
