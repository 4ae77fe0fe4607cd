-- A chart and a track of the same name would share on.gloom.
extends "lamplight"

track "gloom" { min = 0 }
chart "gloom" { die = "1d2",
  { "1", "grey" },
  { "2", "black" } }
event "venom" { text = "It bites." }
-- expect: chart_and_track.lua:5: chart "gloom" has the name of the track made at chart_and_track.lua:4, and both would have on.gloom; give it another name
-- expect: chart_and_track.lua:8: event "venom" has the name of the timer made at lamplight.lua:27, and both would have on.venom; give it another name
