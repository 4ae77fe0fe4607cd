-- load_error_huge.lua -- one of many
extends "delving"
error(("x"):rep(1000000))
