-- Right: an action by one member is given that member, and not a list.
extends "lamplight"
member "Bram" { hp = 6 }
action "talk" { by = "one", takes = { "text?" } }
function act.talk(who, what) say("%s: %s", who.name, what or "well") end
