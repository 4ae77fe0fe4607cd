-- A deed of one is given that one, and no list.
extends "lamplight"
member "Bram" { hp = 6 }
action "talk" { by = "one", takes = { "text?" } }
function act.talk(who, what) say("%s: %s", who.name, what or "well") end
