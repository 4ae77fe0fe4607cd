-- sums.lua -- totals of dice that rules compare with something added: a field, a track, what a rule gives, halves; with
-- numbers, tracks and halves.  Studies keep of such a total only on which side it falls.
-- ask: --turns 2 --plan "go; rest" --measure "n=party.n"
ruleset "Sums" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
kind.member:has { hits = 0, half = 0.5 }
track "hurt" { of = "member", max = 3 }
track "alarm" { max = 4 }
track "n" {}
member "A" { hits = 2 }
member "B" { hits = -1 }
event "met" {}
event "seen" {}
action "go" {}
action "rest" {}
function rule.able(who) return who.hits - who.hurt + (dice "1d4" == 1 and 1 or 0) end
function act.go()
  for who in each(party) do
    if dice "1d20" + who.hits - who.hurt >= 13 then emit "met" {} else gain(who, "hurt") end
    if dice("1d20") + rule.able(who) < 9 + party.alarm then gain "alarm" end
  end
  local ok = dice "2d6" + party.alarm * 2 > 10
  if ok and dice "1d6" - 1 <= party.n then gain "n" end
end
function act.rest()
  for who in each(party) do
    if dice "1d6" + who.half >= 4 then emit "seen" {} end
    if dice "1d6" + (who.hurt > 1 and 2 or 0) >= party.alarm + 0.5 then gain "n" end
    if dice "1d6/2" + 2 - who.hits <= 3.5 then gain "alarm" end
  end
  if dice "1d8" + 2^60 >= 2^60 + 4 then gain "n" end
  if dice "1d8" - math.maxinteger < party.n then emit "met" {} end
end
