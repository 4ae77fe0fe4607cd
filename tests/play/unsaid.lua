-- unsaid.lua -- uses every word of the language, and calls hardly anything secret or public.  A text with xyzzy must not
-- reach players; a text with fair must.
ruleset "The fairtitle" { turn = "10 minutes", check = "1d20", room = "fairgate", starts = "1 hour", hint = "xyzzyhint",
  procedure = "turn", under = false, renamed = { xyzzyolder = "xyzzynumber" } }
kind "xyzzykind" { xyzzyfield = "string?" }
xyzzykind "xyzzything" { xyzzyfield = "xyzzyvalue" }
kind.member:has { wit = 0 }
kind.room:has { xyzzylair = "string?" }
light "fairlamp" { lasts = "40 turns", spends = "xyzzyoil", help = "xyzzyhelp" }
pace "fairpace" { distance = "10 m" }
setting "xyzzysetting" { default = "xyzzyvalue", is = "string" }

track "xyzzyoil"    { start = 9, min = 0, help = "its number is told with each lamp", secret = true }
track "xyzzynumber" { max = rule.most_of, tally = true, prompt = true }
track "xyzzydice"   { start = "2d6", min = 0 }
track "xyzzyway"    { unit = "miles", quiet = true }
track "xyzzyladder" { steps = { "xyzzylow", "xyzzyhigh" }, wraps = true }
track "xyzzyusage"  { steps = { "gone", "d4", "d6" }, start = "d6" }
track "xyzzylist"   { start = {} }
track "xyzzytext"   { start = "" }
track "xyzzybill"   { start = 1, min = 0, empty = "xyzzybroke", max = 9, full = "xyzzyevent" }
track "xyzzybroke"  { start = false }
track "xyzzysinks"  { start = 9, falls = { [8] = "xyzzyevent" }, rises = { [9] = rule.befall } }
track "xyzzyplot"   { of = "campaign" }
track "xyzzyroom"   { of = "room" }
track "xyzzyturn"   { of = "turn" }
track "xyzzydread"  { of = "member", public = false }
track "xyzzysoot"   { of = "light", public = false }
track "xyzzysheet"  { of = "member", public = true, sheet = false }
track "fairwound"   { of = "member" }
track "fairmood"    { of = "member", steps = { "calm", "fairlyangry" } }
track "fairsoot"    { of = "light" }
track "fairfame"    { public = true }
action "wander" { takes = { "room?" }, elsewhere = "wander", turns = 0 }
track "xyzzyanew"   { of = "member", public = false, anew = "fairfight" }

chart "fate" { die = "1d1", { "1", "xyzzyrow", "The {name} of xyzzywords.", rule.befall, xyzzymore = "xyzzymore" } }
chart "xyzzyask" { ask = "Who xyzzyasks?" }
chart "fairchart" { die = "1d1", public = true, { "1", "fairrow", "The fairwords.", xyzzymore = "xyzzymore" } }
chart "xyzzysky" { columns = "summer|winter", by = "xyzzyseason", "xyzzyrain|nothing" }
track "xyzzyseason" { start = "summer" }
track "xyzzyfaint"  { of = "member", start = false, public = false, idle = "wander" }
chart "xyzzyopened" { die = "1d1", { "1", "xyzzyhushed", "xyzzyhushed" } }
chart "xyzzydeeds" { die = "1d1",
  { "1", "xyzzydone", gains = "xyzzynumber", loses = "1 xyzzydice", sets = { xyzzytext = "xyzzynews" }, starts = "xyzzytimer" } }
modifier "xyzzydark" { when = function() return true end, add = 2, adv = 1, dis = 1, to = "wit", help = "xyzzyhelp" }
track "xyzzytold" { of = "xyzzykind", start = false }
procedure "turn"      { "act", "fate", "time" }
procedure "fairfight" { lasts = "10 seconds", "act", "time" }
procedure "fairweek"  { lasts = "1 week", "rumour" }
question "xyzzyquestion" { text = "Is xyzzy there?", choices = { "xyzzyyes", "xyzzyno" }, short = "xyzzyshort {it}", again = true }
question "xyzzymany"     { text = "How many xyzzy?", choices = { "xyzzya", "xyzzyb" }, upto = 2 }
question "xyzzyboth"     { text = "Which xyzzy?", choices = { "xyzzya", "xyzzyb" }, exactly = 1 }
question "fairquestion"  { text = "Is it fairweather?", default = true, public = true }
question "xyzzyalways"   { default = "xyzzyalways", always = true }
question "xyzzyrolls"    { rolls = "xyzzyopened" }
question "xyzzyfollows"  { follows = function(met) return "xyzzy" .. tostring(met.xyzzyrolls) end }
event "xyzzyevent"   { text = "The xyzzyevent." }
event "fairevent"    { text = "A fairevent with {what}.", public = true }
event "fairsentence" { text = "The xyzzysentence: {what}.", public = "The fairsentence: {open}." }
event.arrive.public = "The fairplace."
event.kindled.public = "A fairlamp, {holder}."
event "peril"        { text = "A peril: {what}.", stops = true }
event "xyzzyend"     { text = "The xyzzyend.", ends = true }
timer "xyzzytimer" { lasts = "1 turn", text = "The xyzzytimer of {who}.", check = "wit 7712",
  fails = { check = "wit 7712", fails = { sets = { xyzzytext = "xyzzyfails" } } }, natural = { [1] = { loses = "xyzzynumber" } } }
timer "fairtimer"  { of = "member", lasts = "1 turn", text = "The fairtime of {who}.", public = true }
track "xyzzyburned" { start = { "xyzzyking" }, secret = true }
deck "xyzzydeck" { cards = { "xyzzyace", "xyzzyking" }, reshuffles = true, without = "xyzzyburned" }
deck "fairdeck"  { cards = { "faircard" }, public = true }
room "xyzzyhall" { exits = { "xyzzyhall" }, text = "xyzzyroomtext", help = "xyzzyhelp", xyzzylair = "xyzzyrats" }
action "walk"   { takes = { "pace?", "number?" }, help = "xyzzyhelp" }
action "scheme" { by = "one", turns = 0, takes = { "number?" }, aka = "sch" }
action "lurk"   { turns = 0, takes = { "text?" }, public = false }
action "stalk"  { takes = { "text?" }, public = false }
action "count"  { takes = { "number?" }, public = true }
action "heave"  { turns = 0, by = "each", check = "wit 1", fails = "xyzzyevent", natural = { [1] = { gains = "xyzzynumber" } } }
track "xyzzylock" { start = false, secret = true }
action "go_on"  { turns = 0, costs = "xyzzybill", needs = { xyzzybill = "The xyzzyneed." }, unless = { xyzzylock = "The xyzzylock." } }
action "part"   { turns = 0 }
action "finish" { turns = 0, secret = true }
action "battle" { enters = "fairfight" }
action "yield"  { leaves = "fairfight" }
action "wait"   { default = true, keeps = true, asked_once = true, dark = true }
action "listen" { by = "each", at = "act", during = "turn" }
member "Bram"   { wit = 1, holds = "fairlamp", help = "xyzzyhelp" }
member "Ysolde" {}
member "Pike"   {}

function rule.most_of() return 100 end
function rule.modifier(who, what) return what == "xyzzymight" and 1 or who.wit end
function rule.check_dice() return "1d20" end
function rule.deed_order(deeds) return deeds end
function rule.status() return "xyzzystatus" end
function rule.befall() gain "xyzzynumber" end
function cannot.listen() if turn.number > 90 then return "xyzzycannot" end end
function on.begin() set("xyzzytext", "xyzzybegun") end
function on.kindled(lamp) gain(lamp, "xyzzysoot") gain(lamp, "fairsoot") end
function on.check(c) if c.what == "wit" then c.add = c.add + 0 end end
function step.rumour() say("The xyzzyrumour.", { secret = true }) say "A fairrumour." end
function act.walk() end
function act.finish() emit "xyzzyend" {} end
function act.wait() end
function act.lurk() say("A xyzzylurker.", { public = "A fairshadow." }) end
function act.stalk() say("A xyzzystalker.", { public = false }) end
function act.count() end
function act.listen(who) check(who, "wit", 12) end

local function tell_of_nothing(who)
  local all = {}
  for each_of in each(party) do all[#all + 1] = each_of.name end
  for _, name in ipairs(all) do assert(tostring(named(name)) and type(name) == "string") end
  for _, word in pairs { x = "xyzzya" } do select(1, word, has(all, word), utf8.len(word), string.rep(word, 2)) end
  local there = { place(here.name), new_name "xyzzyhall", known(here.name), rooms_to(here.name), noted_traps(), finds(party.members[1]), groups(), burning(), clock.minutes }
  local sums = { least(party, "wit"), most(party, "wit"), sum(party, "wit"), count(all), math.abs(-1), count(party, "not xyzzydread 9+"), count(party, "doing walk|wait") }
  local parts = { amount(party.xyzzyway, "miles"), next_die "d4", sides "d4", odds("1d6", 4), tonumber "4" }
  local doings = { doing(who, "walk"), doers "walk", running "xyzzytimer", timers "xyzzytimer", deed "walk", campaign.xyzzyplot, table.concat(all) }
  if turn.number > 90 then refuse "xyzzyrefused" error("xyzzyerror" .. #there + #sums + #parts + #doings) end
end

function act.scheme(who)
  tell_of_nothing(who)
  gain("xyzzynumber") gain("xyzzyway", 1) gain("xyzzyladder") gain("xyzzyplot") lose("xyzzydice")
  gain(here, "xyzzyroom") gain("xyzzyturn") set("xyzzylist", { "xyzzyitem" }) set("xyzzytext", "xyzzywords")
  gain(who, "xyzzydread") gain(who, "xyzzyfaint") lose(who, "xyzzyfaint") gain(who, "fairwound") gain(who, "fairmood") gain "fairfame" use("xyzzyusage", 1)
  roll("fate", { name = "xyzzyname" }) roll("fate", nil, { at = 1 }) roll "xyzzyask" roll "fairchart"
  roll "xyzzydeeds" roll "xyzzysky" set("xyzzyseason", "winter") gain(xyzzykind.xyzzything, "xyzzytold")
  roll("xyzzyopened", nil, { secret = true }) roll("fairchart", { name = "xyzzyhushed" })
  ask "xyzzyquestion" ask "xyzzymany" ask "xyzzyboth" ask "fairquestion" ask "xyzzyalways" ask { "xyzzyrolls", "xyzzyfollows" }
  ask { "xyzzyquestion", "xyzzyboth" }
  dice("1d6", "xyzzydie") faces("2d6", "xyzzyfaces") pool(2, "d6", "xyzzypool") pick({ "a", "b" }, "xyzzypick")
  dice("1d6", "fairdie", { public = true }) dice("1d6", "xyzzyboth", { public = true, secret = true })
  local _, c = check(who, "wit", 7712)
  degrees(c, 5)
  checks(party, "wit", 7712) contest(who, "wit", { name = "the xyzzyfoe", xyzzymight = 1 }, "xyzzymight")
  check(who, "wit", 13, { public = true })
  emit "xyzzyevent" { xyzzykey = "xyzzyvalue" } emit "peril" { what = "xyzzyperil" }
  emit "fairevent" { what = "a fairthing", xyzzykey = "xyzzyvalue" } emit "fairevent" { what = "xyzzyit", secret = true }
  emit "fairsentence" { what = "xyzzytruth", open = "fairface" } emit "xyzzyevent" { secret = true, public = true }
  emit "encounter" { what = "xyzzyfoes", mood = "xyzzymood" }
  say("A fairsaying of %s.", who.name) say("A xyzzysaying of %s.", who.name, { secret = true }) warn "A xyzzywarning."
  say("A xyzzywhisper.", { to = who }) lose "xyzzysinks" gain "xyzzysinks"
  start("xyzzytimer") start("fairtimer", who) stop "xyzzytimer" start("xyzzytimer")
  draw "xyzzydeck" draw "fairdeck" put_back "xyzzydeck" shuffle "xyzzydeck" cards "xyzzydeck"
end
function act.go_on()
  go "xyzzyhall"
  put_out(kindle("fairlamp", "Bram", { free = true }), "is fairlyblown out")
  pass "10 minutes"
  clock.set "30 hours"
  run "fairweek"
end
function act.part(them)
  for group in each(groups()) do if group ~= party then meet(group) end end
  if #them > 1 and #groups() == 1 then split { them[#them] } end
  if turn.number > 900 then ends "Nobody says this." end
  if turn.number > 90 then skip "fate" skip() assert(not over()) instead("walk") enter "fairfight" leave() switch "turn" end
end
