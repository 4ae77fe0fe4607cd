-- Rows that roll one another without end: no line of the rules runs, so a row is named.
extends "lamplight"
chart "howls" { { "far", rolls = "wails" }, { "near", rolls = "wails" } }
chart "wails" {
  { "high", gains = "dread", rolls = "howls" },
  { "low", gains = "dread", rolls = "howls" } }
track "dread" { help = "how they feel" }
action "listen" { turns = 0, rolls = "howls" }
-- play: listen
-- expect: effects_in_a_circle.lua:5: rules call each other without end
