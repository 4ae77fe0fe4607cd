-- tries.lua -- deeds that are a check: what they do when it succeeds, when it fails, and on a natural 1 or 20.
ruleset "Tries" { turn = "10 minutes", check = "1d20" }
procedure "turn" { "act", "time" }
kind.member:has { might = 0, wits = 0 }
track "hp"    { of = "member", start = 6, min = 0 }
track "finds" { of = "member", min = 0 }
track "water" { start = 5, min = 0 }
track "pumps" { start = 2, min = 0 }
track "rope"  { start = true }
track "rock"  { of = "room", start = 3, min = 0 }
event "noise" { text = "{who} is heard.", stops = true }
action "pump"   { by = "each", check = "might 12", loses = "water", natural = { [1] = { loses = "pumps" } } }
action "dig"    { by = "each", check = "might|wits 12", loses = "rock", natural = { [20] = { loses = "rock" }, [1] = rule.slip } }
action "search" { by = "each", takes = { "text?" }, check = "wits 10", gains = "finds", fails = "noise" }
action "climb"  { by = "each", check = rule.climb, fails = { loses = "1d6 hp" } }
action "sneak"  { by = "one", turns = 0, costs = "finds", check = "wits 10" }
function rule.slip(who, c) say("%s slips at %d.", who.name, c.total) end
function rule.climb(who) return check(who, "might", party.rope and 10 or 15) end
function act.climb(who) say("%s is up.", who.name) end
function act.search(who, what) say("%s: %s", who.name, what or "something") end
