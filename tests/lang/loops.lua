-- loops.lua -- lines that roll until something comes; their exact odds leave out ways that are less likely than 1 in 10^15.
ruleset "Loops" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
chart "finds" { die = "1d6", { "1-4", "coin" }, { "5", "gem" }, { "6", "again", "Roll again.", function() roll "finds" end } }
event "hit" {}
event "late" {}
action "roll_six" {}
action "reroll" {}
action "find" {}
action "keep" {}
action "gather" {}
track "n" {}
function act.roll_six()
  local tries = 0
  repeat tries = tries + 1 until dice "1d6" == 6
  emit "hit" {}
  if tries > 40 then emit "late" {} end
end
function act.reroll()
  local face
  repeat face = dice "1d6" until face > 1
  if face == 6 then emit "hit" {} end
end
function act.find() roll "finds" end
-- Reads the last face after the loop.
function act.keep()
  local face, tries = 0, 0
  repeat
    tries = tries + 1
    face = dice "1d6"
  until face >= 5
  set("n", face)
  if tries == 2 then emit "late" {} end
end
-- Adds up the faces that continue the loop.
function act.gather()
  local face, sum = 0, 0
  repeat sum = sum + face face = dice "1d4" until face == 4 or sum > 2
  set("n", sum)
end
