-- chance.lua -- everything random or chosen: dice, charts, checks, and the questions the GM decides.
-- Each enters by the door as a whole question; rules cannot tell who answers.
local common = module "common"
local live = module "play/live"
local words = {}

local function name_of(v)
  if type(v) == "table" then return rawget(v, "name") or rawget(v, "holder") or rawget(v, "kind") end
  return v ~= nil and tostring(v) or nil
end

local fell = live.fell

local function hidden(with) return live.secret or with and with.secret or nil end

-- dice("2d6+1", "why", { secret = true }) -> the total
function words.dice(expr, why, with)
  local total, nth = door.roll(expr, why, nil, hidden(with))
  if nth then fell(nth) end
  return total
end

-- faces("3d6", "why", { secret = true }) -> list of faces, total
function words.faces(expr, why, with)
  local list, total, nth = door.faces(expr, why, nil, hidden(with))
  fell(nth)
  return list, total
end

-- odds("4d6kh3", 15) -> the chance of 15 or more, and it as a fraction; odds "4d6kh3" -> the mean, the same way
function words.odds(expr, dc)
  local totals, shares = probability.of(expr, true)
  local sum = probability.fraction(0)
  for i, total in ipairs(totals) do
    if dc == nil then
      if math.type(total) ~= "integer" then error("odds: the totals of " .. tostring(expr) .. " are no whole numbers", 0) end
      sum = sum + shares[i] * total
    elseif total >= dc then sum = sum + shares[i] end
  end
  return probability.float(sum), tostring(sum)
end

-- How much each item weighs, added up; by is a field or a function.
local function weigh(items, by)
  local sums, sum = {}, 0
  for i, item in ipairs(items) do
    local w
    if type(by) == "function" then w = by(item) else w = item[by] end
    if math.type(w) ~= "integer" or w < 0 then error("pick: a weight is a whole number of at least 0, and this is " .. common.show(w), 0) end
    sum = sum + w
    sums[i] = sum
  end
  return sums, sum
end

-- pick(list or kind, "why", weight, { secret = true }) -> one of them
function words.pick(list, why, by, with)
  if type(by) == "table" then by, with = nil, by end
  local items = live.words.items(list)
  if #items == 0 then error("pick: there is nothing to pick from", 0) end
  if by == nil then
    local at, nth = door.pick(#items, why or "pick", nil, hidden(with))
    fell(nth)
    return items[at]
  end
  local sums, sum = weigh(items, by)
  if sum == 0 then error("pick: nothing to pick from weighs anything", 0) end
  if live.branch then return items[live.branch.weighted(sums, sum)] end
  local at, nth = door.pick(sum, why or "pick", nil, hidden(with))
  fell(nth)
  for i, item in ipairs(items) do if at <= sums[i] then return item end end
end

-- sides "1d8" -> 8: of the dice in it the sides of each; 0 of a word that is no die, as the last step of a usage die
function words.sides(die)
  local n = math.type(die) == "integer" and "1" or tostring(die):match("^%d*d(%d+)") or tostring(die):match("^%d*d(%%)")
  if n then return n == "%" and 100 or math.tointeger(tonumber(n)) end
  if type(die) ~= "string" or die:find("%d") then error("sides: a die is needed, as \"d8\", and this is " .. common.show(die), 0) end
  return 0
end

-- --- charts ------------------------------------------------------------------------------------------

local function ask_chart(chart, about)
  local answer = words.ask_raw({ name = chart.name, text = chart.ask, type = "text", default = "something", secret = chart.secret }, about)
  local row = { at = "", name = answer, text = answer, chart = chart.name }
  local r = { chart = chart.name, row = row, about = about }
  live.hook(chart.name, r)
  live.happen(chart.name, r.row.name, r.row.text, { secret = chart.secret or nil, chart = true, asked = true })
  return r.row, r
end

-- Where every play is weighed the door tells only what came of it, and the rest to whoever asks: tell() gives the fields
-- that are not there yet.
local function complete(t)
  local tell = live.untold[t]                  -- nothing, when the line is over and it was not kept
  setmetatable(t, nil)
  for key, v in next, tell and tell() or {} do if t[key] == nil then t[key] = v end end
end

local function untold_meta(...)
  local told = {}
  for _, key in ipairs { ... } do told[key] = true end
  return { __untold = complete, __whole = complete, __index = function(t, key)
    if not told[key] then return nil end
    complete(t)
    return t[key]
  end }
end

local function told_when_asked(t, meta, tell)
  local untold = live.untold
  untold[#untold + 1], untold[t] = t, tell
  setmetatable(t, meta)
end

local untold_row = untold_meta("total", "face")

-- roll("hazard", about, with) -> row, r
function words.roll(name, about, with)
  local chart = live.R.charts[name]
  if not chart then
    error("roll: there is no chart '" .. tostring(name) .. "'" .. common.hint(tostring(name), live.R.kinds.chart:names()), 0)
  end
  if with == nil and type(about) == "table" and getmetatable(about) == nil and (about.add or about.die or about.at or about.secret) then
    error(("roll: what it is about comes first: roll(\"%s\", nil, { … })"):format(name), 0)
  end
  if not chart.index then return ask_chart(chart, about) end
  local secret = live.secret or chart.secret or with and with.secret or nil
  local place, total, nth, natural, die
  if with and with.at then
    total = with.at + (with.add or 0)
    place = chart.index[math.max(chart.least, math.min(chart.greatest, total))]
  else
    die = with and with.die and tostring(with.die) or chart.die
    if not die then error("roll: chart \"" .. name .. "\" has no die; give one, { die = \"1d6\" }, or a place, { at = 3 }", 0) end
    local who = name_of(about)
    place, total, nth, natural = door.row(die, chart.index, chart.least, chart.greatest, with and with.add or 0, name, who, secret)
  end
  if not chart.sealed_rows[place] then
    error("chart \"" .. name .. "\" has no row for " .. tostring(total), 0)
  end
  local r = { chart = name, row = chart.sealed_rows[place], total = total, face = natural, about = about }
  if not total then
    told_when_asked(r, untold_row, function()
      local sum, face = live.branch.split_row(die, chart.index, chart.least, chart.greatest, with and with.add or 0, place, nth)
      return { total = sum, face = face }
    end)
  end
  live.hook(name, r)
  local row = r.row
  if type(row) ~= "table" or rawget(row, "name") == nil and getmetatable(row) == nil then
    error("on." .. name .. ": r.row must be a row, as chart." .. name .. ".NAME", 0)
  end
  if not live.watching then
    live.happen(name, row.name)
  else
    live.happen(name, row.name, live.fill(row.text, about), { roll = nth and nth - 1, total = total, secret = secret, chart = true })
  end
  if row.does and not r.held then row.does(about, r) end
  return row, r
end

-- --- questions ----------------------------------------------------------------------------------------------

local function value_of(v, about) if type(v) == "function" then return v(about) end return v end

-- A choice as it is shown and typed.
local function shown(choice) return tostring(live.plain(choice)) end

-- Finds what was typed among choices: its number, its name, or an unmistakable beginning.
local function among(choices, text)
  local low = text:lower()
  local found
  for i, c in ipairs(choices) do
    local s = shown(c):lower()
    if s == low then return i end
    if s:sub(1, #low) == low then found = found and -1 or i end
  end
  if found and found > 0 then return found end
  local n = math.tointeger(tonumber(text))
  if n and n >= 1 and n <= #choices then return n end
  local names = {}
  for i, c in ipairs(choices) do names[i] = shown(c) end
  if found then return nil, "'" .. text .. "' could be several of " .. common.list(names) end
  return nil, "one of these is wanted: " .. common.list(names, "or")
end

local yes_words = { y = true, yes = true, ["true"] = true, n = false, no = false, ["false"] = false }

local function read_several(q, choices, text)
  local picked, seen = {}, {}
  for part in (text .. ","):gmatch("%s*(.-)%s*,") do
    if part ~= "" then
      local i, sentence = among(choices, part)
      if not i then return nil, sentence end
      while seen[i] do                         -- two things of one name: the next of them
        local j = i + 1
        while j <= #choices and (shown(choices[j]) ~= shown(choices[i]) or seen[j]) do j = j + 1 end
        if j > #choices then return nil, "'" .. part .. "' was named twice" end
        i = j
      end
      seen[i] = true
      picked[#picked + 1] = choices[i]
    end
  end
  if q.exactly and #picked ~= q.exactly then return nil, common.count(q.exactly, "thing") .. " must be named, with commas between" end
  if q.upto and #picked > q.upto then return nil, "at most " .. common.count(q.upto, "thing") .. " may be named" end
  return picked
end

-- What was typed, as a value of the question | nil, sentence.
local function read_answer(q, choices, text)
  if q.type == "choice" then
    local i, sentence = among(choices, text)
    if not i then return nil, sentence end
    return choices[i]
  elseif q.type == "several" then return read_several(q, choices, text)
  elseif q.type == "yesno" then
    local v = yes_words[text:lower()]
    if v == nil then return nil, "yes or no is wanted" end
    return v
  elseif q.type == "number" then
    local n = tonumber(text)
    n = n and (math.tointeger(n) or n)
    if not n or n ~= n or math.abs(n) > 1e15 then return nil, "a number is wanted" end
    if q.min and n < q.min or q.max and n > q.max then
      return nil, "a number " .. (q.min and q.max and "from " .. q.min .. " to " .. q.max or q.min and "of at least " .. q.min or "of at most " .. q.max) .. " is wanted"
    end
    return n
  end
  return text
end

-- A value given by the journal, a spec or the rules, as a value of the question | nil, sentence.
local function fit(q, choices, v)
  if q.type == "choice" then
    for _, c in ipairs(choices) do if c == v or shown(c) == shown(v) then return c end end
    return nil, "'" .. shown(v) .. "' is not one of its choices"
  elseif q.type == "several" then
    if type(v) ~= "table" then v = { v } end
    local names = {}
    for i, x in ipairs(v) do names[i] = shown(x) end
    return read_several(q, choices, table.concat(names, ","))
  elseif q.type == "yesno" then
    if type(v) == "boolean" then return v end
    return read_answer(q, choices, tostring(v))
  elseif q.type == "number" then
    return read_answer(q, choices, tostring(v))
  end
  return tostring(v)
end

local function default_of(q, choices, about, with)
  local v = with and with.default
  if v == nil then v = value_of(q.default, about) end
  if q.type == "several" then
    local picked = type(v) == "table" and v or {}
    if v == nil then for i = 1, q.exactly or q.upto or 0 do picked[i] = choices[i] end end
    return picked
  end
  if v ~= nil then
    local kept, sentence = fit(q, choices, v)
    if kept == nil then error("question \"" .. q.name .. "\", default: " .. sentence, 0) end
    return kept
  end
  if q.type == "choice" then return choices[1] end
  if q.type == "yesno" then return true end
  if q.type == "number" then return q.min or 0 end
  return ""
end

local function journal_form(v)
  if type(v) == "table" and getmetatable(v) == nil and rawget(v, "name") == nil then
    local t = {}
    for i, x in ipairs(v) do t[i] = shown(x) end
    return t
  end
  if type(v) == "table" then return shown(v) end
  return v
end

local function answer_text(v)
  if type(v) == "boolean" then return v and "yes" or "no" end
  if type(v) == "table" and getmetatable(v) == nil and rawget(v, "name") == nil then
    local parts = {}
    for i, x in ipairs(v) do parts[i] = shown(x) end
    return #parts > 0 and table.concat(parts, ", ") or "nothing"
  end
  return shown(v)
end

local function stop_and_ask(q, choices, default, who, text, misfit)
  local names
  if choices then
    names = {}
    for i, c in ipairs(choices) do names[i] = shown(c) end
  end
  common.stop {
    stop = "asks", misfit = misfit,
    ask = {
      id = q.name, who = who, text = text, type = q.type, choices = names, default = journal_form(default),
      exactly = q.exactly, upto = q.upto, min = q.min, max = q.max, secret = q.secret or nil,
    },
  }
end

-- A line typed out of habit where any text is an answer.
local function warn_of_a_verb(q, text)
  local verb = text:match "^%S+"
  if q.type == "text" and live.watching and verb and module("play/names").rule_verbs()[verb:lower()] then
    live.warned[#live.warned + 1] = ("'%s' was taken as the answer; u goes back."):format(text)
  end
end

-- The next answer: from a spec, from outside, or by default.  Returns value, defaulted.
local function answer(q, choices, about, with, who, text)
  local default = default_of(q, choices, about, with)
  local given = live.spec_answers
  if given then
    local v = who and given[q.name .. "." .. who]
    if v == nil then v = given[q.name] end
    if type(v) == "function" then v = v(about, choices) end
    if v ~= nil then
      given.used[q.name] = true
      local kept, sentence = fit(q, choices, v)
      if kept == nil then error("answers, " .. q.name .. ": " .. sentence, 0) end
      return kept, false
    end
  end
  local next_answer = live.answers[live.answers_used + 1]
  if not next_answer then
    if live.settle == "default" then return default, true end
    next_answer = live.chooser and live.chooser(q, choices)
    if not next_answer then stop_and_ask(q, choices, default, who, text) end
  end
  live.answers_used = live.answers_used + 1
  if next_answer.text == "" or next_answer.default then return default, true end
  if next_answer.text then
    local v, sentence = read_answer(q, choices, next_answer.text)
    if v == nil then stop_and_ask(q, choices, default, who, text, sentence) end
    warn_of_a_verb(q, next_answer.text)
    return v, false
  end
  if next_answer.id and next_answer.id ~= q.name then
    error("the answer was for '" .. next_answer.id .. "', and the rules ask '" .. q.name .. "'", 0)
  end
  local v, sentence = fit(q, choices, next_answer.value)
  if v == nil then error("answers, " .. q.name .. ": " .. sentence, 0) end
  return v, next_answer.defaulted
end

-- What a question that took its default is counted as: "*name<tab>answer"; without the answer where there may be many.
local function count_default(q, v)
  local few = (q.type == "choice" or q.type == "yesno" or q.type == "text") and type(q.default) ~= "function"
  live.count("*" .. q.name .. "\t" .. (few and answer_text(v) or ""))
end

-- Asks a question record; used by ask and by charts without rows.
function words.ask_raw(q, about, with)
  local who = name_of(about)
  if q.type == "text" and type(q.default) == "function" then      -- what it answers says what kind of question it is
    local default = with and with.default
    if default == nil then default = q.default(about) end
    if type(default) == "boolean" then q = setmetatable({ type = "yesno" }, { __index = q })
    elseif type(default) == "number" then q = setmetatable({ type = "number" }, { __index = q }) end
  end
  local always = q.always
  local choices = with and with.choices or value_of(q.choices, about)
  if choices then choices = live.words.items(choices) end
  if with and (with.exactly or with.upto) or q.type == "several" then
    local n = with and with.exactly or q.exactly
    q = setmetatable({ type = "several", exactly = n and math.min(n, #choices), upto = with and with.upto or q.upto }, { __index = q })
    if q.upto and not (with and with.exactly) then q.exactly = nil end
  end
  if always ~= nil then
    local fixed = always == true                                   -- the default
    always = value_of(always, about)
    if q.type == "text" and q.default == nil and type(always) == "boolean" and not fixed then return always end
    if always == true and q.type ~= "yesno" then return (default_of(q, choices, about, with)) end
    local kept, sentence = fit(q, choices, always)
    if kept == nil then error("question \"" .. q.name .. "\", always: " .. sentence, 0) end
    return kept
  end
  if q.type == "choice" and #choices == 0 then return nil end
  if q.type == "several" and #choices == 0 then return {} end
  local read = live.watching or live.settle ~= "default"       -- or nobody reads it
  local text = read and live.fill(with and with.text or q.text, about)
  live.asked = true
  local v, defaulted = answer(q, choices, about, with, who, text)
  live.answered[#live.answered + 1] = { id = q.name, value = journal_form(v), defaulted = defaulted or nil }
  if live.watching then
    live.happen("asked", q.name, text .. " " .. answer_text(v), { who = who, answer = journal_form(v), defaulted = defaulted or nil, secret = q.secret or nil })
  elseif defaulted and live.count then
    count_default(q, v)
  end
  return v
end

-- ask("relight", about, with) -> the answer
function words.ask(name, about, with)
  local q = live.R.questions[name]
  if not q then
    error("ask: there is no question '" .. tostring(name) .. "'" .. common.hint(tostring(name), live.R.kinds.question:names()), 0)
  end
  return words.ask_raw(q, about, with)
end

-- --- checks -----------------------------------------------------------------------------------------------------

local function sign(n) return n < 0 and tostring(n) or "+" .. tostring(n) end

-- Over a number, or at most a number: then the number is what is tested, unless another is given.
local function prepare(who, what, dc, with)
  if who ~= nil and type(who) ~= "table" then
    error("check: who makes it comes first, check(who, \"dex\", 11), and this is " .. common.show(who), 0)
  end
  local under = live.R.under
  if with and with.under ~= nil then under = with.under end
  local add = (not under or dc == nil) and live.R.final.rule.modifier(who, what) or 0
  if under and dc == nil then dc, add = add, 0 end
  if type(dc) ~= "number" then error("check: a DC is needed, check(who, \"dex\", 11), and this is " .. common.show(dc), 0) end
  local c = { who = who, what = what, dc = dc, adv = 0, dis = 0, add = add, under = under or nil }
  if with then
    for k, v in next, with do
      if k == "add" then c.add = c.add + v elseif k ~= "who" then c[k] = v end
    end
  end
  live.hook("check", c)
  c.dice = live.R.final.rule.check_dice(c)
  return c
end

-- How far a total is on the good side of what the door was asked for; under: what is over the number fails.
local function margin(under, total, dc)
  if under then return dc - 1 - total end
  return total - dc
end

local untold_check = untold_meta("total", "natural", "margin")

local function settle_check(c)
  local who, why = name_of(c.who), c.what and tostring(c.what):upper() or "check"
  local nth
  local add, dc = c.add, c.dc
  if c.under then dc, add = dc + add + 1, 0 end            -- what is over it fails
  local over
  over, c.total, c.natural, nth = door.test(c.dice, add, dc, why, who, live.secret or c.secret or nil)
  c.success = over == not c.under
  if c.total then
    c.margin = margin(c.under, c.total, dc)
  else
    local die, under = c.dice, c.under         -- whatever a hook makes of the check: the dice were rolled for this one
    told_when_asked(c, untold_check, function()
      local total, natural = live.branch.split_test(die, add, dc, over, nth)
      return { total = total, natural = natural, margin = margin(under, total, dc) }
    end)
  end
  if c.fail then c.success = false elseif c.succeed then c.success = true end
  live.hook("checked", c)
  if not live.watching then
    live.happen("check", c.success and "success" or "failure")
  else
    local roll = nth and door.rolls()[nth]
    local shown, target = c.add, c.dc
    if c.under then shown, target = 0, c.dc + c.add end
    if roll then roll.add, roll.dc, roll.success, roll.what = shown, target, c.success, c.what end
    live.happen("check", c.success and "success" or "failure",
      (who and who .. ": " or "") .. why .. " " .. tostring(c.total - shown) .. (shown ~= 0 and sign(shown) .. " = " .. tostring(c.total) or "")
        .. (c.under and " under " or " vs ") .. tostring(target) .. ", " .. (c.success and "success" or "failure"),
      { who = who, what = c.what, roll = nth and nth - 1, total = c.total, dc = target, add = shown, under = c.under, secret = c.secret or nil, check = true, deed = live.deed })
  end
  return c.success, c
end

-- check(who, what, dc, with) -> success, c
function words.check(who, what, dc, with)
  return settle_check(prepare(who, what, dc, with))
end

-- contest(who, what, other, against, with) -> won, c, what the other rolled: both roll, and a tie is the other's
function words.contest(who, what, other, against, with)
  if type(other) ~= "table" then
    error("contest: two sides are needed, contest(who, \"might\", foe, \"might\"), and the other is " .. common.show(other), 0)
  end
  if live.R.under then error("contest: the higher total wins, and here checks roll under; compare two rolls of dice(…)", 0) end
  local theirs = prepare(other, against, 0, { contest = true, secret = with and with.secret })
  local expr = theirs.dice .. (theirs.add ~= 0 and sign(theirs.add) or "")
  local total, nth = door.roll(expr, against and tostring(against):upper() or "contest", name_of(other), hidden(with))
  if nth then fell(nth) end
  local with_total = { contest = true, against = total }
  for k, v in next, with or {} do with_total[k] = v end
  local won, c = words.check(who, what, total + 1, with_total)
  return won, c, total
end

-- checks(list, what, dc, with) -> how many succeeded, list of c
function words.checks(list, what, dc, with)
  local all, exprs, names = {}, {}, {}
  for i, who in ipairs(live.words.items(list)) do
    all[i] = prepare(who, what, dc, with)
    exprs[i], names[i] = all[i].dice, name_of(who) or "?"
  end
  door.want(exprs, what and tostring(what):upper() or "check", names)
  local good = 0
  for _, c in ipairs(all) do
    if settle_check(c) then good = good + 1 end
  end
  return good, all
end

-- --- the host's own rules, which a file may replace --------------------------------------------------------------------

words.rules = {}

-- rule.modifier(who, what): the fields named, added up: "dex", "intellect|perception".
function words.rules.modifier(who, what)
  if what == nil then return 0 end
  local sum = 0
  for field in tostring(what):gmatch("[^|]+") do
    local v = who[field]
    if type(v) ~= "number" then error("check: " .. tostring(name_of(who)) .. "'s " .. field .. " is no number", 0) end
    sum = sum + v
  end
  return sum
end

-- rule.deed_order(deeds): in which order the deeds of a step are done: as they were declared.
function words.rules.deed_order(deeds) return deeds end

-- rule.check_dice(c): the ruleset's check; with more advantages than none, and no disadvantage, two and the higher.
function words.rules.check_dice(c)
  local die = live.R.check_dice
  if not die then error("check: the ruleset says no dice for checks; write ruleset \"…\" { check = \"1d20\" }", 0) end
  if (c.adv > 0) == (c.dis > 0) then return die end
  local sides = tostring(die):match("^1?d(%d+)$")
  if not sides then error("check: advantage needs a check of one die, and this ruleset rolls " .. tostring(die) .. "; write rule.check_dice", 0) end
  return "2d" .. sides .. ((c.adv > 0) == not c.under and "kh1" or "kl1")
end

return words
