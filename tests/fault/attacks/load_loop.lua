-- load_loop.lua -- loops without end while the file is read
-- ends by: work
extends "delving"
while true do end
