-- anew.lua -- what holds for one turn of each member, and defaults of members that a house file changes.
ruleset "Anew" { procedure = "turn", turn = "10 minutes", check = "1d20" }
kind.member:has { mask = false, kin = "human|elf = human", dex = 0, weapon = "string?" }
procedure "turn"  { "act", "breath", "time" }
procedure "fight" { lasts = "10 seconds", "act", "breath", "time" }
track "worked" { of = "member", start = false, anew = "turn" }
track "spare"  { of = "member", start = 2, min = 0, max = "own", anew = "turn" }
track "air"    { of = "member", start = 24, min = 0 }
track "rage"   { of = "member", min = 0, anew = "fight" }
action "toil"   { by = "each", gains = "worked", loses = "spare" }
action "rest"   { by = "each", default = true }
action "brace"  { by = "each", turns = 0, gains = "worked" }
action "battle" { enters = "fight" }
action "peace"  { leaves = "fight" }
action "roar"   { by = "each", during = "fight", gains = { "rage", "worked" } }
function step.breath(who) lose(who, "air", who.worked and 2 or 1) end
function on.worked(who, _, now) if not now then say("%s rests.", who.name) end end
