-- needs.lua -- what must be, and must not be, before a deed is done.
ruleset "Needs" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "oil"   { min = 0 }
track "way"   { unit = "miles" }
track "alarm" { steps = { "calm", "wary", "hunting" } }
track "word"  { start = "" }
track "shut"  { of = "room", start = false }
track "pack"  { of = "member", start = {} }
track "tired" { of = "member", start = false }
track "hid"   { of = "turn", start = false }
action "fill" { by = "each", needs = { oil = "The cans are empty.", pack = "{who} has no lamp." }, unless = { tired = "{who} is tired." }, turns = 0 }
action "sing" { needs = { alarm = "Nobody listens.", word = "Nobody knows a song." }, turns = 0 }
action "leave" { needs = { way = "There is no way." }, unless = { shut = "The door is shut.", hid = "They hide." } }
action "lift" { unless = { tired = "{who} is tired." }, turns = 0 }
action "nap" { by = "each", default = true, unless = { tired = "{who} cannot sleep." } }
action "pine" { by = "each", default = "forced", needs = { word = "no word" }, at = "pine" }
procedure.turn:after("act", "pine")
function cannot.fill(who) if who.name == "C" then return "C never does." end end
function act.fill() lose "oil" end
function act.sing() say "La." end
function act.leave() say "Gone." end
function act.lift(them) say("%d lift.", #them) end
function act.nap(who) say("%s naps.", who.name) end
function act.pine(who) say("%s pines.", who.name) end
