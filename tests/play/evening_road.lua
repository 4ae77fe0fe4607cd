-- evening_road.lua -- four travellers in Travel Turn; read by the evenings in tests/play.
extends "travel-turn"
member "Bram"   { hp = 9, str = 14, con = 13, dex = 10, ac = 13, wields = "sword", proficient = { "sword" } }
member "Ysolde" { hp = 6, int = 16, wis = 12, wields = "spark", proficient = { "int" } }
member "Pike"   { hp = 7, dex = 16, ac = 12, wields = "bow", proficient = { "bow", "dex" } }
member "Odo"    { hp = 8, wis = 15, cha = 12, ac = 14, wields = "rebuke" }
track.torches.start = 6
track.oil.start = 2
track.sup.start = 60
