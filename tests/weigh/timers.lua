-- timers.lua -- several timers end at once, have rolled lengths, and start other timers.
-- ask: --turns 5 --plan "brew; wait; wait" --measure 'n=#party.marks' --measure 'hp=least(party,"hp")' --before blast,venom
ruleset "Timers" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "marks" { start = {} }
track "hp" { of = "member", min = 0, max = "own", start = 5 }
timer "venom" { of = "member", lasts = "1 turn" }
timer "fuse" { lasts = "20 minutes" }
timer "bubble" {}
light "candle" { lasts = "2 turns" }
member "A" {}
member "B" {}
event "blast" {}
action "brew" {}
action "wait" {}
function act.brew()
  start("venom", pick(party, "bitten"))
  start("bubble", nil, { lasts = dice "1d3" .. " turns" })
  if not running "fuse" then start "fuse" end
  if #burning() == 0 then kindle("candle", party.members[1], { free = true }) end
end
function on.venom(who) lose(who, "hp") if dice "1d2" == 1 then start("venom", who) end end
function on.fuse() emit "blast" {} if dice "1d3" == 1 then start "fuse" end end
function on.bubble() gain("marks", dice "1d2" == 1 and "pop" or "fizz") if #party.marks > 2 then party.marks = {} end end
function on.light_out(lamp) if dice "1d2" == 1 then kindle(lamp.kind, lamp.holder, { free = true }) end end
