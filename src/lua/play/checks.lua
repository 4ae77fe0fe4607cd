-- checks.lua -- checks and contests, and the host's rules for them that a file may replace.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local questions = module "play/questions"
local records = module "play/records"
local recorder = module "play/recorder"
local words = {}

local mistake, name_of, show = common.mistake, questions.name_of, common.show

local function sign(n) return n < 0 and tostring(n) or "+" .. tostring(n) end

-- The name of what is checked, as a roll shows it.
local function label_of(what, otherwise) return what and tostring(what):upper() or otherwise end

-- A check before its roll: { who, what, dc, adv, dis, add, under, dice } and the fields of with.  A check
-- that rolls under tests the field itself, unless a number is given.
local function prepare(who, what, dc, with)
  if who ~= nil and type(who) ~= "table" then
    mistake("check: who makes it comes first, check(who, \"dex\", 11), and this is %s", show(who))
  end
  local under, add = live.R.under, 0
  if with and with.under ~= nil then under = with.under end
  if under and dc == nil then dc = live.R.final.rule.modifier(who, what)
  elseif not under then add = live.R.final.rule.modifier(who, what) end
  if type(dc) ~= "number" then
    mistake("check: a DC is needed, check(who, \"dex\", 11), and this is %s", show(dc))
  end
  local c = { who = who, what = what, dc = dc, adv = 0, dis = 0, add = add, under = under or nil }
  for k, v in next, with or {} do
    if k == "add" then c.add = c.add + v elseif k ~= "who" then c[k] = v end
  end
  events.hook("check", c)
  c.dice = live.R.final.rule.check_dice(c)
  return c
end

local roll_fields <const> = { "total", "natural", "margin" }

-- Rolls for a check.  Sets success, total, natural (the face) and margin; returns the number of the draw.
local function roll(c, why, who)
  local add, dc, under, die = c.add, c.dc, c.under, c.dice
  if under then dc, add = dc + add + 1, 0 end              -- the door tests for dc or more, and that fails
  local over, total, natural, nth = recorder.test(die, add, dc, why, who, live.secret or c.secret or nil)
  local function margin(sum) return under and dc - 1 - sum or sum - dc end
  c.success = over == not under
  if total then c.total, c.natural, c.margin = total, natural, margin(total)
  else
    recorder.defer(c, roll_fields, function()
      local sum, face = recorder.total_of_test(die, add, dc, over, nth)
      return { total = sum, natural = face, margin = margin(sum) }
    end)
  end
  return nth
end

-- Text and fields of the event of a check, and the same for the roll that belongs to it.
local function describe_check(c, who, why, nth)
  local rolled = nth and door.rolls()[nth]
  local add, target = c.add, c.dc
  if c.under then add, target = 0, c.dc + c.add end
  if rolled then rolled.add, rolled.dc, rolled.success, rolled.what = add, target, c.success, c.what end
  local sum = tostring(c.total - add) .. (add ~= 0 and sign(add) .. " = " .. tostring(c.total) or "")
  local text = (who and who .. ": " or "") .. why .. " " .. sum .. (c.under and " under " or " vs ")
    .. tostring(target) .. ", " .. (c.success and "success" or "failure")
  return text, {
    who = who, what = c.what, roll = nth and nth - 1, total = c.total, dc = target, add = add,
    under = c.under, secret = c.secret or nil, check = true, deed = live.deed,
  }
end

local function make(c)
  local who, why = name_of(c.who), label_of(c.what, "check")
  local nth = roll(c, why, who)
  if c.fail then c.success = false elseif c.succeed then c.success = true end
  events.hook("checked", c)
  events.happen("check", c.success and "success" or "failure", describe_check, c, who, why, nth)
  return c.success, c
end

-- check(who, what, dc, with) -> success, c
function words.check(who, what, dc, with) return make(prepare(who, what, dc, with)) end

-- contest(who, what, other, against, with) -> won, c, the other's total: both roll, and the other wins a tie
function words.contest(who, what, other, against, with)
  if type(other) ~= "table" then
    mistake("contest: two sides are needed, contest(who, \"might\", foe, \"might\"), and the other is %s",
      show(other))
  end
  if live.R.under then
    mistake "contest: the higher total wins, and here checks roll under; compare two rolls of dice(…)"
  end
  local secret = with and with.secret
  local theirs = prepare(other, against, 0, { contest = true, secret = secret })
  local expr = theirs.dice .. (theirs.add ~= 0 and sign(theirs.add) or "")
  local total, nth = recorder.roll(expr, label_of(against, "contest"), name_of(other),
    live.secret or secret or nil)
  events.place_roll(nth)
  local with_total = { contest = true, against = total }
  for k, v in next, with or {} do with_total[k] = v end
  local won, c = words.check(who, what, total + 1, with_total)
  return won, c, total
end

-- checks(list, what, dc, with) -> how many succeeded, list of c
function words.checks(list, what, dc, with)
  local all, exprs, names = {}, {}, {}
  for i, who in ipairs(records.items(list)) do
    all[i] = prepare(who, what, dc, with)
    exprs[i], names[i] = all[i].dice, name_of(who) or "?"
  end
  recorder.want(exprs, label_of(what, "check"), names)
  local good = 0
  for _, c in ipairs(all) do
    if make(c) then good = good + 1 end
  end
  return good, all
end

-- degrees(c, 5) -> how many full fives a check was over its DC; below 0, under it
function words.degrees(c, size)
  if type(c) ~= "table" or c.margin == nil then
    mistake "degrees: a check is needed, as: local ok, c = check(…)"
  end
  if type(size) ~= "number" or size <= 0 then mistake "degrees: a size is needed, degrees(c, 5)" end
  return c.margin >= 0 and c.margin // size or -(-c.margin // size)
end

-- --- the host's own rules, which a file may replace ------------------------

words.rules = {}

-- rule.modifier(who, what): the fields named, added up: "dex", "intellect|perception".
function words.rules.modifier(who, what)
  if what == nil then return 0 end
  local sum = 0
  for field in tostring(what):gmatch("[^|]+") do
    local v = who[field]
    if type(v) ~= "number" then mistake("check: %s's %s is no number", tostring(name_of(who)), field) end
    sum = sum + v
  end
  return sum
end

-- rule.deed_order(deeds): the order in which the deeds of a step are done: as they were declared.
function words.rules.deed_order(deeds) return deeds end

-- rule.check_dice(c): the dice of the ruleset's checks.  With advantage and no disadvantage two are rolled
-- and the better one counts; the other way round, the worse.
function words.rules.check_dice(c)
  local die = live.R.check_dice
  if not die then
    mistake("check: the ruleset says no dice for checks; write ruleset \"…\" { check = \"1d20\" }")
  end
  if (c.adv > 0) == (c.dis > 0) then return die end
  local sides = tostring(die):match("^1?d(%d+)$")
  if not sides then
    mistake("check: advantage needs a check of one die, and this ruleset rolls %s; write rule.check_dice",
      tostring(die))
  end
  return "2d" .. sides .. ((c.adv > 0) == not c.under and "kh1" or "kl1")
end

return words
