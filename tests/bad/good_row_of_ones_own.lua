-- Right: a field called row, in a table of one's own, is compared with a text.
extends "lamplight"
track "seats" { start = {} }
action "sit" { takes = { "word" } }
function act.sit(_, where) gain("seats", { name = "Bram", row = where }) end
function on.turn_end()
  for seat in each(party.seats) do if seat.row == "front" then say "In front." end end
end
