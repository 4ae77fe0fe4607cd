-- Names are calculated in play, where only play can find them missing.
extends "lamplight"

action "pray" { by = "each", help = "say a word" }
action "peer" { help = "look at the light" }
function act.pray(who) say("%s prays: %s.", who.name, who.wiz) end
function act.peer()
  local name = "torchs"
  say("%s", party[name])
end
-- play: pray
-- play: peer
-- expect: unknown_in_play.lua:6: a member has nothing called 'wiz'; did you mean 'wis'?
-- expect: unknown_in_play.lua:9: the party has nothing called 'torchs'; did you mean 'torches'?
