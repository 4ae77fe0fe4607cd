-- demo.lua -- the table that `make play` opens: three people, four torches, a short way into the dark.
extends "delving"

member "Bram"   { con = 1,  hp = 6 }
member "Ysolde" { wis = 1,  hp = 4 }
member "Pike"   { con = -1, hp = 5 }

track.torches.start = 4

-- The creatures that live here.  A house file brings its own table; without one the game master is asked.
chart.creatures { die = "1d6",
  { "1-2", "rats" }, { "3-4", "bats" }, { "5", "goblins" }, { "6", "ooze" } }
