-- See circle_a.lua.
include "circle_a"
