-- evening_dungeon.lua -- four delvers in Dungeon Turn; read by the evenings in tests/play.
extends "dungeon-turn"
member "Bram"   { hp = 12, str = 2, con = 1, skills = { climbing = 4 }, items = { { name = "rope" }, { name = "sword", class = "weapon" } } }
member "Ysolde" { hp = 8, int = 3, wis = 1, skills = { sneaking = 3 } }
member "Pike"   { hp = 9, dex = 2, speed = 30, skills = { locks = 4 } }
member "Odo"    { hp = 10, wis = 3, cha = 1, skills = { prayer = 5 } }
track.torches.start = 5
track.oil.start = 2
