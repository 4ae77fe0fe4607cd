-- lines.lua -- begins and ends one line of a study: loads the state, forgets the events and answers of the
-- last line, and checks that the new state can be stored. Also how play begins, for exact odds.
local common = module "common"
local counting = module "study/counting"
local deeds = module "play/turns/deeds"
local events = module "play/events"
local line = module "play/line"
local live = module "play/live"
local outcomes = module "study/outcomes"
local party = module "play/party"
local recorder = module "play/recorder"
local records = module "play/records"
local rooms_behind = module "study/rooms_behind"
local state = module "play/state"
local tracked_fields = module "study/tracked_fields"
local turn_tracks = module "study/turn_tracks"
local lines = {}

local any_present, state_fits = lists.any_present, fields.state_fits

-- Returns an error as the reply shows it: its text and place, added to the table `fields`, which says when it
-- happened.
function lines.failure(err, fields)
  local text, file = err.text or "it asked where it should not", err.file
  if file and file:find("^the measure ") then text, file = file .. ": " .. text, nil end
  fields.text, fields.file, fields.line = text, file, file and err.line or nil
  fields.refused = err.stop == "refused" or nil
  return fields
end

-- True if play goes on: a run ends when nobody is left, and when an event has ended play.
function lines.goes_on()
  return any_present(live.party.members) and not (live.R.has_endings and live.procedure().is_ending)
end

-- True if the list is still that of all members who do a deed, in their order; where deed is nil, of all who
-- are present. deed: its index in turn.doing.
local function is_still(list, deed)
  local now = deed and deeds.by(live.turn.doing[deed]) or live.present()
  if #list ~= #now then return false end
  for i, who in ipairs(now) do
    if list[i] ~= who then return false end
  end
  return true
end

-- True if a line can go on from a place within a step: a list of members who do a deed, see is_still.
function lines.may_cut(list, deed) return (not list or is_still(list, deed)) and tracked_fields.may_cut() end

-- Leaves the line before a step, or within it, where lines.may_cut. The arguments are those of
-- recorder.step_begins: deed is that of a step that is under way.
function lines.cut(step, done, deed)
  common.stop { stop = "cut", step = step, left = done and { done = done, deed = deed } }
end

-- Returns an error when rules keep more than the state; or nil.
function lines.kept_local()
  local name, file, at = sealing.changed()
  local text = "the local '%s' changed in play; only the state may"
  return name and { text = text:format(name), file = file, line = at } or nil
end

-- Begins a line: resets everything but the state.
function lines.begin()
  live.line_begins()
  if live.answered[1] then live.answered = {} end
  if recorder.turn_ends then turn_tracks.forget() end
  if counting.deferred[1] then counting.deferred = {} end
  if recorder.looks_for_room then rooms_behind.line_begins() end
end

-- Makes S the state that the next line begins with.  complete: see state.adopt.
function lines.start(S, complete)
  live.events, live.pending, counting.looking = {}, {}, false
  live.answers, live.answers_used, live.answered = {}, 0, {}
  if next(live.asked_about) then live.asked_about = {} end
  state.adopt(S, complete)
  tracked_fields.renewed()
end

-- Encodes the state by encode(), which returns two results, or nil and a sentence: returns the results, or
-- raises the sentence.  When the state keeps a roll with deferred totals, they are drawn and encode() is
-- called again.  left: the unplayed rest of a line that was cut, or nil.  When the state in the middle of a
-- line cannot be encoded, the line is played again without a cut.
function lines.encoded(encode, left)
  local made, more = encode()
  if not made and left then common.stop { stop = "whole", text = left.text } end
  if not made and counting.deferred[1] then
    counting.complete_all()
    made, more = encode()
  end
  if not made then error(more, 0) end
  return made, more
end

-- True if a group is in the middle of deeds.  Their arguments may hold anything, since rules give some by the
-- word `instead`.
local function is_busy()
  local parties = live.S.parties
  for i = 1, #parties do
    local group = parties[i]
    if #group.kept > 0 then return true end
    for _, turn in ipairs(group.turns) do
      if #turn.doing > 0 then return true end
    end
  end
  return false
end

local loose = {}                              -- values of the state that may hold anything (state_fits)

-- Checks that the loose values can be stored: none stands in two places, and none is a record (cell/codec.c).
-- The whole state is encoded, which raises the sentence, only where one cannot, or a deed may hold a roll
-- whose total is not drawn yet: encoding the whole draws it.
local function check_loose()
  local may_hold_undrawn = counting.deferred[1] and is_busy()
  local can_be_stored = not loose[1] or data.encode(false, true, loose)   -- false: no state, only values
  if can_be_stored and not may_hold_undrawn then return end
  lines.encoded(tracked_fields.snapshot)
  tracked_fields.let_go()
end

-- Ends a line: raises if the new state cannot be stored, as in play: checks its records field by field, and
-- what they hold.  handed_back: true if turn_memo.reached will check that, as it hands the state back.
function lines.finish(handed_back)
  if live.pending[1] then events.check_pending() end
  if handed_back then return end
  if loose[1] then loose = {} end
  local fits, has_plain_member = state_fits(records.checks().whole, live.S, loose, recorder.is_kept)
  if not fits then error(state.fault(), 0) end
  if has_plain_member then state.adopt_members() end
  if loose[1] or counting.deferred[1] then check_loose() end
end

-- --- how play begins -------------------------------------------------------

-- Play is begun once for every outcome of the draws (outcomes.lua) that come before the first turn: of
-- members who roll their hit points, and of lines that are said then. What happens on the way is not counted.

local STARTS_MAX <const> = 20000              -- ways to begin, as states after a turn (CAP)

-- Begins play, and says the lines. Returns the state in bytes.
local function begin_play(start)
  outcomes.begin()
  paths.play(1, false)
  lines.begin()
  party.begin()
  if start.party then party.read(start.party) end
  party.stand_in()
  events.hook "begin"
  for _, text in ipairs(start.lines) do
    lines.begin()
    line.run(text)
    events.check_pending()
    local fault = state.fault()
    if fault then error(fault, 0) end
  end
  live.S.rng = nil
  return lines.encoded(function() return data.encode(live.S, true) end)
end

-- Calls begin_play, and returns what it does; an error of the rules ends the study.
local function begin_or_stop(start)
  local ok, made = protected(begin_play, start)
  if ok then return made end
  if made.stop == "faded" then error("what is rolled as play begins goes on without end", 0) end
  common.stop(made)
end

-- Returns a list of { bytes, p }: the states in which the first turn may begin, and their probabilities.
-- start: { party: the text of its file, or nil; lines: said before the first turn }.
function lines.starts(start, bytes)
  local list, state_by_bytes = {}, {}
  local before = recorder.install { ignored = recorder.person.ignored }
  lines.start(data.decode(bytes), true)
  paths.first()
  local ways = 0
  repeat
    local made = begin_or_stop(start)
    if not state_by_bytes[made] then
      state_by_bytes[made] = { bytes = made, p = 0 }
      list[#list + 1] = state_by_bytes[made]
    end
    state_by_bytes[made].p = state_by_bytes[made].p + paths.chance()
    ways = ways + 1
    if ways > STARTS_MAX then
      common.mistake(
        "play can begin in more than %d ways: leave out --weigh-start, or give members their points",
        STARTS_MAX)
    end
  until not paths.next()
  recorder.install(before)
  return list
end

return lines
