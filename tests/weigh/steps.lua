-- steps.lua -- turns of many steps and actions of many turns; events between them stop, refuse or redirect
-- them.
-- sim: --turns 7 --plan "dig; look; hack x2; wade; rest; hack + rest" --otherwise rest --measure mud=party.mud --measure 'tired=count(party, "tired")' --before cave_in,flood
ruleset "Steps" { turn = "10 minutes", check = "1d20", procedure = "turn" }
procedure "turn"  { "air", "act", "water", "time", "after" }
procedure "fight" { "blow", "act" }
member "A" { hp = 4 }
member "B" { hp = 3 }
track "hp"    { of = "member", min = 0, start = 3 }
track "tired" { of = "member", start = false }
track "mud"   { min = 0, max = 5, start = 3 }
track "log"   { of = "campaign", start = {} }
light "lamp" { lasts = "3 turns" }
event "cave_in" { stops = true }
event "flood" {}
event "foe" {}
chart "air" { die = "1d6", { "1", "foul" }, { "2-6", "fair" } }
chart "rock" { die = "1d8", { "1", "falls" }, { "2-8", "holds" } }
chart "roof" { die = "1d6", { "1-4", "in" }, { "5-6", "out" } }
chart "luck" { die = "1d2", { "1", "good" }, { "2", "bad" } }
chart "water" { die = "1d4", { "1", "rises" }, { "2-4", "stands" } }
action "dig"  { turns = 2, keeps = true, during = "turn" }
action "hack" { by = "one" }
action "rest" { by = "each" }
action "look" { turns = 0 }
action "wade" { turns = rule.depth, during = "turn" }
function rule.depth() return party.mud > 2 and 2 or 1 end
function step.air()
  if #burning() == 0 then kindle("lamp", nil, { free = true }) end
  for who in each(party) do set(who, "tired", false) end
  roll "air"
end
function step.water()
  if roll("water").name == "rises" then gain "mud" end
  if party.mud == 5 and roll("luck").name == "bad" then refuse "The water is too high." end
end
function step.after() if party.mud == 4 and roll("roof").name == "out" then enter "fight" emit "foe" {} end end
function step.blow() if check(party.members[1], nil, 12, {}) then leave() else lose(party.members[#party.members], "hp") end end
function act.dig() act.hack(party.members[1]) end
function act.hack(who)
  if not check(who, nil, 8, {}) then set(who, "tired", true) lose(who, "hp") end
  if roll("rock").name == "falls" then emit "cave_in" {} end
end
function act.rest(who) gain(who, "hp") end
function act.look() gain(campaign, "log", "look") end
function act.wade() if party.mud > 3 then emit "flood" {} set("mud", 0) else gain "mud" end end
function cannot.hack(who) return who.hp == 0 and "too weak" end
