-- The check tries everything: a row that comes once in twenty, an answer nobody gives, a track at its end.
extends "lamplight"

chart "omen" { die = "1d20",
  { "1-19", "quiet" },
  { "20", "doom", "A bell tolls.", rule.doom } }
procedure.turn:after("hazard", "omen")
question "kneel" { text = "Does anybody kneel?", default = true }
track "dread" { max = 6 }
function rule.doom()
  if ask "kneel" then return gain "dread" end
  local most
  say("%d", most + 1)
end
function on.dread(_, _, now)
  if now == 6 then say("%s", now.name) end
end
-- expect: shows_in_a_rare_row.lua:13: 'most' is nothing (nil), and cannot be used in arithmetic
-- expect: shows_in_a_rare_row.lua:16: 'now' is a number, which has no fields
