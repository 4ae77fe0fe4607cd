-- load_extends_path.lua -- one of many
extends "delving"
extends "../../../etc/passwd"
