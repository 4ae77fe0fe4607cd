-- queues.lua -- lists of which a line changes only the ends, and numbers to which it adds without reading them.  The
-- lists are a queue, one that is also read in the same line, one that gets tables, and one that gets one item; the
-- numbers are a way that is measured, gold beyond what a double holds exactly, and steps of each member.
-- ask: --turns 4 --plan "go; stop" --measure way=party.way --measure long=#party.queue --before served,sent
-- sim: --turns 12 --plan "go; stop" --measure way=party.way --measure long=#party.queue --measure gold=party.gold
ruleset "Queues" { turn = "10 minutes" }
procedure "turn" { "act", "serve", "look", "time" }
track "queue" { start = {} }
track "seen"  { start = {} }
track "deeds" { start = {} }
track "lost"  { start = {} }
track "way"   { unit = "m", tally = true }
track "gold"  { start = 0 }
track "steps" { of = "member", start = 0 }
event "served" {}
event "sent" {}
member "A" {}
member "B" {}
action "go" {}
action "stop" {}
function act.go()
  local what = dice "1d2" == 1 and "cat" or "dog"
  table.insert(party.queue, what)
  table.insert(party.seen, what)
  if #party.seen > 3 then party.seen = {} end
  if dice "1d3" == 1 then gain("way", "12 m") else gain("way", "5 m") end
  gain("gold", 3)
  if dice "1d6" == 1 then party.gold = (1 << 53) - 5 end
end
function act.stop()
  local deed = { what = "rest" }
  table.insert(party.deeds, deed)
  if #party.deeds > 2 then party.deeds = {} end
  local word = "x"
  if #party.lost == 0 then table.insert(party.lost, word) end
  if party.gold > 1000 then party.gold = 0 end
end
function step.serve()
  if dice "1d2" == 2 then return end
  local next = table.remove(party.queue, 1)
  if next == "cat" then emit "served" {} elseif next then emit "sent" {} end
end
function step.look(who)
  if dice "1d3" == 1 then gain(who, "steps", 2) end
  if who.steps > 3 then who.steps = 0 end
end
