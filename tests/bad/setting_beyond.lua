-- A house file sets a number out of its bounds.
extends "lamplight"

setting.grace = 7
-- expect: setting_beyond.lua:4: setting "grace": a number from 0 to 6 is needed, and this is 7
