-- answers.lua -- splits a typed answer: whom it is for, and where the next answer begins.  This file looks
-- only at the text; typed.lua decides whether a part of it answers the question.
local common = module "common"
local answers = {}

-- The pieces between commas and semicolons, without empty ones.
function answers.pieces(text) return common.pieces(text, ",;") end

-- A name may have commas itself, as "angry, loud": puts the pieces of such names together again.  known: all
-- names.
function answers.join(pieces, known)
  local names = {}                              -- the pieces of such a name as one text -> the name
  local longest = 1                             -- how many pieces a name has at most
  for _, name in ipairs(known) do
    local parts = name:find "[,;]" and answers.pieces(name) or {}
    if #parts > 1 then
      names[table.concat(parts, ", "):lower()], longest = name, math.max(longest, #parts)
    end
  end
  local joined, i = {}, 1
  while pieces[i] do
    local last = math.min(#pieces, i + longest - 1)
    while last > i and not names[table.concat(pieces, ", ", i, last):lower()] do last = last - 1 end
    joined[#joined + 1] = last > i and names[table.concat(pieces, ", ", i, last):lower()] or pieces[i]
    i = last + 1
  end
  return joined
end

-- Reads "always", "never", "always wary": returns the word and the text behind it; nil for other texts.
function answers.settling(text)
  local word, rest = text:match("^(%a+)%s*(.*)$")
  word = word and word:lower()
  if word == "always" or word == "never" then return word, common.trim(rest) end
end

-- A text in quotes is taken as it is, also when it reads like a command.  Returns it without them, or nil.
function answers.quoted(text) return text:match('^"([^"]*)"$') end

-- --- for several members -----------------------------------------------------------------------

local everyone <const> = common.set "all everyone everybody others each rest"
local nobody <const> = common.set "nobody none"

-- Reads names from place i on, "Bram and Old Tom".  name_at(list, i): the name there and the number of its
-- words, or nil.  Returns a list, and the place after it.
local function read_names(list, i, name_at)
  local found = {}
  while list[i] do
    local word = #found > 0 and list[i]:lower() == "and" and 1 or 0
    local name, used = name_at(list, i + word)
    if not name then break end
    found[#found + 1] = name
    i = i + word + used
  end
  return found, i
end

-- Reads one part as "all 2", "the others: no", "only Bram", "Bram and Pike 5".  Returns whom it is for, true
-- (everyone) or a list of names; and its value: a text, "only" where they alone are meant, nil where none is
-- given.  Returns nothing when the part names nobody.
local function read_part(part, name_at)
  local list = common.split((part:gsub("^([^:]+):%s", "%1 ", 1)))
  local first = (list[1] or ""):lower()
  local at = first == "the" and 2 or 1
  local word = (list[at] or ""):lower()
  if everyone[word] then return true, list[at + 1] and table.concat(list, " ", at + 1) end
  if nobody[word] and not list[at + 1] then return true, "no" end
  local found, after = read_names(list, word == "only" and at + 1 or at, name_at)
  if #found == 0 then return nil end
  if word == "only" then return found, not list[after] and "only" or nil end
  return found, list[after] and table.concat(list, " ", after)
end

-- Splits "2 but Pike 5" into what stands before the word and behind it.
local function split_exception(text)
  for _, word in ipairs { " but ", " except " } do
    local from, to = text:lower():find(word, 1, true)
    if from then return common.trim(text:sub(1, from)), common.trim(text:sub(to)) end
  end
  return text
end

-- A reading of an answer for several members:
--   mine    the answer for the member who is asked about
--   all     the answer for every member who is not named
--   by      { name = answer }
--   but     names of members whose answer is the other one: Pike of "yes but Pike"
--   rest    pieces that answer the questions that follow
--   several true if more than one member is answered for
-- Answers are texts.  "" is that of a word such as `all` alone: the default, or yes (typed.lua).

-- Adds one part of the answer to the reading r.  open: names that wait for their answer, as Bram in "Bram,
-- Pike 5".  Returns false when the part names nobody and so answers the questions that follow; the first part
-- then answers for the member who is asked about.
local function add_part(r, open, part, name_at, fits, is_first)
  local whom, value
  if not fits(part) then whom, value = read_part(part, name_at) end
  if not whom and not is_first then return false end
  r.several = r.several or whom ~= nil
  if not whom then r.mine = part
  elseif whom == true then r.all = value or ""
  elseif value == "only" then
    r.all = "no"
    for _, name in ipairs(whom) do r.by[name] = "yes" end
  else
    common.append(open, whom)
    while value and open[1] do r.by[table.remove(open)] = value end      -- it is the answer of all who wait
  end
  return true
end

-- Adds the exceptions behind "but".  Returns a sentence when a name belongs to no member.
local function add_exceptions(r, text, name_at, unknown)
  for _, part in ipairs(answers.pieces(text)) do
    local whom, value = read_part(part, name_at)
    if type(whom) ~= "table" then return unknown(part:match "^%S+") end
    for _, name in ipairs(whom) do
      if value then r.by[name] = value else r.but[#r.but + 1] = name end
    end
  end
  r.several = true
  if r.mine then r.all = r.mine end
end

-- The parts of "rest, Bram save"; where any text is an answer, only "all: quiet, but wary, Bram: asleep" has
-- parts, which begin with a name and a colon.
local function parts_of(text, any_text, name_at)
  local pieces = answers.pieces(text)
  if not any_text then return pieces end
  local parts = {}
  for _, piece in ipairs(pieces) do
    local head = piece:match("^([^:]+):%s")
    if head and read_part(head, name_at) then parts[#parts + 1] = piece
    elseif #parts == 0 then return {}
    else parts[#parts] = parts[#parts] .. ", " .. piece end
  end
  return parts
end

-- Reads an answer for several members.  name_at: see read_names; fits(text): true if it is an answer by
-- itself; any_text: every text is one; unknown(word): the sentence for a name that nobody has.
-- Returns a reading; nil when the text is nothing of the kind; or nil and a sentence.
function answers.for_members(text, name_at, fits, any_text, unknown)
  local head, exceptions = text, nil
  if not any_text then head, exceptions = split_exception(text) end
  local r, open, parts = { by = {}, but = {}, rest = {} }, {}, parts_of(head, any_text, name_at)
  local function is_answer(part) return not any_text and fits(part) end
  for i, part in ipairs(parts) do
    if not add_part(r, open, part, name_at, is_answer, i == 1) then
      table.move(parts, i, #parts, 1, r.rest)
      break
    end
  end
  if #open > 0 then return nil end              -- names behind which no answer came
  if exceptions then
    local sentence = add_exceptions(r, exceptions, name_at, unknown)
    if sentence then return nil, sentence end
  end
  -- An answer with a word before it, as "Brom 5": the word must be a name that is misspelt.
  for _, part in ipairs { r.mine or "", r.rest[1] or "" } do
    local word, value = part:match("^(%a%S*)%s+(.+)$")
    if word and not is_answer(part) and is_answer(value) then return nil, unknown(word) end
  end
  return r.several and r or nil
end

return answers
