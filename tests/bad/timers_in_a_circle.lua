-- Timers that start each other, and take no time: no line of the rules runs, so one of them is named.
extends "lamplight"
timer "tick" { lasts = "0 seconds", starts = "tock" }
timer "tock" { lasts = "0 seconds", starts = "tick" }
action "wind" { starts = "tick" }
-- play: wind
-- expect: timers_in_a_circle.lua:3: more than ten thousand things happened in one command; is there a loop that never ends?
