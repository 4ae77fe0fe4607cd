---@meta
-- sconce.lua -- every word of the rule language, for editors (LuaLS), for `help WORD`, and for people.
--
-- The idea: call to make, assign to change, nil to remove.  Things are made and changed while files are
-- read.  In play only the state changes: tracks, lights, timers, rooms, members and the turn; everything
-- else is read-only.  A mistake in play undoes the whole line, and its message names the line of the file.
--
-- Types in this file: integer and number are Lua's; a quantity is an exact number with a unit ("36 m",
-- "6 turns"); a text is in quotes.  A list that a word returns belongs to the caller, who may keep or change
-- it; things (torch, crawl) and records (members, lamps, rooms) belong to the host.
--
-- A block indented by four blanks is an example: a house file of Lamplight, the guide's ruleset.  A comment
-- `-- LINE --> TEXT` in it means: LINE, typed at the prompt, shows TEXT.

-- ---------------------------------------------------------------------------------------------------
-- Making a chain of files
-- ---------------------------------------------------------------------------------------------------

---`extends "delving"`: this file changes another one, which is read first (once, however many name it).
---Comes before everything else in the file; several lines are fine.  The name is that of a ruleset or of a house file: letters
---a-z, digits, _ and -, without .lua; it is looked for beside the file, in the campaign's folder, in $SCONCE_RULESETS, and
---among the shipped rulesets.  A missing file, a circle, a second ruleset or a late `extends` is a mistake at its line.
---
---    extends "lamplight"
---    light.torch.lasts = "4 turns"
---@param name string
function extends(name) end

---`include "fight"`: a part of a ruleset is read here, once, however many files include it.  It may stand in any file, outside
---functions.  A part is a file like any other but has no `ruleset` and no `extends`; house files change what is in it as ever.  It is
---looked for beside the file, in the folder parts beside it, and in each folder where `extends` looks and its parts.  Parts of a
---ruleset belong to it: `changes` lists only what house files change, and their parts.
---
---    include "bells"
---    event.bell.text = "The great bell."
---    -- ring --> The great bell.
---@param name string
function include(name) end

---`ruleset "Delving" { turn = "10 minutes", check = "1d20" }`: the foot of a chain; one in each.
---  turn       how long a turn is (a time of whole seconds); left out, turns are only counted
---  check      the dice of a check, for `check` ("1d20")
---  under      true: a check succeeds with at most the number, and not with at least the DC
---  procedure  the procedure that play begins with; needed when the file makes several
---  starts     the hour at which play begins ("6 hours"; "1 day")
---  room       where it begins; left out, in a room called here
---A house file changes a field as of a thing: `ruleset.turn = "5 minutes"`, `ruleset.procedure = "travel"`; nil takes it away.
---
---    ruleset "Bare" { turn = "1 hour", starts = "6 hours", room = "the gate" }
---    procedure "hour" { "act", "time" }
---    action "walk" {}
---    -- walk --> T1 7:00
---    -- = here.name --> "the gate"
---@param title string
---@return fun(fields: sconce.fields.ruleset)
function ruleset(title) end

---`kind "monster" { hd = "integer" }` makes a new kind, and its word: `monster "ogre" { hd = 4 }`.
---A field is declared by a type in words or by its default.  Types: any string number integer boolean list
---table rule dice distance duration quantity, the name of a kind, `"a|b|c"` for one of several; `?` at the
---end for a field that may be left out, `= value` for a default (`"small|large = small"`).
---`kind.member:has { dex = 0 }` adds fields to a kind of the host: member, light, pace, room; or action, procedure, chart, track,
---question, event, timer, deck, so that rules say more about them: `action.attack.costs`.
---In play `monster.ogre.hd` reads a field, `each(monster)` goes through them in the order made.
---
---    kind "monster" { hd = "integer", size = "small|large = small", loot = "dice?" }
---    monster "ogre" { hd = 4, size = "large" }
---    monster "rat"  { hd = 1 }
---    -- = monster.ogre.hd --> 4
---    -- = monster.rat.size --> "small"
---@type sconce.kinds.kind
kind = nil

---`light "torch" { lasts = "6 turns", spends = "torches" }`: a kind of light source.
---  lasts   how long one burns: turns, minutes, hours, or real minutes; left out, it burns until put out
---  spends  the track (of the party or a member) that lighting one takes 1 from
---  help    for the GM
---and the fields of `kind.light:has`, and start values for tracks of lights.  What burns is a lamp.
---
---    light "candle" { lasts = "20 minutes", bright = "5 ft" }
---    light.torch.lasts = "1 hour"
---    -- light candle --> a candle: 20 minutes
---@type sconce.kinds.light
light = nil

---`pace "crawl" { distance = "36 m" }`: how the party may move.  A pace is also a verb, for the action
---that takes one: `crawl` is `move crawl`.
---  distance  how far in a turn
---  help      for the GM
---Further fields by `kind.pace:has`.
---
---    kind.pace:has { careful = false }
---    pace "creep" { distance = "40 ft", careful = true }
---    action "go" { takes = { "pace" } }
---    function act.go(_, how) say("%s%s", tostring(how.distance), how.careful and ", with care" or "") end
---    -- creep --> 40 ft, with care
---@type sconce.kinds.pace
pace = nil

---`setting "grace" { default = 6, help = "…" }`: what a house file may turn: `setting.grace = 3`.
---  default  its value; its type is then the setting's, unless
---  is       a type in words ("dice"), or
---  choices  a list, says what it may be (the first is the default when there is none)
---  min, max  bounds of a number
---  help     for the GM
---In functions `setting.grace` is the value.  It cannot be read while files are being read.  Of a table one entry can be changed:
---`setting.speeds.mud = 2`.
---
---    setting "grace" { default = 6, min = 0, help = "turns at the start in which nothing stirs" }
---    setting "harm"  { default = "1d4", is = "dice" }
---    setting "when"  { choices = { "dawn", "dusk" } }
---    -- = setting.grace --> 6
---    -- = setting.when  --> "dawn"
---    setting "speeds" { default = { road = 4, mud = 1 }, is = "table" }
---    setting.speeds.mud = 2
---    -- = setting.speeds.road, setting.speeds.mud --> 4  2
---@type sconce.kinds.setting
setting = nil

---`track "hp" { of = "member", min = 0, max = "own" }`: a value that play changes.
---  of     whose: party (default), member, light, room, turn (starts anew every turn), campaign, or a kind of your own: each of its
---         things has one, `myth.dragon.seen`, which all groups share
---  start  first value; its type says what the track is: a number (default 0, or min when that is above 0), a switch (false), a
---         text (""), a list ({}); dice ("d6") are rolled where there is a min or max, and with max = "own" "3/6" is 3 of 6
---  min    its least; left out, it may fall below 0; rule.NAME: a function (owner), asked whenever it changes
---  max    its most, the same way; "own": each owner's start value, kept as who.max.hp
---  steps  a ladder, names that differ: { "fresh", "tired", "exhausted" }; it starts at the first
---  wraps  true: behind the last step of a ladder comes the first, as of seasons
---  unit   a quantity in that unit
---  secret players do not see it
---  public true: players see its changes; false: they do not; left out: they see those of members and lights only
---  quiet  its changes are not shown; on.NAME is called all the same
---  sheet  false: `party` and a bare name leave it out; for what only the rules count
---  prompt true: it stands in the prompt, "alarm 3", of members, "hp Bram 5, Pike 4" or "hp everyone 5", of lights, "torch Bram dim"; "changed": only what is not as it starts
---  tally  it counts what the party has or did: those who leave begin anew with 0, and when groups meet it adds up
---  help   for the GM
---Read it as a field (`who.hp`, `party.torches`, `here.searched`, `lamp.oil`, `turn.noise`, `campaign.season`), change it with
---gain, lose, set.  Each change is an event and calls on.NAME(owner, was, now).  nil, or a value of another type, is a mistake.
---
---    track "dread" { max = 10 }
---    track "mood"  { of = "member", steps = { "calm", "shaken" } }
---    track "way"   { unit = "miles", tally = true, quiet = true }
---    action "stare" { turns = 0 }
---    function act.stare() gain("dread", 12) gain("way", "0.5 miles") for who in each(party) do gain(who, "mood") end end
---    -- stare --> dread 10
---    -- = tostring(party.way) --> 0.5 miles
---    kind "myth" {}
---    myth "dragon" {}
---    track "seen" { of = "myth", start = false }
---    -- lua gain(myth.dragon, "seen") --> dragon is seen.
---    -- = myth.dragon.seen --> true
---    track "slots" { of = "member", max = function(who) return 8 + who.might end }
---    member "Ann" { might = 2 }
---    -- gain slots Ann 20 --> slots 10
---@type sconce.kinds.track
track = nil

---`chart "hazard" { die = "1d6", { "1", "encounter", "Something comes.", rule.meet }, { "2-6", "nothing" } }`:
---a random table.  A row is { at, name, text, does }: its numbers in quotes ("2", "2-4", "1, 10", "to 4",
---"15+"), its name, what is shown (the name when left out), and a function called with (about, r).  The rows
---must cover the die exactly; rows beyond it, "15+" and "to 0", are for what is added.  Fields of your own may follow, { "1-2",
---"goblins", number = "2d4" }: `row.number` is read where the row is, and is nil in rows without it.
---A row may do the common things without a function, before it:
---  gains, loses  "1d6 str", "2 torches", "weary", or a list of such texts
---  sets    { alarm = "wary" }: tracks and their new values
---  starts  a timer, or a list;  rolls  another chart, about the same, or a list
---Tracks and timers of members are those of whom the roll is about, `roll("hurt", who)`; all others are the party's own, the room's …
---
---  die     its dice; left out, every roll says a die or a place
---  ask     without rows: the GM is asked this
---  secret  kept from the players
---  public  true: players see its die and its row; left out: they do not
---  help    for the GM
---Rows that say no numbers are counted off: `chart "moods" { "wary", { "kind", "They nod." } }` is a 1d2; with a die, along it:
---`die = "2d6"` and eleven rows, of 2 to 12.
---To change: `chart.hazard.encounter.text = "…"`, `chart.hazard.nothing = nil`, `chart.hazard:add { "7", "more" }`,
---`chart.hazard { die = "1d8", … }` (all rows anew).  In play `chart.hazard.encounter` is the row and `chart.hazard:at(3)` the row for 3.
---
---    chart "omen" { die = "1d6", { "1-3", "cold", "The air is cold." }, { "4-6", "echo", "An echo, late.", rule.stir }, { "7+", "bell" } }
---    chart.hazard.quiet.text = "Water drips."
---    -- = chart.omen:at(2).name --> "cold"
---    -- = chart.omen:at(20).name --> "bell"
---    chart "prowlers" { die = "1d6", { "1-5", "rats", number = "1d1+2" }, { "6", "ghoul" } }
---    -- = dice(chart.prowlers.rats.number), chart.prowlers.ghoul.number --> 3  nil
---    member "Bram" { hp = 6 }
---    chart "hurt" { die = "1d1", { "1", "bruised", "{name} is bruised.", loses = "2 hp", sets = { alarm = "wary" } } }
---    -- lua roll("hurt", party.members[1]) --> Bram is bruised.
---    -- --> Bram: hp 4
---    chart "weather" { "storm", "rain", "sun" }
---    -- = chart.weather.die, chart.weather:at(2).name --> "1d3"  "rain"
---@type sconce.kinds.chart
chart = nil

---`procedure "turn" { "act", "hazard", "time" }`: the steps of a turn, in order.  A step is step.NAME (done once,
---or for each of the party), or the chart of its name, or the host's: `act` does the deeds, `time` lets the turn's
---length pass (lights and timers fall due).
---  lasts   its length; the ruleset's turn when left out
---  deeds   how many deeds a step takes before it goes on: a number (the group's), "each" (everyone's), or
---          "2 each"
---  help    for the GM
---To change: `procedure.turn:after("hazard", "omen")`, `:before("hazard", "omen")`, `:replace("hazard", "omen")`, `:remove "hazard"`.
---
---    procedure.turn:after("hazard", "drip")
---    function step.drip() say "Drip." end
---    -- rest --> Drip.
---    procedure "week" { lasts = "1 week", deeds = "2 each", "busy", "time" }
---    action "winter" { turns = 0, enters = "week", during = "turn" }
---    action "train"  { at = "busy", by = "each" }
---    action "drink"  { at = "busy", by = "each" }
---    -- winter; train --> busy?
---    -- drink --> T1
---@type sconce.kinds.procedure
procedure = nil

---`action "search" { by = "each", turns = 1, help = "…" }`: a verb the players may take; act.search does it.
---  by      "each": act.search(who, …) once for everyone doing it; "one": one does it, act.search(who, …): the member who is
---          named, or the first who is free; else once, with the list of all who do it
---  takes   what may be typed after it: a kind's name, member, lamp, room, stat (a field of members that is a number or dice, by
---          its name), number, integer, "1-20", die, word, text (the rest), or "hour|night"; with ? it may be left out, and is then
---          nil; a single word of your own has a | behind it: "quietly|?"; "member…" is a list of one or more.  The function
---          gets things, members and lamps themselves, and a room by its name: place(name) is the room.  With a name, "hours: integer?", deed tells it
---  enters  the procedure that it enters;  leaves  the one, or a list of those, that it leaves, and is part of; such a verb needs
---          no function
---  turns   how long it takes (1; 0 where it enters or leaves); 0 takes no turn; a function (who, …) is asked when it is declared, and when
---          it says 0 no turn begins
---  at      the step it is done in ("act")
---  during  the procedure, or a list of them, that it is part of; left out, all that have its step
---  keeps   broken off by an event that stops, it goes on where it was (in the same room).  In play it also stops at news, such as
---          damage, a condition or a light that is out: the same line goes on with it
---  dark    true: done as well in the dark, as a night's sleep: with keeps, a light that goes out is no such news
---  default  true: members with nothing else to do do this, if cannot allows it (one for each step, or one for each procedure by
---          during); "forced": everyone whom cannot allows to do it does this and nothing else
---  secret  players see neither the deed nor anything that it does
---  public  false: players do not see the deed, but what it does as ever; true: they see it with the numbers that were typed
---  aka     another word, or several, for the same
---  help    for the GM
---
---    action "hum"  { by = "each", takes = { "member?", "text?" }, aka = "hm" }
---    action "doze" { turns = 3 }
---    function act.hum(who, whom, what) say("%s hums %s to %s.", who.name, what or "a tune", whom and whom.name or "nobody") end
---    member "Bram" { hp = 6 }
---    -- hm   --> Bram hums a tune to nobody.
---    -- hum Bram loudly --> hums loudly to Bram.
---    -- doze --> T5
---    procedure "fight" { lasts = "10 seconds", "act", "time" }
---    action "battle" { enters = "fight" }
---    action "flee"   { leaves = "fight" }
---    action "talk"   { by = "one", takes = { "text?" } }
---    function act.talk(who, what) say("%s: %s", who.name, what or "well") end
---    -- talk   --> Bram: well
---    -- battle --> fight T0
---    -- flee   --> Fight is over.
---@type sconce.kinds.action
action = nil

---`question "relight" { text = "Light another?", default = true }`: what the GM decides, asked by `ask`.
---  text     {field} is filled from what it is about
---  choices  a list or a function (about): one of them; with exactly = n or upto = n, several of them
---  default  true or false: a yes-no question; a number: a number; a text: a text; or a function (about) whose answer says
---           the same; dice in braces in a default text are rolled as it is asked: "{2d4} goblins"
---  min, max  bounds of a number
---  unit     of a number: "m"; it is shown, and may be typed
---  short    how the answer reads in a row of answers: "{it} surprised"
---  again    true: the last answer is the next default, that about the same member first
---  always   the answer for good, or a function (about): it is never asked; true with choices takes the default.  Where choices
---           change, as those of a function do, it is asked while they lack the answer.  `always` or `never` typed at the question
---           writes such a line into the campaign's house.lua
---  secret   players do not see it
---  public   true: players see it with its answer; left out: they do not
---  help     for the GM
---
---    question "omen" { text = "What do they see?", default = "a shape" }
---    question "way"  { text = "Where to?", choices = { "up", "down" } }
---    question.friendly.always = true
---    action "peer" { turns = 0 }
---    function act.peer() say("%s, %s.", ask "omen", ask "way") end
---    -- peer --> a shape, up.
---@type sconce.kinds.question
question = nil

---`event "trap" { text = "A trap {how}: {what}.", stops = true }`: something that rules can emit.
---  text    {field} is filled from its fields
---  stops   it ends counts (`m x3`), as every question does (also one that is answered by default), and breaks off a deed of
---          several turns (with keeps it can go on later)
---  secret  the players do not see it
---  public  true: players read its text; "…": they read this instead, {field} filled as in text; left out: nothing
---  help    for the GM
---Each has on.NAME(fields).  `encounter` is there in every chain: `event.encounter.text = "…"` changes what it says.  Of it players
---read "Encounter!" unless public or secret say otherwise.  The program's own events take both, too: with
---`event.arrive.secret = true` players do not read where the party is.
---
---    event "trap" { text = "A trap: {what}, {harm}.", stops = true, public = "A trap: {what}." }
---    action "fall" {}
---    function act.fall() emit "trap" { what = "a pit", harm = "2d6" } end
---    -- fall x3 --> A trap: a pit, 2d6.
---    -- log players --> T1 0:10 fall: A trap: a pit.
---@type sconce.kinds.event
event = nil

---`timer "venom" { of = "member", lasts = "2 hours" }`: a countdown, begun by `start`.  When it falls due,
---on.NAME(owner, timer) is called.
---  of     whose: party (default), member, light, room, campaign
---  lasts  how long; left out, start says it
---  text   what is said when it falls due; {who} is whose it is
---  public true: players see it begin and fall due; left out: they do not
---  help   for the GM
---
---    timer "venom" { of = "member", lasts = "2 turns", text = "The venom burns in {who}." }
---    member "Bram" { hp = 6 }
---    action "bite" { turns = 0, takes = { "member" } }
---    function act.bite(_, whom) start("venom", whom) end
---    function on.venom(who) lose(who, "hp", 2) end
---    -- bite Bram --> Venom begins for Bram
---    -- rest x2   --> The venom burns in Bram.
---    -- --> Bram: hp 4
---@type sconce.kinds.timer
timer = nil

---`deck "omens" { cards = 21 }`, `deck "omens" { cards = { "the Fool", "the Tower" } }`: cards drawn without putting
---them back.
---  cards   how many (their names are then "1", "2" …), or a list of names; a name may be there several times
---  secret  the players do not see them
---  public  true: players see each card that is drawn; left out: they do not
---  help    for the GM
---Each has on.NAME(card, who).
---
---    deck "omens" { cards = { "the Fool", "the Tower" } }
---    action "turn_card" { turns = 0 }
---    function act.turn_card() say("%s", draw "omens" or "no card") end
---    -- turn_card x3 --> no card
---@type sconce.kinds.deck
deck = nil

---`modifier "darkness" { when = function(c) return rule.dark() end, add = -10, to = "dex|wis" }`: what changes checks, or the roll on a
---chart, as long as something is so.  It is shown with its name beside the roll.
---  when   a function (c): whether it holds for this check (of a chart: (r)); left out, always
---  add    what is added: a whole number, or a function (c)
---  adv, dis  advantages, disadvantages: a whole number, or a function (c)
---  to     only checks of these fields: "dex|wis"; left out, all
---  chart  instead of checks, the roll on this chart
---  help   for the GM
---Where checks roll under, add makes the number that is tested larger.  They are added before on.check, which finds them in c.add, c.adv,
---c.dis and c.modifiers.  A house file changes them like anything: `modifier.darkness.add = -5`, `modifier.darkness = nil`.
---
---    member "Bram" { wit = 3, hp = 6 }
---    modifier "din" { when = function(c) return party.alarm ~= "calm" end, add = -2, to = "wit" }
---    modifier "stench" { chart = "prowlers", add = 2 }
---    chart "prowlers" { die = "1d6", { "1-5", "rats" }, { "6+", "ghoul" } }
---    action "listen" { by = "each" }
---    function act.listen(who) check(who, "wit", 12) roll "prowlers" end
---    -- lua set("alarm", "wary") --> alarm wary
---    -- listen --> +3 -2 din =
---    -- --> +2 stench =
---@type sconce.kinds.modifier
modifier = nil

---`room "hall" { exits = { "stair" } }`: what is known of a room beforehand, with the fields of `kind.room:has`.
---  exits  rooms next to it, by name
---  text   for the GM
---  help   for the GM
---Other rooms come into being when they are first named.  The first is called here.
---
---    kind.room:has { lair = "string?" }
---    room "hall" { exits = { "stair" }, lair = "rats" }
---    function on.arrive(place, new) if new and place.lair then say("Here live %s.", place.lair) end end
---    -- move hall --> Here live rats.
---@type sconce.kinds.room
room = nil

---`member "Bram" { con = 1, hp = 6, holds = "torch" }`: somebody of the party as play begins.
---  holds  a light already lit
---  help   for the GM
---and the fields of `kind.member:has`, and start values of tracks of members.  In a campaign's party.lua the same, in
---marching order, and `torches = 4` for tracks of the party, `here = "gate"` for where it is.
---
---    member "Bram" { might = 2, hp = "3/6", holds = "torch" }
---    -- = party.members[1].max.hp --> 6
---    -- = #burning() --> 1
---@type sconce.kinds.member
member = nil

---`function step.hazard() … end`: one part of a turn.  Without a function a step rolls the chart of its name.
---`function step.chill(who) … end` is done for each of the party who is here, in their order.  Whoever wraps such a step
---names and passes on who, too.
---
---    procedure.turn:after("hazard", "chill")
---    function step.hazard() if turn.number > 1 then roll "hazard" end end
---    function step.chill(who) say("%s shivers.", who.name) end
---    -- rest --> shivers.
---@type table<string, fun(who: sconce.Member?)>
step = {}

---`function act.search(who, …) … end`: what an action does, in the last of its turns.  who: the member, of an action by each;
---else the list of those who do it.  Then what was typed, as `takes` says: for a member, lamp or thing of a kind, that member, lamp or thing.
---
---    action "toast" { takes = { "light" } }
---    function act.toast(them, with) say("%d raise a %s.", #them, with.name) end
---    -- toast lantern --> 1 raise a lantern.
---@type table<string, fun(who: any, ...)>
act = {}

---`function cannot.search(who, …) … end`: a reason (a text) why it cannot be done now, or nothing.  Asked inside the new turn,
---before any die; a reason undoes the line.  What holds for deeds of every verb stands in rule.cannot.
---`cannot.light(who, light)` is asked by the verb `light` of the prompt: who would hold it, and which kind it is.
---
---    function cannot.light(who, what) if what.name == "lantern" then return "The wick is wet." end end
---    -- = cannot.light(nil, light.lantern) --> The wick is wet.
---    function cannot.move() if party.alarm == "hunting" then return "They are at the door." end end
---    -- alarm hunting --> alarm hunting
---    -- = cannot.move() --> at the door
---@type table<string, fun(who: any, ...): string?>
cannot = {}

---`function rule.NAME(…) … end`: a named rule, which a house file can wrap or replace.  A row or field given
---`rule.NAME` holds the name, so the newest version runs; it may be named before it is written.  `rule.status()`, when written, is a
---text for the prompt; `rule.next_due()` a text, or a list of them, for *Due* on the sheet; `rule.lit()` says whether there is light though nothing burns, as by day: then the prompt is not DARK.
---
---    local usual = rule.meet
---    function rule.meet() say "Steps." usual() end
---    function rule.status() return "depth 1" end
---    function rule.lit() return true end
---    -- rest --> T1 0:10 | depth 1
---@type sconce.rules
rule = {}

---`function on.EVENT(…) … end`: called when it happens.  The list is closed; a file may wrap each, also where nobody wrote one.
---  on.begin()              play begins: once in a campaign, when who plays is known
---  on.new_day(n)           midnight has passed; n: the day, from 1;  on.new_hour(h)  an hour has struck, 0 to 23; both after the
---                          stretch of time they lie in: a long turn, or `pass "3 days"`, brings several
---  on.turn_start()         a turn has begun, of any procedure; before its steps
---  on.turn_end()           its steps are over
---  on.deed(verb, them)     a deed was done; them: the list of who did it
---  on.enter(name)          a procedure was entered;  on.leave(name)
---  on.arrive(room, new)    the party is in that room; new: for the first time
---  on.split(from, to)      a group parted;  on.meet(into, from)  two groups are one again
---  on.kindled(lamp, again) a lamp was lit; again: true when it had been put out
---  on.light_out(lamp, why) it went out; why: a text, or nil
---  on.check(c)             before the dice of a check: c.adv, c.dis, c.add, c.dc may change;  on.checked(c)  after them: c.success,
---                          c.total, c.natural and c.margin are known
---  on.encounter(fields)    the event `encounter` was emitted
---  on.CHART(r)             between the die and the row: r.row may change, or r.held be set
---  on.TRACK(owner, was, now)  gain, lose or set changed it
---  on.TIMER(owner, timer)  it fell due; owner: the member, a name, or nil
---  on.DECK(card, who)      it was drawn
---  on.EVENT(fields)        for each `event`
---
---    function on.deed(verb, them) if verb == "search" then gain "alarm" end end
---    function on.hazard(r) if r.total == 1 then r.row = chart.hazard.quiet end end
---    function on.new_day(n) say("Day %d dawns.", n) end
---    -- pass 1 day --> Day 2 dawns.
---    -- lua kindle("torch", nil, { free = true }) --> lights a torch
---    -- search --> alarm wary
---@type sconce.hooks
on = {}

---`rule.modifier(who, what)`: what is added to a check; the host adds up the fields named ("dex", "might|athletics").  A field
---that is no number is a mistake.
---
---    function rule.modifier(who, what) return who[what] // 2 end
---    member "Bram" { might = 5, hp = 6 }
---    action "push" {}
---    function act.push(them) check(them[1], "might", 10) end
---    -- push --> +2
---@param who sconce.Member
---@param what string?
---@return number
function rule.modifier(who, what) end

---`rule.check_dice(c)`: the dice of a check; the host rolls the ruleset's, two and the higher with advantage, two
---and the lower with disadvantage, one when both or none.
---
---    function rule.check_dice(c) return c.adv > c.dis and "3d6kh2" or "2d6" end
---    action "push" {}
---    function act.push(them) check(them[1], nil, 7) end
---    -- push --> 2d6
---@param c sconce.Check
---@return string
function rule.check_dice(c) end

---`rule.cannot(verb, who, …)`: a reason why a deed cannot be done, whatever its verb, or nothing; asked before cannot.VERB and with the
---same who and arguments.  With fields that actions have by `kind.action:has`, a part declares what deeds cost.
---
---    kind.action:has { tires = false }
---    track "tired" { of = "member", start = false }
---    action "lift" { by = "each", tires = true }
---    function rule.cannot(verb, who) if action[verb].tires and who.tired then return who.name .. " is tired." end end
---    function act.lift(who) set(who, "tired", true) end
---    member "Bram" { hp = 6 }
---    -- lift --> Bram is tired.
---    -- = rule.cannot("lift", party.members[1]) --> Bram is tired.
---@param verb string
---@param who sconce.Member|sconce.Member[]
---@param ... any
---@return string?
function rule.cannot(verb, who, ...) end

---`rule.deed_order(deeds)`: in which order the deeds of a step are done; the host: as they were declared.  deeds: a text
---for each, "Bram Pike: search altar"; the same texts are returned.  One too many or left out is a mistake.
---
---    function rule.deed_order(deeds) table.sort(deeds) return deeds end
---    member "Bram" { hp = 6 }
---    member "Ada"  { hp = 6 }
---    action "bow" { by = "each" }
---    function act.bow(who) say("%s bows.", who.name) end
---    -- Bram bow + Ada bow --> Ada bows.
---    -- --> Bram bows.
---@param deeds string[]
---@return string[]
function rule.deed_order(deeds) end

-- ---------------------------------------------------------------------------------------------------
-- The state
-- ---------------------------------------------------------------------------------------------------

---The group that the line is about: its tracks are its fields; `party.members` are its members in marching order, those away
---too, `each(party)` those present.
---
---    member "Bram" { hp = 6 }
---    track "dread" { start = 2 }
---    -- = party.dread --> 2
---    -- = party.members[1].name --> "Bram"
---@type sconce.Party
party = nil

---The turn: number (from 1; 0 before the first), procedure (its name), and the tracks of turns.
---
---    track "noise" { of = "turn" }
---    action "shout" {}
---    function act.shout() turn.noise = 2 say("%s, turn %d, noise %d", turn.procedure, turn.number, turn.noise) end
---    -- shout --> turn, turn 1, noise 2
---@type sconce.Turn
turn = nil

---The room the party is in.  Its tracks, and what `room` and `kind.room:has` say, are its fields.
---
---    track "steps_here" { of = "room" }
---    function on.arrive() gain "steps_here" end
---    -- move hall --> steps_here 1
---    -- = here.name, here.seen --> "hall"  true
---@type sconce.Room
here = nil

---The campaign: its fields are the tracks `of = "campaign"`, which all groups share.
---
---    track "season" { of = "campaign", steps = { "spring", "summer", "autumn", "winter" } }
---    -- = campaign.season --> "spring"
---    -- lua gain "season" --> season summer
---@type table<string, any>
campaign = nil

---The clock of the group: clock.day (from 1), hour (0 to 23), minute, second, minutes (all of them), now (all seconds), text
---("5:20", all hours); `clock.set("5 hours")` sets it, and nothing burns meanwhile.
---
---    -- pass 26 h --> 26 hours
---    -- = clock.day, clock.hour, clock.minutes, clock.text --> 2  2  1560  "day 2 2:00"
---    -- lua clock.set("6 hours") --> T0 6:00
---@type sconce.Clock
clock = nil

-- ---------------------------------------------------------------------------------------------------
-- Changing tracks
-- ---------------------------------------------------------------------------------------------------

---`gain "dread"`, `gain("torches", 2)`, `gain(who, "hp", 3)`: up by n (1); a switch goes on, a ladder a step up, a quantity by
---"2 miles"; `gain(who, "wounds", "cut")` adds an item to a list.  Numbers stay within min and max.  Without an owner: the
---party's, the turn's, the room's or the campaign's own; of a member only when there is but one.  Several owners in a list, or the
---party where its members have the track, `gain(party, "tired")`: each of those who are here.  lose and set do the same.
---
---    track "dread"  { max = 3 }
---    track "wounds" { of = "member", start = {} }
---    member "Bram" { hp = "4/6" }
---    -- = gain("dread", 5) --> 2
---    -- lua gain(party.members[1], "wounds", "cut") --> wounds cut
---    -- lua gain(party.members[1], "hp") --> Bram: hp 5
---    -- lua gain(party, "wounds", "burn") --> wounds cut, burn
---@overload fun(name: string, n?: any): number
---@param owner sconce.Member|sconce.Lamp|sconce.Room|sconce.Party|sconce.Turn|table
---@param name string
---@param n? any
---@return number what could not be gained: 0, what would have been above max, or for a negative n what would have been below min (-3)
function gain(owner, name, n) end

---`lose(who, "hp", 2)`: down by n (1), the same way: a switch goes off, a ladder a step down; of a list, the first such item goes.
---
---    track "torch_count" { start = 2, min = 0 }
---    -- = lose("torch_count", 5) --> 3
---    -- = party.torch_count --> 0
---@overload fun(name: string, n?: any): number
---@param owner sconce.Member|sconce.Lamp|sconce.Room|sconce.Party|sconce.Turn|table
---@param name string
---@param n? any
---@return number what could not be lost: 0, what would have been below min, or 1 for an item that was not there
function lose(owner, name, n) end

---`set(who, "weary", true)`, `set("alarm", "wary")`: a new value, kept within bounds.  nil or a value of another type is refused
---at its line: use false, 0 or "".
---
---    track "goal" { start = "the bell" }
---    -- lua set("goal", "the crypt") --> goal the crypt
---    -- lua set("alarm", "hunting") --> alarm hunting
---@overload fun(name: string, value: any)
---@param owner sconce.Member|sconce.Lamp|sconce.Room|sconce.Party|sconce.Turn|table
---@param name string
---@param value any
function set(owner, name, value) end

-- ---------------------------------------------------------------------------------------------------
-- Dice, charts, checks, questions
-- ---------------------------------------------------------------------------------------------------
-- The generator, the GM's hand, a spec or the exact odds supply every result, and rules cannot tell which.

---`dice("2d6+1", "damage")`: the total.  The second text says what for.  What is no dice is a mistake that says why.  A pool of none,
---`party.tension .. "d6"` where that makes "0d6", is 0, and nothing is rolled.
---Players see it only with `{ public = true }`, as in `dice("1d6", "damage", { public = true })`; with `{ secret = true }` it is marked
---as secret for the GM.
---
---    -- = dice "3" --> 3
---    -- = dice("1d1+4", "damage") --> 5
---    track "tension" {}
---    -- = dice(party.tension .. "d6>=5") --> 0
---    -- = dice("1d1", "traps", { secret = true }) --> 1
---@param expr string|integer dice, and sums of them with + - * and (): "2d6+1", "10*d6+d6"; "d%" is d100, "4dF" fate dice; the best or the
---  worst "4d6kh3", "2d20kl1" (dh, dl: without the best, the worst); exploding "d6!" (also "d6!>=5"); rolled again "2d6r1" (ro: once);
---  how many "5d10>=8" (also <= < > =); or a number
---@param why? string
---@param with? sconce.Hidden
---@return number total
function dice(expr, why, with) end

---`faces("3d6", "why")`: the face of each die, after clamps, and the total.  Exact odds must tell every face apart here, which
---takes them longer than dice().
---
---    -- = faces "2d1" --> { 1, 1 }  2
---@param expr string
---@param why? string
---@param with? sconce.Hidden
---@return integer[] list, number total
function faces(expr, why, with) end

---`pick(list)`, `pick(light)`: one item of a list, or one thing of a kind, by a die.  With a field or a function as
---weight, `pick(creature, "who comes", "common")`, each counts so often (a whole number).  An empty list is a mistake.
---
---    kind "creature" { common = 1 }
---    creature "rat" { common = 3 }
---    creature "wyrm" { common = 0 }
---    -- = pick(creature, "who comes", "common").name --> "rat"
---    -- = pick { "north" } --> "north"
---@param list table
---@param why? string
---@param weight? string|fun(item: any): integer
---@param with? sconce.Hidden may stand where the weight does
---@return any item
function pick(list, why, weight, with) end

---`odds("4d6kh3", 15)`: the chance that these dice come to 15 or more, and it as a fraction, "25/108"; `odds "4d6kh3"`: their
---mean.  Nothing is rolled.  Dice that explode without end have none: a mistake.
---
---    -- = odds("1d20", 11) --> 0.5  "1/2"
---    -- = odds "2d6" --> 7.0  "7"
---@param expr string
---@param dc? number
---@return number, string
function odds(expr, dc) end

---`next_die("d6")` is "d8": the die n steps up (1), or down when n is below 0; nil past the end.  The ladder is
---d4 d6 d8 d10 d12 d20, or a list of one's own.  A die that is not on it is a mistake.
---
---    -- = next_die "d6" --> "d8"
---    -- = next_die("d8", -2) --> "d4"
---    -- = next_die("d2", 1, { "d2", "d3" }) --> "d3"
---@param die string
---@param n? integer
---@param ladder? string[]
---@return string?
function next_die(die, n, ladder) end

---How many sides the die has: `sides "d8"` is 8. For "2d6" it is 6, the sides of each die. 0 for a word that is not a die, such as "gone", the last step of a usage die.
---
---    track "rope" { steps = { "gone", "d4", "d6" }, start = "d6" }
---    -- = sides(party.rope), sides "2d10", sides "gone" --> 6  10  0
---@param die string
---@return integer
function sides(die) end

---`use(who, "rations", 2)`: a usage die.  The track is a ladder of dice, `steps = { "gone", "d4", "d6" }`; its die is
---rolled, and on 2 or less it goes down a step.  A track that is no ladder is a mistake.
---
---    track "rope" { steps = { "gone", "d1" }, start = "d1" }
---    -- = use("rope", 1) --> 1  true
---    -- = party.rope --> "gone"
---    -- = use("rope", 1) --> nil  false
---@overload fun(name: string, low: integer): number?, boolean
---@param owner sconce.Member|sconce.Lamp|sconce.Room|table
---@param name string
---@param low integer
---@return number? showed what the die showed; nil when none was left
---@return boolean down whether it went down a step
function use(owner, name, low) end

---`pool(party.tension, "d6")`: rolls that many dice (0 is fine) and gives their faces and their sum.  Where only the ones
---count, `dice(party.tension .. "d6=1")` counts them, and odds has far less to weigh.
---
---    -- = pool(3, "d1", "tension") --> { 1, 1, 1 }  3
---    -- = pool(0, "d6") --> {}  0
---@param n integer
---@param die string
---@param why? string
---@return integer[] list, number sum
function pool(n, die, why) end

---`roll("hazard", about, { add = 1 })`: rolls a chart: its die, then on.CHART(r), then the row's function with
---(about, r).  {field} in the row's text is filled from about.  Players see it when the chart or `with` says public = true.
---
---    chart "depths" { die = "1d1", { "1-4", "shallow" }, { "5+", "deep", "Deep under {name}." } }
---    -- = roll("depths", { name = "the abbey" }, { add = 6 }).name --> Deep under the abbey.
---    -- = roll("depths", nil, { at = 3 }).name --> "shallow"
---@param name string
---@param about? any a member, a lamp, or fields for the text
---@param with? { die?: string, add?: integer, at?: integer, secret?: boolean, public?: boolean, quiet?: boolean } another die; what is added; a place, and no die; not shown, as something else says it
---@return sconce.Row row, sconce.Rolled r
function roll(name, about, with) end

---`check(who, "dex", 12, { adv = 1 })`: the ruleset's check dice + modifier against a DC; the total must reach it.
---`with` may bring add, adv, dis, fail, succeed and anything on.check should see; players see the check and its number only with
---public = true, and secret = true marks it as secret for the GM; label = "axe on the door" is what the roll is called; under = true rolls at most instead of
---at least, as `ruleset { under = true }` does for all: then the number is the member's own, and add makes it larger.  A number given
---is tested instead of the member's.  Whoever only asks for success keeps exact odds quick; c.total, c.natural and c.margin
---make them tell every total apart.
---
---    member "Bram" { wit = 3, hp = 6 }
---    -- = check(party.members[1], "wit", 4) --> success
---    -- = select(2, check(party.members[1], "might|wit", 30)).add --> 3
---    -- = check(party.members[1], "wit", nil, { under = true, add = 17 }) --> success
---@param who sconce.Member
---@param what string? fields that are added: "dex", "might|athletics"; nil: none
---@param dc number? left out where checks roll under
---@param with? table
---@return boolean success, sconce.Check c
function check(who, what, dc, with) end

---`checks(party, "wis", 12)`: one check for each of a list; by hand it is one question.
---
---    member "Bram" { wit = 3, hp = 6 }
---    member "Pike" { wit = 3, hp = 6 }
---    -- = checks(party, "wit", 4) --> 2
---@param list table
---@param what string?
---@param dc number
---@param with? table
---@return integer successes, sconce.Check[] all
function checks(list, what, dc, with) end

---`contest(who, "might", foe, "might")`: two sides roll the check die, each with its own field; the higher total wins, and a tie
---is the other's.  The other is a member or a table with such a field, `{ name = "ghoul", might = 3 }`.  `with` is that of check.
---on.check hears of both sides, the other's first, with c.contest true; then c.dc is 0, and for who it is one more than the other's total.
---
---    member "Bram" { might = 30, hp = 6 }
---    -- = contest(party.members[1], "might", { name = "the ghoul", might = 2 }, "might") --> success
---@param who sconce.Member
---@param what string?
---@param other sconce.Member|table
---@param against string? the other's field
---@param with? table
---@return boolean won, sconce.Check c, number total what the other came to
function contest(who, what, other, against, with) end

---`degrees(c, 5)`: how many full fives a check was over its DC; below 0 when it was under.
---
---    -- = degrees({ margin = 11 }, 5), degrees({ margin = -6 }, 5) --> 2  -1
---@param c sconce.Check
---@param size number
---@return integer
function degrees(c, size) end

---`ask("relight", lamp, with)`: the GM's answer to a question: true or false, a number, a text, one of its choices, or
---a list of them.  A question with choices and none to choose from gives nil; what has only one choice is taken, and said.
---What a line asks about several members may be answered at once, `all 2, Pike 5`; in a step or deed of each member the prompt says
---so from the first on.  Where `among` lists those it will be asked about, it is one question: Enter answers for all of them.
---
---`ask({ "creature", "distance" }, about, with)`: several questions in one line, answered by one Enter, which takes all defaults,
---or by what is different: `goblins, 30 m`.  Gives a table of the answers by name.  `text` begins the line; `default` and `choices`
---are then tables by question.  A default may be a function (about) that rolls dice: they are not shown, since the question says
---what they brought, and odds roll them only when a rule reads that answer.  `said` is what was typed already, as by
---`takes = { "text?" }`.  `known = { distance = 9 }` are answers that need no asking: those parts are left out, and with the answers
---as ever.  Tell the answers, as an event or with say: the log leaves the question out.  `correct hostile, 30 m`
---at the prompt puts the last ones right.
---
---    question "many" { text = "How many?", default = 2, min = 1 }
---    -- = ask "many" --> 2
---    -- = ask("many", nil, { default = 5 }) --> 5
---    question "what" { text = "What is it?", default = "rats" }
---    question "off"  { text = "How far off?", default = 18, unit = "m" }
---    action "meet" { turns = 0 }
---    function act.meet()
---      local met = ask({ "many", "what", "off" }, nil, { text = "Encounter", default = { many = dice "1d1" } })
---      say("%d %s, %d m off.", met.many, met.what, met.off)
---    end
---    -- meet --> 1 rats, 18 m off.
---    action "spy" { turns = 0, takes = { "text?" } }
---    function act.spy(_, what)
---      local met = ask({ "what", "off" }, nil, { known = { what = what } })
---      say("%s, %d m off.", met.what, met.off)
---    end
---    -- spy owls --> owls, 18 m off.
---@param name string|string[]
---@param about? any a member, a lamp, or fields for the text
---@param with? { default?: any, choices?: table, exactly?: integer, upto?: integer, text?: string, said?: string, known?: table, among?: table }
---@return any answer
function ask(name, about, with) end

-- ---------------------------------------------------------------------------------------------------
-- Decks
-- ---------------------------------------------------------------------------------------------------

---`draw "omens"`: a card of a deck, which stays out until it is put back.  Calls on.DECK(card, who).
---
---    deck "omens" { cards = 1 }
---    -- = draw "omens" --> "1"
---    -- = draw "omens" --> nil
---@param name string
---@param who? sconce.Member|string
---@return string? card nil when none is left
function draw(name, who) end

---`put_back("omens", card)`: that card is in the deck again; without a card, all are.  A card that is in it already, or was never, is
---a mistake.
---
---    deck "omens" { cards = 1 }
---    -- lua local c = draw "omens" put_back("omens", c) --> omens
---    -- = #cards "omens" --> 1
---@param name string
---@param card? string
function put_back(name, card) end

---`shuffle "omens"`: all cards are in the deck again.
---
---    deck "omens" { cards = 3 }
---    -- lua draw "omens" shuffle "omens" --> omens
---    -- = #cards "omens" --> 3
---@param name string
function shuffle(name) end

---`cards "omens"`: the cards left in a deck.
---
---    deck "omens" { cards = { "the Fool", "the Tower" } }
---    -- = cards "omens" --> { "the Fool", "the Tower" }
---@param name string
---@return string[]
function cards(name) end

-- ---------------------------------------------------------------------------------------------------
-- What happens
-- ---------------------------------------------------------------------------------------------------

---`emit "trap" { what = "a pit" }`: an event happens; on.trap(fields) is called.  Its fields go with it, always in braces.
---Players read it when it is declared public, or says so itself: `emit "trap" { what = "a pit", public = true }`; with public = false or
---secret = true they do not.
---
---    event "trap" { text = "A trap: {what}." }
---    function on.trap(t) say("(%s)", t.what) end
---    -- lua emit "trap" { what = "a pit" } --> A trap: a pit.
---    -- --> (a pit)
---@param name string
---@param fields? table
---@return fun(fields: table)
function emit(name, fields) end

---`say("%s is in the dark.", who.name)`: a line for the log, which players read too; with more than one argument, as string.format.
---`{ public = false }` as the last one keeps it from the players, `{ public = "…" }` has them read that; `{ secret = true }` marks it as secret for the GM, too.
---
---    -- lua say("%s: %d of %d", "rats", 3, 4) --> rats: 3 of 4
---    action "pry" { turns = 0 }
---    function act.pry() say "The lid gives." say("It is the %s.", "sixth", { secret = true }) end
---    -- pry         --> secret  It is the sixth.
---    -- log players --> pry: The lid gives.
---@param text string
---@param ... any
function say(text, ...) end

---`warn("The rope frays.")`: a line for the log, and a warning above the next prompt, for the GM alone; written as `say`.
---
---    -- lua warn("The rope frays: %d strands.", 2) --> ! The rope frays: 2 strands.
---@param text string
---@param ... any
function warn(text, ...) end

---`refuse "The door is locked."`: undoes the whole line, with the reason; more arguments as string.format.
---
---    question "locked" { text = "Is it locked?", default = false }
---    action "open" {}
---    function act.open() if ask "locked" then refuse "The door is locked." end say "It opens." end
---    -- open --> It opens.
---@param reason string
---@param ... any
function refuse(reason, ...) end

-- ---------------------------------------------------------------------------------------------------
-- Deeds and procedures
-- ---------------------------------------------------------------------------------------------------

---`doing(who, "rest")`, `doing "fight"`: how many turns have been spent at it (this one counts), then its arguments; or nil.
---
---    procedure.turn:after("act", "look_round")
---    action "watch" { takes = { "front|rear" } }
---    function step.look_round()
---      local n, where = doing "watch"
---      say(n and "Watching the " .. where .. "." or "Nobody watches.")
---    end
---    -- watch rear --> Watching the rear.
---    -- rest       --> Nobody watches.
---@overload fun(verb: string): integer?, ...
---@param who sconce.Member
---@param verb string
---@return integer?, ...
function doing(who, verb) end

---`deed "march"`, `deed(who, "march")`: what is being done this turn, or nil: who (a list), turns (how many have been spent, with this
---one), typed (somebody typed it; false where the rules gave it, as by default), and the arguments that have a name in `takes`.
---
---    procedure.turn:after("act", "look_round")
---    action "march" { takes = { "over: hills|road", "hours: 1-8?", "with: member…?" } }
---    function step.look_round()
---      local march = deed "march"
---      if march then say("%d march %d hours over %s.", #march.who, march.hours or 4, march.over) end
---    end
---    -- march hills 6 --> 2 march 6 hours over hills.
---    -- march road    --> 2 march 4 hours over road.
---    member "Bram" { hp = 6 }
---    member "Pike" { hp = 6 }
---    function act.rest(who) say("%s rests%s.", who.name, deed(who, "rest").typed and "" or ", as nothing else was said") end
---    -- Bram rest --> Bram rests.
---    -- --> Pike rests, as nothing else was said.
---@overload fun(verb: string): sconce.Deed?
---@param who sconce.Member
---@param verb string
---@return sconce.Deed?
function deed(who, verb) end

---`doers "search"`: the members doing it this turn; `doers("watch", "rear")`: those whose arguments begin so.
---
---    procedure.turn:after("act", "tell")
---    action "watch" { by = "each", takes = { "front|rear" } }
---    function step.tell() say("%d rest, %d in the rear.", #doers "rest", #doers("watch", "rear")) end
---    -- rest       --> 1 rest, 0 in the rear.
---    -- watch rear --> 0 rest, 1 in the rear.
---@param verb string
---@param ... any its arguments
---@return sconce.Member[]
function doers(verb, ...) end

---`instead(who, "rest")`: changes a deed that is declared and not yet done.
---
---    procedure.turn:before("act", "tire_out")
---    function step.tire_out() for who in each(doers "move") do instead(who, "rest") say "Too tired." end end
---    -- move --> Too tired.
---@param who sconce.Member
---@param verb string
---@param ... any its arguments
function instead(who, verb, ...) end

---`skip "act"`: leaves a step out this turn.  A step that is not in the procedure is a mistake.
---
---    action "hide" {}
---    function act.hide() skip "hazard" say "Nobody stirs." end
---    -- hide --> Nobody stirs.
---@param step string
function skip(step) end

---`enter "combat"`: from the next turn on that procedure runs (at once, between turns), its turns counted from 1; calls on.enter(name).
---
---    procedure "combat" { lasts = "10 seconds", "strike", "time" }
---    action "hit" { at = "strike" }
---    action "duel" { turns = 0 }
---    function cannot.duel() if turn.procedure == "combat" then return "They fight already." end end
---    function act.duel() enter "combat" end
---    function act.hit() leave() end
---    -- duel --> combat T0
---    -- hit  --> Combat is over.
---@param name string
function enter(name) end

---`switch "hours"`: from the next turn on that procedure runs in place of this one (at once, between turns), its turns counted from 1;
---calls on.leave(old), then on.enter(name).  `leave` then goes back to where the old one would have gone.
---
---    procedure "hours" { lasts = "4 hours", "act", "time" }
---    action "ride" { turns = 0 }
---    function act.ride() switch "hours" end
---    -- ride --> Now: hours.
---    -- rest --> T1 4:00
---@param name string
function switch(name) end

---`leave()`: back to the procedure before `enter`, once the turn is over; calls on.leave(name).  Where nothing was entered, a mistake.
---With `leave { anew = true }` the turns of that procedure are counted from 1 again.
---
---    procedure "camp" { lasts = "8 hours", "doze", "time" }
---    action "camp" { turns = 0 }
---    action "nap"  { at = "doze" }
---    function cannot.camp() if turn.procedure == "camp" then return "You camp." end end
---    function act.camp() enter "camp" end
---    function act.nap() leave() end
---    -- camp; nap --> Camp is over.
---@param with? { anew?: boolean }
function leave(with) end

---`run "week"`: runs a procedure once, at once, without deeds (but with the default ones). A turn of a procedure that
---is under way is counted with its others; one of another is told under the number of the turn it is run in.
---
---    procedure "week" { lasts = "1 week", "upkeep", "time" }
---    function step.upkeep() say "A week goes by." end
---    action "winter" { turns = 0 }
---    function act.winter() run "week" end
---    -- winter --> A week goes by.
---    -- = clock.day --> 8
---@param name string
function run(name) end

-- ---------------------------------------------------------------------------------------------------
-- Groups
-- ---------------------------------------------------------------------------------------------------

---`split { bram, pike }`: these members go their own way once the turn is over, with a clock, turn, room and tracks of the
---party of their own (begun as they stand; supplies, which a light spends or a tally counts, stay behind) and the lights
---they hold.  `party` is always the group that the line is about.  Calls on.split(from, to), which may share things out.  At the
---prompt: `split Bram Pike`, `with Pike`, `rejoin`.  Somebody has to stay.
---
---    member "Bram" { hp = 6 }
---    member "Pike" { hp = 6 }
---    action "scout" {}
---    function cannot.scout(them) if #them == count(party) then return "Somebody has to stay." end end
---    function act.scout(them) split(them) end
---    -- Pike scout --> Pike goes another way
---    -- with --> Bram: T1
---@param list sconce.Member[]
function split(list) end

---`meet(group)`: that group joins this one once the turn is over; whoever is behind waits until the clocks agree; supplies
---add up, all else stays as this group has it.  Calls on.meet(into, from).
---
---    member "Bram" { hp = 6 }
---    member "Pike" { hp = 6 }
---    action "call" { turns = 0 }
---    function act.call() for group in each(groups()) do if group ~= party then meet(group) end end end
---    -- split Pike --> Pike goes
---    -- Bram call  --> joins the others
---@param group sconce.Party one of groups()
function meet(group) end

---`groups()`: every group, a party each, in the order they parted: `for group in each(groups()) do for who in each(group) do … end end`.
---`group.clock` is its clock, with the fields of `clock`.
---
---    member "Bram" { hp = 6 }
---    member "Pike" { hp = 6 }
---    -- split Pike --> Pike goes
---    -- = #groups() --> 2
---    -- pass 20 minutes --> 0:20
---    -- = groups()[1].clock.minutes, groups()[2].clock.minutes --> 20  0
---@return sconce.Party[]
function groups() end

-- ---------------------------------------------------------------------------------------------------
-- Light and time
-- ---------------------------------------------------------------------------------------------------

---`burning()`, `burning "torch"`: the lamps that burn, oldest first.
---
---    member "Bram" { hp = 6, holds = "lantern" }
---    -- = #burning(), #burning "torch" --> 1  0
---    -- = burning()[1].holder, burning()[1].left --> "Bram"  24
---@param kind? string
---@return sconce.Lamp[]
function burning(kind) end

---`kindle("torch", who, { free = true })`: lights one; takes 1 from what it spends unless free.  Without who, the first member holds it.
---
---    -- = kindle "torch" --> nil
---    -- = kindle("torch", nil, { free = true, left = 2 }).left --> 2
---@param kind string
---@param who? sconce.Member|string
---@param with? { free?: boolean, left?: number } left: one that has burned before, in the unit it lasts in
---@return sconce.Lamp? lamp nil when none is left to light
function kindle(kind, who, with) end

---`put_out(lamp, "is blown out")`: it burns no more; on.light_out(lamp, why) is called.
---
---    member "Bram" { hp = 6, holds = "torch" }
---    -- lua put_out(burning()[1], "is blown out") --> Bram's torch is blown out.
---@param lamp sconce.Lamp
---@param why? string
function put_out(lamp, why) end

---`start("venom", who, { lasts = "2 hours" })`: begins a timer; several of one kind may run.
---
---    timer "bell" { lasts = "20 minutes" }
---    function on.bell() say "It strikes." end
---    -- = start("bell").left --> 20
---    -- rest x2 --> It strikes.
---@param name string
---@param who? sconce.Member|string
---@param with? { lasts?: string }
---@return sconce.Timer
function start(name, who, with) end

---`running("venom", who)`: the timer, the oldest of that kind (and owner), or nil.
---
---    timer "bell" { lasts = "20 minutes" }
---    -- = running "bell" --> nil
---    -- lua start "bell" --> Bell begins
---    -- = running("bell").left --> 20
---@param name string
---@param who? sconce.Member|string
---@return sconce.Timer?
function running(name, who) end

---`timers("venom", who)`, `timers "venom"`, `timers()`: the timers that run, of that kind and owner, oldest first.
---
---    timer "bell" { lasts = "20 minutes" }
---    -- lua start "bell" start("bell", nil, { lasts = "1 hour" }) --> Bell begins
---    -- = #timers "bell", least(timers "bell", "left") --> 2  20
---@param name? string
---@param who? sconce.Member|string
---@return sconce.Timer[]
function timers(name, who) end

---`stop("venom", who)`: ends a timer without its effect; nothing when none runs.
---
---    timer "bell" { lasts = "20 minutes" }
---    -- lua start "bell" stop "bell" --> Bell begins
---    -- = running "bell" --> nil
---@param name string|sconce.Timer
---@param who? sconce.Member|string
function stop(name, who) end

---`pass "2 hours"`, `pass "10 real minutes"`: time goes by; lights and timers fall due in order, lights first, each in the order made.
---It does not run backwards; `clock.set` does.
---
---    member "Bram" { hp = 6, holds = "torch" }
---    -- lua pass "50 minutes" --> T0 0:50 | torch Bram 1
---    -- lua pass "10 minutes" --> burns down
---@param time string
function pass(time) end

-- ---------------------------------------------------------------------------------------------------
-- Rooms
-- ---------------------------------------------------------------------------------------------------

---`go "hall"`: the party is there now.  The two rooms are then next to each other, unless apart: `go("camp", { apart = true })`.
---Calls on.arrive(room, new).
---
---    -- = select(2, go "hall") --> Now in hall, for the first time.
---    -- = here.exits --> { "start" }
---@param room string|sconce.Room
---@param with? { apart?: boolean }
---@return sconce.Room, boolean new
function go(room, with) end

---`known "hall"`: has the party been there?
---
---    -- = known "hall" --> false
---@param room string|sconce.Room
---@return boolean
function known(room) end

---`place "hall"`: that room, wherever the party is: its tracks, its fields; it comes into being if nobody has been there.
---
---    kind.room:has { depth = 0 }
---    room "vault" { depth = 3 }
---    -- = place("vault").depth, place("cellar").depth --> 3  0
---@param room string
---@return sconce.Room
function place(room) end

---`rooms_to "the entrance"`: how many rooms away, through known rooms; nil when there is no way.
---
---    -- move hall --> Now in hall
---    -- move crypt --> Now in crypt
---    -- = rooms_to "start" --> 2
---@param room string|sconce.Room
---@return integer?
function rooms_to(room) end

-- ---------------------------------------------------------------------------------------------------
-- Lists and numbers
-- ---------------------------------------------------------------------------------------------------

---`for who in each(party) do`: the items of a list alone, in order: members present, things of a kind (in the order
---made), or the items of a list, which may change meanwhile.
---
---    action "tell" { turns = 0 }
---    function act.tell() for l in each(light) do say("A %s.", l.name) end end
---    -- tell --> A torch.
---    -- --> A lantern.
---@param list table
---@return fun(): any
function each(list) end

---`least(burning(), "left")`, `least(party, function(who) return who.dex end)`: the least value and whose it is; nil for
---an empty list.  The first of equals; items for which it is nil do not count.
---
---    member "Bram" { hp = 6 }
---    member "Pike" { hp = 4 }
---    -- = least(party, "hp") --> 4
---    -- = select(2, least(party, "hp")).name --> "Pike"
---@param list table
---@param by? string|fun(item: any): any
---@return any value, any item
function least(list, by) end

---`most(party, "str")`: the greatest value and whose it is, the same way.
---
---    -- = most { 3, 7, 5 } --> 7
---@param list table
---@param by? string|fun(item: any): any
---@return any value, any item
function most(list, by) end

---`has(who.wounds, "cut")`: is it in the list?
---
---    -- = has({ "cut", "burn" }, "burn") --> true
---@param list table
---@param item any
---@return boolean
function has(list, item) end

---`sum(party, "hp")`, `sum(burning(), function(lamp) return lamp.left end)`, `sum { 1, 2 }`: added up, of a field, by a function
---or as they are; 0 of nothing.  What is no number is a mistake.
---
---    member "Bram" { hp = 6 }
---    member "Pike" { hp = 4 }
---    -- = sum(party, "hp") --> 10
---    -- = sum { 3, 7, 5 } --> 15
---@param list table
---@param by? string|fun(item: any): number
---@return number
function sum(list, by) end

---`named "Bram"`: the member of that name, of any group, present or away; nil when there is none.  `named("ritual", list)`: the
---first of a list of tables, `{ name = "ritual", size = 4 }`, or of things, with that name.
---
---    member "Bram" { hp = 6 }
---    -- = named("Bram").hp, named "Nobody" --> 6  nil
---    track "clocks" { start = { { name = "ritual", size = 4 } } }
---    -- = named("ritual", party.clocks).size, named("flood", party.clocks) --> 4  nil
---@param name string
---@param list? table
---@return any
function named(name, list) end

---`count(who.wounds, "cut")`, `count(party, "weary")`, `count(burning(), function(lamp) return lamp.left < 2 end)`: how many of
---a list are the same, have a field or switch of that name that is so, or are what the function says; `count(party)`: all.
---
---    member "Bram" { hp = 6 }
---    -- = count({ 1, 5, 6 }, function(n) return n >= 5 end) --> 2
---    -- = count(party), count(party, "weary") --> 1  0
---@param list table
---@param what? any|fun(item: any): any
---@return integer
function count(list, what) end

---`amount("1.5 km", "m")`: a quantity as a number of a unit: 1500; without a unit, in its own.  Units of one measure convert
---exactly; metres and feet never do, and saying so is a mistake.
---Units: mm cm m km, inches ft yd miles, seconds minutes hours days weeks, real minutes, turns, and any other word as it is ("3 zones").
---
---    -- = amount("1.5 km", "m") --> 1500
---    -- = amount(light.torch.bright, "yd") --> 10
---@param quantity any
---@param unit? string
---@return number
function amount(quantity, unit) end

-- ---------------------------------------------------------------------------------------------------
-- Specs
-- ---------------------------------------------------------------------------------------------------
-- Spec files, NAME.spec.lua, have these words and Lua's own, but not the words of rules.

---`tests "delving" { party = { { "A", hp = 6 } } }`: which file is tested, and what all its tests begin with.
---  party  who plays: a list of { "NAME", field = value … }
---  given  what there is: tracks of the party and the campaign by name, and lights = { "torch A" }, lamps = { { left = 3 } },
---         here = "hall" or { name = "hall", searched = 1 }, rooms = { "known", "ones" }, minutes = 420, dice = "d6:3" for what is rolled at the start, turn = 3 when three turns are over, procedure = "fight"
---  house  lines of a house file, in [[ … ]]
---  rules  how many rules its book numbers: { DL = 45 } is DL-01 to DL-45; `sconce test --covers` lists those without a test
---@param name string as in extends
---@return fun(fields: sconce.spec.Base)
function tests(name) end

---`test "a torch burns out" { { "rest x6", dice = "d6:6", lights = "" } }`: a name, and rows played one after another.
---  covers  names of the rules it shows, for `sconce test --covers`
---  party, given, house  for this test; of `given` each name replaces the file's
---A row is { "the line typed", … }:
---  dice     faces that fall, in order: "d6:3 2d6:4,5 d20:12"; all must be rolled
---  cards    cards that are drawn, by name, in order: "17 7", "the Tower, the Moon" or a list
---  answers  by question: { relight = true, ["at_zero.Bram"] = "dead" }; what is not there takes its default
---  wall     real time that has gone by before it: "10 minutes"
---  sees, never  event names, CHART.ROW, or parts of a text; in one text with commas, or a list
---  refused  part of the reason it is refused with, or true
---  asks     the question it stops at; of several parts, the first
---  minutes, time, turn, waiting  the clock in minutes, "14:30", the turn's number or fields, the step that waits
---  party, campaign, here, lamps, lights, NAME  tracks and fields that must have these values; lights = "torch A, candle B"
---  data     what `= EXPRESSION` gives
---  want     a function (table) that returns what is wrong, or nothing; table: env, party, turn, state, events, rolls
---A row without a line typed asks for exact odds from where the table stands, and leaves it as it was:
---  plan     a line a turn, over and over: "crawl; search"; turns: how many; answers: what is answered, always the same
---  odds     by event, CHART.ROW, "A < B" (A before the first B) or expression: "31031/46656", "66.5%", or a whole number;
---           "66.5%" and, of what is counted, "5.00" need only round right
---  often    how often on average, or the mean of an expression
---  takes    the turn in which it first comes, on average; without turns there is no limit
---  ever     the chance that it ever comes, "A < B": that A comes before the first B; without turns
---@param title string
---@return fun(body: sconce.spec.Test)
function test(title) end

---`want = in_order("moved", "hazard.free")`: the events of a row happen in this order, with whatever in between; each is told of as
---in `sees`.
---@param ... string
---@return fun(table: table): string?
function in_order(...) end

---`want = by_default("relight", true)`: the question was asked, and took this answer by default.
---@param question string
---@param answer any
---@return fun(table: table): string?
function by_default(question, answer) end

-- ---------------------------------------------------------------------------------------------------
-- Lua's own words that rules have, and how they differ
-- ---------------------------------------------------------------------------------------------------
-- Left out: io os debug package require load collectgarbage coroutine pcall setmetatable next print.

---`pairs(t)`: every key and value; numbers first, then texts, each in order.  Keys are numbers or texts.
---@param t table
function pairs(t) end
---`ipairs(list)`: place and item, from 1.
---@param list table
function ipairs(list) end
---`select(n, …)`: the arguments from the nth on; `select("#", …)` how many.
---@param n integer|string
---@param ... any
function select(n, ...) end
---`tonumber(text)`: as a number, or nil.
---@param v any
---@param base? integer
function tonumber(v, base) end
---`tostring(v)`: as text; never an address.
---@param v any
function tostring(v) end
---`type(v)`: nil, boolean, number, string, table, function or quantity.
---@param v any
function type(v) end
---`assert(v, message)`: raises the message when v is false or nil.
---@param v any
---@param message? string
function assert(v, message) end
---`error(text)`: raises a mistake: the line is undone and the text told, with file and line.
---@param text string
function error(text) end
---Texts: byte char find format gmatch gsub len lower match rep reverse sub upper.  rep makes at most a million bytes;
---%p is not in format.
string = {}
---Lists: concat insert remove sort unpack pack move.  sort is stable.
table = {}
---Numbers: abs ceil floor fmod huge max maxinteger min mininteger modf pi sqrt tointeger type ult.  Chance is `dice`;
---sin, exp and their like differ between machines and are left out.
math = {}
---UTF-8: char charpattern codepoint codes len offset.
utf8 = {}

-- ---------------------------------------------------------------------------------------------------
-- Records
-- ---------------------------------------------------------------------------------------------------
-- The records that play gives to rules.  Tracks and the fields of `kind.X:has` are fields like these; any other name is a
-- mistake.

---@class sconce.Member a character; its further fields are those of `kind.member:has` and its tracks
---@field name string
---@field away boolean elsewhere for a while; `each(party)` leaves it out; may be changed
---@field max table<string, number> own maxima of tracks with max = "own"
---@field [string] any

---@class sconce.Lamp a light that burns: its kind's fields can be read through it
---@field kind string the name of its light
---@field holder string who holds it; may be changed
---@field left number? what is left, in the unit its light lasts in; nil when it has no counted life.  May be changed:
---`lamp.left = 3`; `lamp.left = nil` stops the count
---@field [string] any

---@class sconce.Timer a countdown that runs
---@field kind string
---@field owner string whose it is, by name; "" when it is nobody's
---@field left number in the unit its kind lasts in
---@field [string] any

---@class sconce.Room where a group is or was
---@field name string
---@field exits string[] rooms next to it, as far as known
---@field seen boolean somebody has been there
---@field [string] any

---@class sconce.Party a group: its tracks are its fields
---@field members sconce.Member[] in marching order, those away too
---@field clock sconce.Clock the group's own clock
---@field [string] any

---@class sconce.Turn the turn of a group
---@field number integer from 1; 0 before the first
---@field procedure string the name of the procedure in force
---@field [string] any

---@class sconce.Clock
---@field day integer from 1
---@field hour integer 0 to 23
---@field minute integer 0 to 59
---@field second integer 0 to 59
---@field minutes integer all minutes since play began
---@field now integer all seconds since play began
---@field text string hours and minutes since play began, "day 2 2:00"
---@field set fun(time: string) sets it; nothing burns meanwhile

---@class sconce.Hidden what dice, faces and pick may be told
---@field secret boolean? marked as secret for the GM; the players do not see it
---@field public boolean? the players see it

---@class sconce.Deed what is being done
---@field who sconce.Member[] who does it
---@field turns integer turns spent at it, with this one
---@field typed boolean somebody typed it; false where the rules gave it
---@field [string] any its arguments that have a name

---@class sconce.Row a row of a chart
---@field at string its numbers, as written
---@field name string
---@field text string
---@field does fun(about: any, r: sconce.Rolled)? what it does
---@field chart string the chart's name
---@field [string] any a field of the chart's own

---@class sconce.Rolled what a chart's die brought
---@field chart string
---@field row sconce.Row may be changed in on.CHART
---@field held boolean? set it in on.CHART, and the row is shown but does nothing; r.row.does() does it later
---@field total integer? nil when the GM was asked
---@field face integer? the first die that counts, as it fell
---@field modifiers { name: string, add: integer? }[]? the modifiers that changed it
---@field about any what roll was given

---@class sconce.Check a check, before (on.check) and after (on.checked) its dice
---@field who sconce.Member
---@field what string?
---@field dc number
---@field under boolean? true: at most dc + add succeeds
---@field add number what is added; may be changed in on.check, as may adv, dis and dc
---@field adv integer advantages
---@field dis integer disadvantages
---@field fail boolean? fails whatever falls
---@field succeed boolean? succeeds whatever falls, unless it fails
---@field success boolean after the dice
---@field natural integer the die that counts, as it fell
---@field total number
---@field margin number total less DC
---@field contest boolean? it is one side of a contest
---@field modifiers { name: string, add: integer?, adv: integer?, dis: integer? }[]? the modifiers that changed it
---@field against number? in a contest, what the other came to
---@field [string] any

-- ---------------------------------------------------------------------------------------------------
-- For editors: the fields between braces
-- ---------------------------------------------------------------------------------------------------
-- Blanks between --- and @ keep these out of `help` and the reference.

--- @class sconce.fields.ruleset
--- @field turn? string
--- @field check? string|integer
--- @field under? boolean
--- @field procedure? string
--- @field starts? string
--- @field room? string

--- @class sconce.fields.kind
--- @field [string] any

--- @class sconce.fields.light
--- @field lasts? string
--- @field spends? string
--- @field help? string
--- @field [string] any

--- @class sconce.fields.pace
--- @field distance? string
--- @field help? string
--- @field [string] any

--- @class sconce.fields.setting
--- @field is? string
--- @field default? any
--- @field choices? any[]
--- @field min? number
--- @field max? number
--- @field help? string

--- @class sconce.fields.track
--- @field of? "party"|"member"|"light"|"room"|"turn"|"campaign"|string
--- @field start? any
--- @field min? number|fun(owner: any): number
--- @field max? number|"own"|fun(owner: any): number
--- @field steps? string[]
--- @field wraps? boolean
--- @field unit? string
--- @field secret? boolean
--- @field public? boolean
--- @field quiet? boolean
--- @field sheet? boolean
--- @field prompt? boolean|"changed"
--- @field tally? boolean
--- @field help? string

--- @class sconce.fields.row
--- @field [1] string
--- @field [2] string
--- @field [3]? string
--- @field [4]? function
--- @field gains? string|string[]
--- @field loses? string|string[]
--- @field sets? table
--- @field starts? string|string[]
--- @field rolls? string|string[]
--- @field [string] any

--- @class sconce.fields.chart
--- @field die? string|integer
--- @field ask? string
--- @field secret? boolean
--- @field public? boolean
--- @field help? string
--- @field [integer] sconce.fields.row|string

--- @class sconce.fields.procedure
--- @field lasts? string
--- @field deeds? integer|string
--- @field help? string
--- @field [integer] string

--- @class sconce.fields.action
--- @field by? "each"|"one"|"all"
--- @field enters? string
--- @field leaves? string|string[]
--- @field takes? string[]
--- @field turns? integer|fun(who: any, ...): integer
--- @field at? string
--- @field during? string|string[]
--- @field keeps? boolean
--- @field dark? boolean
--- @field default? boolean|"forced"
--- @field secret? boolean
--- @field public? boolean
--- @field aka? string|string[]
--- @field help? string

--- @class sconce.fields.question
--- @field text? string
--- @field choices? any[]|fun(about: any): table
--- @field default? any
--- @field exactly? integer
--- @field upto? integer
--- @field min? number
--- @field max? number
--- @field unit? string
--- @field short? string
--- @field again? boolean
--- @field always? any
--- @field secret? boolean
--- @field public? boolean
--- @field help? string

--- @class sconce.fields.event
--- @field text? string
--- @field stops? boolean
--- @field secret? boolean
--- @field public? boolean|string
--- @field help? string

--- @class sconce.fields.timer
--- @field of? "party"|"member"|"light"|"room"|"campaign"
--- @field lasts? string
--- @field text? string
--- @field public? boolean
--- @field help? string

--- @class sconce.fields.deck
--- @field cards? integer|string[]
--- @field secret? boolean
--- @field public? boolean
--- @field help? string

--- @class sconce.fields.modifier
--- @field when? fun(c: any): any
--- @field add? integer|fun(c: any): integer
--- @field adv? integer|fun(c: any): integer
--- @field dis? integer|fun(c: any): integer
--- @field to? string
--- @field chart? string
--- @field help? string

--- @class sconce.fields.room
--- @field exits? string[]
--- @field text? string
--- @field help? string
--- @field [string] any

--- @class sconce.fields.member
--- @field holds? string
--- @field help? string
--- @field [string] any

-- KIND "name" { fields } makes; KIND.name { fields } and KIND.name.field = value change.

--- @class sconce.kinds.kind
--- @overload fun(name: string): fun(fields: sconce.fields.kind)
--- @field [string] sconce.Kind

--- @class sconce.Kind
--- @field has fun(self: sconce.Kind, fields: table)

--- @class sconce.kinds.light
--- @overload fun(name: string): fun(fields: sconce.fields.light)
--- @field [string] sconce.Light

--- @class sconce.Light: sconce.fields.light
--- @overload fun(fields: sconce.fields.light)
--- @field name string

--- @class sconce.kinds.pace
--- @overload fun(name: string): fun(fields: sconce.fields.pace)
--- @field [string] sconce.Pace

--- @class sconce.Pace: sconce.fields.pace
--- @overload fun(fields: sconce.fields.pace)
--- @field name string

--- @class sconce.kinds.setting
--- @overload fun(name: string): fun(fields: sconce.fields.setting)
--- @field [string] any

--- @class sconce.kinds.track
--- @overload fun(name: string): fun(fields: sconce.fields.track)
--- @field [string] sconce.Track

--- @class sconce.Track: sconce.fields.track
--- @overload fun(fields: sconce.fields.track)

--- @class sconce.kinds.chart
--- @overload fun(name: string): fun(fields: sconce.fields.chart)
--- @field [string] sconce.Chart

--- @class sconce.Chart: sconce.fields.chart
--- @overload fun(fields: sconce.fields.chart)
--- @field add fun(self: sconce.Chart, row: sconce.fields.row|string)
--- @field at fun(self: sconce.Chart, n: integer): sconce.Row
--- @field [string] sconce.Row

--- @class sconce.kinds.procedure
--- @overload fun(name: string): fun(fields: sconce.fields.procedure)
--- @field [string] sconce.Procedure

--- @class sconce.Procedure: sconce.fields.procedure
--- @overload fun(fields: sconce.fields.procedure)
--- @field after fun(self: sconce.Procedure, step: string, ...: string)
--- @field before fun(self: sconce.Procedure, step: string, ...: string)
--- @field replace fun(self: sconce.Procedure, step: string, ...: string)
--- @field remove fun(self: sconce.Procedure, step: string)

--- @class sconce.kinds.action
--- @overload fun(name: string): fun(fields: sconce.fields.action)
--- @field [string] sconce.Action

--- @class sconce.Action: sconce.fields.action
--- @overload fun(fields: sconce.fields.action)

--- @class sconce.kinds.question
--- @overload fun(name: string): fun(fields: sconce.fields.question)
--- @field [string] sconce.Question

--- @class sconce.Question: sconce.fields.question
--- @overload fun(fields: sconce.fields.question)

--- @class sconce.kinds.event
--- @overload fun(name: string): fun(fields: sconce.fields.event)
--- @field [string] sconce.Event

--- @class sconce.Event: sconce.fields.event
--- @overload fun(fields: sconce.fields.event)

--- @class sconce.kinds.timer
--- @overload fun(name: string): fun(fields: sconce.fields.timer)
--- @field [string] sconce.TimerKind

--- @class sconce.TimerKind: sconce.fields.timer
--- @overload fun(fields: sconce.fields.timer)

--- @class sconce.kinds.deck
--- @overload fun(name: string): fun(fields: sconce.fields.deck)
--- @field [string] sconce.Deck

--- @class sconce.Deck: sconce.fields.deck
--- @overload fun(fields: sconce.fields.deck)

--- @class sconce.kinds.modifier
--- @overload fun(name: string): fun(fields: sconce.fields.modifier)
--- @field [string] sconce.Modifier

--- @class sconce.Modifier: sconce.fields.modifier
--- @overload fun(fields: sconce.fields.modifier)

--- @class sconce.kinds.room
--- @overload fun(name: string): fun(fields: sconce.fields.room)
--- @field [string] sconce.RoomKind

--- @class sconce.RoomKind: sconce.fields.room
--- @overload fun(fields: sconce.fields.room)

--- @class sconce.kinds.member
--- @overload fun(name: string): fun(fields: sconce.fields.member)
--- @field [string] sconce.Member

--- @class sconce.rules
--- @field status fun(): string?
--- @field lit fun(): boolean?
--- @field [string] fun(...): any

--- @class sconce.hooks
--- @field begin fun()
--- @field new_day fun(day: integer)
--- @field new_hour fun(hour: integer)
--- @field turn_start fun()
--- @field turn_end fun()
--- @field deed fun(verb: string, them: sconce.Member[])
--- @field enter fun(name: string)
--- @field leave fun(name: string)
--- @field arrive fun(room: sconce.Room, new: boolean)
--- @field split fun(from: sconce.Party, to: sconce.Party)
--- @field meet fun(into: sconce.Party, from: sconce.Party)
--- @field kindled fun(lamp: sconce.Lamp, again: boolean?)
--- @field light_out fun(lamp: sconce.Lamp, why: string?)
--- @field check fun(c: sconce.Check)
--- @field checked fun(c: sconce.Check)
--- @field encounter fun(fields: table)
--- @field [string] fun(...)

--- @class sconce.spec.Base
--- @field rules? table<string, integer>
--- @field party? table[]
--- @field given? table
--- @field house? string

--- @class sconce.spec.Test
--- @field covers? string[]
--- @field party? table[]
--- @field given? table
--- @field house? string
--- @field [integer] sconce.spec.Row

--- @class sconce.spec.Row
--- @field [1] string
--- @field dice? string
--- @field cards? string|string[]
--- @field answers? table<string, any>
--- @field wall? string
--- @field sees? string|string[]
--- @field never? string|string[]
--- @field refused? string|true
--- @field asks? string
--- @field minutes? number
--- @field time? string
--- @field turn? integer|table
--- @field waiting? string
--- @field lights? string
--- @field lamps? table[]
--- @field party? table
--- @field campaign? table
--- @field here? string|table
--- @field data? any
--- @field plan? string
--- @field turns? integer
--- @field odds? table<string, string|number>
--- @field often? table<string, string|number>
--- @field takes? table<string, string|number>
--- @field ever? table<string, string|number>
--- @field want? fun(table: table): string?
--- @field [string] any
