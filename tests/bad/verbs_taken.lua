-- A verb can belong to only one action.
extends "lamplight"

action "look"  { aka = "search" }
action "climb" { aka = { "up", "pass" } }
action "jump"  { aka = "up" }
action "swim"  { aka = "to the shore" }
-- expect: verbs_taken.lua:4: action "look": 'search' is a verb of the action "search" already
-- expect: verbs_taken.lua:5: action "climb": 'pass' is one of Sconce's own verbs; choose another name
-- expect: verbs_taken.lua:6: action "jump": 'up' is a verb of the action "climb" already
-- expect: verbs_taken.lua:7: action "swim", aka: a verb is one word of letters, digits and _, and this is "to the shore"
