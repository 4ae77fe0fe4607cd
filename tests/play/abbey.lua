-- abbey.lua -- the four who spend the evenings of delving_100.play and delving_40.play.
extends "delving"
member "Bram"   { str = 2, con = 1,  hp = 7 }
member "Ysolde" { wis = 2, hp = 6, holds = "torch" }
member "Pike"   { dex = 3, con = -1, hp = 5 }
member "Oda"    { cha = 1, hp = 6 }
track.torches.start = 4
track.candles.start = 2
question.at_zero.always = "down"
chart.creatures { die = "1d6",
  { "1-2", "{2d6} rats" }, { "3-4", "{3d6} bats" }, { "5", "{1d4+1} goblins" }, { "6", "an ooze" } }
