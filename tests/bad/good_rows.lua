-- Right: rows in every way they can be written.
extends "lamplight"

chart.hazard.gutter = nil
chart.hazard:add { "2, 3", "gust", "A gust.", rule.gust }
chart "reaction" { die = "2d6",
  { "to 3", "hostile" },
  { at = "4-6", name = "wary", text = "It watches." },
  { "7 - 9", "neutral", function(about) say("%s", about or "It") end, "It shrugs." },
  { "10-11", "kind", does = rule.gust },
  { "12+", "friendly", "It smiles." } }
chart "portent" { die = "1d6", { "1–3", "bad" }, { "4,5,6", "good" } }
chart "wound" { die = "1d6", { "to 4", "scratch" }, { "5-7", "cut" }, { "8-9", "gash" }, { "10+", "death" } }
chart "sky" { ask = "What do the birds say?" }
chart "bones" { { "1", "yes" }, { "2", "no" } }
function rule.gust() say "Whoosh." end
action "tempt" { help = "tempt fate" }
function act.tempt()
  roll "reaction" roll("portent", "fate") roll("wound", nil, { add = 4 }) roll "sky" roll("bones", nil, { die = "1d2" })
  say("%s", chart.wound:at(9).name)
end
-- play: tempt
