-- kept.lua -- a whole check is kept in a track, and read a turn later.
-- ask: --turns 4 --plan go --measure 'total=party.last.total or 0' --before high,low
ruleset "Kept" { turn = "10 minutes", check = "1d20" }
procedure "turn" { "act", "time" }
track "last" { start = {} }
event "high" {}
event "low" {}
action "go" {}
function act.go()
  if (party.last.total or 0) >= 18 then emit "high" {} end
  if (party.last.natural or 20) < 3 then emit "low" {} end
  local fields = 0
  local _, c = check(nil, nil, 11)
  for _ in pairs(party.last) do fields = fields + 1 end
  -- A whole check has 9 fields, and the start none.  With any other number "low" comes too often, and odds differ.
  if fields ~= 0 and fields ~= 9 then emit "low" {} end
  party.last = c
end
