-- load_pattern.lua -- a pattern that takes for ever, while the file is read
-- timeout: 1
extends "delving"
local s = ("a"):rep(100)
local x = s:find("a*a*a*a*a*a*a*a*b")
