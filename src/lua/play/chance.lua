-- chance.lua -- dice, things picked by lot, checks and contests, charts and cards.
-- Every draw is asked for as a whole (recorder.lua): rules cannot tell whether program or table rolls.
local columns = module "read/columns"
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local asking = module "play/questions/asking"
local values = module "play/questions/values"
local records = module "play/records"
local recorder = module "play/recorder"
local tracks = module "play/tracks"
local chance = {}

local mistake, name_of, place_roll, show = common.mistake, values.name_of, events.place_roll, common.show

-- True if a draw is secret: in a secret deed, or when `thing` says so: a deck, track or check, or the
-- options of the word; or nil.
local function is_secret(thing) return live.secret or thing and thing.secret or nil end

-- --- dice ------------------------------------------------------------------

-- True for dice of which none is rolled, as a pool that has run out: "0d6", "0d6>=5".
local function is_no_dice(expr) return type(expr) == "string" and expr:find "^0d[%d%%][^%s+*()-]*$" ~= nil end

-- dice("2d6+1", "why", { secret = true }) -> the total
function chance.dice(expr, why, with)
  if why ~= nil and type(why) ~= "string" then
    mistake("dice: what follows the dice is what they are for, a text, and this is %s; all dice are one text",
      show(why))
  end
  if is_no_dice(expr) then return 0 end
  local total, nth = recorder.roll(expr, why, nil, live.secret or with and with.secret or nil, true)
  if nth then place_roll(nth, with) end
  return total
end

-- faces("3d6", "why", { secret = true }) -> list of faces, total
function chance.faces(expr, why, with)
  if is_no_dice(expr) then return {}, 0 end
  local list, total, nth = recorder.faces(expr, why, nil, is_secret(with))
  place_roll(nth, with)
  return list, total
end

-- pool(3, "d6", "tension") -> list of faces, total; people are shown the faces alone; a pool may be empty
function chance.pool(n, die, why)
  if math.type(n) ~= "integer" or n < 0 then
    if math.type(die) == "integer" then
      mistake("pool: the number of dice comes first, and then the die; this is %s", show(n))
    end
    mistake("pool: a whole number of dice is needed, and this is %s", show(n))
  end
  if n == 0 then return {}, 0 end
  return chance.faces(n .. tostring(die), why, { pool = true })
end

-- odds("4d6kh3", 15) -> the chance of a total of 15 or more: a number, and a fraction as a text
-- odds "4d6kh3" -> the mean of the totals, the same way
function chance.odds(expr, dc)
  local totals, shares = probability.of(expr)
  local sum = probability.fraction(0)
  for i, total in ipairs(totals) do
    if dc == nil then
      if math.type(total) ~= "integer" then
        mistake("odds: the totals of %s are no whole numbers", tostring(expr))
      end
      sum = sum + shares[i] * total
    elseif total >= dc then sum = sum + shares[i] end
  end
  return probability.float(sum), tostring(sum)
end

-- sides "2d6" -> 6, the sides of each die; 0 for a word that is not a die, such as "gone", the last step of a
-- usage die
function chance.sides(die)
  local n = math.type(die) == "integer" and "1" or tostring(die):match("^%d*d(%d+)")
    or tostring(die):match("^%d*d(%%)")
  if n then return n == "%" and 100 or math.tointeger(tonumber(n)) end
  if type(die) ~= "string" or die:find("%d") then
    mistake("sides: a die is needed, as \"d8\", and this is %s", show(die))
  end
  return 0
end

local usual_dice <const> = { "d4", "d6", "d8", "d10", "d12", "d20" } -- where next_die is given no ladder

-- next_die("d6", 1, ladder) -> the die n steps up (or down, n below 0); nil past the end
function chance.next_die(die, n, ladder)
  local steps = ladder and records.items(ladder) or usual_dice
  local at = common.contains(steps, (tostring(die):gsub("^1d", "d")))
  if not at then
    mistake("next_die: '%s' is not on the ladder %s", tostring(die), table.concat(steps, " "))
  end
  return steps[at + (n or 1)]
end

-- use([owner,] "rations", 2): rolls the die of a ladder, which goes down a step at 2 or less.  Returns what
-- it showed, and whether it went down; nil when it was used up before.
function chance.use(a, b, c)
  local owner, track, low = tracks.read("use", a, b, c)
  if track.kind ~= "ladder" then
    mistake("use: %s is not a ladder of dice: steps = { \"gone\", \"d4\", \"d6\" }", track.name)
  end
  if math.type(low) ~= "integer" then
    mistake("use: up to which number does it go down a step? use(\"%s\", 2)", track.name)
  end
  local die = owner[track.name]
  if not door.range(die) then return nil, false end
  local whose = track.of ~= "party" and track.of ~= "campaign" and name_of(owner) or nil
  local total, nth = recorder.roll(die, track.name, whose, is_secret(track))
  place_roll(nth, track)
  local down = total <= low
  if down then tracks.lose(owner, track.name) end
  return total, down
end

-- --- picking ---------------------------------------------------------------

-- The weights of items, a field or function of each, added up one after the other; and their sum.
local function add_weights(items, by)
  local sums, sum = {}, 0
  for i, item in ipairs(items) do
    local w
    if type(by) == "function" then w = by(item) else w = item[by] end
    if math.type(w) ~= "integer" or w < 0 then
      mistake("pick: a weight is a whole number of at least 0, and this is %s", show(w))
    end
    sum = sum + w
    sums[i] = sum
  end
  return sums, sum
end

-- pick(list or kind, "why", weight, { secret = true }) -> one of them
function chance.pick(list, why, by, with)
  if type(by) == "table" then by, with = nil, by end
  local items = records.items(list)
  if #items == 0 then mistake "pick: there is nothing to pick from" end
  if type(why) == "function" then
    mistake "pick: the second says in a text what is picked; pick(those(list, function(x) … end), \"why\") \z
      picks from some"
  end
  local at, nth
  if by == nil then
    at, nth = recorder.pick(#items, why or "pick", nil, is_secret(with))
  else
    local sums, sum = add_weights(items, by)
    if sum == 0 then mistake "pick: every weight is 0; give something to pick from a weight above 0" end
    at, nth = recorder.weighted(sums, sum, why or "pick", nil, is_secret(with))
  end
  place_roll(nth, with)
  return items[at]
end

-- --- modifiers -------------------------------------------------------------

-- The number that a modifier has in a field: as written, or as its function gives it; true is 1.
local function number_of(modifier, key, c)
  local v = modifier[key]
  if type(v) == "function" then
    local f = v
    v = f(c)
    if type(v) == "boolean" then return v and 1 or 0 end
    if math.type(v) ~= "integer" then
      events.bad_result(f, ("modifier \"%s\", %s: a whole number is needed, and this gives ")
        :format(modifier.name, key), v)
    end
  end
  return v
end

-- The modifiers of a list that are for all checks, or for one of the fields that a check adds up.
local function modifiers_for(list, fields)
  return common.where(list, function(modifier)
    local function is_among(field) return common.contains(modifier.to, field) end
    return not modifier.to or common.first(fields, is_among) ~= nil
  end)
end

local FACTS_MAX <const> = 200                  -- things whose checks are remembered; rules have few
local facts, facts_n = {}, 0                   -- what is checked, "might|nerve" -> see facts_of; how many

-- The facts that are the same in all checks of one thing, for example of "might|nerve":
--   fields      the fields that are added up: might, nerve
--   label       how a roll shows it, "might and nerve"; three letters are an abbreviation, "CON"; nil where
--               nothing is named
--   modifiers   those of checks that may hold for this one
local function facts_of(what)
  local known = facts[what or false]
  if known then return known end
  local fields = common.split(tostring(what or ""), "[^|]+")
  local names = common.map(fields, function(field) return #field <= 3 and field:upper() or field end)
  local new = { fields = fields, label = what and table.concat(names, " and ") or nil,
    modifiers = modifiers_for(live.R.modifiers.checks, fields) }
  if facts_n < FACTS_MAX then facts[what or false], facts_n = new, facts_n + 1 end
  return new
end

local function unless_zero(n)
  if n ~= 0 then return n end
end

-- Adds up the modifiers of a list that hold for a check or a roll on a chart.  Returns the sums of add, adv
-- and dis, and the list of { name, add, adv, dis } of those that change anything, or nil.
local function modifiers_of(list, c)
  local sum_add, sum_adv, sum_dis, applied = 0, 0, 0, nil
  for i = 1, #list do
    local modifier = list[i]
    if not modifier.when or modifier.when(c) then
      local add = modifier.add and number_of(modifier, "add", c) or 0
      local adv = modifier.adv and number_of(modifier, "adv", c) or 0
      local dis = modifier.dis and number_of(modifier, "dis", c) or 0
      if add ~= 0 or adv ~= 0 or dis ~= 0 then
        sum_add, sum_adv, sum_dis = sum_add + add, sum_adv + adv, sum_dis + dis
        applied = applied or {}
        applied[#applied + 1] = { name = modifier.name, add = unless_zero(add), adv = unless_zero(adv),
          dis = unless_zero(dis) }
      end
    end
  end
  return sum_add, sum_adv, sum_dis, applied
end

-- --- checks and contests ---------------------------------------------------

local function signed(n) return n < 0 and tostring(n) or "+" .. tostring(n) end

-- The name of what is checked, as a roll shows it; `otherwise` where nothing is named.
local function label_of(what, otherwise) return facts_of(what).label or otherwise end

-- Raises for the arguments of check in a wrong order.
local function check_order(who, what)
  if who ~= nil and type(who) ~= "table" then
    mistake("check: who makes it comes first, check(who, \"dex\", 11), and this is %s", show(who))
  end
  if type(what) == "number" then
    mistake("check: what is checked comes before how hard it is, check(who, \"dex\", %s), and this is %s",
      show(what), show(what))
  end
end

-- Adds the options of check(who, what, dc, with) to a check; true as adv or dis is 1.
local function add_options(c, with)
  for key, v in next, with do
    if key == "add" then c.add = c.add + v
    elseif (key == "adv" or key == "dis") and type(v) == "boolean" then c[key] = v and 1 or 0
    elseif key ~= "who" then c[key] = v end
  end
end

-- Adds those of the modifiers that hold for a check.
local function add_modifiers(c, modifiers)
  local add, adv, dis, applied = modifiers_of(modifiers, c)
  c.add, c.adv, c.dis = c.add + add, c.adv + adv, c.dis + dis
  c.modifiers = applied
end

-- A check before its roll: { who, what, dc, adv, dis, add, under, dice } and the fields of with.  A check
-- that rolls under tests the field itself, unless a number is given.
local function prepare(who, what, dc, with)
  if type(who) ~= "table" or type(what) == "number" then check_order(who, what) end
  local under, add = live.R.under, 0
  if with and with.under ~= nil then under = with.under end
  if under and dc == nil then dc = live.R.final.rule.modifier(who, what)
  elseif not under then add = live.R.final.rule.modifier(who, what) end
  if type(dc) ~= "number" then
    mistake("check: a DC is needed, check(who, \"dex\", 11), and this is %s", show(dc))
  end
  local c = {                                   -- the nils make room for what the roll sets
    who = who, what = what, dc = dc, adv = 0, dis = 0, add = add, under = under or nil, dice = nil,
    success = nil, total = nil, natural = nil, margin = nil,
  }
  if with then add_options(c, with) end
  local modifiers = facts_of(c.what).modifiers
  if modifiers[1] then add_modifiers(c, modifiers) end
  if live.on.check then events.hook("check", c) end
  c.dice = live.R.final.rule.check_dice(c)
  return c
end

local roll_fields <const> = { "total", "natural", "margin" }

-- By how much a check succeeded; below 0: failed.  dc: the least total that succeeds, or, where a check rolls
-- under, the least that fails.
local function margin_of(sum, dc, under) return under and dc - 1 - sum or sum - dc end

-- Rolls for a check.  Sets success, total, natural (the face) and margin; returns the number of the draw.
local function roll(c, why, who)
  local add, dc, under, die = c.add, c.dc, c.under, c.dice
  if under then dc, add = dc + add + 1, 0 end     -- the door tests for dc or more, which here is a failure
  local over, total, natural, nth = recorder.test(die, add, dc, why, who, live.secret or c.secret or nil)
  c.success = over == not under
  if total then c.total, c.natural, c.margin = total, natural, margin_of(total, dc, under)
  else
    local known = {}
    recorder.defer(c, roll_fields, function(name, comparison)
      local function fields_of(sum, face)
        return { total = sum, natural = face, margin = margin_of(sum, dc, under) }
      end
      local sum, face, is_any = recorder.total_of_test(die, add, dc, over, nth, known,
        comparison and name .. comparison.key .. (under and " under" or ""), function(total, natural)
          return comparison.sign(fields_of(total, natural)[name], comparison.number)
        end)
      local drawn = fields_of(sum, face)
      return drawn, false, is_any and drawn[name] or nil
    end)
  end
  return nth
end

-- The sum of a check as people read it: "12", or "9+3 = 12".
local function sum_text(total, add)
  if add == 0 then return tostring(total) end
  return tostring(total - add) .. signed(add) .. " = " .. tostring(total)
end

-- Returns text and fields of the event of a check.  Adds the check to its roll as well.
local function describe_check(c, who, why, nth)
  local rolled = nth and door.rolls()[nth]
  local add, target = c.add, c.dc
  -- The sum added to a check that rolls under raises the number to roll under, and not the roll.
  if c.under then add, target = 0, c.dc + c.add end
  if c.contest then target = c.against end           -- what the other side has: a tie is no number to reach
  if rolled then
    rolled.add, rolled.dc = add, target
    rolled.success, rolled.what = c.success, c.what
  end
  local head = who and who .. ": " .. why or why
  local text = ("%s %s %s %s, %s"):format(head, sum_text(c.total, add), c.under and "under" or "vs", target,
    c.success and "success" or "failure")
  return text, {
    who = who, what = c.what, roll = nth and nth - 1, total = c.total, dc = target, add = add,
    under = c.under, modifiers = c.modifiers, secret = c.secret or nil, public = events.declared(c),
    check = true, deed = live.deed or nil, label = c.label and tostring(c.label) or nil,
  }
end

-- Rolls the dice of a prepared check and tells the result.  Returns success, c.
local function make_check(c)
  local who, why = name_of(c.who), c.label and tostring(c.label) or facts_of(c.what).label or "check"
  local nth = roll(c, why, who)
  if c.fail then c.success = false elseif c.succeed then c.success = true end
  if live.on.checked then events.hook("checked", c) end
  events.happen("check", c.success and "success" or "failure", describe_check, c, who, why, nth)
  return c.success, c
end

-- check(who, what, dc, with) -> success, c
function chance.check(who, what, dc, with) return make_check(prepare(who, what, dc, with)) end

local contest_fields <const> = { "total", "natural", "margin", "dc", "against" }
-- The options of contest(…) with which both rolls may be one draw.
local plain_options <const> = common.set "add adv dis secret label"

-- True if nothing but its dice can look at or change a check: no hook, no modifier, no option.
local function is_plain(what, with)
  for key in next, with or {} do if not plain_options[key] then return false end end
  return not live.on.check and not live.on.checked and not facts_of(what).modifiers[1]
    and live.R.final.rule.check_dice == chance.rules.check_dice
end

-- Makes a contest as one draw (recorder.contest).  expr: the other's dice.  Returns as chance.contest does,
-- or nil where each side has to roll.
local function contest_as_one(who, what, with, expr)
  local how = recorder.contest and is_plain(what, with) and recorder.reads_contest()
  if not how then return nil end
  local c = prepare(who, what, 0, with)
  local won, draw, total = recorder.contest(how, c.dice, c.add, expr)
  if won == nil then return nil end
  c.contest, c.success, c.dc = true, won, nil
  recorder.defer(c, contest_fields, draw)
  local why = c.label and tostring(c.label) or label_of(what, "check")
  events.happen("check", won and "success" or "failure", describe_check, c, name_of(who), why)
  return won, c, total
end

-- contest(who, what, other, against, with) -> won, c, the other's total: both roll, and the other wins a tie
-- (a choice: whoever acts has to be better)
function chance.contest(who, what, other, against, with)
  if type(other) ~= "table" then
    mistake("contest: two sides are needed, contest(who, \"might\", foe, \"might\"), and the other is %s",
      show(other))
  end
  if live.R.under then
    mistake "contest: the higher total wins, and here checks roll under; compare two rolls of dice(…)"
  end
  -- 0: the other has no number to reach; the total is the number that `who` has to beat.
  local theirs = prepare(other, against, 0, { contest = true, secret = with and with.secret })
  local expr = theirs.dice .. (theirs.add ~= 0 and signed(theirs.add) or "")
  local is_won, drawn, to_beat = contest_as_one(who, what, with, expr)
  if is_won ~= nil then return is_won, drawn, to_beat end
  local total, nth = recorder.roll(expr, label_of(against, "contest"), name_of(other), is_secret(with))
  place_roll(nth, with)
  local with_total = { contest = true, against = total }
  for k, v in next, with or {} do with_total[k] = v end
  local won, c = chance.check(who, what, total + 1, with_total)
  return won, c, total
end

-- checks(list, what, dc, with) -> how many succeeded, list of c
function chance.checks(list, what, dc, with)
  local all, good = {}, 0
  for i, who in ipairs(records.items(list)) do all[i] = prepare(who, what, dc, with) end
  if recorder.want then
    local function name(c) return name_of(c.who) or "?" end
    local exprs = common.map(all, function(c) return c.dice end)
    recorder.want(exprs, label_of(what, "check"), common.map(all, name), is_secret(with))
  end
  for i = 1, #all do
    if make_check(all[i]) then good = good + 1 end
  end
  return good, all
end

-- degrees(c, 5) -> by how many full fives a check was over its DC; if it was under it, a number below 0
function chance.degrees(c, size)
  if type(c) ~= "table" or c.margin == nil then
    mistake "degrees: a check is needed, as: local ok, c = check(…)"
  end
  if type(size) ~= "number" or size <= 0 then mistake "degrees: a size is needed, degrees(c, 5)" end
  return c.margin >= 0 and c.margin // size or -(-c.margin // size)
end

-- --- the host's own rules, which a file may replace -----------------------

chance.rules = {}

-- rule.modifier(who, what): the fields named, added up: "dex", "intellect|perception".
function chance.rules.modifier(who, what)
  if what == nil then return 0 end
  local one = who and rawget(who, what)                    -- a single field, as most of the time
  if math.type(one) then return one end
  local sum = 0
  for _, field in ipairs(facts_of(what).fields) do
    local v = who[field]
    if type(v) ~= "number" then mistake("check: %s's %s is not a number", tostring(name_of(who)), field) end
    sum = sum + v
  end
  return sum
end

-- rule.deed_order(deeds): the order in which the deeds of a step are done: as they were declared.
function chance.rules.deed_order(deeds) return deeds end

-- rule.cannot(verb, who, …): why a deed of any verb cannot be done; nothing forbids one here.
function chance.rules.cannot() end

-- rule.check_dice(c): the dice of the ruleset's checks.  With advantage and no disadvantage two are rolled
-- and the better one counts; the other way round, the worse.  Where checks roll under (c.under), the lower
-- one is the better.
function chance.rules.check_dice(c)
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

-- --- charts ----------------------------------------------------------------

-- Asks instead of rolling, since the chart has no rows.  Returns a row made of the answer, whose text is
-- taken as it is, and r.
local function ask_chart(chart, about)
  local answer = asking.put({ name = chart.name, text = chart.ask, type = "text", default = "something",
    secret = chart.secret, public = chart.public }, about)
  local r = { chart = chart.name, about = about,
    row = { at = "", name = answer, text = answer, chart = chart.name } }
  events.hook(chart.name, r)
  events.happen(chart.name, r.row.name, r.row.text,
    { secret = chart.secret or nil, public = chart.public, chart = true, asked = true })
  return r.row, r
end

local row_fields <const> = { "total", "face" }

-- Has the total and face of r found when a rule reads them: the recorder told only the row.  place: of the
-- row; nth: of the draw.
local function defer_total(r, die, chart, add, place, nth)
  recorder.defer(r, row_fields, function()
    local sum, natural = recorder.total_of_row(die, chart.index, chart.min, chart.max, add, place, nth)
    return { total = sum, face = natural }
  end)
end

-- The text of a row of a chart.  Gaps in it, such as {name}, are filled from what the roll is about.
local function row_text(chart, row, about)
  local place = live.R.charts[chart].by_name[row.name].item.place
  return events.fill_at(place, row.text, about, "chart \"%s\", row \"%s\"", chart, row.name)
end

-- Text and fields of the event that a row came up.  with: the options of the roll r, or nil.
local function describe_row(r, total, nth, secret, public, with)
  return row_text(r.chart, r.row, r.about), { roll = nth and nth - 1, total = total, modifiers = r.modifiers,
    column = r.column, secret = secret, public = public, chart = true,
    quiet = live.quiet or with and with.quiet or nil }
end

-- Does what describe_row does, for a roll without options, modifiers and hook, which is quicker.
local function describe_plain_row(chart, row, about, total, nth, secret)
  return row_text(chart.name, row, about), { roll = nth and nth - 1, total = total, secret = secret,
    column = chart.in_column, public = chart.public, chart = true, quiet = live.quiet or nil }
end

-- Raises when roll("hazard", { add = 1 }) was meant as roll("hazard", nil, { add = 1 }).
local function check_about(name, about)
  if type(about) == "table" and getmetatable(about) == nil
    and (about.add or about.die or about.at or about.secret or about.public) then
    mistake("roll: what it is about comes first: roll(\"%s\", nil, { … })", name)
  end
end

-- Calls the hook of a chart, which may choose another row.  Returns the row.
local function hooked_row(name, r)
  events.hook(name, r)
  local row = r.row
  if type(row) ~= "table" or rawget(row, "name") == nil and getmetatable(row) == nil then
    mistake("on.%s: r.row must be a row, as chart.%s.NAME", name, name)
  end
  return row
end

-- Takes the row of a chart at a place that the rules give, without a die: roll("hazard", nil, { at = 3 }).
-- Sets the total of r.  Returns the place of the row, and the total.
local function row_at(chart, r, with)
  local total = with.at + (with.add or 0)
  r.total = total
  return chart.index[math.max(chart.min, math.min(chart.max, total))], total
end

-- Rolls on a chart with its modifiers.  Returns the place of the row, the number of the draw, and the total.
-- Sets total and face of r; when the recorder tells only the row, they are deferred, and the total returned
-- is nil.
local function roll_row(chart, r, about, with, secret)
  local add, is_quiet, _ = 0, with and with.quiet, nil  -- is_quiet: nobody is asked for its dice
  if chart.modifiers then add, _, _, r.modifiers = modifiers_of(chart.modifiers, r) end
  local die = with and with.die and tostring(with.die) or chart.die
  if not die then
    mistake("roll: chart \"%s\" has no die; give one, { die = \"1d6\" }, or a place, { at = 3 }", chart.name)
  end
  if with and with.add then add = add + with.add end
  if is_quiet then door.by_default(true) end
  local place, total, nth, face = recorder.row(die, chart.index, chart.min, chart.max, add, chart.name,
    about ~= nil and name_of(about) or nil, secret)
  if is_quiet then door.by_default(live.quiet) end
  r.total, r.face = total, face
  if not total then defer_total(r, die, chart, add, place, nth) end
  return place, nth, total
end

-- Rolls with options, modifiers or a hook.  with: the options, or nil.
local function roll_in_full(chart, name, about, with)
  local secret = live.secret or chart.secret or with and with.secret or nil
  local r = { chart = name, about = about, total = nil, face = nil, row = nil, column = chart.in_column }
  local place, nth, total
  if with and with.at then place, total = row_at(chart, r, with)
  else place, nth, total = roll_row(chart, r, about, with, secret) end
  local rolled = chart.sealed_rows[place]
  if not rolled then mistake("chart \"%s\" has no row for %s", name, tostring(total)) end
  r.row = rolled
  local row, public = rolled, chart.public
  if live.on[name] then row = hooked_row(name, r) end
  if with then public = events.declared(with, public) end
  events.happen(name, row.name, describe_row, r, total, nth, secret, public, with)
  -- held: the hook put off what the row does.
  if row.does and not r.held then row.does(about, r) end
  return row, r
end

-- The function (about) that rolls on a chart without modifiers and without a hook, and returns the row and r.
-- of_step: the function of a step, which is about nothing, and whose results nobody asks for: r is made only
-- for the function of a row that takes it.
local function plain_roller(chart, name, of_step)
  local die, index, min, max, rows, is_secret = chart.die, chart.index, chart.min, chart.max, chart.rows,
    chart.secret or nil
  return function(about)
    if of_step then about = nil end
    local secret = live.secret or is_secret
    local place, total, nth, face = recorder.row(die, index, min, max, 0, name,
      about ~= nil and name_of(about) or nil, secret)
    local plain, row, r = rows[place], nil, nil
    if not plain then mistake("chart \"%s\" has no row for %s", name, tostring(total)) end
    if not of_step or plain.takes_roll then
      row = chart.sealed_rows[place]
      r = { chart = name, about = about, total = total, face = face, row = row, column = chart.in_column }
      if not total then defer_total(r, die, chart, 0, place, nth) end
    end
    events.happen(name, plain.name, describe_plain_row, chart, plain, about, total, nth, secret)
    if plain.run then plain.run(about, r) end
    return row, r
  end
end

-- The value that chooses the column of a chart: what its rule gives, a track, or a field of the present room.
local function chooser(chart, about)
  local by = chart.by
  if type(by) ~= "string" then return by and by(about) end
  local track = live.R.tracks[by]
  local find = track and tracks.usual_owner[track.of]
  local is_own = track and not find and type(about) == "table"
  return (is_own and about or find and find() or live.env.here)[by]
end

-- The chart as a roll in one of its columns reads it.
local function column_of(chart, about, with)
  local value = with and with.column
  if value == nil then value = chooser(chart, about) end
  local at = value ~= nil and columns.find(chart, value)
  if at then return chart.column[at] end
  mistake("chart \"%s\" has the columns %s; %s", chart.name, common.list(chart.columns), value == nil
    and ("say which, roll(\"%s\", nil, { column = \"%s\" }), or give it by = rule.NAME"):format(chart.name,
      chart.columns[1]) or "and none is " .. show(value))
end

-- roll("hazard", about, with) -> row, r.  If rows do something to members, a roll about nobody is about the
-- whole party.  But while members act one by one it stays about nobody, and such an effect is a mistake: one
-- of them is meant, and the rule does not say whom.
function chance.roll(name, about, with)
  local chart = live.R.charts[name] or live.thing("charts", name, "roll")
  if about == nil and chart.of_member and not live.one_by_one then about = live.party end
  if chart.column then chart = column_of(chart, about, with) end
  if with == nil then
    if about ~= nil then check_about(name, about) end
    if chart.roll then return chart.roll(about) end
  end
  if not chart.index then return ask_chart(chart, about) end
  return roll_in_full(chart, name, about, with)
end

-- Returns a function that rolls on a chart, about nobody, for a step of a procedure.
function chance.roller(name)
  local chart = live.R.charts[name]
  local is_plain = chart and chart.roll and not chart.column and not chart.of_member
  if is_plain then return plain_roller(chart, name, true) end
  return function() chance.roll(name) end
end

-- Prepares the charts of the rules: their modifiers, and chart.roll where none of them and no hook changes a
-- roll.
function chance.prepare(R)
  facts, facts_n = {}, 0
  for name, chart in next, R.charts do
    local list = R.modifiers.charts[name]
    chart.modifiers = list
    local is_plain = chart.die and not list and not live.on[name]
    chart.roll = chart.index and is_plain and plain_roller(chart, name)
    for _, column in ipairs(chart.column or {}) do column.roll = is_plain and plain_roller(column, name) end
  end
end

-- --- cards -----------------------------------------------------------------
-- The cards left of a deck are part of the state. They are drawn at random, so nothing depends on their
-- order: rules are shown them in that of the deck (in_order).

-- Puts the cards of a list in the order of the deck, so that the same cards are always the same list.
-- Returns the new list, and the cards that the deck does not have: card -> how many, or 0.
local function in_order(deck, cards)
  local left, list = {}, {}
  for _, card in ipairs(cards) do left[card] = (left[card] or 0) + 1 end
  for _, card in ipairs(deck.cards) do
    if (left[card] or 0) > 0 then
      left[card] = left[card] - 1
      list[#list + 1] = card
    end
  end
  return list, left
end

-- The cards of a deck without those that a track of the rules says are out of it, for good (deck.without).
local function whole(deck)
  local track = deck.without
  local out = track and tracks.usual_owner[track.of]()[track.name] or {}
  if #out == 0 then return deck.cards end
  local cards = common.copy_list(deck.cards)
  for _, card in ipairs(out) do
    local at = common.contains(cards, card)
    if at then table.remove(cards, at) end
  end
  return cards
end

-- The cards that are left of a deck, in its order.
local function left_of(deck)
  local left, all = live.S.decks[deck.name], whole(deck)
  return left and in_order({ cards = all }, left) or common.copy_list(all)
end

-- The list of the cards left, in the state.
local function remaining(deck)
  local decks = live.S.decks
  if not decks[deck.name] or deck.without then decks[deck.name] = left_of(deck) end
  return decks[deck.name]
end

-- The place of the card that a spec says is drawn, or nil.
local function named_card(deck, cards)
  if not live.cards then return nil end
  local card = table.remove(live.cards, 1)
    or mistake("cards: a card more of the deck \"%s\" is drawn; name it, too", deck.name)
  local at, is_left = common.contains(cards, card), {}
  for _, left in ipairs(cards) do is_left[left] = true end
  return at or mistake("cards: the deck \"%s\" has no card '%s' left%s", deck.name, card,
    common.hint(card, common.keys(is_left)))
end

-- draw "omens" -> a card, or nil when none is left
function chance.draw(name, who)
  local deck = live.thing("decks", name, "draw")
  local cards = remaining(deck)
  if #cards == 0 and deck.reshuffles then common.append(cards, whole(deck)) end
  if #cards == 0 then return nil end
  local secret, whose = is_secret(deck), type(who) == "table" and who.name or who
  local at, nth = named_card(deck, cards), nil
  if not at then at, nth = recorder.pick(#cards, name, whose, secret, cards) end
  local card = table.remove(cards, at)
  events.happen(name, card, card,
    { roll = nth and nth - 1, left = #cards, secret = secret, public = deck.public, chart = true,
      who = whose })
  events.hook(name, card, who)
  return card
end

-- put_back("omens", card) puts that card back, at its place in the order of the rules; put_back "omens" all
function chance.put_back(name, card)
  local deck = live.thing("decks", name, "put_back")
  if card == nil then
    live.S.decks[name] = nil
    return
  end
  local cards, too_many = in_order(deck, common.append(common.copy(remaining(deck)), { card }))
  if not common.contains(deck.cards, card) then
    mistake("put_back: the deck \"%s\" has no card '%s'%s", name, tostring(card),
      common.hint(tostring(card), deck.cards))
  end
  -- More of this card are there now than the deck has in all.
  if too_many[card] > 0 then mistake("put_back: '%s' is in the deck already", card) end
  live.S.decks[name] = cards
end

function chance.shuffle(name)
  live.thing("decks", name, "shuffle")
  chance.put_back(name)
end

-- cards "omens" -> list of the cards left
function chance.cards(name)
  local deck = live.thing("decks", name, "cards")
  return left_of(deck)
end

return chance
