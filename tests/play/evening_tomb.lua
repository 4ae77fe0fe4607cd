-- evening_tomb.lua -- four delvers in Dungeon Exploration; read by the evenings in tests/play.
extends "dungeon-exploration"
member "Bram"   { hp = 9, str = 2, con = 1 }
member "Ysolde" { hp = 5, int = 2, wis = 1 }
member "Pike"   { hp = 6, dex = 3, con = -1 }
member "Odo"    { hp = 7, wis = 2, cha = 1 }
track.torches.start = 4
track.flasks.start = 1
