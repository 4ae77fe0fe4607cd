-- Rows have wrong effects: unknown tracks and charts, wrong amounts, checks and ends that are none.
extends "lamplight"
timer "slow" {}
chart "woes" { die = "1d8",
  { "1", "a", loses = "1d6 hpp" },
  { "2", "b", gains = "many hp" },
  { "3", "c", sets = { mood = "warry" } },
  { "4", "d", starts = "slow" },
  { "5", "e", rolls = "hazzard" },
  { "6", "f", loses = 3 },
  { "7", "g", sets = "alarm" },
  { "8", "h", gains = "m near x" } }
chart "damp" { { "wet", fails = { loses = "1 hp" } }, { "dry", ends = true }, { "cold", check = "dex" }, { "hot", check = "heat 12" },
  { "dim", check = "dex 12", fails = { lose = "1 hp" } }, { "dark", check = "dex 12", fails = "darkk" }, { "odd", ends = "bell" } }
event "bell" { text = "A bell." }
chart "nearby" { die = "1d1", { "1", "it", lose = "1 hp" } }
-- expect: effects_wrong.lua:5: there is no track 'hpp'; did you mean 'hp'? | write: { "1", "a", loses = "1d6 hp" },
-- expect: effects_wrong.lua:6: chart "woes", row "b", gains: before 'hp' a number or dice is needed, and this is "many hp"
-- expect: effects_wrong.lua:7: chart "woes", row "c", sets: mood: "calm", "wary" or "grim" is needed, and this is "warry"
-- expect: effects_wrong.lua:8: chart "woes", row "d", starts: timer "slow" has no length; give it lasts = "1 hour"
-- expect: effects_wrong.lua:9: there is no chart 'hazzard'; did you mean 'hazard'? | write: { "5", "e", rolls = "hazard" },
-- expect: effects_wrong.lua:10: chart "woes", row "f", loses: how much of which track is needed, as "2 hp", and this is 3
-- expect: effects_wrong.lua:11: chart "woes", row "g", sets: tracks and their values are needed, as { alarm = "wary" }, and this is "alarm"
-- expect: effects_wrong.lua:12: there is no track 'x'; there are hp, torches, walked, near, mood and noise; to make one, add track "x" {}
-- expect: effects_wrong.lua:13: chart "damp", row "wet", fails: that is what a check brings | write: check = "might 12"
-- expect: effects_wrong.lua:13: chart "damp", row "dry", ends: what is shown as play ends is needed, as ends = "Land!", or the event that ends it, and this is true
-- expect: effects_wrong.lua:13: chart "damp", row "cold", check: a DC stands behind what is checked, "dex 12"
-- expect: effects_wrong.lua:13: chart "damp", row "hot", check: a member has no field 'heat'
-- expect: effects_wrong.lua:14: chart "damp", row "dim", fails: what it does is needed, as { loses = "2 hp" }, a rule or an event; did you mean 'loses'? | write: { "dim", check = "dex 12", fails = { loses = "1 hp" } }, { "dark", check = "dex 12", fails = "darkk" }, { "odd", ends = "bell" } }
-- expect: effects_wrong.lua:14: there is no event 'darkk'; to make one, add event "darkk" {}
-- expect: effects_wrong.lua:14: chart "damp", row "odd", ends: event "bell" does not end play; give it ends = true
-- expect: effects_wrong.lua:16: warning: chart "nearby", row "it": 'lose' is a field of its own here and does nothing; did you mean 'loses'? | write: chart "nearby" { die = "1d1", { "1", "it", loses = "1 hp" } }
