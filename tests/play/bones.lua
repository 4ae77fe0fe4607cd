-- bones.lua -- turns of no length, no lights, and dice that no chart speaks of: for transcripts.
ruleset "Bones" { check = "1d20" }
procedure "turn" { "act", "toll", "time" }
track "toll" {}
event "knell" { text = "A bell, {n}.", stops = true }
action "wait" { help = "let it come" }
action "heed" { turns = 0, help = "is it heard?" }
function act.wait() say("You wait.") end
function step.toll()
  local n = dice("1d6", "toll")
  gain("toll", n)
  if n == 6 then
    say("It is near.")
    emit "knell" { n = party.toll }
  end
end
