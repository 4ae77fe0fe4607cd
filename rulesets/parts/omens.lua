-- omens.lua -- whoever has no hit points left rolls an omen; they add up, and the last of them is death.
--
-- A part.  Gives: hurt and omen; the track hp of members, the chart omen.
-- Wants: nothing.
-- A house file changes: the rows of the chart, event.omen_due.text.

track "hp"      { of = "member", min = 0, max = "own", empty = rule.is_omened, help = "hit protection" }
track "omens"   { of = "member", min = 0, quiet = true, help = "omens so far; they are never lost" }
track "wounded" { of = "member", min = 0, quiet = true, prompt = "changed", help = "cycles until the wound has healed" }
track "injured" { of = "member", start = false, quiet = true, help = "an injury that will not heal" }
track "dead"    { away = true }

chart "omen" { die = "1d6", help = "at 0 hit protection; each omen so far adds 1",
  { "to 4",  "wound",    "Half speed and disadvantage until it has healed.", gains = "1d4 wounded" },
  { "5-7",   "injury",   "Something that will not heal.",                         sets = { injured = true } },
  { "8-9",   "bleeding", "A lasting injury, and death without help.",        rule.bleed },
  { "10-14", "last",     "One last action, then death." },
  { "15+",   "dead",     "At once.",                                         sets = { dead = true } } }

action "hurt" { turns = 0, takes = { "member", "die" }, help = "damage: hurt Bram 3, hurt Bram 1d6" }
action "omen" { turns = 0, takes = { "member" }, help = "an omen roll" }
event "omen_due" { text = "{who} has no hit protection left and rolls an omen.", stops = true, public = true }
modifier "wound" { when = "wounded 1+", dis = 1 }

function act.hurt(_, whom, n) lose(whom, "hp", dice(n, "damage")) end
function act.omen(_, who) rule.omen(who) end

function rule.is_omened(who)
  emit "omen_due" { who = who.name }
  rule.omen(who)
end
function rule.omen(who)
  gain(who, "omens")
  roll("omen", who, { add = who.omens })
end
function rule.bleed(who)
  set(who, "injured", true)
  say("%s dies in %d rounds without help.", who.name, dice("1d4", "rounds to live"))
end
