-- faces.lua -- rules that read the faces behind a row or a check, before and after hooks have changed
-- them.
-- ask: --turns 3 --plan "peek; test; count" --measure 'hp=most(party,"hp")'
ruleset "Faces" { turn = "10 minutes", check = "1d20" }
procedure "turn" { "act", "omen", "time" }
kind.member:has { wit = 0 }
track "hp" { of = "member", min = 0, max = "own", start = 6 }
track "shift" { max = 3 }
member "A" { wit = 2 }
member "B" { wit = -1 }
chart "omen" { die = "2d6", { "to 4", "low" }, { "5-9", "mid" }, { "10+", "high" } }
event "natural" {}
event "five_off" {}
event "triple" {}
event "snake" {}
event "hooked" {}
action "peek" {}
action "test" { by = "each" }
action "count" {}
function act.peek() local row, r = roll("omen", nil, { add = party.shift }) if r.total == 7 + party.shift and r.face == 3 then emit "snake" {} end gain "shift" end
function on.omen(r) if r.row.name == "low" and r.face == 1 then r.row = chart.omen.mid end if r.total >= 12 then emit "hooked" {} end end
function act.test(who)
  local ok, c = check(who, "wit", 12, { adv = who.name == "A" and 1 or 0 })
  if c.natural == 20 then emit "natural" {} end
  if not ok and c.margin <= -5 then lose(who, "hp", dice "1d2") emit "five_off" {} end
end
-- Runs after the dice, so changing the DC does not change what was rolled.
function on.checked(c)
  c.dc = c.dc + 3
  c.add = c.add + 1
  if c.total == 15 then emit "hooked" {} end
end
function act.count()
  local list, sum = faces "3d4"
  if list[1] == list[2] and list[2] == list[3] then emit "triple" {} end
  if sum == 6 then emit "snake" {} end
end
