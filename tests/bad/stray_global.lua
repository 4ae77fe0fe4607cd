-- A new name must be local.
extends "lamplight"

lanterns = 4
function rations() return 3 end
-- expect: stray_global.lua:4: 'lanterns' is not local; write local lanterns = …, and what play changes as a track
-- expect: stray_global.lua:5: 'rations' is not local; write local function rations, or function rule.rations, which a house file can wrap
