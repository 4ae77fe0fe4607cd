-- fainted.lua -- both may be faint at once: then a turn passes, and nobody does anything.
-- ask: --turns 4 --plan climb --otherwise wait --measure "faint=count(party, 'faint')"
ruleset "Fainted" {}
procedure "turn" { "act", "air", "time" }
track "faint" { of = "member", start = false, idle = true }
track "air"   { max = 3 }
action "climb" { by = "each" }
action "wait"  { by = "each", default = true }
function act.climb(who) if dice "1d2" == 1 then gain(who, "faint") end end
function act.wait(who) if dice "1d4" == 1 then gain "air" end end
function step.air()
  for who in each(party) do
    if who.faint and dice "1d3" == 1 then lose(who, "faint") gain "air" end
  end
end
member "A" {}
member "B" {}
