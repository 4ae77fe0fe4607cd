-- load_pattern.lua -- backtracks without end in a pattern, while the file is read
-- ends by: work
-- timeout: 1
extends "delving"
local s = ("a"):rep(100)
local x = s:find("a*a*a*a*a*a*a*a*b")
