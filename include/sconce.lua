---@meta
-- sconce.lua -- every word of the rule language, for editors (LuaLS), for `help WORD`, and for people.
--
-- The idea: call to make, assign to change, nil to remove.  While files are read, things are made and
-- changed; in play everything but the state is sealed: tracks, lights, timers, rooms, members and the
-- turn change, nothing else.  A mistake in play undoes the whole command and is told at its line.
--
-- Types in this file: integer and number are Lua's; "quantity" is a number with a unit ("36 m",
-- "6 turns"), exact; text is a string in quotes.  Nothing here is owned by the caller: lists that a word
-- returns are the caller's to keep or change, things and records are the host's.

-- ---------------------------------------------------------------------------------------------------
-- Making a chain of files
-- ---------------------------------------------------------------------------------------------------

---`extends "delving"`: this file changes another one, which is read first (once, however many name it).
---Comes before everything else in the file.  The name is that of a ruleset or of a house file: letters a-z,
---digits, _ and -, without .lua.  A missing file, a circle or a late `extends` is a mistake at its line.
---@param name string
function extends(name) end

---`ruleset "Delving" { turn = "10 minutes", check = "1d20" }`: the foot of a chain; one in each.
---  turn       how long a turn is (a time of whole seconds); left out, turns are only counted
---  check      the dice of a check, for `check` ("1d20")
---  procedure  the procedure that play begins with; needed when the file makes several
---  starts     the hour at which play begins ("6 hours"; "1 day")
---@param title string
---@return fun(fields: { turn?: string, check?: string, procedure?: string, starts?: string })
function ruleset(title) end

---`kind "monster" { hd = "integer" }` makes a new kind, and its word: `monster "ogre" { hd = 4 }`.
---A field is declared by a type in words or by its default.  Types: any string number integer boolean list
---table rule dice distance duration quantity, the name of a kind, `"a|b|c"` for one of several; `?` at the
---end for a field that may be left out, `= value` for a default (`"small|large = small"`).
---`kind.member:has { dex = 0 }` adds fields to a kind of the host: member, light, pace, room.
---@param name string
---@return fun(fields: table)
function kind(name) end

---`light "torch" { lasts = "6 turns", spends = "torches" }`: a kind of light source.
---  lasts   how long one burns: turns, minutes, hours, or real minutes; left out, it burns until put out
---  spends  the track (of the party or a member) that lighting one takes 1 from
---  help    for the GM
---and the fields of `kind.light:has`, and start values for tracks of lights.  What burns is a lamp.
---@param name string
---@return fun(fields: table)
function light(name) end

---`pace "crawl" { distance = "36 m" }`: how the party may move.  A pace is also a verb, for the action
---that takes one: `crawl` is `move crawl`.  Further fields by `kind.pace:has`.
---@param name string
---@return fun(fields: table)
function pace(name) end

---`setting "grace" { default = 6, help = "…" }`: what a house file may turn: `setting.grace = 3`.
---  default  its value; its type is then the setting's, unless
---  is       a type in words ("dice"), or
---  choices  a list, says what it may be
---  min, max bounds of a number
---In functions `setting.grace` is the value.  It cannot be read while files are being read.
---@param name string
---@return fun(fields: { default?: any, is?: string, choices?: any[], min?: number, max?: number, help?: string })
function setting(name) end

---`track "hp" { of = "member", min = 0, max = "own" }`: a value that play changes.
---  of     whose: party (default), member, light, room, turn (starts anew every turn), campaign
---  start  first value; its type says what the track is: a number (default 0), a switch (false), a text
---         (""), a list ({}); dice ("d6") are rolled, and with max = "own" "3/6" is 3 of 6
---  min, max  bounds of a number; max = "own": each owner's start value, kept as who.max.hp
---  steps  a ladder: { "fresh", "tired", "exhausted" }
---  unit   a quantity in that unit
---  secret players do not see it; tally: it only counts, and is left out when states are compared
---Read it as a field (`who.hp`, `party.torches`), change it with gain, lose, set.  Each change is an event
---and calls on.NAME(owner, was, now).
---@param name string
---@return fun(fields: table)
function track(name) end

---`chart "hazard" { die = "1d6", { "1", "encounter", "Something comes.", rule.meet }, { "2-6", "nothing" } }`:
---a random table.  A row is { at, name, text, does }: its numbers in quotes ("2", "2-4", "1, 10", "to 4",
---"15+"), its name, what is shown (the name when left out), and a function called with (about, r).  The rows
---must cover the die exactly.  A chart without rows and with ask = "…" asks the GM.  secret = true keeps it
---from the players.  To change: `chart.hazard.encounter.text = "…"`, `chart.hazard.nothing = nil`,
---`chart.hazard:add { "7", "more" }`, `chart.hazard { die = "1d8", … }` (all rows anew).  In play
---`chart.hazard.encounter` is the row and `chart.hazard:at(3)` the row for 3.
---@param name string
---@return fun(fields: table)
function chart(name) end

---`procedure "turn" { "act", "hazard", "time" }`: the steps of a turn, in order.  A step is step.NAME, or the
---chart of its name, or the host's: `act` does the deeds, `time` lets the turn's length pass.
---  lasts   its length; the ruleset's turn when left out
---  deeds   how many deeds a step takes before it goes on: a number, or "each" (everyone's)
---To change: `procedure.turn:after("hazard", "omen")`, :before, :replace, :remove.
---@param name string
---@return fun(fields: table)
function procedure(name) end

---`action "search" { by = "each", turns = 1, help = "…" }`: a verb the players may take; act.search does it.
---  by      "each": act.search(who, …) once for everyone doing it; else once, with the list of them
---  takes   what may be typed after it: a kind's name, member, lamp, room, stat, number, die, word, text
---          (the rest), or "hour|night"; with ? it may be left out
---  turns   how long it takes (1); 0 takes no turn; a function (who, …) is asked when it is declared, and when
---          it says 0 no turn begins
---  at      the step it is done in ("act")
---  during  the procedure, or a list of them, that it is part of; left out, all that have its step
---  keeps   broken off, it goes on where it stopped (in the same room)
---  default what whoever has nothing else to do does (one for each step, or one for each procedure by during);  secret: its rolls are the GM's
---  aka     another word, or several, for the same
---@param name string
---@return fun(fields: table)
function action(name) end

---`question "relight" { text = "Light another?", default = true }`: what the GM decides, asked by `ask`.
---  text     {field} is filled from what it is about
---  choices  a list or a function (about): one of them; with exactly = n or upto = n, several of them
---  default  true or false: a yes-no question; a number (min, max): a number; a text: a text; or a function of what it is
---           about, whose answer says the same
---  always   the answer for good: it is never asked
---@param name string
---@return fun(fields: table)
function question(name) end

---`event "trap" { text = "A trap {how}: {what}.", stops = true }`: something that rules can emit.  stops: it ends
---counts (`m x3`) and breaks long deeds off; secret: the players do not see it.  Each has on.NAME(fields).
---@param name string
---@return fun(fields: { text?: string, stops?: boolean, secret?: boolean, help?: string })
function event(name) end

---`timer "venom" { of = "member", lasts = "2 hours" }`: a countdown, begun by `start`.  When it falls due,
---on.NAME(owner, timer) is called.
---@param name string
---@return fun(fields: { of?: string, lasts?: string, help?: string })
function timer(name) end

---`deck "omens" { cards = 21 }`, `deck "omens" { cards = { "the Fool", "the Tower" } }`: cards drawn without putting
---them back.  secret: the players do not see them.  Each has on.NAME(card, who).
---@param name string
---@return fun(fields: { cards: integer|string[], secret?: boolean, help?: string })
function deck(name) end

---`room "hall" { exits = { "stair" } }`: what is known of a room beforehand, with the fields of `kind.room:has`.
---Other rooms come into being when they are first named.
---@param name string
---@return fun(fields: table)
function room(name) end

---`member "Bram" { con = 1, hp = 6, holds = "torch" }`: somebody of the party as play begins.  Fields: those of
---`kind.member:has`, start values of tracks, and holds, a light already lit.
---@param name string
---@return fun(fields: table)
function member(name) end

---`function step.hazard() … end`: one part of a turn.  Without a function a step rolls the chart of its name.
step = {}
---`function act.search(who, …) … end`: what an action does, in the last of its turns.
act = {}
---`function cannot.search(who, …) … end`: a reason (a text) why it cannot be done now, or nothing.
cannot = {}
---`function rule.NAME(…) … end`: a named rule, which a house file can wrap or replace.  A row or field given
---`rule.NAME` holds the name, so the newest version runs.  `rule.status()`, when written, is a text for the prompt;
---`rule.lit()` says whether there is light though nothing burns, as by day: then the prompt is not DARK.
rule = {}
---`function on.EVENT(…) … end`: called when it happens.  on.light_out(lamp, why), on.kindled(lamp), on.check(c),
---on.checked(c), on.turn_start(), on.turn_end(), on.deed(verb, them) after each deed, on.arrive(room, new),
---on.enter(name), on.leave(name), on.split(from, to), on.meet(into, from), on.TRACK(owner, was, now), on.TIMER(owner, timer), on.CHART(r) (between die and row;
---may change r.row, or hold it), and on.NAME(fields) for each `event`.
on = {}

---`rule.modifier(who, what)`: what is added to a check; the host adds up the fields named ("dex", "might|athletics").
---@param who sconce.Member
---@param what string?
---@return number
function rule.modifier(who, what) end

---`rule.check_dice(c)`: the dice of a check; the host rolls the ruleset's, two and the higher with advantage, two
---and the lower with disadvantage, one when both or none.
---@param c sconce.Check
---@return string
function rule.check_dice(c) end

---`rule.deed_order(deeds)`: in which order the deeds of a step are done; the host: as they were declared.  deeds: a text
---for each, "Bram Pike: search altar"; the same texts are returned.  One too many or left out is an error.
---@param deeds string[]
---@return string[]
function rule.deed_order(deeds) end

-- ---------------------------------------------------------------------------------------------------
-- The state
-- ---------------------------------------------------------------------------------------------------

---@class sconce.Member a character: its name, its fields and tracks, and where it is
---@field name string
---@field away boolean elsewhere for a while; `each(party)` leaves it out
---@field max table<string, number> own maxima of tracks with max = "own"

---@class sconce.Lamp a light that burns: its kind's fields can be read through it
---@field kind string the name of its light
---@field holder string who holds it
---@field left number? what is left, in the unit its light lasts in; nil when it has no counted life.  May be changed:
---`lamp.left = 3`; `lamp.left = nil` stops the count

---@class sconce.Timer a countdown that runs
---@field kind string
---@field owner string
---@field left number

---@class sconce.Room where the party is or was
---@field name string
---@field exits string[] rooms next to it, as far as known
---@field seen boolean the party has been there

---@class sconce.Row a row of a chart
---@field at string
---@field name string
---@field text string
---@field does function? what it does

---@class sconce.Rolled what a chart's die brought
---@field held boolean? set it in on.CHART, and the row is shown but does nothing; r.row.does() does it later
---@field chart string
---@field row sconce.Row may be changed in on.CHART
---@field total integer? nil when the GM was asked
---@field face integer? the first die that counts, as it fell
---@field about any

---@class sconce.Check a check, before (on.check) and after (on.checked) its dice
---@field who sconce.Member
---@field what string?
---@field dc number
---@field add number
---@field adv integer advantages
---@field dis integer disadvantages
---@field fail boolean? fails whatever falls
---@field success boolean
---@field natural integer the die that counts, as it fell
---@field total number
---@field margin number total less DC

---The party the line is about: its tracks are its fields; `party.members` are its members, `each(party)` those present.
party = {}
---The turn: number (from 1; 0 before the first), procedure, and the tracks of turns.
turn = {}
---The room the party is in.  Its tracks, and what `room` and `kind.room:has` say, are its fields.
---@type sconce.Room
here = nil
---The campaign: its fields are the tracks `of = "campaign"`, which all groups share.
campaign = {}
---The clock: clock.day (from 1), hour, minute, second, minutes (all of them), now (seconds), text ("0:20");
---`clock.set("5 hours")` sets it, and nothing burns meanwhile.
clock = {}

-- ---------------------------------------------------------------------------------------------------
-- Changing tracks
-- ---------------------------------------------------------------------------------------------------

---`gain "dread"`, `gain("torches", 2)`, `gain(who, "hp", 3)`: up by n (1); a switch goes on, a ladder a step up;
---`gain(who, "wounds", "cut")` adds an item to a list.  Numbers stay within min and max.  Without an owner: the party's, the turn's, the room's or the campaign's own.
---@param owner table|string
---@param name? string|number
---@param n? number
---@return number what could not be gained
function gain(owner, name, n) end

---`lose(who, "hp", 2)`: down by n (1), the same way; of a list, the first such item goes.  Returns what could
---not be lost (1 for an item that was not there).
---@param owner table|string
---@param name? string|number
---@param n? number
---@return number
function lose(owner, name, n) end

---`set(who, "weary", true)`, `set("alarm", 0)`: a new value, kept within bounds.  nil is refused: use false, 0 or "".
---@param owner table|string
---@param name any
---@param value? any
function set(owner, name, value) end

-- ---------------------------------------------------------------------------------------------------
-- Dice, charts, checks, questions: each enters by one door, and rules cannot tell who answers
-- ---------------------------------------------------------------------------------------------------

---`dice("2d6+1", "damage")`: the total.  The second text says what for.  Raises a sentence for what is no dice.
---@param expr string|integer
---@param why? string
---@return number
function dice(expr, why) end

---`faces("3d6", "why")`: the faces that fell, as they count, and the total.  A word of its own because exact odds
---must tell every face apart.
---@param expr string
---@param why? string
---@return integer[], number
function faces(expr, why) end

---`pick(list)`, `pick(light)`: one item of a list, or one thing of a kind, by a die.  With a field or a function as
---weight, `pick(creature, "who comes", "common")`, each counts so often (a whole number).
---@param list table
---@param why? string
---@param weight? string|fun(item: any): integer
function pick(list, why, weight) end

---`odds("4d6kh3", 15)`: the chance that these dice come to 15 or more, and it as a fraction, "25/108"; `odds "4d6kh3"`: their
---mean.  Nothing is rolled.  Dice that explode without end have none: a mistake.
---@param expr string
---@param dc? number
---@return number, string
function odds(expr, dc) end

---`next_die("d6")` is "d8": the die n steps up (1), or down when n is below 0; nil past the end.  The ladder is
---d4 d6 d8 d10 d12 d20, or a list of one's own.
---@param die string
---@param n? integer
---@param ladder? string[]
---@return string?
function next_die(die, n, ladder) end

---`use(who, "rations", 2)`: a usage die.  The track is a ladder of dice, `steps = { "gone", "d4", "d6" }`; its die is
---rolled, and on 2 or less it goes down a step.  Returns what it showed and whether it went down; nil, false when no
---die was left.
---@param owner table|string
---@param name string|integer
---@param low? integer
---@return number?, boolean
function use(owner, name, low) end

---`pool(party.tension, "d6")`: so many dice (none is fine): the faces that fell, and their sum.
---@param n integer
---@param die string
---@param why? string
---@return integer[], number
function pool(n, die, why) end

---`draw "omens"`: a card of a deck, which stays out until it is put back; nil when none is left.  Calls
---on.DECK(card, who).
---@param name string
---@param who? sconce.Member|string
---@return string?
function draw(name, who) end

---`put_back("omens", card)`: that card is in the deck again; without a card, all are.
---@param name string
---@param card? string
function put_back(name, card) end

---`shuffle "omens"`: all cards are in the deck again.
---@param name string
function shuffle(name) end

---`cards "omens"`: the cards left in a deck.
---@param name string
---@return string[]
function cards(name) end

---`degrees(c, 5)`: how many full fives a check was over its DC; below 0 when it was under.
---@param c sconce.Check
---@param size number
---@return integer
function degrees(c, size) end

---`roll("hazard", about, { add = 1 })`: rolls a chart: its die, then on.CHART(r), then the row's function with
---(about, r).  with: die (another), add, at (no die: that place is read), secret.
---@param name string
---@param about? any
---@param with? { die?: string, add?: integer, at?: integer, secret?: boolean }
---@return sconce.Row, sconce.Rolled
function roll(name, about, with) end

---`check(who, "dex", 12, { adv = 1 })`: d20 (the ruleset's check) + modifier against a DC; the total must reach it.
---`with` may bring add, adv, dis, secret, fail and anything on.check should see.
---@param who sconce.Member
---@param what string?
---@param dc number
---@param with? table
---@return boolean success, sconce.Check c
function check(who, what, dc, with) end

---`checks(party, "wis", 12)`: one check for each of a list; by hand it is one question.
---@param list table
---@param what string?
---@param dc number
---@param with? table
---@return integer successes, sconce.Check[] all
function checks(list, what, dc, with) end

---`ask("relight", lamp, with)`: the GM's answer to a question: true or false, a number, a text, one of its choices, or
---a list of them.  with: default, choices, exactly, upto, text.
---@param name string
---@param about? any
---@param with? table
function ask(name, about, with) end

-- ---------------------------------------------------------------------------------------------------
-- What happens
-- ---------------------------------------------------------------------------------------------------

---`emit "trap" { what = "a pit" }`: an event happens; on.trap(fields) is called.  Its fields go with it, always in braces.
---@param name string
---@param fields? table
---@return fun(fields: table)
function emit(name, fields) end

---`say("%s is in the dark.", who.name)`: a line for the log; with more than one argument, as string.format.
---@param text string
---@param ... any
function say(text, ...) end

---`warn("The rope frays.")`: a line for the log, and a warning above the next prompt; written as `say`.
---@param text string
---@param ... any
function warn(text, ...) end

---`refuse "The door is locked."`: undoes the whole line, with the reason.
---@param reason string
function refuse(reason, ...) end

-- ---------------------------------------------------------------------------------------------------
-- Deeds and procedures
-- ---------------------------------------------------------------------------------------------------

---`doing(who, "rest")`, `doing "fight"`: how many turns have been spent at it (this one counts), then its arguments; or nil.
---@param who sconce.Member|string
---@param verb? string
---@return integer?, ...
function doing(who, verb) end

---`doers "search"`: the members doing it this turn.
---@param verb string
---@return sconce.Member[]
function doers(verb) end

---`instead(who, "rest")`: changes a deed that is declared and not yet done.
---@param who sconce.Member
---@param verb string
---@param ... any its arguments
function instead(who, verb, ...) end

---`skip "act"`: leaves a step out this turn.
---@param step string
function skip(step) end

---`enter "combat"`: from the next turn on that procedure runs, its turns counted from 1; `leave()` goes back.
---@param name string
function enter(name) end

---`leave()`: back to the procedure before `enter`.
function leave() end

---`run "week"`: runs a procedure once, without deeds.
---@param name string
function run(name) end

-- ---------------------------------------------------------------------------------------------------
-- Groups
-- ---------------------------------------------------------------------------------------------------

---`split { bram, pike }`: these members go their own way once the turn is over, with a clock, turn, room and tracks of the
---party of their own (begun as they stand; supplies, which a light spends or a tally counts, stay behind) and the lights
---they hold.  `party` is always the group that the line is about.  Calls on.split(from, to), which may share things out.  At the
---prompt: `split Bram Pike`, `with Pike`, `rejoin`.
---@param list sconce.Member[]
function split(list) end

---`meet(group)`: that group joins this one once the turn is over; whoever is behind waits until the clocks agree; supplies
---add up, all else stays as this group has it.  Calls on.meet(into, from).
---@param group table one of groups()
function meet(group) end

---`groups()`: every group, a party each: `for _, group in ipairs(groups()) do for who in each(group) do … end end`.
---@return table[]
function groups() end

-- ---------------------------------------------------------------------------------------------------
-- Light and time
-- ---------------------------------------------------------------------------------------------------

---`burning()`, `burning "torch"`: the lamps that burn, oldest first.
---@param kind? string
---@return sconce.Lamp[]
function burning(kind) end

---`kindle("torch", who, { free = true })`: lights one; takes from what it spends unless free.  Nil when none is left.
---@param kind string
---@param who? sconce.Member|string
---@param with? { free?: boolean }
---@return sconce.Lamp?
function kindle(kind, who, with) end

---`put_out(lamp, "is blown out")`: it burns no more; on.light_out(lamp, why) is called.
---@param lamp sconce.Lamp
---@param why? string
function put_out(lamp, why) end

---`start("venom", who, { lasts = "2 hours" })`: begins a timer.
---@param name string
---@param who? sconce.Member|string
---@param with? { lasts?: string }
---@return sconce.Timer
function start(name, who, with) end

---`running("venom", who)`: the timer, or nil.
---@param name string
---@param who? sconce.Member|string
---@return sconce.Timer?
function running(name, who) end

---`stop("venom", who)`: ends a timer without its effect.
---@param name string|sconce.Timer
---@param who? sconce.Member|string
function stop(name, who) end

---`pass "2 hours"`, `pass "10 real minutes"`: time goes by; lights and timers fall due in order, lights first, each in the order made.
---@param time string
function pass(time) end

-- ---------------------------------------------------------------------------------------------------
-- Rooms
-- ---------------------------------------------------------------------------------------------------

---`go "hall"`: the party is there now.  The two rooms are then next to each other, unless apart: `go("camp", { apart = true })`.
---Calls on.arrive(room, new).
---@param room string
---@param with? { apart?: boolean }
---@return sconce.Room, boolean new
function go(room, with) end

---`known "hall"`: has the party been there?
---@param room string
---@return boolean
function known(room) end

---`place "hall"`: that room, wherever the party is: its tracks, its fields; it comes into being if nobody has been there.
---@param room string
---@return sconce.Room
function place(room) end

---`rooms_to "the entrance"`: how many rooms away, through known rooms; nil when there is no way.
---@param room string
---@return integer?
function rooms_to(room) end

-- ---------------------------------------------------------------------------------------------------
-- Lists and numbers
-- ---------------------------------------------------------------------------------------------------

---`for who in each(party) do`: the items of a list alone, in order: members present, things of a kind (in the order
---made), or the items of a list, which may change meanwhile.
---@param list table
---@return fun(): any
function each(list) end

---`least(burning(), "search")`, `least(party, function(who) return who.dex end)`: the least value and whose it is; nil for
---an empty list.  The first of equals.
---@param list table
---@param by? string|fun(item: any): any
---@return any value, any item
function least(list, by) end

---`most(party, "str")`: the greatest value and whose it is, the same way.
---@param list table
---@param by? string|fun(item: any): any
---@return any value, any item
function most(list, by) end

---`has(who.wounds, "cut")`: is it in the list?
---@param list table
---@param item any
---@return boolean
function has(list, item) end

---`count(who.wounds, "cut")`, `count(party, "weary")`, `count(burning(), function(lamp) return lamp.left < 2 end)`: how many of
---a list are the same, have a field or switch of that name that is so, or are what the function says; `count(party)`: all.
---@param list table
---@param what? any|fun(item: any): any
---@return integer
function count(list, what) end

---`amount("1.5 km", "m")`: a quantity as a number of a unit: 1500.  Units of one measure convert exactly; metres and feet
---never do, and saying so is an error.
---@param quantity any
---@param unit? string
---@return number
function amount(quantity, unit) end

-- ---------------------------------------------------------------------------------------------------
-- Of Lua's own: what is here, and how it differs
-- ---------------------------------------------------------------------------------------------------

---`pairs(t)`: every key and value; numbers first, then texts, each in order.  Keys are numbers or texts.
---@param t table
function pairs(t) end
---`ipairs(list)`: place and item, from 1.
---@param list table
function ipairs(list) end
---`select(n, …)`: the arguments from the nth on; `select("#", …)` how many.
function select(n, ...) end
---`tonumber(text)`: as a number, or nil.
function tonumber(v, base) end
---`tostring(v)`: as text; never an address.
function tostring(v) end
---`type(v)`: nil, boolean, number, string, table, function or quantity.
function type(v) end
---`assert(v, message)`: raises the message when v is false or nil.
function assert(v, message) end
---`error(text)`: raises a mistake: the command is undone and the text told, with file and line.
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
