-- siege.lua -- a town besieged: weeks of works, sorties, hunger and sickness, until it falls or relief comes.
--
-- Each captain of the town does one thing a week; then the besiegers do two by their own die; stores go down, the sick
-- are counted, and morale decides.  Walls at 0 are a breach, and after a breach comes the assault.
ruleset "Siege" { turn = "1 week", check = "1d20", procedure = "week" }

kind.member:has { war = 0, craft = 0, tongue = 0 }
kind "wall" { help = "string?" }
track "strength" { of = "wall", start = 6, min = 0, max = 6 }
wall "north" {}
wall "gate" { strength = 4 }
track "stores"  { start = 20, min = 0, help = "weeks of food for a hundred" }
track "men"     { start = 120, min = 0, help = "who can fight" }
track "sick"    { min = 0 }
track "spirit"  { steps = { "broken", "low", "steady", "high" }, start = "steady", help = "the town's spirit" }
track "silver"  { start = 30, min = 0 }
track "relief"  { start = 10, min = 0, help = "weeks until the relief", secret = true, empty = "relieved" }
track "relieved" { start = false, secret = true }
track "works"   { max = 8, help = "of the besiegers" }
track "sallied" { of = "turn", start = false }
track "hurt"    { of = "member", steps = { "well", "hurt", "maimed" } }
modifier "wounded" { when = "hurt", add = -2 }

procedure "week" { deeds = "each", "act", "besiegers", "hunger", "fever", "time" }

chart "besiegers" { die = "1d8", help = "what they do, twice a week",
  { "1-2", "dig",    "They dig.", gains = "2 works" },
  { "3-4", "stones", "Stones fall on the {wall} wall.", rule.batter },
  { "5",   "parley", "A herald rides up.", rule.herald },
  { "6",   "mine",   "A mine creeps on.", gains = "works", rolls = "mine" },
  { "7",   "idle",   "They drink." },
  { "8",   "plague", "They are sick, too.", loses = "1d3 works" } }
chart "mine" { die = "1d6", { "1-5", "nothing" }, { "6", "found", "A cat looks at the cellar floor.", loses = "2 works" } }
question "herald" { text = "They offer terms. Taken?", default = false }
event "fallen"  { text = "The town falls: {how}.", stops = true, public = true }
event "saved"   { text = "Banners on the hills: the relief is here.", stops = true, public = true }

action "mend"   { by = "each", takes = { "wall" }, costs = "2 silver", help = "masons on a wall: Ann mend gate" }
action "sally"  { by = "each", takes = { "1-60" }, help = "out of the gate with so many men" }
action "ration" { by = "each", loses = "spirit", gains = "stores" }
action "feast"  { by = "each", costs = "3 stores", gains = "spirit" }
action "nurse"  { by = "each", costs = "silver", loses = "1d6 sick" }
action "send"   { by = "each", costs = "5 silver", help = "a rider through the lines, to hurry the relief" }
action "watch"  { by = "each", default = true }

function act.mend(_, which) gain(which, "strength") end
function cannot.sally(_, n) if n > party.men - party.sick then return "There are not so many who can stand." end end
function act.sally(who, n)
  turn.sallied = true
  local ok, c = check(who, "war", 12, { add = n // 20 })
  lose("men", dice(ok and "1d4" or "2d6", "the fallen"))
  if ok then lose("works", 2) elseif c.natural <= 3 then gain(who, "hurt") end
end
function act.send(who) if check(who, "tongue", 14) then lose("relief", 2) end end
function step.besiegers()
  for _ = 1, turn.sallied and 1 or 2 do roll("besiegers", { wall = rule.weakest().name }) end
  if rule.weakest().strength == 0 and party.works >= 4 then rule.assault() end
end
function rule.weakest() return (select(2, least(wall, "strength"))) end
function rule.batter() lose(rule.weakest(), "strength", dice("1d3", "stones")) end
function rule.herald() if ask "herald" then emit "fallen" { how = "by terms" } end end
function rule.assault()
  local _, captain = most(party, "war")
  if check(captain, "war", 10 + party.works) then
    lose("men", dice("3d6", "the assault"))
    lose("works", 3)
  else emit "fallen" { how = "by assault" } end
end
function step.hunger()
  if lose("stores", math.ceil(party.men / 100)) > 0 then lose "spirit" end
  if party.spirit == "broken" then emit "fallen" { how = "the gates are opened from within" } end
  lose "relief"
end
function step.fever()
  local n = dice((party.stores == 0 and "2" or "1") .. "d6", "fever") - 3
  if n > 0 then gain("sick", n) end
end
function on.relieved() emit "saved" {} end
