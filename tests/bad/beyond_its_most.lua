-- A track is assigned a number above its maximum; the message has the line that assigns.
extends "lamplight"

track "dread" { max = 3 }
action "share" { help = "share the dread" }
function rule.more()
  party.dread = party.dread + 4
end
function act.share()
  rule.more()
  say "Dread is shared."
end
-- play: share
-- expect: beyond_its_most.lua:7: the party, dread: 4 is above its maximum, 3; set("dread", …), gain and lose keep it within
