-- blows.lua -- a part that battle.lua, itself a part, includes.
action "strike" { during = "battle" }
function act.strike() rule.blow("Clang") end
function rule.blow(sound) say("%s.", sound) end

function on.leave() say "The clang fades." end
