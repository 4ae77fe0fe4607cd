-- A setting cannot be read while files are read, since a later file may change it.
extends "lamplight"

light.torch.lasts = setting.grace + 2 .. " turns"
-- expect: setting_read_early.lua:4: setting.grace cannot be read while files are being read: a later file may still change it; read it inside a function
