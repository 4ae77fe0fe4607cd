-- compared.lua -- totals of dice that rules only compare: with a number, a track, another roll; halved; on either side of
-- the sign.  Studies keep of such a total only on which side it falls, in the order in which the dice fall.
-- ask: --turns 2 --plan go --measure "n=party.n"
ruleset "Compared" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "alarm" { max = 9 }
track "n" {}
member "A" {}
chart "sounds" { die = "1d6", { "1-3", "drip" }, { "4-6", "growl" } }
event "met" {}
action "go" {}
function rule.limit() return dice "1d6" + party.alarm end
function act.go()
  gain("alarm", 1)
  if dice("1d10", "on " .. party.alarm .. " or less") <= party.alarm then emit "met" {} end
  if party.alarm >= dice "2d6" and dice "1d6" > 2 then roll "sounds" end
  if dice "1d8" <= rule.limit() then emit "met" {} end
  if dice "1d6/2" < 1.5 then gain "n" end
  if dice "1d4" == 4 then set("alarm", 0) elseif dice "1d4" ~= 1 then gain "n" end
  if dice "1d6" >= 0/0 or dice "1d6" < 2^53 + 2 then gain "n" end
  repeat local face = dice "1d6" until face > 4
  local face
  repeat face = dice "1d6" until face >= 5
  set("n", party.n + face)
end
