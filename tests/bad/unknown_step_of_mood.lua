-- A ladder is set to a step that it does not have.
extends "lamplight"
action "sulk" { help = "sulk" }
function act.sulk() set("mood", "grimm") end
-- play: sulk
-- expect: unknown_step_of_mood.lua:4: set, mood: one of its steps is needed, calm, wary or grim, and this is "grimm"
