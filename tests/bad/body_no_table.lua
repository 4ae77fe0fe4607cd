-- A text follows the name, where the fields must stand in braces.
extends "lamplight"

light "lamp" "4 turns"
-- expect: body_no_table.lua:4: light "lamp" takes its fields in braces, and this is "4 turns"
