-- battle.lua -- a part, which includes another one beside it.
include "blows"
procedure "battle" { lasts = "10 seconds", "act", "time" }
action "battle" { enters = "battle" }
action "flee"   { leaves = "battle" }
function on.leave() say "They part." end
