-- lamplight.lua -- a small crawl with one question of every type, for the transcripts.
ruleset "Lamplight" { turn = "10 minutes", check = "1d20" }

kind.member:has { wit = 0 }

light "torch" { lasts = "3 turns", spends = "torches" }

track "torches" { start = 4, min = 0 }
track "hp"      { of = "member", min = 0, max = "own" }
track "dread"   { min = 0, max = 10 }

member "Bram"   { wit = 1, hp = 6 }
member "Ysolde" { wit = 0, hp = 5 }
member "Pike"   { wit = -1, hp = 4 }

procedure "turn" { "act", "hazard", "time" }

chart "hazard" { die = "1d6",
  { "1",   "meet",  "Something has found you.", rule.meet },
  { "2",   "chill", "A cold breath.",           rule.chill },
  { "3-6", "quiet", "Nothing stirs." } }

question "flee"  { text = "What do they do?", choices = { "run", "hide", "stand" } }
question "how"   { text = "How does it look?", default = "grey and thin" }
question "many"  { text = "How many are there", default = 2, min = 1, max = 12 }
question "dark"  { text = "Is it {name} who feels it?", default = true }
question "drop"  { text = "What falls", choices = { "rope", "bread", "chalk", "bell" }, exactly = 2 }

event "met" { text = "{n} of them, {how}.", stops = true }

action "search" { by = "each", takes = { "text?" }, help = "look a room over" }
function act.search(who) check(who, "wit", 12) end
action "move" { help = "go on" }
function act.move() gain "dread" end
action "pack"   { turns = 0, help = "drop things" }
function act.pack() say("On the floor: %s.", table.concat(ask "drop", " and ")) end
action "wail"   { turns = 0, help = "hurt everybody" }
function act.wail() for who in each(party) do lose(who, "hp", dice("1d2", "wail")) end end

function rule.meet()
  local n = ask "many"
  emit "met" { n = n, how = ask "how", what = ask "flee" }
end
-- The cold costs a hit point.
function rule.cold() return 1 end
function rule.chill() for who in each(party) do if ask("dark", who) then lose(who, "hp", rule.cold()) end end end
