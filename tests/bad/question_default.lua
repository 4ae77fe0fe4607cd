-- The default of a question must be one of its choices.
extends "lamplight"

question "way" { text = "Which way?", choices = { "left", "right" }, default = "lift" }
question.side.default = "up"
question "ways" { text = "Which ways?", exactly = 2 }
-- expect: question_default.lua:4: question "way", default: "left" or "right" is needed, and this is "lift"; did you mean "left"? | write: question "way" { text = "Which way?", choices = { "left", "right" }, default = "left" }
-- expect: question_default.lua:5: question "side", default: "left" or "right" is needed, and this is "up"
-- expect: question_default.lua:6: question "ways": exactly and upto go with choices; give it choices = { … }
