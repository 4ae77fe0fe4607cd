-- each.lua -- steps that run for each member.
ruleset "Each" { turn = "10 minutes", check = "1d20", procedure = "turn" }
track "cold"  { of = "member", min = 0 }
track "fires" { min = 0 }
procedure "turn" { "dusk", "act", "chill", "time" }
procedure "watch" { "chill" }
action "rest"  { by = "each", default = true }
action "leave" { turns = 0, takes = { "member" } }
action "keep"  { turns = 0, enters = "watch" }
function act.leave(_, who) who.away = true end
function step.dusk(...) say("Dusk %d.", select("#", ...)) end
function step.chill(who)
  local n = dice("1d6", who.name)
  gain(who, "cold", n)
  if n == 6 then named("B").away = true end
  if n == 5 then gain "fires" end
end
