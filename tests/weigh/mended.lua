-- mended.lua -- a value that cannot be kept appears in one step and is corrected in the next: too high,
-- too low, no such word.
-- ask: --turns 5 --plan "dig; rest" --measure sum=party.sum --before fell,rose
ruleset "Mended" { turn = "10 minutes" }
procedure "turn" { "act", "weather", "chill", "mend", "time" }
track "sum"  { start = 2, min = 0, max = 4 }
track "mood" { steps = { "calm", "wary", "shaken" } }
track "hp"   { of = "member", start = 3, min = 0, max = 3 }
event "fell" {}
event "rose" {}
member "A" {}
member "B" {}
action "dig" {}
action "rest" {}
function act.dig()
  party.sum = party.sum + dice "1d3" - 1
  if dice "1d4" == 1 then party.mood = "sad" end
end
function act.rest() party.mood = dice "1d2" == 1 and "glad" or "wary" end
function step.weather() if dice "1d3" == 1 then party.sum = party.sum - 1 end end
function step.chill(who)
  if dice "1d4" == 1 then who.hp = who.hp - 2 emit "fell" {} end
end
function step.mend()
  if party.sum > 4 then party.sum = 0 emit "rose" {} end
  if party.sum < 0 then party.sum = 4 end
  if party.mood == "sad" then party.mood = "shaken" end
  if party.mood == "glad" then party.mood = "calm" end
  for who in each(party) do
    if who.hp < 0 then who.hp = 3 end
  end
end
