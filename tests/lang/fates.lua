-- fates.lua -- rows that are checks, what tracks do at their ends without a rule, and texts that end play.
ruleset "Fates" { turn = "1 hour", procedure = "turn", check = "1d20",
  nobody = { ends = "Bones by the road." } }
procedure "turn" { "act", "haunt", "time" }
procedure "night" { "haunt" }
kind.member:has { nerve = 0 }
track "leagues" { min = 0, max = 4, full = { ends = "The gates of Tamesk, at last!" } }
track "heart"   { start = 3, min = 0, empty = { ends = "The drivers are gone." }, falls = { [2] = { gains = "dread" } } }
track "luck"    { of = "member", start = 2, min = 0, empty = { gains = "2 dread", loses = "heart" } }
track "dread"   { of = "member", min = 0, max = 6, full = "dead" }
track "dead"    { away = true }
track "mired"   { idle = { "leap" } }
track "breath"  { of = "member", start = 4, min = 0, falls = { [3] = { check = "nerve 12", gains = "luck", fails = { gains = "dread" } } },
                  empty = { check = "nerve 15", fails = { check = "nerve 10", fails = { gains = "dead" }, natural = { [20] = "gleam" } } } }
track "tide"    { max = 2, full = { check = "nerve 12", fails = { loses = "luck" } } }
track "damp"    { of = "room", max = 1, full = { check = "nerve 12", fails = { gains = "dread" } } }
timer "journey" { lasts = "3 hours", gains = "1 dread", ends = "The train stops." }
action "walk"   { gains = "1 leagues" }
action "wait"   { by = "each", default = true }
action "grieve" { loses = "heart" }
action "gamble" { by = "each", loses = "luck" }
action "board"  { turns = 0, starts = "journey" }
action "leap"   { by = "each", check = "nerve 12", ends = "{who} is over the wall.", fails = { gains = "dead" } }
action "yield"  { ends = "surrender", help = "ends play by an event of the rules" }
action "sing"   { by = "each", turns = 0 }
action "climb"  { by = "each", turns = 0, check = "nerve 12", fails = { check = rule.clings, fails = { gains = "2 dread" } } }
function rule.clings(who) return check(who, "nerve", 5) end
event "surrender" { text = "They give up.", ends = true }
chart "haunt" { die = "1d6", { "1-2", "nothing" },
  { "3", "whispers", check = "nerve 12", fails = { gains = "dread" } },
  { "4", "cold", gains = "dread" }, { "5", "other", rolls = "other" }, { "6", "the door", "It opens.", ends = "The Host rides out." } }
chart "other" { die = "1d2",
  { "1", "hole", "A hole.", rule.over, check = "nerve 5", fails = rule.hole, natural = { [1] = { loses = "luck" }, [20] = "gleam" } },
  { "2", "all", gains = "2 dread" } }
event "gleam" { text = "{who} sees a gleam." }
function rule.hole(who, c) say("%s falls by %d.", who.name, -c.margin) end
function rule.over(who, r) say("%s steps over the %s.", who.name, r.row.name) end
function act.sing(who) roll("other", who) end
