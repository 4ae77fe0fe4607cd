-- saltmarsh_party.lua -- becomes the party.lua of the campaign in table.play.
member "Bram"   { con = 1, str = 2, wis = 1 }
member "Ysolde" { con = 0 }
member "Pike"   { con = -1 }
torches = 4
