-- A rule is new, and nothing calls it.
extends "lamplight"

function rule.meat() emit "encounter" { what = "a ghost" } end
-- expect: misspelt_override_rule.lua:4: rule.meat is new here, and nothing uses it; did you mean 'rule.meet'? | write: function rule.meet() emit "encounter" { what = "a ghost" } end
