-- question_texts.lua -- asks a question with a thousand choices of ten thousand letters each
extends "delving"
action "bomb" { turns = 0 }
question "q" { text = "?", choices = function()
  local t = {}
  for i = 1, 1000 do t[i] = ("c"):rep(9990) .. i end
  return t
end }
function act.bomb() ask "q" end
