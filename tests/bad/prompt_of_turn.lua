-- The prompt cannot show a track of the turn.
extends "lamplight"
track "din" { of = "turn", prompt = true }
-- expect: prompt_of_turn.lua:3: track "din": the prompt shows tracks of the party, its members and lights, the room and the campaign, and this is of the turn
