-- recorder.lua -- who follows a command: the one interface between play and those who want to know what it
-- does.
--
-- Play calls these functions at its natural moments.  The defaults are for a person: every event is kept with
-- its text, every die is rolled by the door, and every track is in the state.  Another recorder may be
-- installed that only counts events, answers draws in its own way, or keeps tracks elsewhere; play cannot
-- tell, and never asks.
--
-- A recorder's function is always called through this table, recorder.event(…), as it may be replaced at any
-- time.  `calling`, `step_begins`, `iterates`, `turn_ends`, `dark` and `lamp_out` are false where nobody asks
-- for them.
local common = module "common"
local live = module "play/live"

local person = {}
local recorder = {}

-- --- what happens ----------------------------------------------------------

-- Limits of one command, far above what play needs.  A loop that never ends reaches them in a moment, so the
-- message asks whether there is one.
local EVENTS_MAX <const> = 10000
local TEXT_MAX <const> = 8000                  -- bytes in one event's text: a hundred lines
local LETTERS_MAX <const> = 1000000            -- bytes of text in all events
local CALLERS_MAX <const> = 40                 -- calls, those of the program included; a loop is near
local letters = 0                              -- bytes of text in the events so far

-- Adds the texts of an event to those of the command; raises when they are too many.
local function check_length(text, fields)
  if #live.events == 0 then letters = 0 end
  letters = letters + #(text or "")
  for _, v in next, fields do
    if type(v) == "string" then letters = letters + #v end
  end
  if letters > LETTERS_MAX then
    common.mistake "more than a million letters were told in one command; is there a loop that never ends?"
  end
end

-- The lines of the rules that run, from the innermost call on: one of them is the loop that never ends.
local function callers()
  local list = {}
  for level = 1, CALLERS_MAX do
    local file, line = sandbox.reader(level)
    if file then list[#list + 1] = { file = file, line = line } end
  end
  return list
end

-- Raises when an event cannot be kept.
local function check_event(text, fields)
  if #live.events >= EVENTS_MAX then
    local what = sandbox.deep() and "rules call each other without end"
      or "more than ten thousand things happened in one command; is there a loop that never ends?"
    live.callers = callers()
    if #live.callers > 0 then common.mistake("%s", what) end
    local file, line = sandbox.effect()
    error({ text = what, file = file, line = line }, 0)
  end
  if text and not utf8.len(text) then common.mistake "the text is not UTF-8" end
  if text and #text > TEXT_MAX then
    common.mistake("a text of %d letters is too long; %d at most", #text, TEXT_MAX)
  end
  check_length(text, fields)
end

-- An event happened.  text, a: its text and a table of further fields; or a function that returns both when
-- called with a, b, …, so that a recorder that needs no text does not pay for one.  Returns the event, or nil
-- when none is kept.
function person.event(kind, name, text, a, b, c, d, e, f)
  local fields = a
  if type(text) == "function" then text, fields = text(a, b, c, d, e, f) end
  local event = fields or {}
  check_event(text, event)
  event.kind, event.name, event.text = kind, name, text
  event.turn = rawget(live.turn, "shown_number") or live.turn.number
  event.secret = (event.secret or live.secret) and true or false
  local file, line = sandbox.place()
  if file then event.from = file .. ":" .. line end
  live.events[#live.events + 1] = event
  return event
end

-- A track has another value.  describe(owner, track, was, now) returns text and fields of an event; silent:
-- another event already tells of the change.  was and now are nil where the value is not known (see ignored).
function person.changed(track, owner, was, now, silent, describe)
  if silent or not track.event then return end
  recorder.event(track.event, nil, describe(owner, track, was, now))
end

-- Changes a track as `gain`, `lose` or `set` asks, and tells of it, in C (cell/track_change.c).  false: play
-- does so, and calls `changed`.
person.change = false -- (track, sign, owner, amount)

-- A question was answered with v; defaulted: nobody chose it.  describe(question, v, defaulted, ...) returns
-- text and fields of an event.
function person.answered(question, v, defaulted, describe, ...)
  local text, told = describe(question, v, defaulted, ...)
  table.insert(live.answered,
    { id = question.name, value = common.copy(told.answer), defaulted = defaulted or nil })
  recorder.event("asked", question.name, text, told)
end

-- True if the defaults of a question's parts are made as it is asked; else when a rule reads the answer.
person.makes_defaults = true

-- True if answers are kept in the state, so that the verb `correct` can change them.
person.keeps_answers = true

-- True if somebody reads what is said, so that its text is made.
person.reads = true

-- The text that make(...) returns; nil where nobody reads it.
function person.text(make, ...) return make(...) end

-- A function of the rules is about to be called; `why` shows those that were called last.
person.calling = sandbox.note

-- The turn comes to a place where the line could be left:
--   step               the step that is about to begin, by its place; 0: the turn; #steps + 1: on.turn_end,
--                      if there is one, and then the end of the turn
--   step, after, list  within the step: `after` of the members in list have done it, the others are to come
--   deed               the place in turn.doing of the deed that they do; without list, it is about to begin
-- May raise { stop = … } to leave the line there; line.where tells where that is, and line.resume goes on
-- from there.
person.step_begins = false -- (step, after, list, deed)

-- Rules go through the members in this list: returns the function that gives one after the other.
person.iterates = false -- (list)

-- A turn is over, and its tracks are about to be reset; turn is nil when the next turn begins.
person.turn_ends = false -- (turn)

-- True if `m x3` stops after a turn with news for the game master (status.news).  In sim and odds nobody
-- reads the news, and all three turns are played.
person.heeds_news = true

person.dark = false -- (): a turn ends without any light
person.lamp_out = false -- (lamp): it has gone out

-- --- draws -----------------------------------------------------------------
-- roll, pick, faces, row, test and want are the door's, see cell/door.h; `want` is false where nobody needs
-- to know of several rolls beforehand.  The fifth argument of roll is true when the rules get the total from
-- their word `dice`.  A recorder may answer `row` and `test` with the row or the success alone; then play
-- calls `defer`, and the total is drawn when a rule first reads it.

for _, name in ipairs { "roll", "pick", "faces", "row", "test", "want" } do person[name] = door[name] end

-- One of several things by weight.  sums[i]: the weights of the first i things added up; sum: of all.
-- Returns the place of the one drawn, and the number of the draw.
function person.weighted(sums, sum, why, who, secret)
  local at, nth = recorder.pick(sum, why, who, secret)
  for i, s in ipairs(sums) do
    if at <= s then return i, nth end
  end
end

-- Puts off the missing fields of t, as { "total", "face" }: they are drawn when a rule first reads one.
-- draw(name) returns a table with that field and perhaps others, and true when some are still missing;
-- draw() returns all of them.  draw(name, comparison): the rule only compares it (comparisons.of_field); then
-- a third value, if there is one, stands for the field, which is still missing.  In usual play, nothing is
-- missing, because the door always gives totals: so this and the two total_of_… below do nothing.
function person.defer(_t, _fields, _draw) end

-- Returns what a table has for the natural face of a check: (the table, the check).
function person.by_face(natural, c) return natural[c.natural] end

-- Draws the total and natural face of a roll for which `row` gave only the row.  Is given (die, index, min,
-- max, add, place, draw): the first five as `row`; place: the row; draw: the number of the draw.
function person.total_of_row() end

-- Draws the total and natural face of a roll for which `test` gave only whether it reached dc.  Is given
-- (die, add, dc, over, draw, …): the first three as `test`; over: whether it reached dc; draw: the number of
-- the draw; for the others see outcomes.lua.
function person.total_of_test() end

-- Draws both rolls of a contest as one.  Is given what reads_contest returned, dice and add of whoever acts,
-- and the other's dice.  Returns whether it is won, a function as `defer` takes, and what stands for the
-- other's total.
person.contest = false

-- How the rules read the totals of the contest under way; false where each side has to roll.
person.reads_contest = false -- ()

-- --- tracks that are not in the state --------------------------------------

-- The fields that are in no record, as nothing depends on them: name of a track -> true; and two of the host:
--   number   true: turns have no number; { modulus, last }: turn.phase is what is kept of it (turn_phase.lua)
--   now      true: there is no clock; the seconds of a day: there is only the time of day, party.of_day
person.ignored = {}

-- Returns the time of day by the clock of a group, in seconds.  A recorder may keep only this of the clock.
function person.of_day(party) return party.now % 86400 end

-- True when a record lacks a track only because the recorder keeps it, and will put it back when it is read.
function person.is_kept(_record, _name) return false end

-- Returns a name for a new room, as "room 5" for the word "room".
person.new_name = false -- (word)

-- A room of that name is not in the state, or, without a name, all rooms are about to be listed. May raise
-- { stop = … } where the recorder has left rooms out of the state.
person.looks_for_room = false -- (name)

-- True if a track that is in no record can be changed without its value.  n: how much it rises (below 0:
-- falls); given: what the rule gave for that, which may be a quantity or an item of a list.
function person.may_adjust(_track, _n, _owner, _given) return false end

-- --- events that stop ---------------------------------------------------------

-- Notes an event of a kind in live.stops: it stops counts and long deeds.
function recorder.stop(kind, event)
  live.stopped = kind
  if event then event.stops = true end
end

-- --- installing ------------------------------------------------------------

-- Replaces some of the functions.  Returns those that were there before, to be installed again afterwards.
function recorder.install(functions)
  local before = {}
  for name, f in next, functions do before[name], recorder[name] = recorder[name], f end
  return before
end

local ONLY_LOOKS <const> = "rule.status, rule.lit and rule.next_due only look at the table: they roll "
  .. "nothing, ask nothing and change nothing"

-- Returns functions to install where rules may only read: each raises `sentence`.
function recorder.only_look(sentence)
  -- change: so that play calls `changed`; iterates: no line is left in a loop that only looks
  local refusing = { change = false, iterates = false }
  for _, name in ipairs(common.split "roll pick faces row test want weighted event changed answered text") do
    refusing[name] = function() common.mistake(sentence) end
  end
  return refusing
end

local no_change <const> = recorder.only_look(ONLY_LOOKS)

-- True while `look` searches for the line that assigns a field: only once it has found that a field was
-- assigned, as the search is slow.
recorder.searches = false

-- Calls f, which only looks, and returns what it gives.  Rooms that it made are taken away again, since
-- place "hall" makes a room that is new.  The others move to a new list: the index of rooms is by list.
function recorder.without_new_rooms(f)
  local rooms = live.S.rooms
  local n = #rooms
  local v = f()
  if #rooms > n then live.S.rooms = table.move(rooms, 1, n, 1, {}) end
  return v
end

-- Calls f, in which the rules may only read, since it runs whenever somebody looks.  Returns true and the
-- result, or false and an error.  err.looked: the rules changed something; called again with `searches`, it
-- finds the line.
function recorder.look(f)
  local before, state = recorder.install(no_change), data.encode(live.S, true)
  local function is_changed() return data.encode(live.S, true) ~= state end
  if recorder.searches then sealing.watch(is_changed) end
  local fine, result = protected(recorder.without_new_rooms, f)
  local file, line
  if recorder.searches then file, line = sealing.watched() end
  recorder.install(before)
  if not fine or not is_changed() then return fine, result end
  return false, { text = ONLY_LOOKS, file = file, line = line, looked = true }
end

recorder.person = person
recorder.install(person)

return recorder
