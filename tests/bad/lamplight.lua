-- lamplight.lua -- a small hazard-die crawl, for the files beside it to change.
ruleset "Lamplight" { turn = "10 minutes", check = "1d20" }

kind.member:has { dex = 0, wis = 0 }
kind.light:has  { bright = "distance?" }
kind.pace:has   { maps = false }
kind.room:has   { hidden = {} }

light "torch"   { lasts = "6 turns",  bright = "9 m", spends = "torches" }
light "candle"  { lasts = "12 turns", bright = "3 m" }
pace  "careful" { distance = "36 m", maps = true }
pace  "hasty"   { distance = "108 m" }

setting "grace" { default = 0, min = 0, max = 6, help = "turns at the start in which nothing stirs" }
setting "dark"  { default = "refuse", choices = { "refuse", "ask" }, help = "searching without a light" }
setting "harm"  { is = "dice", default = 1, help = "hit points lost to a trap" }

track "hp"      { of = "member", min = 0, max = "own" }
track "torches" { min = 0, start = 3 }
track "walked"  { unit = "m" }
track "near"    { start = {} }
track "mood"    { steps = { "calm", "wary", "grim" } }
track "noise"   { of = "turn" }

question "grope" { text = "Search without a light?", default = false }
question "side"  { text = "Which way?", choices = { "left", "right" } }
timer "venom"    { of = "member", lasts = "2 hours" }
event "trap"     { text = "A trap: {what}." }

chart "hazard" { die = "1d6",
  { "1",   "encounter", "Something has found you.", rule.meet },
  { "2-3", "gutter",    "Every flame burns low." },
  { "4-6", "quiet",     "Nothing stirs." } }
chart "creatures" { die = "1d4",
  { "1-3", "rats", "Rats, a dozen." },
  { "4",   "ooze", "An ooze." } }

procedure "turn" { "act", "hazard", "time" }
function step.hazard() if turn.number > setting.grace then roll "hazard" end end

action "search" { by = "each", help = "look a room over" }
action "move"   { takes = { "pace?" }, help = "go on" }

function cannot.search()
  if #burning() > 0 then return end
  if setting.dark == "refuse" or not ask "grope" then return "It is too dark." end
end
function act.search(who) if check(who, "wis", 10) then say("%s finds something.", who.name) end end
function act.move(_, how)
  how = how or pace.careful
  gain("walked", how.distance)
end

function rule.meet() emit "encounter" { what = roll("creatures").name } end
function on.light_out(lamp) say("%s is in the dark.", lamp.holder) end
function on.hp(who, _, now) if now == 0 then say("%s is down.", who.name) end end

-- The files that extend this one use these.
local _ = { "side", "venom", "trap" }
