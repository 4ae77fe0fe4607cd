-- load_names_proto.lua -- names that other languages treasure
extends "delving"
action "bomb" { turns = 0 }
track "__index" {}
track "__proto__" {}
chart "constructor" { die = "1d1", { "1", "__gc", "x" } }
setting.__newindex = 1
