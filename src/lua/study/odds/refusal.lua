-- refusal.lua -- the sentences of exact odds that end early: what was too much, what makes it, what helps.
local live = module "play/live"
local refusal = {}

local LOOP_TIMES <const> = 20                 -- dice thrown so often in one line are taken for a loop
-- If MORE times the work that is allowed would be enough, a refusal names a number of states (--states) to
-- ask for: SPARE times the estimate, which may be too low. MIN_CAP: below it, a smaller number of states does
-- not make the work that is allowed smaller (plays_allowed in enumerate.lua).
local MORE <const>, SPARE <const>, MIN_CAP <const> = 10, 1.5, 20000

local TWO_WAYS <const> = 'as in: if dice("1d6") >= 4, two ways, where local n = dice("1d6") makes six'
local LOOP <const> = "It looks like a loop that goes on in several ways each time.  Compare each roll where "
  .. 'it is made, as in: until dice("1d6") == 6, or repeat n = dice("1d6") until n == 6. '
  .. "Then it goes on in one way, and is followed until that is less likely than 1 in 10^15.  A loop that "
  .. "adds up rolls needs a lower limit."
local FEWER <const> = "A check counts as two ways, a chart as one for each row, dice of which only the total "
  .. "counts as one for each total; faces, pool and r.total tell more apart.  Ask for no more than "
  .. "the rule needs, " .. TWO_WAYS
  .. '; and count the ones of a pool as in: dice("5d6=1").  Or throw fewer dice.'
local HOUSE <const> = "A house file can take out what does not matter here, with question.NAME.always = … "
  .. "or a chart of one row.  Fewer turns%s or members help, too; so do rules that ask for no more than "
  .. "they need, " .. TWO_WAYS .. "."

-- Returns the sentences for a state that can go on in too many ways, by its dice.
local function text_of_dice(many)
  local text, thrown = "", 0
  for _, dice in ipairs(many.dice) do
    local again = dice.times > 1 and ", and that " .. dice.times .. " times" or ""
    text = text .. ("  %s: %d ways%s\n"):format(dice.what, dice.ways, again)
    thrown = thrown + dice.times
  end
  return ("in turn %d a single state of the table can go on in more than %d ways, too many to weigh \z
    them all.  It is the dice that make them:\n"):format(many.turn, many.ways) .. text
    .. (thrown >= LOOP_TIMES and LOOP or FEWER)
end

-- Returns what is known when it takes too long to wait for an event.
local function text_of_wait(many)
  local low, left = 100 * many.low, 100 * many.left
  local text = ("after turn %d it is still to come in %.3g%% of plays, in %d states, and ")
    :format(many.turn, left, many.from)
  if many.known then
    return text .. "more turns are too much to weigh: the table ends there.  Whether and when it comes at "
      .. "all is exact."
  end
  return text .. ("waiting for it would take too long.  Certain so far: it comes in %.3g%% to %.3g%% of \z
    plays, and the turn in which it comes has a mean without a bound.  --turns N asks for so many turns.")
    :format(low, math.min(100, low + left))
end

-- Returns the number of states to ask for, rounded up to two digits, where `times` what is allowed would be
-- needed; nil where that is far too much. crowded: the states ran out, and not the work.
local function states_for(times, cap, crowded)
  if times > MORE then return nil end
  local states = SPARE * times * (crowded and cap or math.max(cap, MIN_CAP))
  local step = 10 ^ (math.log(states, 10) // 1 - 1)            -- the power of ten of the second digit
  return math.ceil(states / step) * step // 1 | 0              -- | 0: as an integer
end

-- Returns the sentence for more states after a turn than are allowed.
local function text_of_states(many)
  return ("after turn %d the table can stand in more than %d ways, too many to weigh."):format(many.turn,
    many.cap)
end

-- Returns the sentence for more work than is allowed.
local function text_of_work(many)
  local within = many.within > 0
    and (", by way of more than %d in the middle of their lines"):format(many.within) or ""
  local times = many.times > MORE and "more than " .. MORE or ("about %.2g"):format(many.times)
  return ("in turn %d, %d states go on in about %d ways each%s: with the turns to come, %s times the \z
    work that is allowed."):format(many.turn, many.from, many.ways, within, times)
end

-- Returns what ended the weighing: too many states after a turn, or too much work.
local function text_of_limit(many)
  local text = many.crowded and text_of_states(many) or text_of_work(many)
  local states = many.may_ask and states_for(many.times, many.cap, many.crowded)
  if not states then return text end
  return text .. ("  --states %d allows more, and takes longer."):format(states)
end

-- Returns why a question began again, and then came to fewer turns than before (unread in approach.lua).
local function text_of_unread(unread)
  local what = live.R.tracks[unread.name] and ("'%s'"):format(unread.name) or "more"
  return ("in turn %d a rule looks at %s for the first time, which makes more states from turn 1 on: ")
    :format(unread.turn, what)
end

-- Returns what makes the states, and how to keep numbers small that have no maximum.
local function text_of_splits(splits)
  local text, maxima = "  What makes most of the states:\n", {}
  for _, split in ipairs(splits) do
    text = text .. ("  %s has %d values; without it %d states would be %d\n"):format(split.where,
      split.values, split.of, split.states)
    if split.number then maxima[#maxima + 1] = "track." .. split.number .. ".max = …" end
  end
  if #maxima == 0 then return text end
  return text .. "Where more makes no difference, give a number a maximum: " .. table.concat(maxima, "; ")
    .. ".  "
end

-- The sentence where members who began alike were not weighed as one.
local MEMBERS_APART <const> = "Members who began alike are weighed one by one, since the rules tell them "
  .. "apart somewhere; so it is once some of them go away or do no deed (away, idle).  "

-- Returns the sentences for a stop "states" (too_much.lua, enumerate.lua).
function refusal.text(many)
  local begins = many.unread and text_of_unread(many.unread) or ""
  if many.dice then return begins .. text_of_dice(many) end
  local text = many.left and text_of_wait(many) or text_of_limit(many)
  if many.known then return text end            -- nothing is missing but the table of turns
  local turn = many.unread and many.unread.turn or many.turn
  local before = turn > 1 and not many.left and (" (--turns %d)"):format(turn - 1) or ""
  return begins .. text .. (#(many.splits or {}) > 0 and text_of_splits(many.splits) or "  ")
    .. (many.members_apart and MEMBERS_APART or "") .. HOUSE:format(before)
end

return refusal
