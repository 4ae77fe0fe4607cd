-- The file extends a ruleset that does not exist; a similar name is suggested.
extends "lampligth"

light.torch.lasts = "4 turns"
-- expect: extends_missing.lua:2: no ruleset 'lampligth'; did you mean 'lamplight'? | write: extends "lamplight"
