-- Right: a file may calculate, loop and use local functions while it is read.
extends "lamplight"

local colours = { "red", "green", "blue" }
local function lantern(colour, turns)
  light("lantern_" .. colour) { lasts = turns .. " turns", bright = "9 m", help = ("a %s one"):format(colour) }
end
for i, colour in ipairs(colours) do lantern(colour, 6 * i) end
local rows = { die = "1d" .. #colours }
for i = 1, #colours do rows[i] = { tostring(i), colours[i], "It is " .. colours[i] .. "." } end
chart "colour" (rows)
for name in each(colours) do action("light_" .. name) { turns = 0 } end
for _, name in ipairs(colours) do
  act["light_" .. name] = function(them) kindle("lantern_" .. name, them[1], { free = true }) end
end
local most = math.max(1, #colours)
track "lanterns" { min = 0, max = most, start = 1 }
-- play: light_red
