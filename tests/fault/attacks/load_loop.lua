-- load_loop.lua -- loops without end while the file is read
extends "delving"
while true do end
