-- A field of a burning light is misspelt, which only shows in play.
extends "lamplight"
function on.kindled(lamp) say("It lights %s.", lamp.brigth) end
-- play: light torch
-- expect: unknown_of_lamp.lua:3: a lamp has nothing called 'brigth'; there are holder, kind and secs
