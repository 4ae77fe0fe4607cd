-- load_extends_esc.lua -- one of many
extends "delving"
extends "\27[31m"
