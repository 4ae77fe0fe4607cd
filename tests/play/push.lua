-- push.lua -- a room to go into, and a deed that takes no turn: one more look, which may go too far.
ruleset "Push" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "looks" { start = 0, max = 3, quiet = true }
event "bust" { text = "Too far." }
action "on"   { by = "party" }
action "push" { by = "party", turns = 0 }
action "bank" { by = "party", turns = 0 }
function act.on() set("looks", 3) end
function cannot.push() if party.looks == 0 then return "There is nothing to push in." end end
function act.push()
  lose "looks"
  if dice "1d4" == 1 then
    set("looks", 0)
    emit "bust" {}
  end
end
