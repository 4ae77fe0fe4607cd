-- A time of half a second, and times are whole seconds.
extends "lamplight"

timer "blink" { lasts = "0.5 second" }
-- expect: half_seconds.lua:4: timer "blink", lasts: a whole number of seconds is needed, and this is 0.5 seconds
