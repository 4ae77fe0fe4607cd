-- text_bits.lua -- takes a text of a million blanks for a number in an operator of bits
extends "delving"
action "bomb" { help = "x" }
function act.bomb()
  local s, n = "1" .. (" "):rep(1000000), 0
  for _ = 1, 1e9 do n = n | s end
end
