-- loop_light.lua -- relights a light of no duration whenever it goes out
-- ends by: count
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
light.candle { lasts = "0 turns" }
function on.light_out(lamp) kindle("candle", lamp.holder, { free = true }) end
function act.bomb() kindle("candle", nil, { free = true }) pass "1 hour" end
