-- clocks.lua -- for the transcripts: a fight whose rounds take time and one whose rounds take none, cellars in each of
-- which turns count from 1 again, and a quiet track.
ruleset "Clocks" { turn = "10 minutes", check = "1d20", procedure = "turn" }

member "Bram" { hp = 6 }

track "hp"     { of = "member", min = 0, max = "own" }
track "steps"  { quiet = true }

procedure "turn"  { "act", "omen", "time" }
procedure "fight" { "act" }
procedure "chase" { lasts = "10 seconds", "act", "time" }

chart "omen" { die = "1d6",
  { "1-2", "rats",  "Rats." },
  { "3-6", "quiet", "Nothing stirs." } }

action "walk"   { during = "turn" }
action "dig"    { turns = 0, help = "into the next cellar" }
action "fight"  { enters = "fight" }
action "chase"  { enters = "chase" }
action "over"   { leaves = { "fight", "chase" } }
action "strike" { during = { "fight", "chase" } }
action "linger" { during = "turn", help = "twice as long" }

function act.walk() gain("steps", 4) end
function act.dig() turn.number = 0 say "Another cellar." end
function act.strike() check(party.members[1], nil, 12) end
function act.linger() pass "90 seconds" end
