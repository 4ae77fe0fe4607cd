-- The file below still uses a thing that was removed, perhaps in code that never runs: a warning.
extends "lamplight"

pace.careful = nil
question.grope = nil
-- expect: taken_away_and_used.lua:4: warning: pace 'careful' is taken away here, and lamplight.lua:50 still uses it
-- expect: taken_away_and_used.lua:5: warning: question 'grope' is taken away here, and lamplight.lua:46 still uses it
-- expect: lamplight.lua:50: there is no pace 'careful'; there is only hasty; named(…, pace) gives nil where there is none
