-- travellers.lua -- the parts abilities, ways and wounds, in a small ruleset without fights.
ruleset "Travellers" { turn = "1 hour", check = "1d20" }
include "abilities"
include "ways"
include "wounds"

pace "steady" {}
corruption "cough" { stage = "1 hour", harm = "1" }
function rule.fighting() return false end
trap "snare" { cue = "A bent sapling.", harm = "1d4" }
room "wood" { trap = "snare" }
task "climb" { with = "str", tags = { "height" } }
modifier "wind" { when = function(c) return has(c.tags or {}, "height") and party.blowing == "foul" end, dis = 1 }
member "A" { hp = 4, con = 3, str = 12, proficient = { "climb" } }
