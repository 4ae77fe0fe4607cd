-- Asking -- questions for several members, of several parts, settled for good, and with the last answer.
-- The party hears, rests and meets; there is nothing else to do.
-- Used by asking.spec.lua and tests/play/asking.play.
ruleset "Asking" { turn = "10 minutes", check = "1d20", procedure = "turn" }
procedure "turn" { "act", "time" }

member "Bram" {}   member "Old Tom" {}   member "Pike" {}
track "hp" { of = "member", start = 6, min = 0 }
track "heard" { of = "member", start = 0 }
track "tired" { of = "member", start = false }

question "dc"        { text = "How hard is it for {name}?", default = 10, min = 1, max = 30 }
question "rests"     { text = "Does {name} rest?", default = true }
question "does"      { text = "What does {name} do?", choices = { "stand", "run" } }
question "fate"      { text = "What becomes of {name}?", default = "nothing" }
question "weather"   { text = "What is the weather?", choices = { "fair", "rain", "snow" }, again = true }
question "only"      { text = "Which way?", choices = { "north" } }
question "pick"      { text = "What falls?", choices = { "rope", "bread", "chalk" }, upto = 100 }

question "creature"  { text = "What is it?", default = "rats" }
question "distance"  { text = "How far off is it?", default = 18, min = 0, unit = "m" }
question "reaction"  { text = "How does it react?", choices = { "hostile", "wary", "friendly" } }
question "surprised" { text = "Who is surprised?", choices = { "nobody", "the party", "both" }, short = "{it} surprised" }
question "asleep"    { text = "Is it asleep?", default = false }

action "listen" { by = "each" }
function act.listen(who) set(who, "heard", ask("dc", who)) end

action "camp" {}
function act.camp()
  for who in each(party) do set(who, "tired", not ask("rests", who, { among = party })) end
end

action "flee" { by = "each" }
function act.flee(who) say("%s: %s.", who.name, ask("does", who)) end

action "fall" { by = "each" }
function act.fall(who) say("%s: %s.", who.name, ask("fate", who)) end

action "march" {}
function act.march() say("%s, %s, %g.", ask "weather", ask "only", ask "distance") end

action "rest" { help = "also a word for the others" }
function act.rest() end

action "linger" { help = "longer than the turn" }
function act.linger()
  ask "distance"
  pass "5 minutes"
end

action "drop" {}
function act.drop() say("On the floor: %g.", #ask "pick") end

action "spy" { takes = { "number?", "text?" } }
function act.spy(_, off, what)
  local met = ask({ "creature", "distance" }, nil, { text = "Far off", known = { creature = what, distance = off } })
  say("%s, %g m.", met.creature, met.distance)
end

action "meet" {}
function act.meet()
  local met = ask({ "creature", "distance", "reaction", "surprised", "asleep" }, nil,
    { text = "Encounter", default = { reaction = "wary" } })
  emit "encounter" { what = ("%s, %g m, %s, %s, %s"):format(met.creature, met.distance, met.reaction, met.surprised,
    tostring(met.asleep)) }
end

-- Some defaults are rolled as the question is put.
question "mood" { text = "In what mood?", choices = { "calm", "angry" }, rolls = "tempers" }
question "fight" { text = "Is there a fight?", choices = { "no fight", "fight" }, follows = rule.fights }
question "many" { text = "How many?", default = rule.many, unit = "strong" }
chart "creatures" { die = "1d6", { "1-5", "wolves" }, { "6", "bears" } }
function rule.many() return dice("2d6", "how many") end
function rule.fights(met) return met.mood == "angry" and "fight" or "no fight" end
chart "tempers" { die = "1d6", { "1-5", "calm" }, { "6", "angry" } }
event "pack" { text = "{many} {creature}, {mood}." }
event "rage" {}
action "track"    { takes = { "text?" } }
action "approach" {}
function rule.pack(said)
  return ask({ "creature", "many", "mood" }, nil,
    { text = "A pack", said = said, default = { creature = roll("creatures").name } })
end
function act.track(_, said) emit("pack", rule.pack(said)) end
function act.approach() if rule.pack().mood == "angry" then emit "rage" {} end end
action "face" { takes = { "text?" } }
function act.face(_, said)
  local met = ask({ "mood", "fight" }, nil, { said = said })
  say("%s: %s.", met.mood, met.fight)
  if met.fight == "fight" then emit "rage" {} end
end
