-- One of several questions that are asked as one does not exist.
extends "lamplight"
action "meet" { turns = 0 }
function act.meet() say("%s", ask({ "grope", "sidee" }).side) end
-- expect: ask_parts.lua:4: there is no question 'sidee'; did you mean 'side'? | write: function act.meet() say("%s", ask({ "grope", "side" }).side) end
