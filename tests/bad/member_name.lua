-- A member of the rules has a name that cannot be typed.
extends "delving"

member "_G" { }
-- expect: member_name.lua:4: '_G' cannot be a name: begin with a letter, use 60 at most, single blanks, and no , ; + = : or "
