-- Rows have wrong effects: unknown tracks and charts, wrong amounts, a step that rolls a member's track for nobody.
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
procedure.turn:after("hazard", "damp")
chart "damp" { die = "1d1", { "1", "wet", loses = "1 hp" } }
chart "nearby" { die = "1d1", { "1", "it", lose = "1 hp" } }
-- expect: effects_wrong.lua:5: there is no track 'hpp'; did you mean 'hp'? | write: { "1", "a", loses = "1d6 hp" },
-- expect: effects_wrong.lua:6: chart "woes", row "b", gains: before 'hp' a number or dice is needed, and this is "many hp"
-- expect: effects_wrong.lua:7: chart "woes", row "c", sets: mood: "calm", "wary" or "grim" is needed, and this is "warry"
-- expect: effects_wrong.lua:8: chart "woes", row "d", starts: timer "slow" has no length; give it lasts = "1 hour"
-- expect: effects_wrong.lua:9: there is no chart 'hazzard'; did you mean 'hazard'? | write: { "5", "e", rolls = "hazard" },
-- expect: effects_wrong.lua:10: chart "woes", row "f", loses: how much of which track is needed, as "2 hp", and this is 3
-- expect: effects_wrong.lua:11: chart "woes", row "g", sets: tracks and their values are needed, as { alarm = "wary" }, and this is "alarm"
-- expect: effects_wrong.lua:12: there is no track 'x'; there are hp, torches, walked, near, mood and noise
-- expect: effects_wrong.lua:14: chart "damp", row "wet": 'hp' is a member's, and the step rolls this chart for nobody | write: function step.damp(who) roll("damp", who) end
-- expect: effects_wrong.lua:15: warning: chart "nearby", row "it": 'lose' is a field of its own here and does nothing; did you mean 'loses'? | write: chart "nearby" { die = "1d1", { "1", "it", loses = "1 hp" } }
