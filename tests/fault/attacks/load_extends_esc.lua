-- load_extends_esc.lua -- extends a ruleset with a terminal escape in its name
extends "delving"
extends "\27[31m"
