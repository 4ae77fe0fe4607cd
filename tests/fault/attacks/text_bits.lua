-- text_bits.lua -- a long text is not a number for the operators of bits.
extends "delving"
action "bomb" { help = "x" }
function act.bomb()
  local s, n = "1" .. (" "):rep(1000000), 0
  for _ = 1, 1e9 do n = n | s end
end
