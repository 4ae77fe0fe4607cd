-- Right: the last word of a choice with a default, "= firm", is compared as a text.
extends "lamplight"
kind.room:has { ice = "firm|rotten|crevassed = firm" }
action "haul" {}
function act.haul() if here.ice == "crevassed" then say "No." end end
