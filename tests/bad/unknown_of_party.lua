-- A track of the party is misspelt.
extends "lamplight"
action "pray" { help = "say a word" }
function act.pray() if party.torchs > 0 then say "There is light." end end
-- expect: unknown_of_party.lua:4: the party has no track 'torchs'; did you mean 'torches'? | write: function act.pray() if party.torches > 0 then say "There is light." end end
