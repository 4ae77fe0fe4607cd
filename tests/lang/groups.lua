-- groups.lua -- groups, campaign tracks, lists, real time: one action for each word of the language tested.
ruleset "Groups" { turn = "10 minutes" }
light "torch" { lasts = "6 turns", spends = "torches" }
light "lamp" { lasts = "60 real minutes" }
timer "ritual" { of = "member", lasts = "3 turns" }
track "torches" { start = 5, min = 0 }
track "coins" { tally = true, start = 7 }
track "alarm" { max = 6 }
track "doom" { of = "campaign", max = 10 }
track "wounds" { of = "member", start = {} }
procedure "turn" { "act", "time" }

action "search" { by = "each" }
function act.search(who) gain(who, "wounds", "cut") gain "alarm" gain "doom" end
action "heal" { by = "each", turns = 0 }
function act.heal(who)
  local missing = lose(who, "wounds", "cut")
  say("%s: %d cuts, %s; missing %d", who.name, count(who.wounds, "cut"), has(who.wounds, "cut") and "hurt" or "whole", missing)
end
action "look" { turns = 0 }
function act.look() say("doom %d, hurt %d of %d", campaign.doom, count(party, function(who) return #who.wounds > 0 end), count(party)) end
action "scout" { by = "each" }
function act.scout(who) split { who } end
action "gather" {}
function act.gather() for _, group in ipairs(groups()) do if group ~= party then meet(group) end end end
action "begin" { by = "each", turns = 0 }
function act.begin(who) start("ritual", who) end
function on.split(from, to) lose(from, "torches") gain(to, "torches") end
function on.meet(into, from) if from.alarm > into.alarm then set("alarm", from.alarm) end end
track "pack" { of = "member", start = {} }
action "carry" { turns = 0 }
function act.carry(them)
  local who, rope = them[1], { name = "rope", dots = 2 }
  gain(who, "pack", rope) gain(who, "pack", { name = "lamp", dots = 1 })
  rope.dots = 1                                 -- changes the rope in the list: the local is the same table
  lose(who, "pack", who.pack[2])
end
