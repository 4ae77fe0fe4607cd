-- each.lua -- steps for each member, who look at one another, tire, fall, leave and return within the
-- step.
-- ask: --turns 5 --plan "dig; rest" --measure 'hp=sum(party, "hp")' --measure 'here=count(party)' --before fall,returns
ruleset "Each" { turn = "10 minutes", check = "1d20" }
procedure "turn" { "grip", "act", "chill", "time", "count" }
member "A" { hp = 2 }
member "B" { hp = 2 }
member "C" { hp = 1 }
track "hp"    { of = "member", min = 0, max = "own" }
track "wet"   { of = "member", start = false }
track "fires" { min = 0, max = 2 }
track "out"   { of = "turn", start = {} }
event "fall" {}
event "returns" {}
chart "chill" { die = "1d4", { "1", "fire" }, { "2", "wet" }, { "3-4", "nothing" } }
action "dig"  { by = "each" }
action "rest" { by = "each", default = true }
function act.rest(who) set(who, "wet", false) end
function step.grip(who)
  if who.wet and count(party, "wet") > 1 then lose(who, "hp") end
  if who.hp == 0 then
    who.away = true
    table.insert(turn.out, who.name)
    emit "fall" { who = who.name }
  end
end
function step.chill(who)
  local row = roll "chill"
  if row.name == "fire" then gain "fires" elseif row.name == "wet" then set(who, "wet", true) end
  if party.fires == 2 and who.name == "B" then
    set("fires", 0)
    for _, other in ipairs(party.members) do
      if other.away then
        other.away = false
        gain(other, "hp")
        emit "returns" { who = other.name }
      end
    end
  end
end
function step.count() if #turn.out == 2 and dice("1d6", "alone") == 1 then lose("fires", 2) end end
