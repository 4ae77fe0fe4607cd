-- Right: a deed that never asks who does it is not tried after everybody has left.
extends "delving"
member "A" { hp = 3 }
member "B" { hp = 5 }
question "scout" { text = "Who goes ahead?", choices = function() return those(party) end }
action "frail" { turns = 0 }
function act.frail() say("At worst %d hp.", (least(party, "hp"))) end
action "ahead" { turns = 0 }
function act.ahead() local who = ask "scout" say("%s goes.", who.name) end
