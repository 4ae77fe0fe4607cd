-- A text has no closing quote.
extends "lamplight"
light.torch.help = "it burns
-- expect: syntax_unfinished_text.lua:3: a text has no closing quote: "it burns | write: light.torch.help = "it burns"
