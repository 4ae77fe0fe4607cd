-- faint.lua -- one chance in a hundred million that everybody is laid low; read by evening_facts.play.
ruleset "Faint" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
member "Bram" {}
track "asleep" { away = true }
action "walk" {}
function act.walk() end
function on.turn_end()
  if dice "8d10" == 8 then set(party, "asleep", true) end
end
