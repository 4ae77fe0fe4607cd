-- Right: set may write new fields, and names may be calculated.
extends "lamplight"

action "train" { by = "each", help = "get better" }
function act.train(who)
  set(who, "dex", who.dex + 1)
  local name = "hp"
  gain(who, name, 2)
  set(here, "hidden", { "a coin" })
  lose(party.members[1], "hp")
  set("mood", "grim")
  local what = ask("side") == "left" and "hazard" or "creatures"
  roll(what)
  if (turn.noise or 0) > 2 then leave() end
  stop(running("venom", who) or "venom")
end
-- play: train
