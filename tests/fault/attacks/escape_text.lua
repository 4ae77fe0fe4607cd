-- escape_text.lua -- says terminal escapes and bytes that are not UTF-8, and fails with more of them
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() say("\27[2J\27]0;owned\7 and \0 and \255\254") error("\27[31mred") end
