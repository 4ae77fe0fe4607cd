-- walls.lua -- tracks of things: bounds that a rule gives for each, their maxima, and how they are shown.
ruleset "Walls" { turn = "10 minutes" }
kind "weather" { cold = 1 }
weather "storm" { cold = 2 }
kind "wall" { most = 4, sky = "weather" }
wall "gate"      { hits = 3, sky = "storm" }
wall "old tower" { hits = 2, most = 9, sky = "storm" }
track "hits"  { of = "wall", min = 0, max = function(w) return w.most end, help = "what it can take" }
track "rats"  { of = "wall", min = 0, start = 1 }
track "stone" { of = "wall", min = 0, max = "own", start = 7 }
track "minutes" { start = 2 }
track "rooms"   { start = 2 }
procedure "turn" { "act", "time" }
deck "pack" { cards = { "5C", "6H", "7D" }, public = true }
action "mend" {}
function act.mend()
  for w in each(wall) do gain(w, "hits", 5) end
  say("gate %d of %d, stone %d", wall.gate.hits, wall.gate.max.hits, wall.gate.max.stone)
end
action "write" {}
function act.write() wall["old tower"].hits = 2 end
action "shiver" {}
function act.shiver() say(wall.gate.sky.cold) end
action "pry" {}
function act.pry() say(wall.gate.max.wood) end
