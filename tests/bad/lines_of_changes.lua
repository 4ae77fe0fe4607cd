-- Every mistake is reported at its own line, where a file changes several fields.
extends "lamplight"

light.torch {
  lasts = "4 turns",
  bright = { "6 m" },
  help = [[
    A long
    text.]],
  smell = "tar",
}
chart.hazard.quiet {
  text = "Nothing stirs. { }",
  at = "4-7",
}
kind.member:has {
  str = 0,
  hpmax = "intger",
}
chart.creatures { die = "1d6",
  { "1-3", "rats" },
  { "3-6", "bats" } }
-- expect: lines_of_changes.lua:6: light "torch", bright: a distance is needed, as "36 m", and this is { "6 m" }
-- expect: lines_of_changes.lua:10: light "torch" has no field 'smell'; there are help, lasts, spends and bright
-- expect: lines_of_changes.lua:14: chart "hazard", row "quiet": 1d6 rolls 1 to 6, never 7; write "4-6", or "4+" when something is added to the die
-- expect: lines_of_changes.lua:18: member, field hpmax: 'intger' is not a type of field; did you mean 'integer'? | write: hpmax = "integer",
-- expect: lines_of_changes.lua:22: chart "creatures": 3 is both "rats" and "bats"
