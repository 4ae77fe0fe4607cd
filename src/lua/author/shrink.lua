-- shrink.lua -- shortens the lines that lead to a mistake: leaves out lines, then parts of the last one, as
-- long as the same mistake remains.
--
-- A step is { line; draws, typed: the dice and answers it had; bytes: the state after it }.  Nearly all
-- functions here are given the steps; err, the mistake; and again(bytes, step, free), which plays one step.
local shrink = {}

local MAX_ROUNDS <const> = 3                                -- of leaving out lines; any number would do
local MAX_PLAYS <const>, MAX_ALL_PLAYS <const> = 1500, 4000   -- for one mistake; for all, a few dry runs
local plays_spent = 0                                      -- for all mistakes so far
local plays_left                                           -- for the mistake that is being shortened

-- True if a reply is the same mistake: at the same line or, without a line, with the same first half
-- sentence.  Dice that do not fit any more are no mistake of the rules.
local function is_same(reply, err)
  if reply.outcome ~= "error" or reply.error.file ~= err.file or reply.error.line ~= err.line then
    return false
  end
  if reply.error.text:find("the next of the dice given", 1, true) then return false end
  return err.line ~= nil or reply.error.text:match "^[^;]*" == err.text:match "^[^;]*"
end

-- Plays the steps from the nth on.  Returns all steps with the dice and answers they now had, or nil when
-- they do not lead to the mistake.  free: dice and answers that do not fit any more are chosen anew.
local function replay(steps, err, again, nth, free)
  local played = table.move(steps, 1, nth - 1, 1, {})
  local bytes = nth > 1 and steps[nth - 1].bytes or nil
  for i = nth, #steps do
    local step, last, reply = steps[i], i == #steps, nil          -- last: the mistake comes in this step
    local function is_right()
      if last then return is_same(reply, err) end
      return reply.outcome == "done"
    end
    if plays_left < 1 then return nil end
    plays_left, reply = plays_left - 1, again(bytes, step)
    if free and not is_right() then plays_left, reply = plays_left - 1, again(bytes, step, true) end
    if not is_right() then return nil end
    bytes = reply.bytes
    played[i] = { line = step.line, draws = reply.draws, typed = reply.typed, bytes = bytes }
    played.text = last and reply.error.text
  end
  return played
end

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

-- The steps with another last line.
local function with_last(steps, line)
  local list, last = without(steps, #steps, 1), steps[#steps]
  list[#list + 1] = { line = line, draws = last.draws, typed = last.typed }
  return list
end

-- Leaves out half of the steps, then a quarter …, then single ones, from the end on (delta debugging, Zeller
-- and Hildebrandt 2002).  The first step, "start", and the last, which has the mistake, stay.
local function leave_out(steps, err, again)
  local n = #steps - 2
  while n >= 1 do
    local i = #steps
    while i > 2 do
      i = math.max(2, i - n)
      local less = without(steps, i, math.min(n, #steps - i))
      steps = replay(less, err, again, i) or replay(less, err, again, i, true) or steps
      i = math.min(i, #steps)
    end
    n = n // 2
  end
  return steps
end

-- Leaves out members who do not matter: for each member who was added, all lines with that name.
local function leave_out_people(steps, err, again)
  local names = {}
  for _, step in ipairs(steps) do names[#names + 1] = step.line:match "^add (%S+)" end
  for _, name in ipairs(names) do
    local less = {}
    for i, step in ipairs(steps) do
      if i == #steps or not (step.line .. " "):find(" " .. name .. " ", 1, true) then
        less[#less + 1] = step
      end
    end
    steps = replay(less, err, again, 2) or replay(less, err, again, 2, true) or steps
  end
  return steps
end

-- Takes shorter forms of the last line, as long as they lead to the same mistake.
local function shorten_last(steps, err, again)
  local tried = {}
  local line
  repeat
    line = steps[#steps].line
    for _, text in ipairs(shorter(line)) do
      local less = not tried[text] and replay(with_last(steps, text), err, again, #steps)
      tried[text] = true
      if less then
        steps = less
        break
      end
    end
  until steps[#steps].line == line
  return steps
end

-- The lines to type, with the answers between them, and all dice.
local function result_of(steps)
  local lines, dice, asks = {}, {}, false
  for i, step in ipairs(steps) do
    if i > 1 then lines[#lines + 1] = step.line end
    for _, text in ipairs(step.typed) do
      lines[#lines + 1] = text
      asks = true
    end
    for die in step.draws:gmatch "%S+" do dice[#dice + 1] = (die:gsub("[hs]$", "")) end
  end
  return { lines = lines, dice = table.concat(dice, " "), asks = asks, text = steps.text }
end

-- Shortens the steps that lead to a mistake.  steps: the first is "start"; err: the mistake of the last;
-- slow: true if it takes long to show, so only one shorter path is tried; again(bytes, step, free): plays one
-- step, with its dice and answers unless free. Returns { lines, dice, asks: true if answers are among the
-- lines, text: the sentence of the mistake }.
function shrink.path(steps, err, slow, again)
  local budget = math.min(MAX_PLAYS, MAX_ALL_PLAYS - plays_spent)
  plays_left = budget
  if slow then return result_of(replay({ steps[1], steps[#steps] }, err, again, 1) or steps) end
  steps = replay(steps, err, again, 1) or steps
  local before
  for _ = 1, MAX_ROUNDS do
    before = #steps
    steps = leave_out(steps, err, again)
    if #steps == before then break end
  end
  steps = leave_out_people(steps, err, again)
  steps = shorten_last(steps, err, again)
  plays_spent = plays_spent + budget - plays_left
  return result_of(steps)
end

return shrink
