-- find_plain.lua -- searches for a text of 500,000 letters in one of a million, in quadratic time
-- ends by: work
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local s = ("a"):rep(1000000) local t = ("a"):rep(500000) .. "b" say(s:find(t, 1, true) and "yes" or "no") end
