-- A list of names stands where a list of members is needed.
extends "lamplight"

action "stretch" { help = "stretch" }
function act.stretch() lose({ "Bram" }, "hp") end
-- play: stretch
-- expect: members_by_list.lua:5: lose: members, rooms or lamps are needed in the list, and this is "Bram"; named("Bram") is the member of that name
