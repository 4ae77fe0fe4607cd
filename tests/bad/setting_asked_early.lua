-- Settings are compared and read while files are read, when a later file may still change them.
extends "lamplight"

if setting.dark == "ask" then light.candle.lasts = "6 turns" end
local g = setting.grace.default
-- expect: setting_asked_early.lua:4: setting.dark cannot be read while files are being read: a later file may still change it; read it inside a function
-- expect: setting_asked_early.lua:5: setting.grace cannot be read while files are being read: a later file may still change it; read it inside a function
