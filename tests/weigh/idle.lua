-- idle.lua -- who is faint does nothing and is there: alone, in defaults, in rounds, and in a deed of two turns.
-- ask: --plan "dig; haul; rest" --turns 4 --measure "dug=party.dug" --measure "faint=count(party, 'faint')" --measure "done=sum(party, 'done')"
ruleset "Idle" { turn = "10 minutes" }
procedure "turn" { "damp", "act", "time" }
track "faint" { of = "member", start = false, idle = { "wake" } }
track "dug"   { max = 40, full = "through" }
track "done"  { of = "member", max = 6 }
event "through" {}
event "hauled" {}
member "A" {}
member "B" {}
member "C" {}
action "dig"  { by = "each" }
action "haul" { by = "one" }
action "wake" { by = "each" }
action "rest" { by = "each", default = true }
function step.damp(who)
  if who.faint then
    if dice "1d6" >= 5 then set(who, "faint", false) end
  elseif dice "1d6" == 1 then set(who, "faint", true) end
end
function act.dig(who) if dice "1d6" >= 4 then gain "dug" gain(who, "done") end end
function act.haul() emit "hauled" {} end
function act.rest(who) if dice "1d4" == 1 then gain(who, "done") end end
