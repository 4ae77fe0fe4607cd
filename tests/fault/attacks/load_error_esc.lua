-- load_error_esc.lua -- fails, while the file is read, with a terminal escape and a NUL in the message
extends "delving"
error("\27[31m\0oops")
