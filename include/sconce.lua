---@meta
-- sconce.lua -- every word of the rule language, for editors (LuaLS), for `help WORD`, and for people.
--
-- Call to make, assign to change, nil to remove.  Things are made and changed while files are read.  In play only
-- the state changes: tracks, lights, timers, rooms, members and the turn.  A mistake in play undoes the whole line,
-- and its message names the line of the file.
--
-- A quantity is an exact number with a unit ("36 m", "6 turns").  Rules may keep and change a list that a word
-- returns, but not things (torch, crawl) or records (members, lamps, rooms).
--
-- In a block of `---` lines, two blanks begin an item of a list: `---  FIELD  what it does`.  Four blanks begin an
-- example: a house file of Lamplight, the guide's ruleset.  A comment `-- LINE --> TEXT` in it means: LINE, typed at
-- the prompt, shows TEXT.

-- ---------------------------------------------------------------------------------------------------
-- Making a chain of files
-- ---------------------------------------------------------------------------------------------------

---`extends "delving"`: builds this file on another one, which is read first.
---It comes before everything else in the file.  A file may have several `extends` lines; each named file is read
---once.  NAME has letters a-z, digits, _ and -, without .lua.  It is looked for beside the file, in the campaign's
---folder, in $SCONCE_RULESETS, and among the shipped rulesets.
---
---    extends "lamplight"
---    light.torch.lasts = "4 turns"
---@param name string
function extends(name) end

---`include "fight"`: reads a part of a ruleset here.  Each part is read once, however many files include it.
---A part is a file like any other, without `ruleset` and `extends`.  House files change what it makes.  Where
---several parts, or the ruleset, have a function on.NAME, all of them are called, in the order of the files.  A part is
---looked for beside the file, in the folder parts beside it, and in each folder where `extends` looks and in the
---folder parts there.  `changes` lists what house files change, and not what parts of the ruleset make.
---
---    include "bells"
---    event.bell.text = "The great bell."
---    -- ring --> The great bell.
---@param name string
function include(name) end

---`ruleset "Delving" { turn = "10 minutes", check = "1d20" }`: names the ruleset.  Every chain of files has one.
---  turn       how long a turn is, in whole seconds; without it, turns are only counted
---  check      the dice of a check ("1d20")
---  under      true: a check succeeds with the number or less; otherwise with the DC or more
---  procedure  the procedure that play begins with; needed when there are several
---  starts     when play begins, counted from midnight ("6 hours")
---  room       where play begins; without it, in a room called start
---  nobody     what happens when the last member goes away by a switch with away = true, dead, fled or down: play ends,
---             { ends = "Bones by the road." }; or an event.  { ends = "…", idle = true }: members count as gone, too,
---             whom a switch with idle = true keeps from all deeds
---  hint       how a turn goes, shown when a campaign is opened for the first time
---  renamed    older names, and what is written now, which house files are told: renamed = { walked = "travelled",
---             ["crit crit_hits"] = "replace rule.damage" }
---A house file changes one field, `ruleset.turn = "5 minutes"`, or removes it, `ruleset.starts = nil`.
---
---    ruleset "Bare" { turn = "1 hour", starts = "6 hours", room = "the gate" }
---    procedure "hour" { "act", "time" }
---    action "walk" {}
---    -- walk --> T1 7:00
---    -- = here.name --> "the gate"
---@param title string
---@return fun(fields: sconce.fields.ruleset)
function ruleset(title) end

---`kind "monster" { hd = "integer" }`: makes a new kind of thing, and a word for it: `monster "ogre" { hd = 4 }`.
---Each field is declared by its default, or by a type in quotes: any, string, number, integer, boolean, list,
---table, rule, dice, distance, duration, quantity, the name of a kind, or one of several words, "small|large".
---A type that ends in ? may be left out.  A default stands behind =, as in "small|large = small".
---`kind.member:has { dex = 0 }` adds fields to a kind that Sconce has: member, light, pace, room, action,
---procedure, chart, track, question, event, timer, deck.  A house file changes such a default,
---`kind.member.dex = 2`, for all who are not given the field, or takes the field away, `kind.member.dex = nil`.
---In play `monster.ogre.hd` reads a field, and `each(monster)` goes through the things in the order made.  Where there
---may be no such thing, `monster[what]` is a mistake, and `named(what, monster)` gives nil.
---
---    kind "monster" { hd = "integer", size = "small|large = small", loot = "dice?" }
---    monster "ogre" { hd = 4, size = "large" }
---    monster "rat"  { hd = 1 }
---    -- = monster.ogre.hd --> 4
---    -- = named("dragon", monster), named("rat", monster).hd --> nil  1
---    kind.monster.size = "large"
---    -- = monster.rat.size --> "large"
---    question "price" { text = "What does the {name} want?", default = "food" }
---    -- lua ask("price", monster.ogre) --> What does the ogre want? food
---@type sconce.kinds.kind
kind = nil

---`light "torch" { lasts = "6 turns", spends = "torches" }`: a kind of light.  One that burns is a lamp.
---  lasts   how long one burns, in turns, minutes, hours or real minutes; without it, until it is put out
---  spends  the track that goes down by 1 when one is lit; the party's or the holder's
---  help    a sentence for the GM
---It also takes the fields of `kind.light:has`, and start values for tracks of lights.
---
---    light "candle" { lasts = "20 minutes", bright = "5 ft" }
---    light.torch.lasts = "1 hour"
---    -- light candle --> a candle: 20 minutes
---@type sconce.kinds.light
light = nil

---`pace "crawl" { distance = "36 m" }`: a way to move.  Its name is a verb, too: `crawl` is `move crawl`.
---  distance  how far in a turn
---  help      a sentence for the GM
---It also takes the fields of `kind.pace:has`.
---
---    kind.pace:has { careful = false }
---    pace "creep" { distance = "40 ft", careful = true }
---    action "go" { takes = { "pace" } }
---    function act.go(_, how) say("%s%s", tostring(how.distance), how.careful and ", with care" or "") end
---    -- creep --> 40 ft, with care
---@type sconce.kinds.pace
pace = nil

---`setting "grace" { default = 6, help = "…" }`: a value that a house file may set: `setting.grace = 3`.
---  default  its value; the setting keeps the type of its default
---  is       its type in words ("dice"), where the default does not tell it
---  choices  the values it may have; without a default the first one counts
---  min      the smallest number allowed
---  max      the largest number allowed
---  help     a sentence for the GM
---Read it as `setting.grace`, inside a function only, since a later file may still change it.  One entry of a
---table can be changed alone: `setting.speeds.mud = 2`.
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
---  of      whose it is: party (the default), member, light, room, campaign (shared by all groups), turn (new
---          every turn), or a kind of your own: each of its things has one, `myth.dragon.seen`
---  start   its first value, which gives its type: a number (0, or min if that is more), a switch (false), a text
---          (""), a list ({}).  With a min or max, dice ("2d6") are rolled.  With max = "own", "3/6" is 3 of 6,
---          and a member's may be given by a rule (who), as breath that depends on the body
---  min     the lowest value: a number, or a function (owner); without it, the value may fall below 0
---  max     the highest value, in the same way; "own": each owner's start value, kept as who.max.hp
---  steps   a ladder of words, { "fresh", "tired", "exhausted" }; it starts at the first
---  wraps   true: after the last step of the ladder comes the first, as with seasons
---  unit    makes it a quantity in this unit
---  secret  true: players do not see it
---  public  true: players see its changes; false: they do not; without it they see those of members and lights
---  quiet   true: its changes are not shown, but on.NAME is called; false: a change by 1 is shown, too, where the
---          prompt has the number
---  sheet   false: `party` and a bare name leave it out
---  prompt  true: it stands in the prompt, and a change by 1 is seen there alone; "changed": only when it differs
---          from its start
---  empty   a switch of the same owner, on while this number stands at its min: hit points at 0 and `down`; or what
---          happens when the number comes to its min: what a row does, { ends = "The ship is lost." }, where a member's
---          track is the owner's or else everybody's; an event with {who}; or a rule (owner)
---  full    as empty, but at its max: stress and `out`, a clock and its event.  A correction, `hp Bram 0`, turns the
---          switches, with their on.NAME, and makes nothing else happen; the GM is told what to type instead.  A value
---          given to begin with, member "Bram" { hp = 0 }, turns them, too, and no on.NAME; `start` does not
---  falls   what happens as the number comes down to a value, or past it: { [6] = "mutiny", [2] = rule.rise,
---          [1] = { gains = "fear" } }, an event with {who} and {at}, a rule (owner, at), or what a row does, a check, too:
---          { check = "wit 12", fails = { gains = "fear" } }, by the member whose track it is, or else by everybody
---  rises   as falls, but as the number comes up to a value, or past it
---          A ladder has these four, too: empty is its first step, full its last, and falls and rises name a step,
---          { shaken = "screams" }
---  away    true: whoever has it on is away, and back when it goes off.  This and idle make it a switch of members
---          without of and start: track "dead" { away = true }
---  idle    true: whoever has it on does no deed, and is there.  A verb, "vent", or a list:
---          only these are done.  What by = "party" does together takes them along.  When all are idle, the verb with
---          default = true lets a turn pass in which nobody does anything
---  anew    a procedure: once that is left, the track is at its start again; with max = "own" at each owner's maximum.
---          "turn": after each turn, a round of a fight too, and without an event; so a switch of a member holds for
---          one turn, as a track of = "turn" does for the group
---  tally   true: it counts what the party has or did.  Members who split off begin at 0; it adds up when groups meet
---  help    a sentence for the GM; the sheet shows it up to the first comma
---Read it as a field: `who.hp`, `party.torches`, `here.searched`, `lamp.oil`, `turn.noise`, `campaign.season`.
---Change it with gain, lose or set; each change is an event and calls on.NAME(owner, was, now).
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
---    track "breath" { of = "member", start = function(who) return 3 + who.might end, min = 0, max = "own" }
---    -- = named("Ann").breath, named("Ann").max.breath --> 5  5
---    track "nerve" { of = "member", start = 2, min = 0, empty = "mad" }
---    track "mad"   { away = true }
---    -- lose nerve Ann 2 --> Ann is mad.
---    -- = named("Ann").away --> true
---    -- gain nerve Ann --> Ann is no longer mad.
---    track "faint" { idle = true }
---    -- lua gain(party, "faint") --> Ann is faint.
---    -- lua lose(party, "faint") --> Ann is no longer faint.
---    track "watch" { max = 3, full = "spotted" }
---    event "spotted" { text = "They are found!", stops = true }
---    -- gain watch 3 --> They are found!
---    track "road" { max = 9, full = { ends = "The sea, at last!" } }
---    track "cheer" { start = 9, falls = { [6] = "grumbling", [3] = rule.mutter } }
---    event "grumbling" { text = "The crew grumbles." }
---    function rule.mutter(_, at) say("Cheer is at %s: they mutter.", at) end
---    -- lose cheer 4 --> The crew grumbles.
---    -- lose cheer 2 --> Cheer is at 3: they mutter.
---    track "temper" { steps = { "mutinous", "d4", "d6" }, start = "d6", falls = { d4 = rule.mutter }, empty = "mutiny" }
---    event "mutiny" { text = "Mutiny!" }
---    -- lose temper   --> Cheer is at d4: they mutter.
---    -- lose temper   --> Mutiny!
---    procedure "brawl" { lasts = "10 seconds", "act", "time" }
---    track "rage" { start = 2, min = 0, anew = "brawl" }
---    action "brawl" { enters = "brawl" }
---    action "peace" { leaves = "brawl" }
---    -- brawl; lose rage 2; peace --> rage 2
---    track "worked" { of = "member", start = false, anew = "turn" }
---    action "toil" { by = "each", gains = "worked" }
---    function on.turn_end() say("%d worked.", count(party, "worked")) end
---    -- toil         --> 1 worked.
---    -- = named("Ann").worked --> false
---    track "air" { of = "member", start = 4, min = 0, falls = { [3] = { check = "wit 1", gains = "rage" } } }
---    -- lose air Ann --> WIT d20
---@type sconce.kinds.track
track = nil

---`chart "hazard" { die = "1d6", { "1", "encounter", "Something comes.", rule.meet }, { "2-6", "nothing" } }`:
---a random table.  A row has its numbers in quotes ("2", "2-4", "1, 10", "to 4", "15+"), its name, its text
---(without one the name is shown) and a function (about, r), which may be left out.
---  die     the dice; without them, every roll names its dice or its place
---  columns  for a chart with several columns, their names, "woods|fen|heights": each row then has its numbers in
---          each, { "1-2 | 1 | -", "wolves" }, with - where it has none; or its names, { "1-2", "wolves|leeches|goats" }
---  by      what chooses the column: a rule (about), a track, or a field of rooms, "season"; without it roll says
---          it.  A number finds the column "2" or "2-3" or "4+", a thing that of its name
---  sets    a track that is set to the name of the row: chart "weather" { sets = "sky", "fair", "fog", "gale" }
---  ask     a question to the GM, for a chart without rows
---  secret  true: players do not see it
---  public  true: players see the die and the row; without it they do not
---  help    a sentence for the GM
---The rows cover the dice exactly.  Rows beyond them, "15+" and "to 0", are for what is added to the roll.
---Rows without numbers are counted off: `chart "moods" { "wary", { "kind", "They nod." } }` is a 1d2.  With a die
---they are counted along it: `die = "2d6"` and eleven rows.
---A row can do the common things without a function, in this order, before its function runs:
---  check   the check of the member whom the roll is about, "wit 12", or a rule (who, r) that returns what check does:
---          what follows, the function too, is only done when it succeeds
---  gains   "2 torches", "weary", "cut wounds" (an item of a list), or a list of such texts
---  loses   "1d6 hp", or a list of such texts
---  sets    tracks and their new values: { alarm = "wary" }
---  starts  a timer, or a list of them
---  rolls   another chart, or a list of them
---  ends    play ends with this text, "The ship sinks."; its first words are an event, the_ship_sinks, for odds and
---          specs, in small letters, up to four and the first stop or comma.  Or an event that ends play
---  fails   what happens when the check fails, { gains = "dread" }, a rule (who, c), or an event with {who}
---  natural  what happens besides, by the natural roll of the check, { [1] = { loses = "2 hp" } }, as in fails
---Checks, tracks and timers of members are those of the member whom the roll is about: `roll("hurt", who)`.  They are
---everybody's where it is about nobody, `roll "air"`, and where a step rolls the chart.
---A row may have fields of your own, { "1-2", "goblins", number = "2d4" }: `row.number`, nil in the other rows.
---To change rows: `chart.hazard.encounter.text = "…"`, `chart.hazard.nothing = nil`,
---`chart.hazard:add { "7", "more" }`, or all of them, `chart.hazard { die = "1d8", … }`.
---In play `chart.hazard.encounter` is that row, `chart.hazard:at(3)` the row for 3, `chart.sky:at(3, "winter")` that of
---a column.
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
---    track "season" { steps = { "summer", "winter" } }
---    chart "sky" { die = "1d6", columns = "summer|winter", by = "season",
---      { "1-2 | 1-4", "rain" }, { "- | 5", "snow" }, { "3-6 | 6", "sun" } }
---    chart "beasts" { columns = "1|2-3|4+", by = rule.depth, "rats|ghouls|wights", "bats|slimes|wights" }
---    function rule.depth() return 3 end
---    -- = chart.sky:at(5, "winter").name, roll("beasts", nil, { at = 2 }).name --> "snow"  "slimes"
---    procedure.turn:replace("hazard", "gloom")
---    chart "gloom" { { "whispers", check = "wit 1", text = "They hold out.", fails = { loses = "1 hp" } } }
---    -- rest --> They hold out.
---    track "air" { steps = { "clear", "rain", "storm" } }
---    chart "weather" { sets = "air", "clear", "rain", "storm" }
---    -- = chart.weather.die, chart.weather:at(2).name --> "1d3"  "rain"
---    -- lua roll("weather", nil, { at = 3 }) --> air storm
---@type sconce.kinds.chart
chart = nil

---`procedure "turn" { "act", "hazard", "time" }`: the steps of a turn, in order.  A step runs `step.NAME`; without
---such a function it rolls the chart of its name.  Two steps are Sconce's: `act` does the deeds, and `time` lets
---the turn's time pass.
---  lasts  how long a turn is; without it, as long as the ruleset says
---  deeds  how many deeds the group does before the turn goes on: 3, "each" (one each), "2 each", or
---         "2 different each", where only the default may be done twice.  Nobody waits for who has gone away meanwhile
---  help   a sentence for the GM
---To change the steps: `procedure.turn:after("hazard", "omen")`, `:before("hazard", "omen")`,
---`:replace("hazard", "omen")`, `:remove "hazard"`.
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

---`action "search" { by = "each", turns = 1, help = "…" }`: a verb that players may use.  `act.search` does it.
---  by      "each": act.search(who, …) runs once for each member who does it.  "one": one member does it, the one
---          named, or the first who is free; where it takes no turn, the first who can.  "party": all who are
---          present do it together, and nobody does another thing meanwhile.  Without it ("all"): whoever does it;
---          for these two act.search(them, …) runs once, with a list
---  takes   what may be typed after it, a list of: member, lamp, room, the name of a kind, stat (a number or die of
---          members, by its name), number, integer, "1-20", die, word, text (the rest of the line), "hour|night".
---          With ? it may be left out, and is nil.  "member…" is a list of one or more.  "quietly|?" is a single
---          word.  Those that may be left out can be typed in any order, but for word and text.
---          "hours: integer?" gives it a name, one word, for `deed`.  act gets the member, lamp or thing itself, and
---          of a room the name
---  enters  the procedure that it enters; it needs no function
---  leaves  the procedure that it leaves, or a list of those it may leave; it needs no function
---  turns   how many turns it takes (1), or a function (who, …); act runs in the last one.  0: it takes no turn
---  most    how many members may do it in a turn: 1 for the one who steers.  Without names it is the first who are free
---  at      the step in which it is done (act)
---  during  the procedure that has it, or a list; without it, every procedure with its step
---  elsewhere  for a way to another room, the verb that spends a turn where they are: the room typed cannot be this one
---  keeps   true: after an interruption the same line goes on where it was, in the same room
---  asked_once  true: of a deed of several turns, needs, unless, cannot.NAME and rule.cannot are asked before its first
---          turn alone.  Without it they are asked before each, and a reason then breaks the deed off
---  dark    true: it is done in the dark as well; a light that goes out does not stop it
---  default  true: members with nothing else to do do it, where cannot allows it; at the first step, so does everyone
---          when a deed of a later step begins the turn.  "forced": everyone for whom
---          cannot allows it does it, and nothing else
---  secret  true: players see neither the deed nor what it does
---  public  true: players also see the numbers typed; false: they see what it does, but not the deed
---  costs   what whoever does it pays, "10 silver", "rope pack" (an item of a list), or a list of such texts.  Without
---          it the deed is refused.  { fight = "move" } costs it in that procedure only
---  needs   what there must be, and the reason why it cannot be done without, by condition: { oil = "The cans are
---          empty.", ["here porch"] = "The boat is at the porch." }.  {who} in a reason is the member.  A house file
---          replaces it, or takes it away: `action.fill.needs = nil`
---  unless  the same, of what must not be: { dizzy = "{who} is dizzy.", dark = "It is too dark.", ["sky fog|gale"] =
---          "Not in this weather.", ["dug 2+"] = "{who} has dug enough." }.  cannot.NAME is asked after both, for all else
---          A condition is a track: a switch that is on, a number above 0, a list with something in it, a ladder off its
---          first step; a track and its value: steps of a ladder, "sky fog|gale", a number as in rows, "dug 2+", "way to 4",
---          or at its maximum, "slots max", an item of a list, "marks rune", a text; or "dark", or "here" and rooms, "here
---          porch|nave", or "doing" and verbs, "doing cut|haul".  With not before it, it is the opposite, "not hp max"
---  check   the check of whoever does it, "might 12", or a rule (who, …) that returns what check does.  What follows,
---          gains and the like and act, is only done when it succeeds.  Where several do it at once, it is a rule (them, …)
---  gains, loses, sets, starts, rolls, ends  what it does, as in a row of a chart.  All of it is done before act runs, which
---          sees the new values; what comes after the deed stands in act.  It may need no function
---  fails   what happens when the check fails: { loses = "1d6 hp" }, a rule (who, c), or an event with {who}
---  natural  what happens besides, by the natural roll (of 2d6 the sum): { [1] = "noise", [20] = { gains = "luck" } }, as in fails
---  aka     another word for it, or a list
---  help    a sentence for the GM
---Tracks of members are those of whoever does it; of others the party pays once for each call of act.  A rule that
---calls act.NAME itself pays nothing.
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
---    -- battle --> fight round 1
---    -- flee   --> Fight is over.
---    track "silver" { start = 12, min = 0 }
---    action "carouse" { by = "each", turns = 0, costs = "10 silver", gains = "3 hp", help = "a night in town" }
---    -- carouse --> silver 2
---    track "dizzy" { of = "member", start = false }
---    action "fill" { by = "each", needs = { oil = "The cans are empty." }, unless = { dizzy = "{who} is dizzy." } }
---    function act.fill(who) say("%s fills a lamp.", who.name) end
---    -- oil 1; fill --> Bram fills a lamp.
---    -- = action.fill.unless.dizzy --> {who} is dizzy.
---    action "heave" { by = "each", turns = 0, check = "might 1", gains = "2 silver", fails = { loses = "1 hp" },
---                     natural = { [1] = rule.strain } }
---    function rule.strain(who) say("%s strains.", who.name) end
---    -- heave --> silver 4
---    track "holes" {}
---    action "dig" { turns = 0, gains = "1 holes" }
---    function act.dig() say("Hole %d.", party.holes) end
---    -- dig --> Hole 1.
---    action "flit" { takes = { "room?" }, elsewhere = "doze" }
---    function act.flit(_, where) if where then go(where) end end
---    -- flit hall --> Now in hall
---@type sconce.kinds.action
action = nil

---`question "relight" { text = "Light another?", default = true }`: something the GM decides.  `ask` asks it.
---  text     the question; {field} is filled from what it is about
---  choices  the possible answers: a list, or a function (about)
---  default  the answer Enter gives, which sets the kind of answer: true or false, a number, a text; or a function
---           (about).  In a default text, dice in braces are rolled: "{2d4} goblins"
---  rolls    a chart that is rolled for its default: the text of the row
---  follows  a function (met), for a part of one question of several: what it is when the others are so, which
---           Enter gives, too.  met: the other answers, by name
---  exactly  how many of the choices are taken
---  upto     how many of the choices may be taken; Enter takes the first so many
---  min      the smallest number allowed
---  max      the largest number allowed
---  unit     the unit of a number, "m": it is shown, and may be typed
---  short    how the answer reads beside others: "{it} surprised"
---  again    true: Enter gives the last answer, about the same member if there is one
---  always   the answer for good, or a function (about): it is not asked.  true, with choices, takes the default.
---           Typing `always` or `never` at the question writes such a line into the campaign's house.lua
---  secret   true: players do not see it
---  public   true: players see it with its answer; without it they do not
---  help     a sentence for the GM
---
---    question "omen" { text = "What do they see?", default = "a shape" }
---    question "way"  { text = "Where to?", choices = { "up", "down" } }
---    question.friendly.always = true
---    action "peer" { turns = 0 }
---    function act.peer() say("%s, %s.", ask "omen", ask "way") end
---    -- peer --> a shape, up.
---    chart "moods" { "kind", "angry" }
---    question "mood"  { text = "In what mood?", choices = { "kind", "angry" }, rolls = "moods" }
---    question "fight" { text = "Is there a fight?", choices = { "no fight", "fight" }, follows = rule.fights }
---    function rule.fights(met) return met.mood == "angry" and "fight" or "no fight" end
---    action "greet" { turns = 0, takes = { "text?" } }
---    function act.greet(_, typed)
---      local met = ask({ "mood", "fight" }, nil, { said = typed })
---      say("%s, %s.", met.mood, met.fight)
---    end
---    -- greet angry --> angry, fight.
---    -- greet angry, no fight --> angry, no fight.
---@type sconce.kinds.question
question = nil

---`event "trap" { text = "A trap: {what}.", stops = true }`: something that happens.  `emit` makes it happen.
---  text    what the log says; {field} is filled from the event's fields
---  stops   true: it ends a count such as `x3` and a line such as `on; push`, and interrupts a deed of several turns
---  ends    true: play ends with it, for good.  What is left of its turn is left out, but time passes; from then on no
---          verb of the rules can be typed, unless it is free (turns = 0) and says during = "NAME" of this event.
---          turn.procedure has its name.  The first such event counts; another then does not happen.  A simulated play
---          is over, and odds count it as such
---  secret  true: players do not see it
---  public  true: players read its text; a text: they read that instead; without it they read nothing
---  help    a sentence for the GM
---Each event calls on.NAME(fields).  `encounter` is in every ruleset; players read "Encounter!" unless public or
---secret say otherwise.  Sconce's own events take both fields, too: `event.arrive.secret = true`.
---
---    event "trap" { text = "A trap: {what}, {harm}.", stops = true, public = "A trap: {what}." }
---    action "fall" {}
---    function act.fall() emit "trap" { what = "a pit", harm = "2d6" } end
---    event "mutiny" { text = "Mutiny!", ends = true }
---    action "flog" {}
---    function act.flog() emit "mutiny" {} end
---    -- fall x3 --> A trap: a pit, 2d6.
---    -- log players --> T1 0:10 fall: A trap: a pit.
---    -- flog --> Mutiny!
---@type sconce.kinds.event
event = nil

---`timer "venom" { of = "member", lasts = "2 hours" }`: a countdown.  `start` starts it.  When it runs out,
---on.NAME(owner, timer) is called.
---  of      whose it is: party (the default), member, light, room or campaign
---  lasts   how long it runs; without it, start says so
---  text    what the log says when it runs out; {who} is its owner
---  check   the check that its owner makes when it runs out, or everybody where it is not a member's: "might 12", or a
---          rule (who).  What it gains and the like is then only done when that succeeds; on.NAME is called in any case
---  gains, loses, sets, starts, rolls, ends  what it does when it runs out, before on.NAME, as in a row of a chart;
---          to everybody, where the timer is not a member's and the track is
---  fails   what happens when the check fails, as at an action: { loses = "2 hp" }
---  natural  what happens besides, by the natural roll, as at an action
---  public  true: players see it start and run out; without it they do not
---  help    a sentence for the GM
---
---    timer "venom" { of = "member", lasts = "2 turns", text = "The venom burns in {who}.", loses = "2 hp" }
---    member "Bram" { hp = 6 }
---    action "bite" { turns = 0, takes = { "member" } }
---    function act.bite(_, whom) start("venom", whom) end
---    -- bite Bram --> Venom begins for Bram
---    -- rest x2   --> The venom burns in Bram.
---    -- --> Bram: hp 4
---    timer "fever" { of = "member", lasts = "1 turn", check = "might 99", fails = { loses = "1 hp" } }
---    -- lua start("fever", named "Bram") --> Fever begins for Bram
---    -- rest --> Bram: hp 3
---@type sconce.kinds.timer
timer = nil

---`deck "omens" { cards = { "the Fool", "the Tower" } }`: cards, which stay out once drawn.
---  cards   their names, where a name may stand several times; or how many, and they are called "1", "2" …
---  reshuffles  true: once the last is out, the next draw shuffles them all in again, so that there is always a card
---  without  a track, a list of the party or the campaign: the cards in it are out of the deck for good, also when it
---          is shuffled.  gain("burned", "village") takes one card of that name out, lose brings it back
---  secret  true: players do not see them
---  public  true: players see each card drawn; without it they do not
---  help    a sentence for the GM
---Each card drawn calls on.NAME(card, who).
---
---    deck "omens" { cards = { "the Fool", "the Tower" } }
---    action "turn_card" { turns = 0 }
---    function act.turn_card() say("%s", draw "omens" or "no card") end
---    -- turn_card x3 --> no card
---    track "burned" { start = {} }
---    deck "river" { cards = { "rapids", "village" }, reshuffles = true, without = "burned" }
---    -- lua gain("burned", "village") --> burned village
---    -- = draw "river", draw "river" --> "rapids"  "rapids"
---@type sconce.kinds.deck
deck = nil

---`modifier "darkness" { when = function(c) return rule.dark() end, add = -10, to = "dex|wis" }`: changes checks, or
---the roll on a chart, while something is so.  The screen names it beside the roll.
---  when   a function (c): does it apply to this check?  For a chart it gets (r).  Or a condition, as in `needs` of an
---         action, "sky gale", "dread 3+", "dark", "doing cut|haul"; a track alone is a switch that is on, a list with
---         something in it, a ladder or number that is not what it began with.  Without it: always
---  add    what is added: a whole number, or a function (c), where true is 1
---  adv    how many advantages: a whole number, or a function (c)
---  dis    how many disadvantages: a whole number, or a function (c)
---  to     the fields whose checks it changes, "dex|wis"; without it, all
---  chart  the chart whose rolls it changes, instead of checks
---  help   a sentence for the GM
---When checks roll under, add raises the number to roll under.  on.check runs later, and finds the sum in c.add,
---c.adv, c.dis and the list in c.modifiers.  A house file changes one, `modifier.darkness.add = -5`, or removes it.
---
---    member "Bram" { wit = 3, hp = 6 }
---    modifier "din" { when = "alarm wary|hunting", add = -2, to = "wit" }
---    modifier "tired" { when = "weary", dis = 1 }
---    modifier "stench" { chart = "prowlers", add = 2 }
---    chart "prowlers" { die = "1d6", { "1-5", "rats" }, { "6+", "ghoul" } }
---    action "listen" { by = "each" }
---    function act.listen(who) check(who, "wit", 12) roll "prowlers" end
---    -- lua set("alarm", "wary") --> alarm wary
---    -- listen --> +3 -2 din =
---    -- --> +2 stench =
---    modifier "steps" { chart = "prowlers", when = "doing move", add = 1 }
---    procedure.turn:after("act", "prowlers")
---    -- move --> +1 steps
---@type sconce.kinds.modifier
modifier = nil

---`room "hall" { exits = { "stair" } }`: a room known beforehand.  Others are made when they are first named.
---  exits  the rooms next to it, by name
---  text   a description for the GM
---  help   a sentence for the GM
---It also takes the fields of `kind.room:has`, and values of tracks `of = "room"` to begin with, `timber = 3`.
---
---    kind.room:has { lair = "string?" }
---    room "hall" { exits = { "stair" }, lair = "rats" }
---    function on.arrive(place, new) if new and place.lair then say("Here live %s.", place.lair) end end
---    -- move hall --> Here live rats.
---@type sconce.kinds.room
room = nil

---`member "Bram" { con = 1, hp = 6, holds = "torch" }`: somebody who is in the party when play begins.
---  holds  a light that already burns
---  help   a sentence for the GM
---It also takes the fields of `kind.member:has`, and start values for tracks of members.  A campaign's party.lua has
---such lines in marching order, and `torches = 4` for tracks of the party, `here = "gate"` for where it is.
---
---    member "Bram" { might = 2, hp = "3/6", holds = "torch" }
---    -- = party.members[1].max.hp --> 6
---    -- = #burning() --> 1
---@type sconce.kinds.member
member = nil

---`function step.hazard() … end`: one step of a turn.  A step without a function rolls the chart of its name.
---`function step.chill(who) … end` runs once for each member present, in marching order.  A function that wraps it
---takes who, and passes it on.
---
---    procedure.turn:after("hazard", "chill")
---    function step.hazard() if turn.number > 1 then roll "hazard" end end
---    function step.chill(who) say("%s shivers.", who.name) end
---    -- rest --> shivers.
---@type table<string, fun(who: sconce.Member?)>
step = {}

---`function act.search(who, …) … end`: what an action does, in the last of its turns.  With by = "each" or "one", who
---is the member; otherwise it is the list of those who do it.  Then comes what was typed, as `takes` declares it.
---
---    action "toast" { takes = { "light" } }
---    function act.toast(them, with) say("%d raise a %s.", #them, with.name) end
---    -- toast lantern --> 1 raise a lantern.
---@type table<string, fun(who: any, ...)>
act = {}

---`function cannot.search(who, …) … end`: returns the reason (a text) why it cannot be done now, or nothing.  It is
---called before any dice are rolled; a reason undoes the line.  `rule.cannot` is called for every verb.  A deed of several
---turns is asked about again before each further one, and a reason then breaks it off; with `asked_once = true` only
---before the first.
---`cannot.light(who, light)` is called by the prompt's verb `light`: who would hold it, and which kind it is.
---
---    function cannot.light(who, what) if what.name == "lantern" then return "The wick is wet." end end
---    -- = cannot.light(nil, light.lantern) --> The wick is wet.
---    function cannot.move() if party.alarm == "hunting" then return "They are at the door." end end
---    -- alarm hunting --> alarm hunting
---    -- = cannot.move() --> at the door
---    action "camp" { turns = 3, asked_once = true }
---    function cannot.camp() if turn.number > 1 then return "Camp is made at once, or not at all." end end
---    -- alarm calm; camp --> T3
---@type table<string, fun(who: any, ...): string?>
cannot = {}

---`function rule.NAME(…) … end`: a rule with a name, which house files can wrap or replace.
---A row or field may name a rule that is written further down.  Sconce calls these, if you write them:
---  rule.status()    returns a text for the prompt
---  rule.next_due()  returns a text, or a list of texts, for *Due* on the sheet
---  rule.lit()       returns true where there is light though no lamp burns, as by day
---These three only look at the table: they roll nothing, ask nothing and change nothing.
---`rule.modifier`, `rule.check_dice`, `rule.cannot`, `rule.deed_order` and `rule.ready` are explained below.
---
---    local usual = rule.meet
---    function rule.meet() say "Steps." usual() end
---    function rule.status() return "depth 1" end
---    function rule.lit() return true end
---    -- rest --> T1 0:10 | depth 1
---@type sconce.rules
rule = {}

---`function on.EVENT(…) … end`: called when it happens.  There are no others; a file may wrap each of them.
---Those of a ruleset and of its parts add up.  One in a house file replaces them, or wraps all of them.
---  on.begin()                 play begins, once in a campaign
---  on.turn_start()            a turn has begun, in any procedure
---  on.turn_end()              the steps of a turn are over
---  on.new_day(n)              midnight has passed; n: the day, from 1.  Three days at once call it three times
---  on.new_hour(h)             an hour has struck, 0 to 23.  The clock is at that hour, in the midst of a long turn,
---                             too; what fell due before has happened, and what is due later has not
---  on.deed(verb, them)        the members in the list them did it
---  on.enter(name)             a procedure was entered
---  on.leave(name)             a procedure was left
---  on.arrive(room, new)       the party is in that room; new: for the first time
---  on.split(from, to)         a group parted
---  on.meet(into, from)        two groups are one again
---  on.kindled(lamp, again)    a lamp was lit; again: it had burned before
---  on.light_out(lamp, why)    a lamp went out; why: a text, or nil
---  on.check(c)                before the dice of a check: c.adv, c.dis, c.add and c.dc may be changed
---  on.checked(c)              after the dice: c.success, c.total, c.natural and c.margin are known
---  on.encounter(fields)       the event `encounter` happened
---  on.CHART(r)                after the die and before the row: r.row may be changed, and r.held set
---  on.TRACK(owner, was, now)  gain, lose or set changed it
---  on.TIMER(owner, timer)     it ran out; owner: the member, a name, or nil
---  on.DECK(card, who)         a card was drawn
---  on.EVENT(fields)           an `event` of yours happened
---
---    function on.deed(verb, them) if verb == "search" then gain "alarm" end end
---    function on.hazard(r) if r.total == 1 then r.row = chart.hazard.quiet end end
---    function on.new_day(n) say("Day %d dawns.", n) end
---    -- pass 1 day --> Day 2 dawns.
---    -- lua kindle("torch", nil, { free = true }) --> lights a torch
---    -- search --> alarm wary
---@type sconce.hooks
on = {}

---`rule.modifier(who, what)`: what is added to a check.  Unless you write it, the member's fields named in what
---("dex", "might|athletics") are added up.
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

---`rule.check_dice(c)`: the dice of a check.  Unless you write it: the ruleset's dice; with advantage two, and the
---higher counts; with disadvantage two, and the lower counts; one when there are as many of both.
---
---    function rule.check_dice(c) return c.adv > c.dis and "3d6kh2" or "2d6" end
---    action "push" {}
---    function act.push(them) check(them[1], nil, 7) end
---    -- push --> 2d6
---@param c sconce.Check
---@return string
function rule.check_dice(c) end

---`rule.cannot(verb, who, …)`: returns the reason why a deed cannot be done, whatever its verb, or nothing.
---It is called before cannot.VERB, with the same who and arguments.
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

---`rule.deed_order(deeds)`: returns the deeds of a step in the order in which they are done, and those of a line that
---take no turn.  Unless you write it, that is the order in which they were typed.  Each deed is a text,
---"Bram Pike: search altar".
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

---`rule.ready(verb, who)`: called before a deed that takes no turn, and before it is asked whether the deed can be
---done: what has to happen first at the table happens here, as the goes of others in a fight.  who: the member, or
---the first of several.
---
---    action "shout" { turns = 0, by = "each" }
---    function act.shout(who) say("%s shouts.", who.name) end
---    function rule.ready(verb, who) if verb == "shout" then say("%s takes a breath.", who.name) end end
---    member "Bram" { hp = 6 }
---    -- shout --> Bram takes a breath.
---    -- --> Bram shouts.
---@param verb string
---@param who sconce.Member
function rule.ready(verb, who) end

-- ---------------------------------------------------------------------------------------------------
-- The state
-- ---------------------------------------------------------------------------------------------------

---The group that the line is about.  Its tracks are its fields.  `party.members` lists all its members in marching
---order; `each(party)` goes through those present.
---
---    member "Bram" { hp = 6 }
---    track "dread" { start = 2 }
---    -- = party.dread --> 2
---    -- = party.members[1].name --> "Bram"
---@type sconce.Party
party = nil

---The turn: `turn.number` (from 1; 0 before the first), `turn.procedure`, and the tracks of turns.
---
---    track "noise" { of = "turn" }
---    action "shout" {}
---    function act.shout() turn.noise = 2 say("%s, turn %d, noise %d", turn.procedure, turn.number, turn.noise) end
---    -- shout --> turn, turn 1, noise 2
---@type sconce.Turn
turn = nil

---The room the party is in.  Its tracks, and the fields of `room` and `kind.room:has`, are its fields.
---
---    track "steps_here" { of = "room" }
---    function on.arrive() gain "steps_here" end
---    -- move hall --> steps_here 1
---    -- = here.name, here.seen --> "hall"  true
---@type sconce.Room
here = nil

---The campaign.  Its fields are the tracks `of = "campaign"`, which all groups share.
---
---    track "season" { of = "campaign", steps = { "spring", "summer", "autumn", "winter" } }
---    -- = campaign.season --> "spring"
---    -- lua gain "season" --> season summer
---@type table<string, any>
campaign = nil

---The group's clock: day (from 1), hour (0 to 23), minute, second, minutes and now (all minutes, all seconds since
---midnight of day 1), text ("5:20").  `clock.set "5 hours"` sets it, and no light burns down.
---
---    -- pass 26 h --> 26 hours
---    -- = clock.day, clock.hour, clock.minutes, clock.text --> 2  2  1560  "day 2 2:00"
---    -- lua clock.set("6 hours") --> T0 6:00
---@type sconce.Clock
clock = nil

-- ---------------------------------------------------------------------------------------------------
-- Changing tracks
-- ---------------------------------------------------------------------------------------------------

---`gain "dread"`, `gain("torches", 2)`, `gain(who, "hp", 3)`: raises a track by n (1).  A switch goes on, a ladder goes
---up, a quantity grows by "2 miles"; `gain(who, "wounds", "cut")` adds to a list.  A number stops at its max.
---Without an owner it is the track of the party, turn, room or campaign.  Several owners at once:
---`gain(party, "tired")`, or a list of members.  lose and set do the same.
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
---@return number rest what could not be gained: 0, or how far it would have passed max
function gain(owner, name, n) end

---`lose(who, "hp", 2)`: lowers a track by n (1).  A switch goes off, a ladder goes down, and a list loses the first such
---item.
---
---    track "torch_count" { start = 2, min = 0 }
---    -- = lose("torch_count", 5) --> 3
---    -- = party.torch_count --> 0
---@overload fun(name: string, n?: any): number
---@param owner sconce.Member|sconce.Lamp|sconce.Room|sconce.Party|sconce.Turn|table
---@param name string
---@param n? any
---@return number rest what could not be lost: 0, how far it would have fallen below min, or 1 for a missing item
function lose(owner, name, n) end

---`set(who, "weary", true)`, `set("alarm", "wary")`: gives a track a new value, kept within min and max.  nil, or a
---value of another type, is a mistake; write false, 0 or "".
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
-- Each result comes from the program, from the GM's own dice, from a spec or from exact odds; rules cannot tell which.

---`dice("2d6+1", "damage")`: rolls dice and returns the total.  The second text says what for.
---  "2d6+1"     sums with + - * and ( ): "10*d6+d6" is a d66
---  "d%"        a d100; "4dF" are four fate dice
---  "4d6kh3"    keeps the highest three; kl keeps the lowest
---  "4d6dl1"    leaves out the lowest; dh leaves out the highest
---  "d6!"       a six is rolled again and added; "d6!>=5" does so on 5 and 6
---  "2d6r1"     rolls ones again; ro does so once
---  "5d10>=8"   counts the dice that show 8 or more; also <= < > =
---"0d6" is 0, and nothing is rolled.  Players see the roll only with `{ public = true }` as the third argument;
---`{ secret = true }` marks it as secret on the GM's screen.
---
---    -- = dice "3" --> 3
---    -- = dice("1d1+4", "damage") --> 5
---    track "tension" {}
---    -- = dice(party.tension .. "d6>=5") --> 0
---    -- = dice("1d1", "traps", { secret = true }) --> 1
---@param expr string|integer dice, or a number
---@param why? string
---@param with? sconce.Hidden
---@return number total
function dice(expr, why, with) end

---`faces("3d6", "why")`: rolls dice and returns a list of every face, and the total.  Odds take longer with
---it than with dice().
---
---    -- = faces "2d1" --> { 1, 1 }  2
---@param expr string
---@param why? string
---@param with? sconce.Hidden
---@return integer[] list, number total
function faces(expr, why, with) end

---`pick(list)`, `pick(light)`: picks one item of a list, or one thing of a kind, by a die.
---`pick(creature, "who comes", "common")` weighs each by its field, a whole number, or by a function.
---A single item is picked by a d1, which a spec must give: dice = "d1:1".
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

---`odds("4d6kh3", 15)`: the chance of 15 or more, as a number and as a fraction, "25/108"; `odds "4d6kh3"`: the mean.
---Nothing is rolled.  Dice that explode without end have no exact odds, and are a mistake.
---
---    -- = odds("1d20", 11) --> 0.5  "1/2"
---    -- = odds "2d6" --> 7.0  "7"
---@param expr string
---@param dc? number
---@return number, string
function odds(expr, dc) end

---`next_die("d6")` is "d8": the die n steps up (1), or down with n below 0; nil beyond the ends.  The ladder is
---d4 d6 d8 d10 d12 d20, or your own list.
---
---    -- = next_die "d6" --> "d8"
---    -- = next_die("d8", -2) --> "d4"
---    -- = next_die("d2", 1, { "d2", "d3" }) --> "d3"
---@param die string
---@param n? integer
---@param ladder? string[]
---@return string?
function next_die(die, n, ladder) end

---`sides "d8"` is 8, how many sides the die has.  "2d6" has 6.  A word that is not a die, such as "gone", has 0.
---
---    track "rope" { steps = { "gone", "d4", "d6" }, start = "d6" }
---    -- = sides(party.rope), sides "2d10", sides "gone" --> 6  10  0
---@param die string
---@return integer
function sides(die) end

---`use(who, "rations", 2)`: rolls a usage die.  The track is a ladder of dice, `steps = { "gone", "d4", "d6" }`; on
---2 or less it goes down a step.
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

---`pool(party.tension, "d6")`: rolls that many dice, and returns a list of their faces, and the sum, which the screen
---leaves out.  To count only the ones, write `dice(party.tension .. "d6=1")`, which odds can weigh much faster.  The
---highest is `most(list)`, and `count(list, 6)` how many sixes there are: odds weigh these quickly, as long as nothing
---else reads the list.
---
---    -- = pool(3, "d1", "tension") --> { 1, 1, 1 }  3
---    -- = pool(0, "d6") --> {}  0
---@param n integer
---@param die string
---@param why? string
---@return integer[] list, number sum
function pool(n, die, why) end

---`roll("hazard", about, { add = 1 })`: rolls on a chart.  The die is rolled, on.CHART(r) is called, then the row's
---function with (about, r).  {field} in the row's text is filled from about.  The third argument may have:
---  die     other dice
---  add     what is added
---  at      the row for this number; no die is rolled
---  column  the column, of a chart that has several
---  quiet   true: the roll is not shown
---  secret  true: players do not see it
---  public  true: players see it
---
---    chart "depths" { die = "1d1", { "1-4", "shallow" }, { "5+", "deep", "Deep under {name}." } }
---    -- = roll("depths", { name = "the abbey" }, { add = 6 }).name --> Deep under the abbey.
---    -- = roll("depths", nil, { at = 3 }).name --> "shallow"
---@param name string
---@param about? any a member, a lamp, or fields for the text
---@param with? { die?: string, add?: integer, at?: integer, column?: any, secret?: boolean, public?: boolean, quiet?: boolean }
---@return sconce.Row row, sconce.Rolled r
function roll(name, about, with) end

---`check(who, "dex", 12, { adv = 1 })`: rolls the ruleset's check dice and adds the member's field.  It succeeds if the
---total reaches the DC.  The fourth argument may have:
---  add      what is added
---  adv      how many advantages, or true for one
---  dis      how many disadvantages, or true for one
---  fail     true: it fails, whatever is rolled
---  succeed  true: it succeeds, whatever is rolled
---  label    what the screen calls the roll: "axe on the door"
---  under    true: rolls under, as with `ruleset { under = true }`: the number is the member's own, or the one given
---           instead of a DC, and add raises it
---  secret   true: marks it as secret for the GM
---  public   true: players see the check and its number
---Fields of your own go along to on.check.  Odds are quicker for rules that use only the success, and not c.total,
---c.natural or c.margin.
---
---    member "Bram" { wit = 3, hp = 6 }
---    -- = check(party.members[1], "wit", 4) --> success
---    -- = select(2, check(party.members[1], "might|wit", 30)).add --> 3
---    -- = check(party.members[1], "wit", nil, { under = true, add = 17 }) --> success
---    -- = select(2, check(party.members[1], "wit", 4, { adv = party.alarm == "calm", dis = #burning() > 0 })).adv --> 1
---@param who sconce.Member
---@param what string? the fields that are added: "dex", "might|athletics"; nil: none
---@param dc number? may be left out where checks roll under
---@param with? table
---@return boolean success, sconce.Check c
function check(who, what, dc, with) end

---`checks(party, "wis", 12)`: one check for each member of a list.  With dice by hand it is one question.
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

---`contest(who, "might", foe, "might")`: both sides roll the check dice and add their field.  The higher total wins; on a
---tie the other side wins.  The other side rolls first.  The other is a member, or a table: `{ name = "ghoul", might = 3 }`.
---on.check is called for both sides, the other side first, with c.contest = true.
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

---`degrees(c, 5)`: by how many full fives a check beat its DC, or missed it: 0 for less than five either way, -1 when
---it failed by 5 to 9.
---
---    -- = degrees({ margin = 11 }, 5), degrees({ margin = -4 }, 5), degrees({ margin = -6 }, 5) --> 2  0  -1
---@param c sconce.Check
---@param size number
---@return integer
function degrees(c, size) end

---`ask("relight", lamp, with)`: the GM's answer to a question: true or false, a number, a text, one of its choices, or a
---list of them.  A single choice is taken without asking; no choice at all gives nil.
---`ask({ "creature", "distance" }, about, with)`: several questions in one line.  One Enter takes all defaults, or the
---GM types what is different: `goblins, 30 m`.  It returns a table of answers by name.  Show the answers with emit or
---say, since the log leaves such a question out.  The third argument may have:
---  default  another default; of several questions, a table by name.  A function (about) may roll dice for it
---  choices  other choices; of several questions, a table by name
---  exactly  how many of the choices are taken
---  upto     how many of the choices may be taken
---  text     what the line begins with: "Encounter"
---  said     what was typed already, as by `takes = { "text?" }`
---  known    answers that are known, { distance = 9 }: those questions are not asked, and the answers include them
---  among    the members whom the question will be asked about: it becomes one question, and Enter answers for all
---  deed     the verb of the deed that it is about: a text typed behind that deed, as in `move hall: a well`, answers
---           it in any step, also where it has `always`
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
---@param with? { default?: any, choices?: table, exactly?: integer, upto?: integer, text?: string, said?: string, known?: table, among?: table, deed?: string }
---@return any answer
function ask(name, about, with) end

-- ---------------------------------------------------------------------------------------------------
-- Decks
-- ---------------------------------------------------------------------------------------------------

---`draw "omens"`: draws a card, which stays out until it is put back.  Calls on.DECK(card, who).  nil: none is left, which
---does not happen where the deck `reshuffles`.
---
---    deck "omens" { cards = 1 }
---    -- = draw "omens" --> "1"
---    -- = draw "omens" --> nil
---@param name string
---@param who? sconce.Member|string
---@return string? card nil when none is left
function draw(name, who) end

---`put_back("omens", card)`: puts that card back into the deck; without a card, all of them.
---
---    deck "omens" { cards = 1 }
---    -- lua local c = draw "omens" put_back("omens", c) --> omens
---    -- = #cards "omens" --> 1
---@param name string
---@param card? string
function put_back(name, card) end

---`shuffle "omens"`: puts all cards back into the deck.
---
---    deck "omens" { cards = 3 }
---    -- lua draw "omens" shuffle "omens" --> omens
---    -- = #cards "omens" --> 3
---@param name string
function shuffle(name) end

---`cards "omens"`: a list of the cards left in the deck.
---
---    deck "omens" { cards = { "the Fool", "the Tower" } }
---    -- = cards "omens" --> { "the Fool", "the Tower" }
---@param name string
---@return string[]
function cards(name) end

-- ---------------------------------------------------------------------------------------------------
-- What happens
-- ---------------------------------------------------------------------------------------------------

---`emit "trap" { what = "a pit" }`: makes an event happen, with its fields in braces.  on.trap(fields) is called.
---Among the fields, public and secret say whether players read this one.
---
---    event "trap" { text = "A trap: {what}." }
---    function on.trap(t) say("(%s)", t.what) end
---    -- lua emit "trap" { what = "a pit" } --> A trap: a pit.
---    -- --> (a pit)
---@param name string
---@param fields? table
---@return fun(fields: table)
function emit(name, fields) end

---`say("%s is in the dark.", who.name)`: writes a line into the log, which players read too.  More arguments are filled
---in as by string.format.  A table as the last argument may have:
---  public  false: players do not read it; a text: they read that instead
---  secret  true: players do not read it, and the GM's screen marks it as secret
---  to      a member, for whom alone it is: the GM passes it on, or a program does by the event's field `to`
---
---    -- lua say("%s: %d of %d", "rats", 3, 4) --> rats: 3 of 4
---    action "pry" { turns = 0 }
---    function act.pry() say "The lid gives." say("It is the %s.", "sixth", { secret = true }) end
---    -- pry         --> secret  It is the sixth.
---    -- log players --> pry: The lid gives.
---    member "Bram" { hp = 6 }
---    -- lua say("You know this face.", { to = named "Bram" }) --> For Bram: You know this face.
---@param text string
---@param ... any
function say(text, ...) end

---`warn("The rope frays.")`: writes a line into the log and above the next prompt, for the GM alone.
---
---    -- lua warn("The rope frays: %d strands.", 2) --> ! The rope frays: 2 strands.
---@param text string
---@param ... any
function warn(text, ...) end

---`refuse "The door is locked."`: undoes the whole line and shows the reason.
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

---`doing(who, "rest")`, `doing "fight"`: how many turns have been spent at it, counting this one, then what was typed
---after it; nil if nobody does it.
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

---`deed "march"`, `deed(who, "march")`: what is being done this turn, or nil.  It has who (a list), turns (spent so far,
---counting this one), left (turns still to come), typed (true if somebody typed it, false if the rules gave it) and
---the arguments that have a name in `takes`.
---
---    procedure.turn:after("act", "look_round")
---    action "march" { takes = { "over: hills|road", "hours: 1-8?", "with: member…?" } }
---    function step.look_round()
---      local march = deed "march"
---      if march then say("%d march %d hours over %s.", #march.who, march.hours or 4, march.over) end
---    end
---    action "dig" { turns = 3 }
---    function on.turn_end() if deed "dig" then say("Another %d turns to dig.", deed "dig".left) end end
---    -- dig --> Another 2 turns to dig.
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

---`doers "search"`: the members who do it this turn.  `doers("watch", "rear")`: those who typed that after it.
---`doers "search|watch"`: those who do one of these; `doing` and `deed` take several verbs, too, and tell of the first.
---
---    procedure.turn:after("act", "tell")
---    action "watch" { by = "each", takes = { "front|rear" } }
---    function step.tell() say("%d rest, %d in the rear.", #doers "rest", #doers("watch", "rear")) end
---    -- rest       --> 1 rest, 0 in the rear.
---    -- watch rear --> 0 rest, 1 in the rear.
---    function on.turn_end() say("%d rested or watched.", #doers "rest|watch") end
---    -- watch front --> 1 rested or watched.
---@param verb string
---@param ... any its arguments
---@return sconce.Member[]
function doers(verb, ...) end

---`instead(who, "rest")`: gives a member another deed, before the deed is done.
---
---    procedure.turn:before("act", "tire_out")
---    function step.tire_out() for who in each(doers "move") do instead(who, "rest") say "Too tired." end end
---    -- move --> Too tired.
---@param who sconce.Member
---@param verb string
---@param ... any its arguments
function instead(who, verb, ...) end

---`skip "act"`: leaves a step out of this turn.  `skip()`: leaves out all that is left of it, deeds too, but for the
---step `time`.
---
---    action "hide" {}
---    function act.hide() skip "hazard" say "Nobody stirs." end
---    action "swoon" {}
---    function act.swoon() skip() end
---    -- hide --> Nobody stirs.
---    -- swoon --> T2
---@param step? string
function skip(step) end

---`enter "combat"`: goes into a procedure, with its turns counted from 1.  It runs from the next turn on, or at once
---between turns.  Calls on.enter(name).
---
---    procedure "combat" { lasts = "10 seconds", "strike", "time" }
---    action "hit" { at = "strike" }
---    action "duel" { turns = 0 }
---    function cannot.duel() if turn.procedure == "combat" then return "They fight already." end end
---    function act.duel() enter "combat" end
---    function act.hit() leave() end
---    -- duel --> combat round 1
---    -- hit  --> Combat is over.
---@param name string
function enter(name) end

---`switch "hours"`: puts a procedure in the place of the present one.  `leave` then goes where the old one would have
---gone.  It runs from the next turn on, or at once between turns.  Calls on.leave(old) and on.enter(name).
---
---    procedure "hours" { lasts = "4 hours", "act", "time" }
---    action "ride" { turns = 0 }
---    function act.ride() switch "hours" end
---    -- ride --> Now: hours.
---    -- rest --> T1 4:00
---@param name string
function switch(name) end

---`ends "Land!"`: play ends with this text, as by the field `ends` of a row or an action.  {field} in it is filled from
---the fields behind it, ends("Home, with {n} pounds.", { n = party.gold * 5 }).  Its first words are an event, land, for
---odds and specs; or it is the name of an event with ends = true.  The rule goes on to its end: see `over`.
---
---    action "flee" {}
---    function act.flee() ends("Away, with {n} torches.", { n = party.torches }) end
---    -- flee --> Away, with 0 torches.
---    -- = over() --> true
---@param text string written in quotes where it stands
---@param fields? table
function ends(text, fields) end

---`over()`: whether play has ended, or ends with this turn.  A rule that ends play, or fills a track that does, goes on
---to its end; `if over() then return end` leaves it there.
---
---    track "loot" { max = 2, full = { ends = "Won!" } }
---    action "grab" {}
---    function act.grab() gain("loot", 2) if over() then return end say "More!" end
---    -- grab --> Won!
---    -- = over() --> true
---@return boolean
function over() end

---`leave()`: goes back to the procedure before `enter`, once the turn is over.  Calls on.leave(name).
---  anew  true: the turns of that procedure are counted from 1 again
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

---`run "week"`: runs a turn of a procedure at once.  Nobody is asked for deeds; default deeds are done.
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

---`split { bram, pike }`: these members go their own way once the turn is over, with the lights they hold, and with a
---clock, a turn, a room and party tracks of their own.  Tracks begin as they stand; supplies (what lights spend, and
---tallies) stay behind.  Calls on.split(from, to).  Somebody has to stay.
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

---`meet(group)`: that group joins this one once the turn is over.  Whoever is behind waits until the clocks agree.
---Supplies add up; other tracks stay as this group has them.  Calls on.meet(into, from).
---
---    member "Bram" { hp = 6 }
---    member "Pike" { hp = 6 }
---    action "call" { turns = 0 }
---    function act.call() for group in each(groups()) do if group ~= party then meet(group) end end end
---    -- split Pike --> Pike goes
---    -- Bram call  --> joins the others
---@param group sconce.Party one of groups()
function meet(group) end

---`groups()`: a list of all groups, each with the fields of `party`.  `group.clock` is its clock.
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

---`burning()`, `burning "torch"`: the lamps that burn, oldest first.  `burning(who)`: those that a member holds;
---`burning(party)`: those that members hold, in marching order.
---
---    member "Bram" { hp = 6, holds = "lantern" }
---    -- = #burning(), #burning "torch", #burning(named "Bram") --> 1  0  1
---    -- = burning()[1].holder, burning()[1].left --> "Bram"  24
---@param what? string|sconce.Member|sconce.Party
---@return sconce.Lamp[]
function burning(what) end

---`kindle("torch", who)`: lights one.  Without who, the first member holds it.  The third argument may have:
---  free  true: nothing is spent
---  left  how much is left of it, in the unit it lasts in
---
---    -- = kindle "torch" --> nil
---    -- = kindle("torch", nil, { free = true, left = 2 }).left --> 2
---@param kind string
---@param who? sconce.Member|string
---@param with? { free?: boolean, left?: number }
---@return sconce.Lamp? lamp nil when there is none left to light
function kindle(kind, who, with) end

---`put_out(lamp, "is blown out")`: puts a lamp out and calls on.light_out(lamp, why).
---
---    member "Bram" { hp = 6, holds = "torch" }
---    -- lua put_out(burning()[1], "is blown out") --> Bram's torch is blown out.
---@param lamp sconce.Lamp
---@param why? string
function put_out(lamp, why) end

---`start("venom", who, { lasts = "2 hours" })`: starts a timer.  Several of one kind may run.
---  lasts  how long it runs
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

---`running("venom", who)`: the oldest timer of that kind and owner, or nil.
---
---    timer "bell" { lasts = "20 minutes" }
---    -- = running "bell" --> nil
---    -- lua start "bell" --> Bell begins
---    -- = running("bell").left --> 20
---@param name string
---@param who? sconce.Member|string
---@return sconce.Timer?
function running(name, who) end

---`timers "venom"`, `timers("venom", who)`, `timers()`: a list of the timers that run, oldest first.
---
---    timer "bell" { lasts = "20 minutes" }
---    -- lua start "bell" start("bell", nil, { lasts = "1 hour" }) --> Bell begins
---    -- = #timers "bell", least(timers "bell", "left") --> 2  20
---@param name? string
---@param who? sconce.Member|string
---@return sconce.Timer[]
function timers(name, who) end

---`stop("venom", who)`: stops a timer; on.NAME is not called.  Nothing happens when none runs.
---
---    timer "bell" { lasts = "20 minutes" }
---    -- lua start "bell" stop "bell" --> Bell begins
---    -- = running "bell" --> nil
---@param name string|sconce.Timer
---@param who? sconce.Member|string
function stop(name, who) end

---`pass "2 hours"`, `pass "10 real minutes"`: lets time pass.  Lights burn down and timers run out in the order due.
---
---    member "Bram" { hp = 6, holds = "torch" }
---    -- lua pass "50 minutes" --> T0 0:50 | torch Bram 1
---    -- lua pass "10 minutes" --> burns down
---@param time string
function pass(time) end

-- ---------------------------------------------------------------------------------------------------
-- Rooms
-- ---------------------------------------------------------------------------------------------------

---`go "hall"`: takes the party to a room.  The two rooms are then next to each other; `go("camp", { apart = true })`
---leaves them apart.  Calls on.arrive(room, new).
---  apart  true: no way between the two rooms becomes known
---
---    -- = select(2, go "hall") --> Now in hall, for the first time.
---    -- = here.exits --> { "start" }
---@param room string|sconce.Room
---@param with? { apart?: boolean }
---@return sconce.Room, boolean new
function go(room, with) end

---`known "hall"`: true if the party has been there.  `known()`: a list of all rooms where it has been, with their tracks.
---`each(room)` goes through the rooms as files have them, of which place(room.name) is that in play.
---
---    -- = known "hall" --> false
---    track "looted" { of = "room", start = false }
---    -- = count(known(), "looted") --> 0
---@param room? string|sconce.Room
---@return boolean|sconce.Room[]
function known(room) end

---`place "hall"`: the record of that room, wherever the party is.
---
---    kind.room:has { depth = 0 }
---    room "vault" { depth = 3 }
---    -- = place("vault").depth, place("cellar").depth --> 3  0
---@param room string
---@return sconce.Room
function place(room) end

---`rooms_to "the entrance"`: how many rooms away it is, through known rooms; nil when no way is known.
---
---    -- move hall --> Now in hall
---    -- move crypt --> Now in crypt
---    -- = rooms_to "start" --> 2
---@param room string|sconce.Room
---@return integer?
function rooms_to(room) end

---`noted_traps()`: the traps that you set in this room with the verb `trap`, as a list of texts.  They stay until
---`forget`, whether they went off or not.
---
---    action "tread" {}
---    function act.tread() for what in each(noted_traps()) do say("It goes off: %s.", what) end end
---    -- trap here a pit --> A trap in start: a pit
---    -- tread --> It goes off: a pit
---@return string[]
function noted_traps() end

---`finds(who)`: the things that a member carries and that the rules do not count, as you typed them with the verb
---`found`, as a list of texts.
---
---    member "Bram" {}
---    action "pick" { by = "each" }
---    function cannot.pick(who) if not has(finds(who), "lockpicks") then return "No lockpicks." end end
---    -- = #finds(party.members[1]) --> 0
---    -- = cannot.pick(party.members[1]) --> No lockpicks.
---@param who sconce.Member
---@return string[]
function finds(who) end

---`new_name "room"`: a name for a room that no room has, as `room 5`.  Count on nothing but that it is new: in play it
---has the number of the turn, and in sim and odds the lowest one that is free.
---
---    action "onward" {}
---    function act.onward() go(new_name "room") end
---    -- onward --> Now in room 2
---@param word string
---@return string
function new_name(word) end

-- ---------------------------------------------------------------------------------------------------
-- Lists and numbers
-- ---------------------------------------------------------------------------------------------------

---`for who in each(party) do … end`: goes through the members present, the things of a kind, or the items of a list.
---The list may change meanwhile.
---
---    action "tell" { turns = 0 }
---    function act.tell() for l in each(light) do say("A %s.", l.name) end end
---    -- tell --> A torch.
---    -- --> A lantern.
---@param list table
---@return fun(): any
function each(list) end

---`least(party, "hp")`, `least(party, function(who) return who.dex end)`: the least value, then whose it is; nil for an
---empty list.  Of equals it is the first.
---
---    member "Bram" { hp = 6 }
---    member "Pike" { hp = 4 }
---    -- = least(party, "hp") --> 4
---    -- = select(2, least(party, "hp")).name --> "Pike"
---@param list table
---@param by? string|fun(item: any): any
---@return any value, any item
function least(list, by) end

---`most(party, "str")`: the greatest value, then whose it is.
---
---    -- = most { 3, 7, 5 } --> 7
---@param list table
---@param by? string|fun(item: any): any
---@return any value, any item
function most(list, by) end

---`has(who.wounds, "cut")`: true if the item is in the list.
---
---    -- = has({ "cut", "burn" }, "burn") --> true
---@param list table
---@param item any
---@return boolean
function has(list, item) end

---`sum(party, "hp")`, `sum(burning(), function(lamp) return lamp.left end)`, `sum { 1, 2 }`: adds up a field, what a
---function returns, or the numbers themselves.
---
---    member "Bram" { hp = 6 }
---    member "Pike" { hp = 4 }
---    -- = sum(party, "hp") --> 10
---    -- = sum { 3, 7, 5 } --> 15
---@param list table
---@param by? string|fun(item: any): number
---@return number
function sum(list, by) end

---`named "Bram"`: the member of that name, in any group, present or away; nil if there is none.  `named("ritual", list)`:
---the first table or thing in a list with that name; `named("ogre", monster)`: the thing of a kind, or nil.
---
---    member "Bram" { hp = 6 }
---    -- = named("Bram").hp, named "Nobody" --> 6  nil
---    track "clocks" { start = { { name = "ritual", size = 4 } } }
---    -- = named("ritual", party.clocks).size, named("flood", party.clocks) --> 4  nil
---@param name string
---@param list? table
---@return any
function named(name, list) end

---`count(who.wounds, "cut")`: how many items are the same.  `count(party, "weary")`: for how many that switch is on, or
---that field is set.  `count(party, "hp to 3")`, `count(party, "not weary")`: for how many of the members, rooms, lamps or
---things the condition holds, as in `needs` of an action.  `count(list, function(item) … end)`: for how many the function
---returns true.  `count(party)`: all.
---
---    member "Bram" { hp = "4/6" }
---    -- = count(party, "hp to 3"), count(party, "not hp max") --> 0  1
---    -- = count({ 1, 5, 6 }, function(n) return n >= 5 end) --> 2
---    -- = count(party), count(party, "weary") --> 1  0
---@param list table
---@param what? any|fun(item: any): any
---@return integer
function count(list, what) end

---`those(party, "weary")`, `those(burning(), function(lamp) return lamp.left < 2 end)`: a new list of those that `count` would
---count; `those(party)`: all who are present.
---
---    member "Bram" { hp = 6 }
---    member "Pike" { hp = "1/4" }
---    -- = names(those(party, "hp 1-3")) --> "Pike"
---    -- = names(those(party, function(who) return who.hp < who.max.hp end)) --> "Pike"
---@param list table
---@param what? any|fun(item: any): any
---@return table
function those(list, what) end

---`names(party)`: "Bram, Pike and Odo", as a sentence has it: the names of members, things or tables that have one, and texts as
---they are; "" of nothing.  `names(list, party)`: "everyone" where the list is all of the party, and two or more.
---
---    member "Bram" { hp = 6 }
---    member "Pike" { hp = 4 }
---    -- = names(party) --> "Bram and Pike"
---    -- = names(those(party, "hp"), party) --> "everyone"
---    -- = names { "a rope", "a hook", "chalk" } --> "a rope, a hook and chalk"
---@param list table
---@param all? table
---@return string
function names(list, all) end

---`amount("1.5 km", "m")`: a quantity as a number, in that unit or its own.  Feet and metres do not convert into each
---other.  Units: mm cm m km, inches ft yd miles, seconds minutes hours days weeks, real minutes, turns, and any word of
---your own ("3 zones").
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

---`tests "delving" { party = { { "A", hp = 6 } } }`: names the file to test, and what all its tests begin with.
---  party  who plays: a list of { "NAME", field = value … }
---  given  how things stand.  Tracks of the party and the campaign, by name; lights = { "torch A" }, lamps = { { left = 3 } },
---         here = "hall" or { name = "hall", searched = 1 }, rooms = { "known", hall = { searched = 1 } }, procedure = "fight", turn = 3
---         (three turns are over), minutes = 420, dice = "d6:3" for what is rolled at the start (a number that is
---         given is not rolled), decks = { omens =
---         { "the Moon" } } for the cards that are left of a deck
---  house  lines of a house file, in [[ … ]]
---  rules  how many rules its book numbers: { DL = 45 }; `sconce test --covers` lists those without a test
---@param name string as in extends
---@return fun(fields: sconce.spec.Base)
function tests(name) end

---`test "a torch burns out" { { "rest x6", dice = "d6:6", lights = "" } }`: a name, and rows played one after another.
---  covers  the name of the rule it shows, "DL-06", or a list of names, for `sconce test --covers`
---  party   who plays in this test
---  given   how things stand in this test; each name replaces that of `tests`, and false all of them.  NAME = false
---          takes that one away, so that a start die is rolled; of a switch it is the value.  A member is sent away
---          in a row, "away Bo"
---  house   lines of a house file for this test
---A row is { "the line typed", … }.  Before the line:
---  dice     the faces rolled, in order: "d6:3 2d6:4,5 d20:12"; all must be used
---  cards    the cards drawn, in order: "17 7", "the Tower, the Moon" or a list
---  answers  by question: { relight = true, ["at_zero.Bram"] = "dead" }; other questions take their default
---  wall     real time that passes first: "10 minutes"
---After the line:
---  sees      event names, CHART.ROW or parts of a text that were seen: a text with commas, or a list
---  never     as sees, but none of them was seen
---  refused   part of the reason why the line is refused, or true
---  asks      the question it stops at; of several in one line, the first
---  minutes   the clock, in minutes since midnight of day 1
---  time      the time of day, "14:30"
---  turn      the number of the turn, or its fields
---  waiting   the step that waits for a line; "": none
---  party     tracks of the party, { torches = 1 }.  A member's name does the same: Bram = { hp = 3 }
---  campaign  tracks of the campaign, in the same way
---  here      the room, by name, or its fields
---  lights    what burns: "torch A, candle B"
---  lamps     fields of the lamps, a table for each: { { left = 3 } }
---  data      what `= EXPRESSION` returned
---  want      a function (table) that returns what is wrong, or nothing; table has env, party, turn, state, events, rolls
---A row without a line asks for exact odds from here, and leaves the table as it is:
---  plan   a line for each turn, over and over: "crawl; search"
---  turns  how many turns
---  odds   the chance by event, CHART.ROW, "A < B" (A before the first B) or expression: "31031/46656", or "66.5%", which
---         need only be right when rounded
---  often  how often on average, or the mean of an expression
---  takes  the turn in which it first comes, on average; without turns there is no limit
---  ever   the chance that it ever comes, or "A < B" that A comes first; without turns
---@param title string
---@return fun(body: sconce.spec.Test)
function test(title) end

---`want = in_order("moved", "hazard.free")`: these happened in this order, with others between them.
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

---`pairs(t)`: keys and values; numbers first, then texts, each in order.
---@param t table
function pairs(t) end
---`ipairs(list)`: place and item, from 1.
---@param list table
function ipairs(list) end
---`select(n, …)`: the arguments from the nth on; `select("#", …)`: how many.
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
---`assert(v, message)`: makes a mistake with this message when v is false or nil.
---@param v any
---@param message? string
function assert(v, message) end
---`error(text)`: makes a mistake: the line is undone, and the text shown with file and line.
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
-- The records that play gives to rules.

---@class sconce.Member A character; it also has its tracks and the fields of `kind.member:has`.
---@field name string
---@field away boolean true: elsewhere for a while, and left out by `each(party)`; may be changed
---@field max table<string, number> the maxima of tracks with max = "own": who.max.hp
---@field [string] any

---@class sconce.Lamp A light that burns; it also has its tracks and the fields of its kind.
---@field kind string the name of its light
---@field holder string who holds it; may be changed
---@field left number? what is left, in the unit its light lasts in; nil when it burns until put out.  `lamp.left = 3` changes it, `lamp.left = nil` stops the count
---@field [string] any

---@class sconce.Timer A countdown that runs.
---@field kind string
---@field owner string whose it is, by name; "" when it is nobody's
---@field left number in the unit its kind lasts in
---@field [string] any

---@class sconce.Room Where a group is or was.
---@field name string
---@field exits string[] rooms next to it, as far as known
---@field seen boolean somebody has been there
---@field [string] any

---@class sconce.Party A group: its tracks are its fields.
---@field members sconce.Member[] in marching order, those away too
---@field clock sconce.Clock the group's own clock
---@field [string] any

---@class sconce.Turn The turn of a group.
---@field number integer from 1; 0 before the first
---@field procedure string the name of the procedure in force
---@field [string] any

---@class sconce.Clock
---@field day integer from 1
---@field hour integer 0 to 23
---@field minute integer 0 to 59
---@field second integer 0 to 59
---@field minutes integer all minutes since midnight of day 1
---@field now integer all seconds since midnight of day 1
---@field text string the time of day, and the day from the second on, "day 2 2:00"
---@field set fun(time: string) sets it; nothing burns meanwhile

---@class sconce.Hidden Who sees a roll of dice, faces or pick.
---@field secret boolean? true: players do not see it, and the GM's screen marks it as secret
---@field public boolean? true: players see it

---@class sconce.Deed What is being done.
---@field who sconce.Member[] who does it
---@field turns integer turns spent at it, with this one
---@field left integer turns still to come
---@field typed boolean true: somebody typed it; false: the rules gave it, as a default
---@field [string] any its arguments that have a name

---@class sconce.Row A row of a chart.
---@field at string its numbers, as written
---@field name string
---@field text string
---@field does fun(about: any, r: sconce.Rolled)? what it does
---@field chart string the chart's name
---@field [string] any a field of the chart's own

---@class sconce.Rolled What a chart's die brought.
---@field chart string
---@field row sconce.Row may be changed in on.CHART
---@field held boolean? set to true in on.CHART, the row is shown but does nothing; r.row.does() does it later
---@field total integer? nil when the GM was asked
---@field face integer? the first die that counts, as rolled
---@field modifiers { name: string, add: integer? }[]? the modifiers that changed it
---@field column string? the column it was read in
---@field about any what roll was given

---@class sconce.Check A check, before (on.check) and after (on.checked) its dice.
---@field who sconce.Member
---@field what string?
---@field dc number
---@field under boolean? true: it rolls under dc + add
---@field add number what is added; may be changed in on.check, as may adv, dis and dc
---@field adv integer advantages
---@field dis integer disadvantages
---@field fail boolean? true: it fails, whatever is rolled
---@field succeed boolean? true: it succeeds, whatever is rolled
---@field success boolean after the dice
---@field natural integer the dice as rolled, before anything is added: the d20 of 1d20+1d4, the sum of 2d6
---@field total number
---@field margin number total less DC
---@field contest boolean? true: it is one side of a contest
---@field modifiers { name: string, add: integer?, adv: integer?, dis: integer? }[]? the modifiers that changed it
---@field against number? in a contest, the other side's total
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
--- @field hint? string
--- @field renamed? table<string, string>
--- @field nobody? string|table

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
--- @field empty? string|table|fun(owner: any)
--- @field full? string|table|fun(owner: any)
--- @field falls? table<number|string, string|table|fun(owner: any, at: number)>
--- @field rises? table<number|string, string|table|fun(owner: any, at: number)>
--- @field anew? string
--- @field away? boolean
--- @field idle? boolean|string|string[]
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
--- @field ends? string
--- @field check? string|fun(who: sconce.Member, r: sconce.Rolled): boolean, sconce.Check
--- @field fails? string|table|fun(who: sconce.Member, c: sconce.Check)
--- @field natural? table<integer, string|table|function>
--- @field [string] any

--- @class sconce.fields.chart
--- @field die? string|integer
--- @field columns? string|string[]
--- @field by? string|fun(about: any): any
--- @field sets? string
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
--- @field by? "each"|"one"|"all"|"party"
--- @field enters? string
--- @field leaves? string|string[]
--- @field takes? string[]
--- @field turns? integer|fun(who: any, ...): integer
--- @field most? integer
--- @field at? string
--- @field during? string|string[]
--- @field elsewhere? string
--- @field keeps? boolean
--- @field asked_once? boolean
--- @field dark? boolean
--- @field default? boolean|"forced"
--- @field secret? boolean
--- @field public? boolean
--- @field costs? string|table
--- @field needs? table<string, string>
--- @field unless? table<string, string>
--- @field check? string|fun(who: sconce.Member, ...): boolean, sconce.Check
--- @field fails? string|table|fun(who: sconce.Member, c: sconce.Check)
--- @field natural? table<integer, string|table|function>
--- @field gains? string|string[]
--- @field loses? string|string[]
--- @field sets? table
--- @field starts? string|string[]
--- @field rolls? string|string[]
--- @field ends? string
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
--- @field rolls? string
--- @field follows? fun(met: table): any
--- @field secret? boolean
--- @field public? boolean
--- @field help? string

--- @class sconce.fields.event
--- @field text? string
--- @field stops? boolean
--- @field ends? boolean
--- @field secret? boolean
--- @field public? boolean|string
--- @field help? string

--- @class sconce.fields.timer
--- @field of? "party"|"member"|"light"|"room"|"campaign"
--- @field lasts? string
--- @field text? string
--- @field check? string|fun(who: sconce.Member): boolean, sconce.Check
--- @field gains? string|string[]
--- @field loses? string|string[]
--- @field sets? table
--- @field starts? string|string[]
--- @field rolls? string|string[]
--- @field ends? string
--- @field fails? string|table|fun(who: sconce.Member, c: sconce.Check)
--- @field natural? table<integer, string|table|function>
--- @field public? boolean
--- @field help? string

--- @class sconce.fields.deck
--- @field cards? integer|string[]
--- @field reshuffles? boolean
--- @field without? string
--- @field secret? boolean
--- @field public? boolean
--- @field help? string

--- @class sconce.fields.modifier
--- @field when? string|fun(c: any): any
--- @field add? integer|fun(c: any): integer|boolean
--- @field adv? integer|fun(c: any): integer|boolean
--- @field dis? integer|fun(c: any): integer|boolean
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

-- KIND "name" { fields } makes a thing; KIND.name { fields } and KIND.name.field = value change one.

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
--- @field covers? string | string[]
--- @field party? table[]
--- @field given? table|false
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
