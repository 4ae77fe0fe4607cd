-- company.lua -- four people to whom the same happens, secret dice, and a procedure run within another.
ruleset "Company" { procedure = "turn", turn = "10 minutes", check = "1d20" }

kind.member:has { wit = 0 }
light "oil lamp" { lasts = "2 turns" }
track "hungry" { of = "member", start = false }
track "hp"     { of = "member", min = 0, max = "own" }

member "Bram" { wit = 1, hp = 6 }   member "Ysolde" { hp = 5 }   member "Pike" { hp = 4 }   member "Zoë" { hp = 5 }

procedure "turn" { "act", "time" }
procedure "hour" { lasts = "1 hour", "time", "supper" }
procedure "fight" { lasts = "10 seconds", "act", "time" }

chart "noise" { die = "1d6", secret = true, { "1-6", "rats", "Rats in the wall." } }

action "walk"   { help = "go on" }
action "starve" { turns = 0, help = "all, or three of them" }
function act.starve() for who in each(party) do if who.wit < 1 or who.hungry == false then set(who, "hungry", true) end end end
action "feed"   { turns = 0, takes = { "member" } }
function act.feed(_, who) set(who, "hungry", false) end
action "listen" { by = "each" }
function act.listen(who)
  roll "noise"
  check(who, "wit", 12, { secret = true })
  check(who, "wit", 8)
end
action "blow"   { turns = 0 }
function act.blow() for who in each(party) do set(who, "hp", 3) end end
action "rain"   { turns = 0 }
function act.rain() for who in each(party) do set(who, "hp", dice("1d2", "hail")) end end
action "camp"   { turns = 0, help = "an hour goes by" }
function act.camp() run "hour" end
action "draw"   { turns = 0, enters = "fight" }
action "strike" { during = "fight" }
action "yield"  { during = "fight", turns = 0 }
function act.yield() leave() end
function on.leave() run "turn" end
function step.supper() say "You eat." end
