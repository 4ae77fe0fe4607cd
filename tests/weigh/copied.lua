-- copied.lua -- copies of a member join the party, some under the name of another member, present or gone.
-- sim: --turns 6 --plan "go; rest" --measure 'hp=sum(party, "hp")' --measure 'n=#party.members' --before fell,joined_in
ruleset "Copied" { turn = "10 minutes" }
procedure "turn" { "act", "sway", "time" }
track "hp" { of = "member", min = 0, max = 6, start = 3 }
track "cuts" { of = "member", start = {} }
member "A" {}
member "B" {}
event "fell" {}
event "joined_in" {}
action "go" {}
action "rest" {}
local function copy(v)
  if type(v) ~= "table" then return v end
  local t = {}
  for k, x in pairs(v) do t[k] = copy(x) end
  return t
end
function act.go()
  local new = copy(party.members[1])
  new.name = dice "1d2" == 1 and "B" or "C"
  if dice "1d2" == 1 then table.remove(party.members) emit "fell" {} end
  if #party.members < 4 then table.insert(party.members, new) emit "joined_in" {} end
end
function act.rest() for who in each(party) do if who.hp < 3 then gain(who, "hp") who.cuts = {} end end end
function step.sway(who)
  if dice "1d3" == 1 then lose(who, "hp") gain(who, "cuts", "cut") end
end
