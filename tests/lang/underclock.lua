-- underclock.lua -- a clock of 20 eaten by an exploding d6 each turn and at each noise; a respite winds it up; omens near the end.
ruleset "Underclock Two" { turn = "10 minutes", procedure = "turn" }
setting "full" { default = 20, min = 6, help = "where the clock starts" }
track "clock20" { start = 20, prompt = true, help = "the underclock" }
track "noise"   { of = "turn", min = 0, max = 3, help = "noises in this turn" }
track "depth"   { start = 1, min = 1, max = 5 }
track "rests"   { min = 0, max = 3, start = 3, help = "respites left in this delve" }
light "torch"   { lasts = "6 turns", spends = "torches" }
track "torches" { start = 4, min = 0 }
procedure "turn" { "act", "under", "time" }
for n = 1, 5 do chart("denizens_" .. n) { die = "1d4", { "1", "the drowned " .. n }, { "2-4", "vermin " .. n } } end
chart "omens" { "a cold draught", "wet footprints", "somebody breathing" }
event "arrives" { text = "{what}, and nobody was warned.", stops = true, public = true }
action "go_on"  { takes = { "room?" } }
action "force"  { help = "a door, a chest: loud", sets = { noise = 2 } }
action "respite" { costs = "1 rests", help = "behind a barred door: the clock is wound up" }
action "deeper" { gains = "depth", help = "down the stairs" }
function act.go_on(_, room) if room then go(room) end end
function act.respite() set("clock20", setting.full) skip "under" end
function step.under()
  for _ = 0, turn.noise do rule.tick() end
end
function rule.tick()
  local left = party.clock20 - dice("1d6!", "the clock")
  if left < 0 then
    emit "arrives" { what = roll("denizens_" .. party.depth).name }
    left = setting.full
  elseif left == 0 then
    left = 3
  end
  if left <= 3 then roll "omens" end
  set("clock20", left)
end
