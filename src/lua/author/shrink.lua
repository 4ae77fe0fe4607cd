-- shrink.lua -- shortens the lines that lead to a mistake: leaves out lines, then parts of the last one, as
-- long as the same mistake remains.
--
-- A step is { line; draws, typed: the dice and answers it had; bytes: the state after it }.
local shrink = {}

local MAX_ROUNDS <const> = 3                                -- of leaving out lines; any number would do
local MAX_PLAYS <const> = 1500                             -- for one mistake; a dry run makes 300 to 800
local MAX_ALL_PLAYS <const> = 4000                         -- for all mistakes: those of a few dry runs
local plays_spent = 0                                      -- for all mistakes so far

-- The search for the shortest lines to one mistake:
local err                                                  -- the mistake
local play_step                                            -- see shrink.path
local plays_left

-- True if an error says that other dice fell than those that were given (use_given_face in door.c): that is
-- no mistake of the rules.
function shrink.is_misfit(mistake) return mistake.text:find("the next of the dice given", 1, true) ~= nil end

-- True if a reply is the same mistake: at the same line or, without a line, with the same first half
-- sentence.
local function is_same(reply)
  if reply.outcome ~= "error" or reply.error.file ~= err.file or reply.error.line ~= err.line then
    return false
  end
  if shrink.is_misfit(reply.error) then return false end
  return err.line ~= nil or reply.error.text:match "^[^;]*" == err.text:match "^[^;]*"
end

-- Plays a step from the state in bytes.  Returns the reply if it is right: the last step brings the mistake,
-- any other is done.  Returns nil otherwise, and where no plays are left.  free: if it is not right, tries
-- once more with dice and answers chosen anew.
local function play_as_before(bytes, step, is_last, free)
  if plays_left < 1 then return nil end
  for _, anew in ipairs(free and { false, true } or { false }) do
    plays_left = plays_left - 1
    local reply = play_step(bytes, step, anew)
    local is_right = reply.outcome == "done"
    if is_last then is_right = is_same(reply) end
    if is_right then return reply end
  end
end

-- Plays the steps from the nth on.  Returns all steps with the dice and answers they now had, or nil when
-- they do not lead to the mistake.  free: dice and answers that do not fit any more are chosen anew.
local function replay(steps, nth, free)
  local played = table.move(steps, 1, nth - 1, 1, {})
  local bytes = nth > 1 and steps[nth - 1].bytes or nil
  for i = nth, #steps do
    local reply = play_as_before(bytes, steps[i], i == #steps, free)
    if not reply then return nil end
    bytes = reply.bytes
    played[i] = { line = steps[i].line, draws = reply.draws, typed = reply.typed, bytes = bytes }
    played.text = i == #steps and reply.error.text
  end
  return played
end

-- Plays fewer steps from the nth on, if need be with other dice and answers; see replay.
local function replay_somehow(steps, nth) return replay(steps, nth) or replay(steps, nth, true) end

-- The steps without n of them from the ith on.
local function without(steps, i, n)
  local list = {}
  for j, step in ipairs(steps) do
    if j < i or j >= i + n then list[#list + 1] = step end
  end
  return list
end

-- Shorter forms of a line: without its count, either half of what + joins, without the doer, without the last
-- word.
local function shorter(line)
  local list = {}
  local function add(text)
    if text and text ~= "" and text ~= line then list[#list + 1] = text end
  end
  add(line:match "^(.-)%s+x%d+$")
  add(line:match "^(.-)%s+%+%s")
  add(line:match "%s%+%s+(.*)$")
  add(line:match "^%u%S*%s+(.*)$")
  add(line:match "^(.*%S)%s+%S+$")
  return list
end

-- Leaves out half of the steps, then a quarter …, then single ones, from the end on (delta debugging, Zeller
-- and Hildebrandt 2002).  The first step, "start", and the last, which has the mistake, stay.
local function leave_out(steps)
  local n = #steps - 2
  while n >= 1 do
    local i = #steps
    while i > 2 do
      i = math.max(2, i - n)
      steps = replay_somehow(without(steps, i, math.min(n, #steps - i)), i) or steps
      i = math.min(i, #steps)
    end
    n = n // 2
  end
  return steps
end

-- Leaves out members who do not matter: for each member who was added, all lines with that name.
local function leave_out_people(steps)
  local names = {}
  for _, step in ipairs(steps) do names[#names + 1] = step.line:match "^add (%S+)" end
  for _, name in ipairs(names) do
    local less = {}
    for i, step in ipairs(steps) do
      local is_named = (step.line .. " "):find(" " .. name .. " ", 1, true)
      if i == #steps or not is_named then less[#less + 1] = step end
    end
    steps = replay_somehow(less, 2) or steps
  end
  return steps
end

-- The steps with a shorter form of the last line that leads to the same mistake; nil when no form does.
-- tried: the set of the forms that were tried.
local function with_shorter_last(steps, tried)
  local last = steps[#steps]
  for _, line in ipairs(shorter(last.line)) do
    if not tried[line] then
      tried[line] = true
      local less = without(steps, #steps, 1)
      less[#steps] = { line = line, draws = last.draws, typed = last.typed }
      less = replay(less, #steps)
      if less then return less end
    end
  end
end

-- Takes shorter forms of the last line, as long as they lead to the same mistake.
local function shorten_last(steps)
  local tried, less = {}, steps
  while less do
    steps = less
    less = with_shorter_last(steps, tried)
  end
  return steps
end

-- The lines to type, with the answers between them, and all dice.
local function result_of(steps)
  local lines, dice, asks = {}, {}, false
  for i, step in ipairs(steps) do
    if i > 1 then lines[#lines + 1] = step.line end        -- the first is "start", which nobody types
    for _, text in ipairs(step.typed) do
      lines[#lines + 1] = text
      asks = true
    end
    for die in step.draws:gmatch "%S+" do
      dice[#dice + 1] = (die:gsub("[hs]$", ""))            -- without its source, as d20:12h has it
    end
  end
  return { lines = lines, dice = table.concat(dice, " "), asks = asks, text = steps.text }
end

-- Shortens the steps that lead to a mistake.  steps: the first is "start"; mistake: the one of the last;
-- slow: true if it takes long to show, so only one shorter path is tried; play(bytes, step, free): plays one
-- step, with its dice and answers unless free.  Returns { lines, dice, asks: true if answers are among the
-- lines, text: the sentence of the mistake }.
function shrink.path(steps, mistake, slow, play)
  local budget = math.min(MAX_PLAYS, MAX_ALL_PLAYS - plays_spent)
  err, play_step, plays_left = mistake, play, budget
  if slow then return result_of(replay({ steps[1], steps[#steps] }, 1) or steps) end
  steps = replay(steps, 1) or steps
  for _ = 1, MAX_ROUNDS do
    local before = #steps
    steps = leave_out(steps)
    if #steps == before then break end
  end
  steps = shorten_last(leave_out_people(steps))
  plays_spent = plays_spent + budget - plays_left
  return result_of(steps)
end

return shrink
