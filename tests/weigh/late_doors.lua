-- late_doors.lua -- doors that can only close late, and then soon do; the first turns do not show how short
-- the wait is.
ruleset "Late doors" { turn = "10 minutes", check = "1d20" }
kind.member:has { faith = 0 }
track "hp"        { of = "member", start = 8, min = 0, max = 8 }
track "breath"    { of = "member", min = 0, max = 5 }
track "entranced" { of = "member", start = false, idle = true }
track "tide"   { start = 4, min = 0, max = 4 }
track "ebbing" { start = true }
track "dread"  { min = 0, max = 6, full = "closed" }
track "closed" { start = false }
procedure "turn" { "act", "sing", "breathe", "wake", "ebb", "time" }
modifier "dread" { when = function() return party.dread >= 3 end, add = -2 }
action "wait" { by = "each", default = true }
chart "song" { die = "1d8", { "1-5", "water" }, { "6-7", "voice", gains = "dread" },
  { "8", "voices", check = "faith 11", fails = { gains = "entranced" } } }
function step.sing() roll("song", party) end
function step.breathe(who)
  if party.tide < 5 then set(who, "breath", 3)
  elseif who.breath > 0 then lose(who, "breath")
  else lose(who, "hp", dice "1d6") end
end
function step.wake(who) if who.entranced and check(who, "faith", 13) then lose(who, "entranced") end end
function step.ebb()
  if turn.number % 3 > 0 then return end
  if party.ebbing then lose "tide" else gain "tide" end
  if party.tide == 0 or party.tide == 4 then set("ebbing", party.tide == 4) end
end
member "Ann" { faith = 0 }
member "Bo"  { faith = 2 }
member "Cy"  { faith = 1 }
