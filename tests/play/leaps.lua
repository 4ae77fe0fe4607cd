-- leaps.lua -- each does one thing a turn; some go away by it, and others faint.
ruleset "Leaps" { turn = "10 minutes" }
procedure "day" { deeds = "each", "act", "dusk", "time" }
track "gone"  { of = "member", start = false, away = true }
track "faint" { of = "member", start = false, idle = true }
action "wait"  { by = "each", default = true }
action "leap"  { by = "each", gains = "gone" }
action "swoon" { by = "each", gains = "faint" }
action "shout" { by = "each" }
action "dig"   { by = "each" }
function act.wait(who) say("%s waits.", who.name) end
function act.shout(who)
  for other in each(party) do
    if other ~= who then gain(other, "gone") end
  end
end
function step.dusk()
  say("Dusk %d.", turn.number)
  for who in each(party) do
    if who.faint and turn.number % 5 == 0 then lose(who, "faint") end
  end
end
member "A" {}
member "B" {}
member "C" {}
