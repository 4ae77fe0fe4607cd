-- encounter.lua -- who comes, how far off, in what mood, and who is surprised: one Enter; and signs.
--
-- A part.  Gives: rule.meet and rule.hint, an encounter and a sign of one, for the rows of a hazard die.
--   rule.meet returns the answers: wrap it to start a fight or to ask for checks.
--   `encounter 3 goblins, wary` is for somebody of your own; `correct hostile` puts the last ones right.
-- Wants: nothing.
-- A house file changes: chart.creatures ({2d4} in a text is rolled; a row called nothing is nobody), the
--   other charts, the questions, rule.encounter_asks, event.encounter.text.

question "creature"  { text = "Who comes?" }
question "distance"  { text = "How far away?", default = rule.distance, min = 0, unit = "ft" }
question "mood"      { text = "In what mood?", choices = { "hostile", "wary", "busy", "friendly" },
                       rolls = "moods" }
question "surprised" { text = "Who is surprised?", choices = { "nobody", "the party", "the others", "both" },
                       rolls = "surprise", short = "{it} surprised" }
question "sign"      { text = "What do they notice?", default = rule.trace, always = true }

event.encounter.text = "{creature}, {distance} ft away, {mood}. Surprised: {surprised}."
event "sign" { text = "{sign} ({creature}).", public = "{sign}." }

action "encounter" { public = false, turns = 0, takes = { "text?" },
                     help = "somebody comes, as you say or by the charts: encounter 3 goblins, wary" }

chart "creatures" { die = "1d6", secret = true, help = "who wanders here",
  { "1", "rats",    "{3d6} rats, boiling out of a wall" },
  { "2", "goblins", "{1d4+1} goblins with a heavy sack" },
  { "3", "spider",  "a spider the size of a hound" },
  { "4", "rivals",  "another party, bandaged and nervous" },
  { "5", "bones",   "{1d3+1} walking dead, on their old round" },
  { "6", "ghouls",  "{1d4+1} ghouls, noses to the ground" } }

chart "distances" { die = "1d6", secret = true, help = "how far off they are, in feet",
  { "1",   "here",              feet = 5 },
  { "2-3", "near",              feet = 30 },
  { "4-5", "edge of sight",     feet = 60 },
  { "6",   "heard before seen", feet = 90 } }

chart "moods" { die = "2d6", secret = true, help = "in what mood they are",
  { "2-5", "hostile" }, { "6-8", "wary" }, { "9-10", "busy" }, { "11-12", "friendly" } }

chart "surprise" { die = "1d6", secret = true, help = "who is surprised",
  { "1", "the party" }, { "2", "the others" }, { "3-6", "nobody" } }

chart "signs" { die = "1d8", secret = true, help = "noises, smells, tracks and shadows",
  { "1", "noise",  "A stone rolls, and somebody stops it" },
  { "2", "voice",  "Somebody breathes out, not far away" },
  { "3", "smell",  "A reek of wet fur and old meat" },
  { "4", "smoke",  "A thread of smoke, still warm" },
  { "5", "tracks", "Wet footprints, still spreading" },
  { "6", "scrape", "Fresh scratches on the stone, at knee height" },
  { "7", "shadow", "A shadow at the edge of the light, then none" },
  { "8", "glint",  "Two points of light that blink" } }

function rule.creature() return roll("creatures", nil, { quiet = true }).text end
function rule.distance()
  local row = roll "distances"
  return row.feet or row.name
end
function rule.trace() return roll("signs", nil, { quiet = true }).text end

-- Somebody comes: rolled by the charts, or as typed.
function rule.meet(_, _, said)
  local what = rule.wanderer()
  if what == "nothing" and not said then return say "But nobody comes." end
  local with = { text = "Encounter", said = said, default = { creature = what } }
  local met = ask(rule.encounter_asks(), nil, with)
  if met.creature == "nothing" then return say "But nobody comes." end
  emit("encounter", met)
  return met
end
function act.encounter(_, said) rule.meet(nil, nil, said) end
function rule.encounter_asks() return { "creature", "distance", "mood", "surprised" } end

-- Who comes by itself: one of the chart.  Wrap it where a sign has told who is near.
function rule.wanderer() return rule.creature() end

-- A sign is no encounter: something is near, and that is all.
function rule.hint()
  local what = rule.creature()
  if what == "nothing" then return say "But nothing is near." end
  local sign = ask({ "sign" }, nil, { text = "Sign" })
  sign.creature = rule.kind_of(what)
  emit("sign", sign)
end

-- "{2d4} goblins" are goblins: a sign tells no number.
function rule.kind_of(what) return (what:gsub("{.-} ", "")) end
