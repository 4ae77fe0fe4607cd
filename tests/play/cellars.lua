-- cellars.lua -- four who go down into the cellars; read by the evenings trespasser_100.play and trespasser_40.play.
extends "trespasser"
member "Bram"   { might = 2, athletics = 1, hp = 12, recovery = 3, endurance = 6, food = 2, holds = "torch" }
member "Ysolde" { intellect = 3, perception = 1, hp = 8, recovery = 2, endurance = 4, food = 2, incantations = { "Light" } }
member "Pike"   { agility = 2, stealth = 1, tinkering = 1, hp = 9, recovery = 2, endurance = 5, food = 2, lockpicks = true }
member "Odo"    { spirit = 2, perception = 1, hp = 10, recovery = 3, endurance = 5, food = 2, recovery_die = 8 }
track.torches.start = 10
