-- weights.lua -- a pick with weights from the state, out of lists that shrink.
-- ask: --turns 5 --plan "go" --measure 'left=#party.left' --measure 'heavy=#party.left > 0 and party.left[1].w or 0' --before ruby,glass
ruleset "Weights" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "left" { start = {} }
track "luck" { start = 1, min = 0, max = 4 }
event "took" {}
event "ruby" {}
event "glass" {}
event "coal" {}
event "husk" {}
action "go" {}
function on.turn_start()
  if turn.number == 1 then
    gain("left", { name = "ruby", w = 1 }) gain("left", { name = "glass", w = 3 })
    gain("left", { name = "coal", w = 5 }) gain("left", { name = "husk", w = 0 })
  end
end
function act.go()
  if #party.left < 2 then return end
  local it = pick(party.left, "take", function(x) return x.w * party.luck + (x.name == "ruby" and 1 or 0) end)
  emit "took" { what = it.name }
  emit(it.name, {})
  lose("left", it)
  if dice "1d4" == 4 then gain "luck" elseif dice "2d4kl1" == 1 and party.luck > 1 then lose "luck" end
end
