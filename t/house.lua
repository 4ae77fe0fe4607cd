-- house.lua -- the house rules of this campaign.  Saved while you play, they are read again
-- before the next command.  `sconce rules delving` shows all there is to change.
extends "delving"

-- Call to make, assign to change, nil to remove:
--
-- light.torch.lasts = "4 turns"                   -- torches here are poor
-- light "glowworm" { lasts = "2 turns" }          -- and there is something new
