-- chance.lua -- dice, things picked by lot, charts and cards.
-- Every draw is asked for as a whole (recorder.lua): rules cannot tell whether the program rolls or the table
-- does.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local questions = module "play/questions"
local records = module "play/records"
local recorder = module "play/recorder"
local tracks = module "play/tracks"
local words = {}

local mistake, place_roll = common.mistake, events.place_roll

-- Is a draw secret: in a secret deed, or when its thing or its options (each may be nil) say so?
local function is_secret(thing, with)
  return live.secret or thing and thing.secret or with and with.secret or nil
end

-- --- dice ------------------------------------------------------------------

-- dice("2d6+1", "why", { secret = true }) -> the total
function words.dice(expr, why, with)
  local total, nth = recorder.roll(expr, why, nil, is_secret(with))
  place_roll(nth)
  return total
end

-- faces("3d6", "why", { secret = true }) -> list of faces, total
function words.faces(expr, why, with)
  local list, total, nth = recorder.faces(expr, why, nil, is_secret(with))
  place_roll(nth)
  return list, total
end

-- pool(3, "d6", "tension") -> list of faces, total; a pool may be empty
function words.pool(n, die, why)
  if math.type(n) ~= "integer" or n < 0 then
    mistake("pool: a whole number of dice is needed, and this is %s", common.show(n))
  end
  if n == 0 then return {}, 0 end
  return words.faces(n .. tostring(die), why)
end

-- odds("4d6kh3", 15) -> the chance of 15 or more, and it as a fraction; odds "4d6kh3" -> the mean, the same
-- way
function words.odds(expr, dc)
  local totals, shares = probability.of(expr, true)
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

-- sides "1d8" -> 8, the sides of each die; 0 for a word that is no die, as the last step of a usage die
function words.sides(die)
  local n = math.type(die) == "integer" and "1" or tostring(die):match("^%d*d(%d+)")
    or tostring(die):match("^%d*d(%%)")
  if n then return n == "%" and 100 or math.tointeger(tonumber(n)) end
  if type(die) ~= "string" or die:find("%d") then
    mistake("sides: a die is needed, as \"d8\", and this is %s", common.show(die))
  end
  return 0
end

local shop <const> = { "d4", "d6", "d8", "d10", "d12", "d20" }       -- the steps, where a rule gives no other

-- next_die("d6", 1, ladder) -> the die n steps up (or down, n below 0); nil past the end
function words.next_die(die, n, ladder)
  local steps = ladder and records.items(ladder) or shop
  local at = common.contains(steps, (tostring(die):gsub("^1d", "d")))
  if not at then
    mistake("next_die: '%s' is not on the ladder %s", tostring(die), table.concat(steps, " "))
  end
  return steps[at + (n or 1)]
end

-- use([owner,] "rations", 2) -> what its die showed, whether it stepped down; nil when it was used up before
function words.use(a, b, c)
  local owner, track, low = tracks.read("use", a, b, c)
  if track.kind ~= "ladder" then
    mistake("use: %s is no ladder of dice: steps = { \"gone\", \"d4\", \"d6\" }", track.name)
  end
  if math.type(low) ~= "integer" then
    mistake("use: up to which number does it go down a step? use(\"%s\", 2)", track.name)
  end
  local die = owner[track.name]
  if not door.range(die) then return nil, false end
  local total = words.dice(die, track.name)
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
      mistake("pick: a weight is a whole number of at least 0, and this is %s", common.show(w))
    end
    sum = sum + w
    sums[i] = sum
  end
  return sums, sum
end

-- pick(list or kind, "why", weight, { secret = true }) -> one of them
function words.pick(list, why, by, with)
  if type(by) == "table" then by, with = nil, by end
  local items = records.items(list)
  if #items == 0 then mistake "pick: there is nothing to pick from" end
  local at, nth
  if by == nil then
    at, nth = recorder.pick(#items, why or "pick", nil, is_secret(with))
  else
    local sums, sum = add_weights(items, by)
    if sum == 0 then mistake "pick: nothing to pick from weighs anything" end
    at, nth = recorder.weighted(sums, sum, why or "pick", nil, is_secret(with))
  end
  place_roll(nth)
  return items[at]
end

-- --- charts ----------------------------------------------------------------

-- A chart without rows is a question: the answer is the row.
local function ask_chart(chart, about)
  local answer = questions.put({ name = chart.name, text = chart.ask, type = "text", default = "something",
    secret = chart.secret }, about)
  local r = { chart = chart.name, about = about,
    row = { at = "", name = answer, text = answer, chart = chart.name } }
  events.hook(chart.name, r)
  events.happen(chart.name, r.row.name, r.row.text,
    { secret = chart.secret or nil, chart = true, asked = true })
  return r.row, r
end

local row_fields <const> = { "total", "face" }

-- Rolls on a chart.  Sets total and face of r, or defers them when the recorder tells only the row.  Returns
-- the place of the row, and the number of the draw.
local function roll_row(chart, r, about, with, secret)
  local die = with and with.die and tostring(with.die) or chart.die
  if not die then
    mistake("roll: chart \"%s\" has no die; give one, { die = \"1d6\" }, or a place, { at = 3 }", chart.name)
  end
  local index, min, max, add = chart.index, chart.least, chart.greatest, with and with.add or 0
  local about_name = questions.name_of(about)
  local place, total, nth, face = recorder.row(die, index, min, max, add, chart.name, about_name, secret)
  r.total, r.face = total, face
  if not total then
    recorder.defer(r, row_fields, function()
      local sum, natural = recorder.total_of_row(die, index, min, max, add, place, nth)
      return { total = sum, face = natural }
    end)
  end
  return place, nth, total
end

-- The place of a row that is looked at, { at = 3 }.  Sets the total of r.
local function look_at_row(chart, r, with)
  local total = with.at + (with.add or 0)
  r.total = total
  return chart.index[math.max(chart.least, math.min(chart.greatest, total))], nil, total
end

-- Text and fields of the event that a row came up.
local function describe_row(row, about, total, nth, secret)
  return events.fill(row.text, about),
    { roll = nth and nth - 1, total = total, secret = secret, chart = true }
end

-- Raises when roll("hazard", { add = 1 }) was meant as roll("hazard", nil, { add = 1 }).
local function check_about(name, about, with)
  if with == nil and type(about) == "table" and getmetatable(about) == nil
    and (about.add or about.die or about.at or about.secret) then
    mistake("roll: what it is about comes first: roll(\"%s\", nil, { … })", name)
  end
end

-- roll("hazard", about, with) -> row, r
function words.roll(name, about, with)
  local chart = live.thing("charts", name, "roll")
  check_about(name, about, with)
  if not chart.index then return ask_chart(chart, about) end
  local secret, r = is_secret(chart, with), { chart = name, about = about }
  local place, nth, total
  if with and with.at then place, nth, total = look_at_row(chart, r, with)
  else place, nth, total = roll_row(chart, r, about, with, secret) end
  r.row = chart.sealed_rows[place]
  if not r.row then mistake("chart \"%s\" has no row for %s", name, tostring(total)) end
  events.hook(name, r)
  local row = r.row
  if type(row) ~= "table" or rawget(row, "name") == nil and getmetatable(row) == nil then
    mistake("on.%s: r.row must be a row, as chart.%s.NAME", name, name)
  end
  events.happen(name, row.name, describe_row, row, about, total, nth, secret)
  if row.does and not r.held then row.does(about, r) end
  return row, r
end

-- --- cards -----------------------------------------------------------------
-- The cards left of a deck are part of the state, in the order of the rules, so that two decks with the same
-- cards left are equal.

local function remaining(deck)
  local decks = live.S.decks
  if not decks[deck.name] then decks[deck.name] = common.copy(deck.cards) end
  return decks[deck.name]
end

-- draw "omens" -> a card, or nil when none is left
function words.draw(name, who)
  local deck = live.thing("decks", name, "draw")
  local cards = remaining(deck)
  if #cards == 0 then return nil end
  local secret, whose = is_secret(deck), type(who) == "table" and who.name or who
  local at, nth = recorder.pick(#cards, name, whose, secret)
  local card = table.remove(cards, at)
  events.happen(name, card, card,
    { roll = nth and nth - 1, left = #cards, secret = secret, chart = true, who = whose })
  events.hook(name, card, who)
  return card
end

-- put_back("omens", card): that card; put_back "omens": all of them
function words.put_back(name, card)
  local deck = live.thing("decks", name, "put_back")
  if card == nil then
    live.S.decks[name] = nil
    return
  end
  local have, cards = { [card] = 1 }, {}
  for _, c in ipairs(remaining(deck)) do have[c] = (have[c] or 0) + 1 end
  for _, c in ipairs(deck.cards) do
    if (have[c] or 0) > 0 then
      have[c] = have[c] - 1
      cards[#cards + 1] = c
    end
  end
  if not common.contains(deck.cards, card) then
    mistake("put_back: the deck \"%s\" has no card '%s'%s", name, tostring(card),
      common.hint(tostring(card), deck.cards))
  end
  if have[card] > 0 then mistake("put_back: '%s' is in the deck already", card) end
  live.S.decks[name] = cards
end

function words.shuffle(name) words.put_back(name) end

-- cards "omens" -> list of the cards left
function words.cards(name)
  local deck = live.thing("decks", name, "cards")
  return common.copy(live.S.decks[name] or deck.cards)
end

return words
