-- An action needs something that is no track, a track of lights, or a track without a reason beside it.
ruleset "Wrong" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
light "torch" { lasts = "6 turns" }
track "oil" { min = 0 }
track "dim" { of = "light", start = false }
action "fill" { needs = { oli = "The cans are empty." } }
action "trim" { unless = { dim = "It is dim." } }
action "pour" { needs = { "oil" } }
function act.fill() gain "oil" end
function act.trim() end
function act.pour() end
-- expect: needs_unknown.lua:7: there is no track 'oli'; did you mean 'oil'? | write: action "fill" { needs = { oil = "The cans are empty." } }
-- expect: needs_unknown.lua:8: action "trim", unless: 'dim' is a track of each light, and this needs to know which | write: cannot.trim
-- expect: needs_unknown.lua:9: action "pour", needs: a track and the reason without it are needed, as { oil = "The cans are empty." }
