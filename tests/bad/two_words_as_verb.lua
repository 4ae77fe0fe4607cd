-- A verb must be one word.
extends "lamplight"

action "look around" { help = "turn your heads" }
-- expect: two_words_as_verb.lua:4: action "look around": a verb is one word of letters, digits and _
