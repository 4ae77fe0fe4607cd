-- A word is not a kind, in a change.
extends "lamplight"

lite.torch.lasts = "4 turns"
-- expect: misspelt_kind_changed.lua:4: there is no word 'lite'; write text in quotes, "lite"; a name of your own is made with local
