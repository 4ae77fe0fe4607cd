-- asked.lua -- asks a question of each kind, for lookup.play.
extends "delving"
question "noise" { text = "How loud is it?", choices = { "quiet", "loud" } }
question "deep"  { text = "How deep?", min = 1, max = 9 }
question "what"  { text = "What do they say?" }
question "sure"  { text = "Are you sure?", default = false }
action "choose" {} action "count" {} action "hear" {} action "swear" {} action "throw" {} action "judge" {}
function act.choose() ask "noise" end
function act.count() ask "deep" end
function act.hear() ask "what" end
function act.swear() ask "sure" end
function act.throw() dice "2d6" end
function act.judge() ask { "noise", "deep", "what" } end
