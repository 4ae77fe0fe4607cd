-- A text is not a quantity.
extends "lamplight"

light "lamp" {
  lasts = "6 trns",
  bright = "nine metres" }
pace "crawl" { distance = "12" }
timer "poison" { lasts = "" }
-- expect: quantity_unread.lua:5: light "lamp", lasts: a time is needed, and this is "6 trns"; did you mean 'turns'? | write: lasts = "6 turns",
-- expect: quantity_unread.lua:6: light "lamp", bright: a quantity begins with a number, as in "6 turns", and this is "nine metres" | write: bright = "9 metres" }
-- expect: quantity_unread.lua:7: pace "crawl", distance: a unit should follow the number, as in "12 m", and this is "12" | write: pace "crawl" { distance = "12 m" }
-- expect: quantity_unread.lua:8: timer "poison", lasts: nothing is here; a quantity is a number and a unit, as in "36 m", and this is ""
