-- good_deed_names.lua -- arguments with a name are fields of a deed, however near another name is.
ruleset "Good" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
member "Bram" {}
action "tend"  { by = "each", takes = { "whom: member" } }
action "march" { takes = { "how: slow|fast?" } }
action "wait"  { default = true }
function act.tend(who) if deed(who, "tend").whom == who then say "Both hands full." end end
function act.march() if deed("march").how == "fast" then say "Left, right." end end
