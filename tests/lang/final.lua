-- final.lua -- play that ends with a text, in a rule.
ruleset "Final" { turn = "1 day", check = "1d20" }
procedure "day" { "act", "sea", "time" }
track "hull" { start = 2, min = 0, empty = rule.founder }
track "gold" { min = 0 }
action "sail" {}
action "home" { turns = 0 }
action "yield" {}
event "surrender" { text = "They give up.", ends = true }
function step.sea() if dice("1d6", "the sea") == 1 then lose "hull" end end
function rule.founder() ends "Down she goes, with all hands." end
function act.home()
  ends("Home, with {n} pounds!", { n = 5 * party.gold })
  if over() then return end
  say "Never said."
end
function act.yield() ends "surrender" end
