-- load_error_esc.lua -- one of many
extends "delving"
error("\27[31m\0oops")
