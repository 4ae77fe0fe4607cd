-- Fields are given to a kind that does not exist, and without braces.
extends "lamplight"
kind.ligth:has { smell = "string?" }
kind.light:has "smell"
-- expect: has_of_nothing.lua:3: there is no kind 'ligth'; did you mean 'light'? | write: kind.light:has { smell = "string?" }
-- expect: has_of_nothing.lua:4: kind.light:has takes fields in braces, as { name = 0 }, and this is "smell"
