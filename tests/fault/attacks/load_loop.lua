-- load_loop.lua -- an endless loop while the file is read
extends "delving"
while true do end
