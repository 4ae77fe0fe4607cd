-- Procedures have no deeds, no steps, or a step that is a number.
extends "lamplight"
procedure "watch" { lasts = "4 hours", deeds = 0, "act", "time" }
procedure "week"  { lasts = "7 days" }
procedure "round" { lasts = "10 seconds", "act", 4, "time" }
-- expect: procedures_wrong.lua:3: procedure "watch", deeds: a whole number, "each", "2 each" or "2 different each" is needed, and this is 0
-- expect: procedures_wrong.lua:4: procedure "week" has no steps; the shortest is { "act", "time" }
-- expect: procedures_wrong.lua:5: procedure "round": a step is a name in quotes, and this is 4
