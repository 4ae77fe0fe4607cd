-- sunken-tower.lua -- a small map for Trespasser: rooms with their exits, what is plain in them, and what a closer look shows.
extends "trespasser"

member "Bram"   { might = 2, athletics = 1, hp = 12, endurance = 4, food = 2, recovery = 3, armour = 0 }
member "Ysolde" { intellect = 2, perception = 2, hp = 8, endurance = 3, food = 1, recovery = 2, incantations = { "Light" } }

track.tier.start = 2                -- hostility 14
track.torches.start = 4
setting.loud = 1                    -- the tower carries every sound

room "the entrance" { exits = { "stair" }, look = "wet steps, going down" }
room "stair"  { exits = { "the entrance", "chapel", "well" }, look = "a landing with two arches, water standing in one" }
room "chapel" { exits = { "stair", "crypt" }, look = "benches, an altar, a door of iron",
  features = { altar = "a seam runs round the slab: it slides", benches = "names, cut with a knife; the last is yours" } }
room "well"   { exits = { "stair" }, look = "a shaft, and a rope that moves", features = { rope = "somebody is climbing" } }
room "crypt"  { exits = { "chapel" }, look = "seven niches, six of them full" }

chart.creatures { die = "1d8",      -- two for each tier are added
  { "to 6", "eels" }, { "7-8", "a drowned monk" }, { "9-10", "two drowned monks" }, { "11+", "the ringer of the bell" } }
