-- A file extends two rulesets.
extends "lamplight"
extends "good_ruleset"

light.torch.lasts = "4 turns"
light.candel.lasts = "4 turns"
-- expect: two_rulesets_extended.lua:3: a chain has one ruleset at its foot, and this would bring "Candlelight" beside "Lamplight"; extend one of them
