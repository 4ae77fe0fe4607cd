-- The status only reads the table, so rule.lit must not ask a question.
extends "lamplight"
question "moon" { text = "Is there a moon?", default = true }
function rule.lit()
  local moon = ask "moon"
  return moon
end
-- expect: lit_asks.lua:5: rule.status, rule.lit and rule.next_due only look at the table: they roll nothing, ask nothing and change nothing
