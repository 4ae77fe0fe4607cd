-- belongings.lua -- what the party finds, hands on and leaves behind: the verbs found, give and drop.
--
-- A find that the rules do not count is an entry of S.finds, { what = "a silver key", who = "Bram" }: who has
-- it ("": the party), or room = where it lies.  The list is in the state only while there is something in it.
-- Things that the rules count, as in `found 3 torches`, are tracks of the party or of a member.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local names = module "play/names"
local party = module "play/party"
local records = module "play/records"
local status = module "play/status"
local tracks = module "play/tracks"
local verbs = module "play/verbs"
local belongings = {}

local refuse, resolve = events.refuse, names.resolve

-- --- reading ---------------------------------------------------------------

local articles <const> = common.set "a an the some"

-- "a silver key" without its article.
local function without_article(what)
  local first, rest = what:match "^(%a+)%s+(.+)$"
  return first and articles[first:lower()] and rest or what
end

-- The text by which finds are compared: without its article, in small letters.
local function bare(what) return without_article(what):lower() end

-- The track that counts things of this name; or nil.  The light "torch" is counted by the track that it
-- spends, torches, since that begins with its name; a lantern is not counted by its flasks.
local function track_of(name)
  local plain = live.R.tracks[name] or live.R.tracks[name .. "s"]
  local spends = not plain and live.R.lights[name] and live.R.lights[name].spends
  local is_plural = spends and spends:sub(1, #name) == name
  return plain or is_plural and live.R.tracks[spends] or nil
end

-- "3 torches" or "a torch" as a number that the rules count: returns the track, and how many; or nil.
-- of: "party" or "member".
local function counted(text, of)
  local n, name = text:match "^(%d+)%s+(.+)$"
  if not n then n, name = 1, without_article(text) end
  if #tostring(n) > 9 then return nil end      -- a code that they found, and no number of things
  local track = track_of(name)
  if not track or track.of ~= of or track.kind ~= "number" then return nil end
  return track, math.tointeger(tonumber(n))
end

-- The name, one of `known`, that the last words of the line mean, and the place of the first of them; or nil.
local function last_name(list, i, known)
  for at = i, #list do
    local name, used = names.take(list, at, known)
    if name and at + used > #list then return name, at end
  end
end

-- The member of this group whom the last words of the line mean, and the place of the first of them; or nil.
local function receiver(list, i)
  local name, at = last_name(list, i, names.members())
  if name then return live.member(name), at end
end

-- Puts a thing into a list of the state, "finds" or "notes", that is there only while something is in it.
function belongings.keep(key, thing)
  live.S[key] = live.S[key] or {}
  table.insert(live.S[key], thing)
end

-- Takes a thing out of "finds" or "notes".
function belongings.take(key, thing)
  local list = live.S[key]
  table.remove(list, common.contains(list, thing))
  if #list == 0 then live.S[key] = nil end
end

function belongings.where(fits) return common.where(live.S.finds or {}, fits) end

-- True if the group has the find at hand: it is the party's, a present member's of this group, or that of
-- somebody who is in no group any more.  What a member has who is elsewhere is not at hand.
local function is_carried(find)
  if find.room then return false end
  local who = live.named(find.who)
  return not who or not who.away and live.member(find.who) ~= nil
end

-- Searches finds or notes.  Returns two lists: those that a text names, and those that have a word that
-- begins with the text.
function belongings.named(text, things)
  local low, whole, near = bare(text), {}, {}
  for _, thing in ipairs(things) do
    local name = bare(thing.what or thing.text)
    if name == low then whole[#whole + 1] = thing
    elseif (" " .. name):find(" " .. low, 1, true) then near[#near + 1] = thing end
  end
  return whole, near
end

-- The find that a text means, of those for which fits(find) is true.  Refuses a text that means several.
local function find_named(text, fits)
  local whole, near = belongings.named(text, belongings.where(fits))
  if not whole[1] and #near > 1 then
    refuse("'%s' could be %s", text, common.list(common.map(near, function(f) return f.what end), "or"))
  end
  return whole[1] or near[1]
end

-- --- telling ---------------------------------------------------------------

local function subject(who) return who and who.name or "The party" end

-- Tells that a thing changes hands.  how: "found", "given" or "dropped"; who: the member who does it, or nil.
local function tell(how, text, what, who, fields)
  local all = fields or {}
  all.how, all.what, all.who = how, what, who and who.name or nil
  events.happen("handed", nil, text, all)
end

-- --- the verbs -------------------------------------------------------------

-- The member whom a line begins with: "Bram found a key".
local function one_of(doers)
  if not doers then return nil end
  if #doers > 1 then refuse("one at a time: %s, or %s", doers[1], doers[2]) end
  return live.member(doers[1])
end

local function line_of(who, verb, text)
  return (who and common.quoted(who.name) .. " " or "") .. verb .. " " .. text
end

-- Returns the owner, the party or else that member, whose track counts what a text means; the track, nil
-- where the rules count no such thing; and how many.
local function stock_of(who, text)
  local track, n = counted(text, "party")
  if track or not who then return live.party, track, n end
  return who, counted(text, "member")
end

-- Splits "3 torches, 2 oil and a rope" into its things, if the rules count one of them.  Else the text is one
-- thing, as "a cloak of black and gold" is one find.
local function things_of(who, text)
  local things = common.split((text:gsub("%s+and%s+", ", ")), "[^,%s][^,]*")
  local stocks = common.where(things, function(part)
    return select(2, stock_of(who, part)) or part:find "^%-?%d"
  end)
  return #stocks > 0 and things or { text }
end

-- A member or the party finds one thing: it is picked up if it lies here, or counted, or kept as a find.
local function find(who, text)
  local fewer = text:match "^%-%d+%s+(.+)$" or text:match "^0+%s+(.+)$" or text:match "^(%S+)%s+%-%d+$"
  if fewer and not live.replays then refuse("nobody finds %s; as in: found 1 %s", text, fewer) end
  local owner, track, n = stock_of(who, text)
  local here = not track and find_named(text, function(f) return f.room == live.party.room end)
  local what, holder = here and here.what or text, who and who.name or ""
  if here then here.room, here.who = nil, holder
  elseif not track then belongings.keep("finds", { what = text, who = holder }) end
  tell("found", ("%s %s %s."):format(subject(who), here and "picks up" or "finds", what), what, who)
  if track then tracks.gain(owner, track.name, n) end      -- after it is told, as events may follow
end

-- Words before a name that is part of the thing: "a picture of Bram".
local part_of <const> = common.set "of by from about with like and"

-- The member who finds a thing, and the place of its last word: "found a silver key Bram" names one last.
local function finder_and_last(list, i, doers)
  local who = one_of(doers)
  if who or live.replays then return who, #list end
  local to, at = receiver(list, i + 1)
  local before, name = to and list[at - 1]:lower(), table.concat(list, " ", at or 1):lower()
  local is_whole = to and (" " .. to.name:lower() .. " "):find(" " .. name .. " ", 1, true)
  if not is_whole or part_of[before] or articles[before] then return nil, #list end
  status.refuse_away(to)
  return to, (before == "to" or before == "for") and at - 2 or at - 1
end

-- found a silver key, Bram found 3 torches and a rope, found a silver key Bram
function verbs.found(list, i, _, doers)
  local who, last = finder_and_last(list, i, doers)
  local text = table.concat(list, " ", i, last)
  if text == "" then refuse("found what? as in: found a silver key, or Bram found 2 torches") end
  -- A journal has a line for each thing, put together at the end of this function.
  return table.concat(common.map(live.replays and { text } or things_of(who, text), function(thing)
    find(who, thing)
    return line_of(who, "found", thing)
  end), "; ")
end

-- A burning light that a text means, held by `from` (nil: anybody) and not by `to`; or nil.
local function lamp_of(text, from, to)
  local kind = resolve(bare(text), live.R.kinds.light:names())
  return kind and common.first(live.party.lights, function(lamp)
    local holder = lamp.holder
    return lamp.kind == kind and holder ~= (to and to.name) and (not from or holder == from.name)
  end)
end

-- Bram give 2 food Pike: what the rules count of each member.
local function give_counted(from, to, text)
  local track, n = counted(text, "member")
  if not track then return false end
  if not from then refuse("who gives it? as in: %s give %s %s", names.members()[1], text, to.name) end
  if from[track.name] < n then refuse("%s has %s", from.name, tracks.value_text(from[track.name])) end
  tell("given", ("%s gives %s to %s."):format(from.name, text, to.name), text, from, { to = to.name })
  tracks.lose(from, track.name, n)
  tracks.gain(to, track.name, n)
  return true
end

-- Hands a burning light to a member.
local function give_lamp(lamp, to)
  local label, giver = records.lamp_name(lamp), live.member(lamp.holder)
  lamp.holder = to.name
  tell("given", ("%s takes %s."):format(to.name, label), lamp.kind, giver, { to = to.name })
end

-- Hands a thing that was found to a member.  from: who gives it, if that was typed; or nil.
local function give_find(find, from, to)
  local giver = live.member(find.who) or from
  find.who = to.name
  local sentence = giver and ("%s gives %s to %s."):format(giver.name, find.what, to.name)
    or ("%s takes %s."):format(to.name, find.what)
  tell("given", sentence, find.what, giver, { to = to.name })
end

-- give 2 torches Pike, where Pike is with another group: supplies of this group become that group's.  No
-- hook runs, as they are only counted elsewhere.  Returns the line in full, or nil if it names nobody there.
local function give_apart(list, i)
  local apart = {}
  for at, group in ipairs(live.S.parties) do
    if at ~= live.S.at then common.append(apart, common.names(group.members)) end
  end
  local name, at = last_name(list, i + 1, apart)
  if not name then return nil end
  if list[at - 1]:lower() == "to" and at - 2 >= i then at = at - 1 end
  local text = table.concat(list, " ", i, at - 1)
  local track, n = counted(text, "party")
  if not track or not party.is_supply(track) then refuse("%s is with another group", name) end
  local from, to = live.party, live.S.parties[live.group_of(name)]
  if from[track.name] < n then refuse("there are only %s", tracks.value_text(from[track.name])) end
  from[track.name] = from[track.name] - n
  to[track.name] = math.min(to[track.name] + n, tracks.max_of(to, track) or math.huge)
  text = text:find "^%d" and text or "1 " .. without_article(text)
  tell("given", ("%s gets %s."):format(name, text), text, nil, { to = name })
  return "give " .. text .. " " .. common.quoted(name)
end

-- Refuses what nobody can give: the receiver has it, or nobody has.
local function refuse_gift(text, to)
  local has_it = lamp_of(text, to, nil) or find_named(text, function(find) return find.who == to.name end)
  if has_it then refuse("%s has it already", to.name) end
  local track = counted(text, "party")
  if track then refuse("all who are here have the same %s; nobody gives them away", track.name) end
  refuse("nobody has '%s' to give; type 'found %s %s' if it was just found", text, text, to.name)
end

-- give torch Ysolde, give the silver key to Pike, Bram give 2 food Pike
function verbs.give(list, i, _, doers)
  local from = one_of(doers)
  local to, to_at = receiver(list, i + 1)
  local line = not to and give_apart(list, i)
  if line then return line end
  if not to then refuse("give what, and to whom? as in: give torch %s", names.members()[1] or "Bram") end
  local last = to_at - 1
  if last > i and list[last]:lower() == "to" then last = last - 1 end
  local text = table.concat(list, " ", i, last)
  status.refuse_away(to)
  local lamp = lamp_of(text, from, to)
  local find = not lamp and find_named(text, function(f)
    local may_give = not from or f.who == from.name or f.who == ""         -- "": the party has it
    return is_carried(f) and f.who ~= to.name and may_give
  end)
  if lamp then give_lamp(lamp, to)
  elseif find then give_find(find, from, to)
  elseif not give_counted(from, to, text) then refuse_gift(text, to) end
  return line_of(from, "give", text .. " " .. common.quoted(to.name))
end

-- drop silver key, Bram drop 2 torches
function verbs.drop(list, i, _, doers)
  local who, text = one_of(doers), table.concat(list, " ", i)
  if text == "" then refuse("drop what? as in: drop silver key") end
  local find = find_named(text, function(f) return is_carried(f) and (not who or f.who == who.name) end)
  local owner, track, n = stock_of(who, text)
  if find then
    local holder = live.member(find.who)
    find.room, find.who = live.party.room, nil
    tell("dropped", ("%s leaves %s behind."):format(subject(holder), find.what), find.what, holder)
  elseif track then
    if owner[track.name] < n then refuse("there are only %s", tracks.value_text(owner[track.name])) end
    tell("dropped", ("%s leaves %s behind."):format(subject(who), text), text, who)
    tracks.lose(owner, track.name, n)
  else
    refuse("nobody has '%s'; a light is put out with snuff", text)
  end
  return line_of(who, "drop", text)
end

return belongings
