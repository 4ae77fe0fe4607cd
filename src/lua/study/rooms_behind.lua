-- rooms_behind.lua -- names for rooms that rules only need to be new (new_name), and the rooms of such names
-- that the party has left behind: in exact odds, and in simulations with the memo, they are no part of the
-- state, as long as nobody looks for one.
--
-- Example: in trespasser each `move` leads to new_name "room". With the names that play gives, each state
-- would have all rooms so far, and no state would ever come again. Here a name is free again when its
-- room has left the state, and no exit leads there: the rooms are "room 2", "room 3", "room 4", "room 3",
-- "room 4" …
--
-- When somebody looks for a room that may be one of those, lists all rooms, or keeps such a name in a track,
-- the study begins again with all rooms in the state.
local common = module "common"
local live = module "play/live"
local recorder = module "play/recorder"
local rooms_behind = {}

local given = {}                              -- word for which a name was given -> pattern of such names
local just_given                              -- the name given last in this line: surely a new room's

-- Returns "room" for "room 7"; nil for other names.
local function word_of(name) return name:match "^(.*) [1-9]%d*$" end

-- Lists the names of rooms that the host keeps in the state: of rooms and of their exits, and of those where
-- groups are and came from.
local function names_in_state()
  local list = {}
  for _, room in ipairs(live.S.rooms) do
    list[#list + 1] = room.name
    common.append(list, room.exits)
  end
  for _, party in ipairs(live.S.parties) do
    list[#list + 1] = party.room
    common.append(list, rawget(party, "came") or {})
  end
  return list
end

-- recorder.new_name: the name with the lowest number that no room has.
function rooms_behind.new_name(word)
  local S, made, n = live.S, live.R.kinds.room.entries, 1
  repeat n = lists.free_number(word .. " ", n + 1, S.rooms, S.parties) until not made[word .. " " .. n]
  if not given[word] then given[word] = word:gsub("%p", "%%%0") .. " [1-9]" end
  just_given = word .. " " .. n
  return just_given
end

-- recorder.looks_for_room: stops the play when the room of that name may be one that was left out; name nil:
-- all rooms are looked at.
local function look(name)
  local behind = live.S.rooms_behind
  if not behind or name and name == just_given then return end
  if not name or behind[word_of(name)] then common.stop { stop = "room" } end
end

local function names_in(text, pattern) return select(2, text:gsub(pattern, "")) end

-- Stops the play when a state, in bytes, has a name that was given elsewhere than where the host keeps names
-- of rooms: rules keep it, and may look for that room.
function rooms_behind.check_state(bytes)
  for _, pattern in next, recorder.looks_for_room and given or {} do
    local n = 0
    for _, name in ipairs(names_in_state()) do n = n + names_in(name, pattern) end
    if names_in(bytes, pattern) ~= n then common.stop { stop = "room" } end
  end
end

-- Stops the play when the value of a track, in bytes, has a name that was given.
function rooms_behind.check_value(bytes)
  for _, pattern in next, recorder.looks_for_room and given or {} do
    if bytes:find(pattern) then common.stop { stop = "room" } end
  end
end

-- A line begins.
function rooms_behind.line_begins() just_given = nil end

-- True if a name was given that another room may have, too.
function rooms_behind.names_were_given() return next(given) ~= nil end

-- True if rooms may be left out. Without the memo all rooms stay.
local function may_leave_out() return recorder.looks_for_room and next(given) and replay.remembers() end

-- Returns the rooms that stay in the state: those of other names, those in which a group is, and those that a
-- rule file makes. Notes the words of the others in S.rooms_behind.
local function rooms_that_stay(S)
  local is_here, stay = {}, {}
  for _, party in ipairs(S.parties) do is_here[party.room] = true end
  for _, room in ipairs(S.rooms) do
    local word = word_of(room.name)
    if not given[word] or is_here[room.name] or live.R.kinds.room.entries[room.name] then
      stay[#stay + 1] = room
    else
      S.rooms_behind = S.rooms_behind or {}
      S.rooms_behind[word] = true
    end
  end
  return stay
end

-- Leaves rooms out of the state, if they may be.
function rooms_behind.leave_out()
  if not may_leave_out() then return end
  local S = live.S
  local stay = rooms_that_stay(S)
  if #stay == #S.rooms then return end
  S.rooms = stay
  -- The way back would keep rooms in the state.  `go back` lists all rooms first: then they stay (look).
  for _, party in ipairs(S.parties) do rawset(party, "came", nil) end
end

-- True when a play ended because somebody looked for a room. All rooms stay from now on.
function rooms_behind.was_seen(err)
  if err.stop ~= "room" then return false end
  rooms_behind.done()
  return true
end

function rooms_behind.begin()
  given, just_given = {}, nil
  recorder.install { looks_for_room = look }
end

function rooms_behind.done() recorder.install { looks_for_room = recorder.person.looks_for_room } end

return rooms_behind
