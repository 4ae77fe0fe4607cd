-- utf8_surr.lua -- says the bytes of a UTF-16 surrogate, which are not UTF-8
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  say("\xed\xa0\x80")
end
