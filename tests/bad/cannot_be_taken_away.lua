-- A kind, an event of the program and functions that do not exist are removed.
extends "lamplight"
kind.light = nil
event.light_out = nil
on.hpp = nil
rule.meat = nil
-- expect: cannot_be_taken_away.lua:3: a kind cannot be taken away, only things of it
-- expect: cannot_be_taken_away.lua:4: 'light_out' is one of Sconce's own events and cannot be removed
-- expect: cannot_be_taken_away.lua:5: there is no function 'on.hpp'; did you mean 'on.hp'?
-- expect: cannot_be_taken_away.lua:6: there is no function 'rule.meat'; did you mean 'rule.meet'?
