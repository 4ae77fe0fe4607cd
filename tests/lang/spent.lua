-- spent.lua -- a light is lit and its supply goes down: which messages and events follow.
ruleset "Spent" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
light "torch" { lasts = "3 turns", spends = "torches" }
track "torches" { start = 2, min = 0 }
track "fear" {}
event "last" {}
action "kindle" { turns = 0 }
action "search" {}
function act.kindle() kindle "torch" end
function on.torches(_, was, now)
  gain "fear"
  if now == 0 then emit "last" {} say("%d, and that was the last", was) end
end
