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
local orphaned_state = module "play/orphaned_state"
local state = module "play/state"
local verbs = module "play/verbs"
local notes = {}

local refuse = events.refuse

function notes.where(fits) return common.where(live.S.notes or {}, fits) end

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
  local is_prose = not about or about == "" or #about > 60     -- a colon this far along is a sentence's
  if is_prose then return plain_note(list, i, rest) end
  local note = subject(about)
  if text then
    note.text = text
    belongings.keep("notes", note)
    events.happen("note", nil, rest, { secret = true })
  else
    local taken = notes.where(function(n) return about_same(n, note) and not n.trap end)
    if #taken == 0 then refuse("there is no note about %s here", about) end
    for _, gone in ipairs(taken) do belongings.take("notes", gone) end
    tell(("The note about %s is gone."):format(about))
  end
  return "note " .. rest
end

-- Returns the room that the words from i on begin with, and the index behind its name: "here", or as many
-- words as make the name of a room they know.  Without such a name it is the room where they are, and i.
local function room_of_trap(list, i)
  if (list[i] or ""):lower() == "here" then return live.party.room, i + 1 end
  for last = #list - 1, i, -1 do
    local known = state.room_called(table.concat(list, " ", i, last))
    if known then return known.name, last + 1 end
  end
  return live.party.room, i
end

-- trap a pit, trap here a pit, trap crypt a needle in the lock; trap ossuary: spikes, of a room to come
function verbs.trap(list, i, rest)
  local ahead, text = rest:match "^([^:]+):%s+(.+)$"
  local room, from
  if ahead then room = names.room(ahead)
  else
    room, from = room_of_trap(list, i)
    text = table.concat(list, " ", from)
  end
  if text == "" then refuse("which trap? as in: trap here a pit") end
  belongings.keep("notes", { room = room, text = text, trap = true })
  tell(("A trap in %s: %s."):format(room, text))
  if ahead then return "trap " .. room .. ": " .. text end
  return "trap " .. (room == live.party.room and "here" or common.quoted(room)) .. " " .. text
end

-- --- forget ----------------------------------------------------------------

local forget_orphans = verbs.forget

local function text_of(thing) return thing.what or thing.text end

-- forget pit: takes notes, traps and finds of that name away.  Orphaned state of that name comes before them
-- (verbs.forget).
function verbs.forget(list, i)
  local name = table.concat(list, " ", i)
  local is_orphan = name == "" or common.contains(orphaned_state.names(), name)
  local all = common.append(common.append({}, live.S.finds or {}), live.S.notes or {})
  local whole, near = belongings.named(name, all)
  local things = whole[1] and whole or near
  if is_orphan or not things[1] then return forget_orphans(list, i) end
  for _, thing in ipairs(things) do belongings.take(thing.what and "finds" or "notes", thing) end
  events.happen("corrected", nil, "Forgotten: " .. table.concat(common.map(things, text_of), "; ") .. ".",
    { correction = true, secret = true })
  return "forget " .. name
end

return notes
