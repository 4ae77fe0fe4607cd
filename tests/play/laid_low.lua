-- laid_low.lua -- whoever is down does nothing; a sleep of several hours goes on when the lantern burns down.
ruleset "Laid low" { turn = "1 hour", procedure = "turn" }
member "Bram" { hp = 6 }
member "Pike" { hp = 6 }
light "lantern" { lasts = "2 turns" }
track "hp" { of = "member", min = 0, max = "own" }
track "down" { of = "member", start = false }
function on.hp(who, _, now) set(who, "down", now == 0) end
function on.down(who, _, now) who.away = now end
timer "stage" { lasts = "1 day" }
procedure "turn" { "act", "time" }
action "sleep" { turns = 4, keeps = true, dark = true }
action "dig" { turns = 4, keeps = true }
action "sicken" { turns = 0 }
function act.sicken() start("stage", "Bram's fever") end
procedure "vigil" { "watch", "pray", "time" }
action "keep_watch" { during = "vigil", at = "watch" }
action "kneel" { by = "each", during = "vigil", at = "pray", default = true }
action "chant" { by = "each", during = "vigil", at = "pray", takes = { "text?" } }
action "vigil" { enters = "vigil" }
