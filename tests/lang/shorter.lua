-- shorter.lua -- words that save lines: rows without ranges, two actions a turn, a rule as maximum.
ruleset "Shorter" { turn = "10 minutes", check = "1d20" }
kind.member:has { might = 0, skill = "dice = d6" }
track "hp"     { of = "member", min = 0, max = "own" }
track "slots"  { of = "member", max = rule.slots }
track "clocks" { start = {} }
track "heat"   { min = 0, max = 6 }
track "cold"   { start = -2 }
track "gone"   { tally = true }
timer "venom"  { of = "member", lasts = "1 turn", text = "The venom takes {who}." }
timer "bell"   { lasts = "1 turn", text = "The bell strikes." }
setting "pay"  { default = { guard = 2, guide = 5 }, is = "table" }

chart "moods"   { "hostile", { "wary", "They wait.", rule.stir, pull = 2 }, "kind" }
chart "deeper"  { die = "2d2", "shaft", "stair", "sea" }
chart "d22"     { die = "10*d2+d2", "p", "q", "r", "s" }
chart.moods:add "drunk"

procedure "turn" { deeds = "2 each", "act", "time" }
action "try"   { by = "each" }
action "rest"  { by = "each", default = true }
action "watch" { by = "each", takes = { "front|rear", "room?" } }
action "mood"  { turns = 0 }  action "dig" { turns = 0 }  action "both" { turns = 0 }
action "clock" { turns = 0, takes = { "word", "number" } }
action "tick"  { turns = 0, takes = { "word" } }
action "wrestle" { turns = 0, by = "one", takes = { "number" } }
action "poison" { turns = 0, by = "one" }
action "roll_it" { turns = 0, by = "one", takes = { "stat" } }

function rule.slots(who) return 2 + who.might end
function rule.stir() gain "heat" end
function act.try(who) say("%s tries.", who.name) end
function act.rest(who) say("%s rests.", who.name) end
function act.mood() say("%d", roll("moods").pull or 0) end
function act.dig() roll "deeper" end
function act.both() roll "d22" end
function act.clock(_, name, size) gain("clocks", { name = name, size = size }) end
function cannot.tick(_, name) if not named(name, party.clocks) then return "There is no clock " .. name .. "." end end
function act.tick(_, name) named(name, party.clocks).size = named(name, party.clocks).size - 1 end
function act.wrestle(who, might)
  local won, c, theirs = contest(who, "might", { name = "the ogre", might = might }, "might", { add = 1 })
  say("%s, %d to %d", won and "won" or "lost", c.total, theirs)
end
function act.poison(who) start("venom", who) start "bell" end
function act.roll_it(who, what) say("%s: %d, of %d sides", what, dice(who[what], what), sides(who[what])) end
function on.turn_end() say("rear: %d, front: %d", #doers("watch", "rear"), #doers("watch", "front", "hall")) end
