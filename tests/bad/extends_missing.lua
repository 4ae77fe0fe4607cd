-- There is no such ruleset; one is near.
extends "lampligth"

light.torch.lasts = "4 turns"
-- expect: extends_missing.lua:2: no ruleset 'lampligth'; did you mean 'lamplight'?
