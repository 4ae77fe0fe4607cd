-- A member of the rules cannot begin so.
extends "delving"

member "Ysolde" { hp = 4 }
member "Bram" { hp = -1 }
-- expect: member_fault.lua:5: Bram, hp: -1 is below its minimum, 0; set("hp", …), gain and lose keep it within
