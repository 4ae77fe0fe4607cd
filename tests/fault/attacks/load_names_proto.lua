-- load_names_proto.lua -- declares tracks and rows with names that are special in Lua or JavaScript
extends "delving"
action "bomb" { turns = 0 }
track "__index" {}
track "__proto__" {}
chart "constructor" { die = "1d1", { "1", "__gc", "x" } }
setting.__newindex = 1
