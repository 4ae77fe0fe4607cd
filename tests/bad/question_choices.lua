-- A question has too many choices to read.
extends "lamplight"
question "which" {
  text = "Which?",
  choices = function()
    local list = {}
    for i = 1, 100000 do list[i] = "c" .. i end
    return list
  end,
}
action "pick" { turns = 0 }
function act.pick()
  ask "which"
end
-- expect: question_choices.lua:13: question "which" has 100000 choices, and that is too many; 1000 at most
