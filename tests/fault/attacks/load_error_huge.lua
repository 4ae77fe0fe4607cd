-- load_error_huge.lua -- fails, while the file is read, with a message of 1 MB
extends "delving"
error(("x"):rep(1000000))
