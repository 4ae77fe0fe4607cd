-- The file below cannot be compiled; only that is reported.
extends "syntax_error_base"

light.lamp.lasts = "4 turns"
-- expect: syntax_error_base.lua:2: a comma or } is missing at the end of this line | write: ruleset "Broken" { turn = "10 minutes" }
