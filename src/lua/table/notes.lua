-- notes.lua -- what the game master writes about rooms, doors and people: the verbs note, trap and forget.
--
-- An entry of S.notes is { room = "crypt", on = "door", text = "sticks" }, with trap = true for a trap; about
-- a member, who = "Bram" stands in place of the room.  The list is in the state only while there is something
-- in it.  Nobody but the game master sees these; `go` (play/words.lua) tells of a room's notes when the party
-- comes back.
local belongings = module "table/belongings"
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local names = module "play/names"
local state = module "play/state"
local verbs = module "play/verbs"
local notes = {}

local refuse = events.refuse

-- The notes for which fits(note) is true.
function notes.where(fits)
  local out = {}
  for _, note in ipairs(live.S.notes or {}) do
    if fits(note) then out[#out + 1] = note end
  end
  return out
end

-- Takes every note out of the state for which fits(note) is true; returns how many they were.
local function take(fits)
  local list, taken = live.S.notes or {}, 0
  for i = #list, 1, -1 do
    if fits(list[i]) then
      table.remove(list, i)
      taken = taken + 1
    end
  end
  if #list == 0 then live.S.notes = nil end
  return taken
end

local function keep(note)
  live.S.notes = live.S.notes or {}
  table.insert(live.S.notes, note)
end

local function tell(text) events.happen("noted", nil, text, { secret = true }) end

-- --- notes -----------------------------------------------------------------

-- The subject of a note: { room, on } or { who }.  about: the words before the colon.
local function subject(about)
  local who = names.resolve(about, names.members())
  if who and who:lower() == about:lower() then return { who = who } end
  local room = state.find_room(names.room(about))
  if about:lower() == "here" then return { room = live.party.room } end
  if room then return { room = room.name } end
  return { room = live.party.room, on = about }
end

local function about_same(a, b) return a.room == b.room and a.who == b.who and a.on == b.on end

local plain_note = verbs.note

-- note TEXT goes into the log; note door: sticks stays with the room, note Bram: owes 5 gp with the member.
-- note door: takes such a note away.
function verbs.note(list, i, rest)
  local about, text = rest:match "^([^:]-)%s*:%s+(.+)$"
  if not about then about = rest:match "^([^:]-)%s*:$" end
  if not about or about == "" or #about > 60 then return plain_note(list, i, rest) end
  local note = subject(about)
  if text then
    note.text = text
    keep(note)
    events.happen("note", nil, rest, { secret = true })
  elseif take(function(n) return about_same(n, note) and not n.trap end) == 0 then
    refuse("there is no note about %s here", about)
  else
    tell(("The note about %s is gone."):format(about))
  end
  return "note " .. rest
end

-- trap a pit, trap here a pit, trap crypt a needle in the lock
function verbs.trap(list, i)
  local room, from = live.party.room, i
  if (list[i] or ""):lower() == "here" then from = i + 1
  else
    for last = #list - 1, i, -1 do
      local known = from == i and state.find_room(table.concat(list, " ", i, last))
      if known then room, from = known.name, last + 1 end
    end
  end
  local text = table.concat(list, " ", from)
  if text == "" then refuse("which trap? as in: trap here a pit") end
  keep { room = room, text = text, trap = true }
  tell(("A trap in %s: %s."):format(room, text))
  return "trap " .. (room == live.party.room and "here" or common.quoted(room)) .. " " .. text
end

-- --- forget ----------------------------------------------------------------

local forget_orphans = verbs.forget

-- True if a text has the words; both in small letters.
local function mentions(text, words) return (" " .. text:lower()):find(" " .. words, 1, true) ~= nil end

-- forget pit: takes notes, traps and finds of that name away; else what verbs.forget does with the rules'.
function verbs.forget(list, i)
  local name = table.concat(list, " ", i)
  local low = belongings.bare(name)
  local function is_meant(text) return mentions(belongings.bare(text), low) end
  local finds = name ~= "" and belongings.where(function(f) return is_meant(f.what) end) or {}
  for _, find in ipairs(finds) do belongings.take(find) end
  local taken = name ~= "" and take(function(n) return is_meant(n.text) end) or 0
  if #finds + taken == 0 then return forget_orphans(list, i) end
  events.happen("corrected", nil, "Forgotten: " .. name .. ".", { correction = true, secret = true })
  return "forget " .. name
end

return notes
