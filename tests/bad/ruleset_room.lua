-- The first room must be a name.
ruleset "Somewhere" { turn = "10 minutes", room = 3 }
procedure "turn" { "act", "time" }
action "wait" {}
-- expect: ruleset_room.lua:2: ruleset "Somewhere", room: the name of a room is needed, in quotes, and this is 3
