-- dusk.lua -- a deed of three turns that needs something only to begin, and one that needs it all the time.
ruleset "Dusk" { turn = "4 hours", starts = "18 hours" }
procedure "watch" { "act", "night", "time" }
track "fuel" { start = 1, min = 0 }
track "faint" { of = "member", start = false, idle = true }
event "howl" { text = "A howl.", stops = true }
action "camp"  { turns = 3, asked_once = true, keeps = true, needs = { fuel = "There is no wood." } }
action "watch" { turns = 3, needs = { fuel = "The fire is out." } }
action "wait"  {}
function cannot.camp() if clock.hour ~= 18 then return "They camp at dusk." end end
function act.camp() say "Morning." end
function step.night()
  lose "fuel"
  if dice "1d6" == 1 then emit "howl" {} end
end
member "A" {}
