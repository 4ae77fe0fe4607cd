-- A time is given for a distance, and a distance for a time.
extends "lamplight"

pace.hasty.distance = "10 minutes"
light.torch.lasts = "36 m"
-- expect: time_for_distance.lua:4: pace "hasty", distance: a distance is needed, as "36 m", and this is "10 minutes"
-- expect: time_for_distance.lua:5: light "torch", lasts: a time is needed, as "6 turns" or "1 hour", and this is "36 m"
