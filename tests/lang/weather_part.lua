-- weather_part.lua -- beside the ruleset.
track "rain" { max = 3 }
function step.rain() gain "rain" end
