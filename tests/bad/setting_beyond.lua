-- A number out of bounds, in a house file.
extends "lamplight"

setting.grace = 7
-- expect: setting_beyond.lua:4: setting "grace": a number from 0 to 6 is needed, and this is 7
