Lua
-- expect: compiled.lua:1: this is compiled Lua; give the text that it was made from
