-- An action for all gets a list of who does it.
extends "lamplight"

action "stretch" { help = "stretch" }
function act.stretch(who) say "They stretch." lose(who, "hp") end
-- play: stretch
-- expect: members_by_list.lua:5: lose: this is a list; for who in each(list) do lose(who, "hp") end goes through it
