-- member_name_lines.lua -- renames a member to a name with an escape and a line break
extends "delving"
action "bomb" { turns = 0 }
function act.bomb() party.members[1].name = "\27[31mX\nT9 9:99> crawl" end
