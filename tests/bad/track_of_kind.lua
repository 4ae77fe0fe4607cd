-- Tracks of kinds are misspelt, of the program, named like a field, kept under a name that is taken, or in the prompt.
extends "lamplight"
kind "myth" { hd = 1 }
myth "dragon" {}
track "a" { of = "mytth" }
track "b" { of = "chart" }
track "hd" { of = "myth" }
track "c" { of = "myth" }
track "c_dragon" {}
track "d" { of = "myth", prompt = true }
action "look" {}
function act.look() gain("c") say(party.c) end
-- expect: track_of_kind.lua:4: track "c": of the myth "dragon" it is kept as c_dragon, and a track has that name; choose another
-- expect: track_of_kind.lua:5: track "a", of: "party", "member", "light", "room", "turn", "campaign" or a kind of your own is needed, and this is "mytth"; did you mean "myth"? | write: track "a" { of = "myth" }
-- expect: track_of_kind.lua:6: track "b", of: "party", "member", "light", "room", "turn", "campaign" or a kind of your own is needed, and this is "chart"
-- expect: track_of_kind.lua:7: track "hd": a myth has a field of that name, made at track_of_kind.lua:3; choose another, or take the field away
-- expect: track_of_kind.lua:10: track "d": the prompt shows tracks of the party, its members and lights, the room and the campaign, and this is of the myth
-- expect: track_of_kind.lua:12: the party has no track 'c': it is a track of the myth, myth.NAME.c
