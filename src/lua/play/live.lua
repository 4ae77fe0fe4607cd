-- live.lua -- the table while a command runs: the sealed rules, the state, whose turn it is, what has
-- happened so far. Every other file of play reads and writes these fields; this file loads none of them.
local common = module "common"
local language = module "read/language"

local present, first_named = lists.present, lists.first_named

local live = {
  -- The rules; set by live.rules, when a chain was read:
  R = nil,             -- the sealed rules
  env = nil,           -- the globals of the rules: party, turn, here …
  on = nil,            -- the rules' functions for events: KIND -> on.KIND
  stops = nil,         -- the kinds of events that stop counts and long deeds: KIND -> true
  -- The state; set by state.lua:
  S = nil,             -- all of it, plain data
  party = nil,         -- the group that the line is about: one of S.parties
  turn = nil,          -- the turn on top of that group's stack
  -- The turn that has ended and was reset for the next one; false once its tracks may have changed since.
  fresh = false,
  -- Set once, by files above this one:
  look = nil,          -- (): makes the view of the table the answer (table/view.lua)
  chooser = nil,       -- (question, choices) -> an answer, for dry runs (author/dry_run.lua)
  emit = nil,          -- emit(name, fields): has an event of the rules happen (words.lua)
  -- Set now and then:
  callers = nil,       -- the lines that ran when events were too many (recorder.lua)
  looked_about = false, -- rooms or lamps were looked at, to read a part of the line: set by line.lua
}

-- Begins a line, as a command does and as a study does line after line: nothing of one that was left in its
-- middle is still under way.  false, and not nil, stands for nothing: a field that is not there takes longer
-- to read and to set.
function live.line_begins()
  -- The turn and deed under way:
  live.in_turn = false           -- a turn is under way
  live.told_turn = false         -- the event of the turn that this command began and has not ended
  live.one_by_one = false        -- the members who do a step or deed one after the other, while they do
  live.deed = false              -- the verb of the deed under way, if the turn has several deeds
  live.acts = false              -- the deed whose function runs; true in a prepared turn, which has only one
  live.secret = false            -- inside a secret deed
  live.quiet = false             -- true while the default of a question is made: its dice are not shown
  -- Whether a line of several turns stops here:
  live.stopped = false           -- the kind of an event that stops counts and long deeds (recorder.stop)
  live.asked = false             -- a question was put, since the turn began
end

-- Begins a command: nothing has happened, and the request's answers are unused.
function live.begin(request)
  -- Events and warnings, for the reply:
  live.events = {}               -- list of events, as the reply tells them
  live.pending = {}              -- events that were named and whose fields are still to come, see words.emit
  live.warned = {}               -- texts of warnings
  live.renewed = false           -- tracks that are new in the rules were added to the state
  -- Output of verbs, for the reply:
  live.data = nil                -- data, from the verbs `state` and `=`
  live.shown = nil               -- text, from verbs that show something
  live.shown_lines = nil         -- the text of `shown` as styled lines, or nil (lua/table/sheet_lines)
  live.sheet = nil               -- what shown_lines show, as data
  live.line_begins()
  -- Sources of answers (questions.lua):
  live.answers, live.answers_used = request.answers or {}, 0             -- those given from outside, in order
  live.replays = request.dice == "replay"                                -- is a journal played again?
  live.use_defaults = request.use_defaults       -- a question without an answer takes its default
  live.spec_answers = request.spec_answers       -- answers by name, from a spec or a policy
  live.cards = request.cards                     -- the cards that a spec gives to be drawn
  -- Answers so far:
  live.answered = {}             -- every answer of this command, for the journal
  live.answers_for = {}          -- answers for several members, by question: readings of answers.lua
  live.answer_rest = nil         -- pieces of a typed answer that are for the questions that follow
  live.asked_about = {}          -- by question and member: { turn, times }, how often in that turn
  live.settled = {}              -- answers that hold for good from now on: list of { id, value }
  live.settled_as = {}           -- by the name of a question: the value it was settled as; true: its default
end

-- The members of a group (without one: of the group that plays) who are not away, in marching order.  Only
-- these take part in a turn: a line that names another is refused (line.lua), and a deed under way loses who
-- went away (deeds.by_names).
function live.present(party) return present((party or live.party).members) end

-- Why a member who is present cannot do this verb: the name of a switch that is on, and whose `idle` does not
-- list it; or nil.  verb nil: any verb.
function live.idle(who, verb)
  local switches = live.R.idle
  for i = 1, switches and #switches or 0 do
    local switch = switches[i]
    if who[switch.name] and (switch.idle == true or not common.contains(switch.idle, verb)) then
      return switch.name
    end
  end
end

-- True if a member who is present cannot do every verb.
function live.anyone_idle() return live.R.idle and common.first(live.present(), live.idle) ~= nil end

-- The member of the group that plays who has this name, present or away; or nil.
function live.member(name) return first_named(live.party.members, name) end

-- The member of any group who has this name, present or away; or nil.
function live.named(name)
  for _, group in ipairs(live.S.parties) do
    local who = first_named(group.members, name)
    if who then return who end
  end
  return nil                                    -- for `tostring(named "X")`, which needs a value
end

-- The place in S.parties of the group with a member of that name, in small or capital letters, and that
-- member; or nil.
function live.group_of(name)
  for at, group in ipairs(live.S.parties) do
    local who = common.first(group.members, function(who) return who.name:lower() == name:lower() end)
    if who then return at, who end
  end
end

-- Adds a warning to the reply.  text: a format, where values follow it.
function live.warn(text, ...)
  live.warned[#live.warned + 1] = select("#", ...) > 0 and text:format(...) or text
end

function live.procedure() return live.R.procedures[live.turn.procedure] end

-- In turn.skipped, beside names of steps: true, all that is left is skipped; "over": and play ends.
live.REMAINING = "*"

-- over(): true if play has ended, or ends with this turn
function live.is_over()
  return live.turn.skipped[live.REMAINING] == "over" or live.procedure().is_ending == true
end

-- A thing by its name: live.thing("charts", "hazard", "roll").  verb: the word of the language that needs it,
-- for the sentence when there is none.
function live.thing(things, name, verb)
  local thing = live.R[things][name]
  if thing then return thing end
  local kind = things:sub(1, -2)
  if type(name) == "table" then
    common.mistake("%s: the name of a %s comes first, in quotes: %s(\"%s\", …)", verb, kind, verb,
      live.R.kinds[kind]:names()[1] or "NAME")
  end
  common.mistake("%s: there is no %s '%s'%s", verb, kind, tostring(name),
    common.hint(tostring(name), live.R.kinds[kind]:names()))
end

-- Gives each procedure three tables by the name of a step:
--   place_of     its place in p.steps
--   default_at   the action of members who were given none; one for this procedure comes before one for all
--   forced_at    the list of actions that rules may force on members there
local function prepare_procedures(R)
  for name, p in next, R.procedures do
    p.place_of, p.default_at, p.forced_at = {}, {}, {}
    for i, step in ipairs(p.steps) do p.place_of[step.name] = p.place_of[step.name] or i end
    for _, verb in ipairs(common.keys(R.actions)) do
      local action = R.actions[verb]
      local before, is_own = p.default_at[action.at], action.during and common.contains(action.during, name)
      if action.default and (is_own or not action.during and not (before and before.during)) then
        p.default_at[action.at] = action
      end
      if action.forced and (is_own or not action.during) then
        p.forced_at[action.at] = p.forced_at[action.at] or {}
        table.insert(p.forced_at[action.at], action)
      end
    end
  end
end

-- The fields that the rules give every member, beside tracks: { name, default, base, choices, optional }.
-- `help` is of the kind, and `holds` is a light, which is lit when the member joins.
local function member_fields(R)
  local list, kind = {}, R.kinds.member
  for _, name in ipairs(kind.field_order) do
    if name ~= "help" and name ~= "holds" then
      local t = kind.fields[name].type
      list[#list + 1] = { name = name, default = t.default, base = t.base, choices = t.choices,
        optional = t.optional }
    end
  end
  return list
end

-- Makes R the rules in play, and prepares what is read often: tracks by owner, fields of members, default
-- actions.
function live.rules(R, env)
  live.R, live.env, live.on, live.stops = R, env, {}, {}
  for kind, f in next, R.final and R.final.on or {} do live.on[kind] = f end
  for kind, event in next, R.events do live.stops[kind] = event.stops or event.ends or nil end
  prepare_procedures(R)
  R.tracks_of, R.kind_of = {}, {}
  R.has = { member = member_fields(R) }
  for _, kind in ipairs(R.kind_order) do R.kind_of[kind.proxy] = kind end
  for of in next, language.record_fields do R.tracks_of[of] = {} end
  for _, name in ipairs(R.kinds.track:names()) do
    local track = R.tracks[name]
    if not track.by_thing then table.insert(R.tracks_of[track.of], track) end
  end
  common.append(R.tracks_of.campaign, R.thing_tracks)
end

return live
