-- slip_once.lua -- a slip in the rules that many tests come to.
ruleset "Slip" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
deck "pack" { cards = 3 }
action "wait" {}
local cards = { 1 }
function act.wait() say("%d", #cards "pack") end
