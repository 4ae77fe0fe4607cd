-- The file has neither ruleset nor extends; it is still read to its end.
light "lamp" { lasts = "4 trns" }
-- expect: neither.lua:1: this file says neither what it is nor what it changes; begin it with extends "RULESET", or a new procedure with ruleset "TITLE" { … }
-- expect: neither.lua:2: light "lamp", lasts: a time is needed, and this is "4 trns"; did you mean 'turns'? | write: light "lamp" { lasts = "4 turns" }
