-- Rules assign fields that the host keeps itself, with values of a wrong type.
extends "lamplight"

action "again" { help = "count anew", turns = 0 }
function act.again() turn.number = "one" end
action "elsewhere" { help = "be somewhere else", turns = 0 }
function act.elsewhere() party.room = here end
-- play: again
-- play: elsewhere
-- expect: hosts_own_field.lua:5: the turn, number: this is the host's, a whole number, and cannot be "one"
-- expect: hosts_own_field.lua:7: the party, room: this is the host's, a text, and cannot be { name = "start", … }
