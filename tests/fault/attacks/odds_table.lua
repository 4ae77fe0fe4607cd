-- odds_table.lua -- asks for the odds of a table, whose text in Lua is its address
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() odds({}) end
