-- accents_slip.lua -- a slip behind accents of their own.
extends "accents"
member "André" { hold = "Zoë" }
