-- The host already has a verb of that name.
extends "lamplight"

action "note" { help = "write it down" }
-- expect: host_verb_as_verb.lua:4: action "note": 'note' is one of Sconce's own verbs; choose another name
