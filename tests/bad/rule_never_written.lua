-- A row names a rule that does not exist.
extends "lamplight"

chart "omen" { die = "1d2",
  { "1", "cold" },
  { "2", "echo", rule.ecko },
}
action "hum" { turns = rule.hum_time }
-- expect: rule_never_written.lua:6: there is no rule.ecko; to write it, add function rule.ecko() … end
-- expect: rule_never_written.lua:8: there is no rule.hum_time; to write it, add function rule.hum_time() … end
