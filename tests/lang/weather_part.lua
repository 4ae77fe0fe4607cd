-- weather_part.lua -- a part that stands beside the ruleset, not in parts/.
track "rain" { max = 3 }
function step.rain() gain "rain" end
