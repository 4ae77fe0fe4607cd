-- A table in two places of the state would become two tables when it is stored.
extends "lamplight"

action "pack" { help = "pack up" }
function act.pack()
  local rope = { "rope" }
  table.insert(party.near, rope)
  table.insert(party.near, rope)
end
-- play: pack
-- expect: table_twice_in_state.lua:8: party.near.2: the same table is kept in a second place; keep a name or a copy instead
