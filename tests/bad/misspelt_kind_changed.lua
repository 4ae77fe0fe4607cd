-- A word is no kind, in a change.
extends "lamplight"

lite.torch.lasts = "4 turns"
-- expect: misspelt_kind_changed.lua:4: there is no word 'lite'; a value of one's own is local, and a text stands in quotes
