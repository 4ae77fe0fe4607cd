-- moved.lua -- a fight within a dungeon within the wild, rooms made during play, members who come and go.
-- ask: --turns 6 --plan "march; look" --measure rooms=party.rooms --measure "fight=turn.procedure=='fight'" --before won,lost
ruleset "Moved" { turn = "10 minutes", procedure = "wild" }
procedure "wild" { lasts = "1 hour", "act", "weather", "time" }
procedure "fight" { lasts = "10 seconds", "act", "time" }
chart "weather" { die = "1d6", { "1", "foes", "Foes.", rule.meet }, { "2-6", "fair" } }
track "hp" { of = "member", start = 2, min = 0, max = "own" }
track "rooms" {}
track "marked" { of = "room", start = false }
event "won" {}
event "lost" {}
member "A" { }
member "B" { }
action "march" { default = true }
action "look" {}
function rule.meet() enter "fight" end
function act.march()
  if turn.procedure == "fight" then
    if dice "1d6" >= 5 then leave() emit "won" {}
    else
      local who = pick(party, "struck")
      lose(who, "hp")
      if who.hp == 0 then who.away = true emit "lost" {} leave() end
    end
  else
    go("hall " .. dice "1d2")
    if not here.marked then here.marked = true gain "rooms" end
  end
end
function act.look() if turn.procedure == "wild" and dice "1d2" == 1 then rule.on() end end
function rule.on() go "start" end
