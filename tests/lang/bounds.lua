-- bounds.lua -- numbers that come to their min or max: this turns on a switch of the same owner, or brings an event.
ruleset "Bounds" { turn = "1 hour" }
setting "length" { default = 10 }
track "stress" { of = "member", max = 3, full = "out" }
track "hp"     { of = "member", start = 1, min = 0, empty = "out" }
track "out"    { of = "member", start = false, away = true }
track "luck"   { of = "member", start = 2, min = 0, max = "own", empty = "cursed", full = "blessed" }
track "alarm"  { max = 3, full = "raised" }
track "leagues" { max = function() return setting.length end, full = "landfall" }
track "hull"   { start = 2, min = 0, max = 2, empty = "sunk" }
track "told"   { start = {} }
track "cheer"  { start = 9, min = 0, max = 12, falls = { [6] = "grumbling", [4] = rule.tell, [0] = rule.tell }, empty = rule.tell,
                 rises = { [6] = rule.tell, [11] = "grumbling" } }
track "wits"   { of = "member", start = 5, falls = { [2] = rule.tell } }
event "grumbling" { text = "Grumbling at {at}." }
function rule.tell(owner, at) gain("told", (owner == party and "" or owner.name .. " ") .. at .. " of " .. (owner == party and party.cheer or owner.wits)) end
kind "gang" {}
gang "rats" {}
track "heat"   { of = "gang", max = 2, full = "war" }
track "bite"   { of = "gang", max = 4, rises = { [2] = rule.bitten }, full = rule.bitten }
function rule.bitten(what, at) gain("told", ("%s %d"):format(what.name, at)) end
event "raised"   { text = "Alarm!", stops = true }
event "cursed"   { text = "{who} is cursed." }
event "blessed"  { text = "{who} is blessed." }
event "war"      { text = "War with {who}." }
event "landfall" { ends = true }
event "sunk"     { ends = true }
procedure "turn" { "act", "time" }
action "sail" {}
action "brawl" {}
function act.brawl() if dice "1d2" == 1 then lose("cheer", 3) else gain "cheer" end end
function act.sail() gain("leagues", 4) end
function on.alarm(_, _, now) gain("told", "alarm " .. now) end
function on.raised() set("alarm", 0) end
