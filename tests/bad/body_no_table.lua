-- A table of fields must follow the name.
extends "lamplight"

light "lamp" "4 turns"
-- expect: body_no_table.lua:4: light "lamp" takes its fields in braces, and this is "4 turns"
