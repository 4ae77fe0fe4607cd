-- loops.lua -- lines that roll until something comes; their exact odds leave out less than 1 in 10^12.
ruleset "Loops" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
chart "finds" { die = "1d6", { "1-4", "coin" }, { "5", "gem" }, { "6", "again", "Roll again.", function() roll "finds" end } }
event "hit" {}
event "late" {}
action "roll_six" {}
action "reroll" {}
action "find" {}
function act.roll_six()
  local tries = 0
  repeat tries = tries + 1 until dice "1d6=6" == 1
  emit "hit" {}
  if tries > 40 then emit "late" {} end
end
function act.reroll()
  local face
  repeat face = dice "1d6" until face > 1
  if face == 6 then emit "hit" {} end
end
function act.find() roll "finds" end
