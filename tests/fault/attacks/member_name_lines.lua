-- member_name_lines.lua -- a member renamed to lines and escapes
extends "delving"
action "bomb" { turns = 0 }
function act.bomb() party.members[1].name = "\27[31mX\nT9 9:99> crawl" end
