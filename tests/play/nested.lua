-- nested.lua -- keeps lists within lists, as deep as a state may have them
extends "delving"
track "well" { start = {} }
action "dig" { turns = 0, help = "so many lists deep", takes = { "number" } }
function act.dig(_, depth)
  local inner = {}
  party.well = inner
  for _ = 2, depth do inner[1] = {} inner = inner[1] end
end
