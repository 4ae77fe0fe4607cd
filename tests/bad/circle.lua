-- Two files extend each other; see extends_circle.lua.
extends "extends_circle"
-- expect: extends_circle.lua:2: extends "circle" goes round in a circle: that file extends this one
