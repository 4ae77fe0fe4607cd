-- veiled.lua -- everything that can be secret.  Whatever is secret has a name or text with xyzzy: none may reach players.
ruleset "Veiled" { turn = "10 minutes", check = "1d20" }
kind.member:has { wit = 0 }
procedure "turn" { "act", "fate", "time" }
light "torch" { lasts = "6 turns", spends = "xyzzytorches" }
track "xyzzytorches" { start = 5, secret = true }
track "xyzzynumber" { secret = true }
track "xyzzyswitch" { start = false, secret = true }
track "xyzzyladder" { steps = { "xyzzylow", "xyzzyhigh" }, secret = true }
track "xyzzylist" { start = {}, secret = true }
track "xyzzytext" { start = "", secret = true }
track "xyzzywound" { of = "member", secret = true }
track "xyzzyroom" { of = "room", secret = true }
track "xyzzyoil" { of = "light", secret = true }
track "xyzzyplot" { of = "campaign", secret = true }
track "open" {}
chart "fate" { die = "1d4", { "1-4", "clear", "An open row." } }
chart "xyzzychart" { die = "1d4", secret = true, { "1-4", "xyzzyrow", "The xyzzywords." } }
chart "xyzzyask" { secret = true, ask = "What xyzzyask?" }
question "xyzzyquestion" { text = "Is xyzzy there?", choices = { "xyzzyyes", "xyzzyno" }, secret = true }
event "xyzzyevent" { text = "The xyzzyevent.", secret = true }
event "plain" { text = "A plain {what}." }
deck "xyzzydeck" { cards = { "xyzzyace", "xyzzyking" }, secret = true }
timer "bell" { lasts = "2 turns" }
track "xyzzystart" { start = "1d6", min = 0, secret = true }
event.arrive.secret = true
event.encounter.secret = true
action "walk" { help = "openly" }
action "watch" { by = "each", secret = true, help = "who listens?" }
action "xyzzyplan" { turns = 0, secret = true, takes = { "text?" } }
action "behind" { turns = 0 }
member "Bram" { wit = 1 }
member "Ysolde" {}

local function veiled(who)
  say "xyzzysaid"
  warn "xyzzywarned"
  dice("1d6", "xyzzydice")
  pick({ "xyzzya", "xyzzyb" }, "xyzzypick")
  faces("2d6", "xyzzyfaces")
  pool(2, "d6", "xyzzypool")
  check(who, "wit", 12)
  gain("open")
  emit "plain" { what = "xyzzywhat" }
  start("bell", who)
  roll "fate"
end
function act.watch(who) veiled(who) end
function act.xyzzyplan(them) veiled(them[1]) end
action "xyzzyscheme" { secret = true, takes = { "text?" } }
function act.xyzzyscheme(them) veiled(them[1]) end
function act.behind(them)
  local who = them[1]
  go("xyzzycrypt" .. turn.number) emit "encounter" { what = "xyzzyfoes" } emit "plain" { what = "xyzzyhushed", secret = true }
  say("xyzzyhushed", { secret = true }) emit "xyzzyevent" { public = true }
  gain("xyzzynumber") set("xyzzyswitch", true) gain("xyzzyladder") set("xyzzytext", "xyzzywords")
  set("xyzzylist", { "xyzzyitem" })
  gain(who, "xyzzywound") gain(here, "xyzzyroom") gain("xyzzyplot")
  for _, lamp in ipairs(burning()) do gain(lamp, "xyzzyoil") end
  roll "xyzzychart" roll "xyzzyask"
  roll("fate", nil, { secret = true, add = 0 })
  ask "xyzzyquestion" emit "xyzzyevent" { } draw "xyzzydeck"
  dice("1d6", "xyzzydice", { secret = true })
  faces("2d6", "xyzzyfaces", { secret = true })
  pick({ "a", "b" }, "xyzzypick", { secret = true })
  check(who, "wit", 12, { secret = true, xyzzy = 1 })
end
