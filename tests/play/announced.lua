-- announced.lua -- encounters named by the row that was rolled for them.
ruleset "Announced" {}
procedure "turn" { "act" }
chart "foes" { die = "1d2", { "1", "rats" }, { "2", "hunters", "Hunters have found you." } }
action "meet" { help = "rats or hunters" }
function act.meet()
  local row = roll "foes"
  emit "encounter" { what = row.name == "rats" and "rats" or row.text }
end
