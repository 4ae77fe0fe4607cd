-- Right: in a turn of three deeds, the deeds of one typed line are kept apart.
ruleset "Threefold" { turn = "10 minutes" }

member "Bram" {}   member "Pike" {}   member "Ann" {}   member "Zoe" {}

procedure "turn" { deeds = 3, "act", "time" }

action "search" { by = "each" }
action "rest"   { by = "each" }
action "move"   {}
function act.search(who) say("%s searches.", who.name) end
