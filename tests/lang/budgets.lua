-- budgets.lua -- new fields for kinds that the host has, and rule.cannot, which is asked before every deed.
ruleset "Budgets" { turn = "10 minutes", procedure = "turn" }
kind.action:has { takes_up = "string?" }
kind.procedure:has { limit = 2 }
kind.chart:has { region = "string = north" }
kind.track:has { weight = 1 }
kind.question:has { topic = "string?" }
kind.event:has { loud = false }
kind.timer:has { dire = false }
kind.deck:has { page = 0 }

procedure "turn" { deeds = 9, limit = 3, "act", "time" }
track "spent" { start = 0, weight = 4 }
chart "omen" { region = "south", "a", "b" }
question "really" { topic = "doubt", default = true }
event "bang" { loud = true }
timer "fuse" { dire = true, lasts = "2 turns" }
deck "cards" { page = 7, cards = 3 }
track "heard" { start = "", quiet = true }

action "wait" { default = true }
action "strike" { takes_up = "active", takes = { "word?" } }
action "shout" { turns = 0, takes_up = "free", by = "each" }
action "sing" { turns = 0, by = "one" }
action "tell" { turns = 0 }

function rule.cannot(verb, who, what)
  set("heard", verb .. " " .. (who.name or #who) .. " " .. tostring(what))
  local cost = action[verb].takes_up
  if cost == "active" and party.spent >= procedure[turn.procedure].limit then return "Too much." end
  if cost == "free" and who.name == "Pike" then return "Pike is hoarse." end
end
function cannot.strike(_, what) if what == "air" then return "Not air: " .. party.heard end end
function act.strike() gain "spent" end
function cannot.sing(who) if who.name == "Bram" then return "Bram has a cold." end end
function act.sing(who) say("%s sings.", who.name) end
function act.shout(who) say("%s shouts.", who.name) end
function act.tell()
  say("%s %s %d %s %s %d", chart.omen.region, tostring(action.wait.takes_up), track.spent.weight, question.really.topic,
    tostring(event.bang.loud and timer.fuse.dire), deck.cards.page)
end
member "Bram" {}
member "Pike" {}
