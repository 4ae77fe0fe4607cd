-- Two files extend each other.
extends "circle"
-- expect: circle.lua:2: extends "extends_circle" goes round in a circle: that file extends this one
