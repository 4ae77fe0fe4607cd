-- effects.lua -- what rows of charts do by their fields, without a function.
ruleset "Effects" { turn = "10 minutes", procedure = "turn" }
procedure "turn" { "act", "air", "time" }
track "str" { of = "member", start = 10, min = 0 }
track "wounds" { of = "member", start = {} }
track "weary" { of = "member", start = false }
track "torches" { start = 5, min = 0 }
track "way" { unit = "miles", start = 1 }
track "alarm" { steps = { "calm", "wary", "hunting" } }
track "rain fall" {}
track "name" { of = "campaign", start = "none" }
track "mud" { of = "room" }
track "soot" { of = "light" }
timer "venom" { of = "member", lasts = "2 turns" }
timer "bell" { lasts = "1 hour" }
light "torch" { lasts = "6 turns" }
chart "air" { die = "1d2",
  { "1", "still", gains = { "0.5 miles way", "2 alarm", "rain fall" } },
  { "2", "foul", sets = { alarm = "wary", way = "3 miles", name = "Foul" }, loses = { "torches", "1d2 torches" }, starts = "bell" } }
chart "hurt" { die = "1d4",
  { "1", "feeble", "{name} feels feeble.", rule.tell, loses = "1d6 str" },
  { "2", "cut", gains = { "cut wounds", "weary" }, starts = { "venom" } },
  { "3", "both", rolls = { "lame", "blind" } },
  { "4", "hid", rolls = "hidden" } }
chart "lame" { die = "1d1", { "1", "lame", loses = "2 str" } }
chart "blind" { die = "1d1", { "1", "blind", sets = { weary = true }, rolls = "lame" } }
chart "hidden" { die = "1d1", secret = true, { "1", "hidden", loses = "1d4 str" } }
chart "ground" { die = "1d1", { "1", "mud", gains = "3 mud" } }
chart "flame" { die = "1d1", { "1", "soot", gains = "soot" } }
function rule.tell(who) say("%s has %d.", who.name, who.str) end
action "hurt" { by = "each" }
function act.hurt(who) roll("hurt", who) end
action "all" {}
function act.all(them) roll("hurt", them) end
action "none" {}
function act.none() roll "lame" end
action "dig" {}
function act.dig() roll "ground" roll("ground", place "well") roll("flame", burning()[1]) end
action "hold" {}
function act.hold(them)
  local row, r = roll("lame", them[1])
  say("%s %s", row.loses, tostring(row.gains)) r.row.does(them[1])
end
member "Bram" { holds = "torch" }
member "Pike" {}
