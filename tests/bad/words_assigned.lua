-- Words of the language cannot be assigned.
extends "lamplight"

roll = 3
light = {}
torches = 4
function say() end
-- expect: words_assigned.lua:4: 'roll' is a word of the language and cannot be assigned; choose another name
-- expect: words_assigned.lua:5: 'light' is a word of the language and cannot be assigned; to change one of them, write light.NAME.FIELD = …, and a name of your own is local
-- expect: words_assigned.lua:6: 'torches' alone is not a name; the track is changed with set("torches", …), and where it begins is track.torches.start
-- expect: words_assigned.lua:7: 'say' is a word of the language and cannot be assigned; choose another name
