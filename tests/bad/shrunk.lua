-- The lines that lead to a mistake are shortened, and never to another mistake.
ruleset "Shrunk" { turn = "10 minutes" }
deck "omens" { cards = { "the Fool", "the Tower", "the Moon", "Death" } }
deck "numbers" { cards = 20 }
action "omen" { help = "draw an omen" }
action "number" { help = "draw a number" }
action "two" { help = "draw one of each" }
procedure "turn" { "act", "time" }
function act.omen() say("The card is %s.", draw "omens") end
function act.number() say("The number is %s.", draw "numbers") end
function act.two() local a, b = draw "omens", draw "numbers" say("%s and %s.", a, b) end
member "Ann" {}
-- expect: shrunk.lua:9: say: value 1 is nothing (nil), and cannot be part of a text; draw gives nothing when no card is left
-- expect: shrunk.lua:10: say: value 1 is nothing (nil), and cannot be part of a text; draw gives nothing when no card is left
-- expect: shrunk.lua:11: say: value 1 is nothing (nil), and cannot be part of a text; draw gives nothing when no card is left
