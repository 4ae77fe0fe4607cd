-- Lights spend a track that does not exist, and a track of the turn.
extends "lamplight"
light "lamp" { lasts = "24 turns", spends = "oil" }
light "reed" { lasts = "1 turn", spends = "noise" }
-- expect: light_spends_missing.lua:3: light "lamp", spends: there is no track 'oil'; there are hp, torches, walked, near, mood and noise; to make one, add track "oil" {}
-- expect: light_spends_missing.lua:4: light "reed", spends: the track 'noise' is the turn's, and supplies are the party's or a member's
