-- fumes.lua -- a plain loop over the party, with a second die for those who fail.
extends "delving"
member "Bram" { hp = 7, con = 1 }
member "Ysolde" { hp = 6, con = 2 }
member "Pike" { hp = 5 }
action "fumes" { help = "bad air" }
function act.fumes()
  for who in each(party) do
    if not check(who, "con", 12) then lose(who, "hp", dice("1d4", "fumes")) end
  end
end
