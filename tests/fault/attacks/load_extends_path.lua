-- load_extends_path.lua -- extends a file outside the campaign by its path
extends "delving"
extends "../../../etc/passwd"
