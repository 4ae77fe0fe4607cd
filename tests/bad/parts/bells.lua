-- A part, for rulesets and house files.
event "bell" { text = "A bell." }
action "ring" {}
function act.ring() rule.toll() end
function rule.toll() emit "bell" {} end
