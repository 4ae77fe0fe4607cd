-- shrink.lua -- finds the shortest lines that lead to a mistake: leaves out lines, then parts of the last
-- one, as long as the same mistake remains.
local shrink = {}

local MAX_ROUNDS <const> = 3
local MAX_PLAYS <const>, MAX_ALL_PLAYS <const> = 1500, 4000   -- for one mistake; for all of them
local spent = 0

local function is_same(reply, err)
  if reply.outcome ~= "error" or reply.error.file ~= err.file or reply.error.line ~= err.line then
    return false
  end
  return err.line ~= nil or reply.error.text:match "^[^;]*" == err.text:match "^[^;]*"
end

local plays_left                                           -- left for this mistake

-- Plays the steps from the nth on.  Returns all steps with their dice as they were, or nil when they do not
-- lead to the mistake.  free: dice and answers that do not fit any more are chosen anew.
local function lead(steps, err, again, nth, free)
  local played = table.move(steps, 1, nth - 1, 1, {})
  local bytes = nth > 1 and steps[nth - 1].bytes or nil
  for i = nth, #steps do
    local step, last, reply = steps[i], i == #steps, nil
    local function good()
      if last then return is_same(reply, err) end
      return reply.outcome == "done"
    end
    if plays_left < 1 then return nil end
    plays_left, reply = plays_left - 1, again(bytes, step)
    if free and not good() then plays_left, reply = plays_left - 1, again(bytes, step, true) end
    if not good() then return nil end
    bytes = reply.bytes
    played[i] = { line = step.line, draws = reply.draws, typed = reply.typed, bytes = bytes }
    played.text = last and reply.error.text
  end
  return played
end

-- The list without n steps from the ith on.
local function without(steps, i, n)
  local list = {}
  for j, step in ipairs(steps) do
    if j < i or j >= i + n then list[#list + 1] = step end
  end
  return list
end

-- Shorter forms of the last line: without its count, half of what + joins, without the doer, without the last
-- word.
local function shorter(line)
  local list = {}
  local function put(text)
    if text and text ~= "" and text ~= line then list[#list + 1] = text end
  end
  put(line:match "^(.-)%s+x%d+$")
  put(line:match "^(.-)%s+%+%s")
  put(line:match "%s%+%s+(.*)$")
  put(line:match "^%u%S*%s+(.*)$")
  put(line:match "^(.*%S)%s+%S+$")
  return list
end

local function with_last(steps, line)
  local list, last = without(steps, #steps, 1), steps[#steps]
  list[#list + 1] = { line = line, draws = last.draws, typed = last.typed }
  return list
end

-- Leaves out half of the steps, then a quarter …, then single ones, the last first (delta debugging).
local function leave_out(steps, err, again)
  local n = #steps - 2
  while n >= 1 do
    local i = #steps
    while i > 2 do
      i = math.max(2, i - n)
      local less = without(steps, i, math.min(n, #steps - i))
      steps = lead(less, err, again, i) or lead(less, err, again, i, true) or steps
      i = math.min(i, #steps)
    end
    n = n // 2
  end
  return steps
end

-- Leaves out members who do not matter: all lines with the name of somebody who was added.
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
    steps = lead(less, err, again, 2) or lead(less, err, again, 2, true) or steps
  end
  return steps
end

local function shorten_last(steps, err, again)
  local tried = {}
  local line
  repeat
    line = steps[#steps].line
    for _, text in ipairs(shorter(line)) do
      local less = not tried[text] and lead(with_last(steps, text), err, again, #steps)
      tried[text] = true
      if less then
        steps = less
        break
      end
    end
  until steps[#steps].line == line
  return steps
end

-- The lines to type, with the answers among them, and all the dice.
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

-- Shortens a path.  steps: { line, draws, typed } each, the first is "start"; err: the mistake of the last;
-- slow: whether it takes long to show; again(bytes, step, free): plays one step, with its dice and answers
-- unless free.  Returns { lines, dice, asks, text }; text is the sentence of the mistake.
function shrink.path(steps, err, slow, again)
  local budget = math.min(MAX_PLAYS, MAX_ALL_PLAYS - spent)
  plays_left = budget
  if slow then return result_of(lead({ steps[1], steps[#steps] }, err, again, 1) or steps) end
  steps = lead(steps, err, again, 1) or steps
  local before
  for _ = 1, MAX_ROUNDS do
    before = #steps
    steps = leave_out(steps, err, again)
    if #steps == before then break end
  end
  steps = leave_out_people(steps, err, again)
  steps = shorten_last(steps, err, again)
  spent = spent + budget - plays_left
  return result_of(steps)
end

return shrink
