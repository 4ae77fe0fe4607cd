-- say_nl.lua -- harmless: says line breaks and a line that looks like a prompt
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  say("a\nb\r\nfake T9 9:99> ")
end
