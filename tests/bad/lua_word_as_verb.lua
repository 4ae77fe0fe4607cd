-- A verb cannot be a reserved word of Lua.
extends "lamplight"

action "break" { help = "break a door down" }
-- expect: lua_word_as_verb.lua:4: action "break": that is a word of Lua, so act.break cannot be written; choose another name, as "break_it", and aka = "break"
