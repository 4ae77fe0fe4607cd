-- A rule adds nil to a number.
extends "lamplight"

action "count" { help = "count the torches" }
function act.count()
  local most
  say("%d of %d", party.torches, party.torches + most)
end
-- play: count
-- expect: runtime_error.lua:7: 'most' is nothing (nil), and cannot be used in arithmetic
