-- Right: set writes any field of a record.
extends "lamplight"

action "shift" { help = "change hands" }
function act.shift(them)
  for lamp in each(burning()) do set(lamp, "holder", them[1].name) end
  for who in each(party) do
    if who.hp > 90 then set(who, "away", true) end
  end
  set(here, "seen", true)
  say("%s %s %d", here.name, turn.procedure, #party.members + #here.exits)
end
-- play: light torch
-- play: shift
