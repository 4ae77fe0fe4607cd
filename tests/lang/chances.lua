-- chances.lua -- decks, usage dice, pools, weighted picks, degrees: one action for each word.
ruleset "Chances" { turn = "10 minutes", check = "1d20" }
deck "omens" { cards = { "fool", "tower", "moon" } }
deck "days" { cards = 3 }
track "rations" { of = "member", steps = { "gone", "d4", "d6" }, start = "d6" }
track "tension" {}
kind.member:has { dex = 0 }
kind "beast" { common = 1 }
beast "rat" { common = 3 } beast "dragon" {}
action "pull" { turns = 0 }  action "eat" { turns = 0 } action "tense" { turns = 0 } action "try" { turns = 0 } action "who" { turns = 0 } action "reckon" { turns = 0 }
function act.pull() local c = draw "omens" say("%s left %d", tostring(c), #cards "omens") end
function act.eat(them) local n, down = use(them[1], "rations", 2) say("%s %s %s", tostring(n), tostring(down), them[1].rations) end
function act.tense() gain "tension" local f, sum = pool(party.tension, "d6", "tension") say("%d dice, %d", #f, sum) end
function act.try(them) local ok, c = check(them[1], "dex", 10) say("degrees %d", degrees(c, 5)) end
function act.reckon() say("%s and %s", select(2, odds("4d6kh3", 15)), select(2, odds "4d6kh3")) end
function act.who() say("%s", pick(beast, "who", "common").name) say("%s %s", next_die "d6", tostring(next_die("d20"))) end
function on.omens(card) if card == "moon" then put_back "omens" end end
procedure "turn" { "time" }
