-- given.lua -- lights of two words, dice at the start, and things that are looked up by any text.
ruleset "Given" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
light "lamp"        { lasts = "8 turns" }
light "safety lamp" { lasts = "8 turns" }
track "relief" { start = "1d6+4", min = 0 }
track "open"   { start = true }
track "goal"   { start = "the bell" }
deck "pack" { cards = { "joker 1", "joker 2", "king 1", "king 2" } }
kind "obstacle" {}
obstacle "wall" {}
action "wait" {}
action "turn_up" {}
action "push" { takes = { "text" } }
function act.turn_up()
  local suit = (draw "pack" or "none"):match "%a+"
  say(suit == "joker" and "A fool." or "A lord.")
end
function act.push(_, what) say(named(what, obstacle) and "It gives way." or "There is none.") end
member "A" {}
member "Old Nell" {}
