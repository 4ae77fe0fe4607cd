-- A light is removed, and then changed.
extends "lamplight"
light.torch = nil
light.torch.lasts = "4 turns"
-- expect: removed_then_changed.lua:4: there is no light 'torch' any more: it was taken away at removed_then_changed.lua:3
