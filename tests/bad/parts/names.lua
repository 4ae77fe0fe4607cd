-- A part that uses names which no file makes.
light.toch.lasts = "1 hour"
action "peal" {}
function act.peal() rule.nobody() end
local usual = step.hazard
function step.hazard() usual() roll "hazzard" end
