-- poison_env.lua -- replaces a word of the language
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() _ENV.say = function() end say = function() end end
