-- Right: lights that members hold in the rules are lit in the first room.
ruleset "Lit" { turn = "10 minutes", room = "gate" }
procedure "turn" { "act", "time" }
kind.room:has { dread = 0 }
room "gate" { dread = 2 }
light "torch" { lasts = "6 turns" }
track "fear" { min = 0 }
member "Bram" { holds = "torch" }
action "wait" { default = true }
function on.kindled()
  if here.dread > 1 and party.room == "gate" then gain "fear" end
end
function act.wait() end
