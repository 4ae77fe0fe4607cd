-- places.lua -- rooms as the party walks them: the verbs go, move and map.  Ways from room to room are the
-- rooms' exits, which words.go learns.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local names = module "play/names"
local notes = module "table/notes"
local sheet_lines = module "table/sheet_lines"
local state = module "play/state"
local verbs = module "play/verbs"
local words = module "play/words"

-- go crypt: walks there, without a turn.  Rules with a move or go run theirs (vocabulary.find).
function verbs.go(list, i)
  local text = table.concat(list, " ", i)
  if text == "" then
    local exits = live.env.here and live.env.here.exits or {}
    events.refuse("where to? %s", #exits > 0 and "from here: " .. common.list(exits, "or")
      or "a new name makes a new room, as in: go crypt")
  end
  if text:find "^[xX]%s*%d+$" then events.refuse "walking to a room takes no turn here; name the room" end
  local name, full = names.room_to(text)     -- an unknown name stays as typed; words.go makes the room
  if common.is_long(name) then
    events.refuse("the name of a room has at most %d letters", common.name_max)
  end
  if name == live.party.room then events.refuse("they are %s already", common.in_room(name)) end
  words.go(name)
  return "go " .. full
end

function verbs.move(list, i) return (verbs.go(list, i):gsub("^go", "move")) end

-- The exits of a room as texts, with a mark behind rooms that nobody has seen.
local function ways_of(room)
  return common.map(room.exits, function(exit)
    local to = state.find_room(exit)
    return exit .. (to and to.seen and "" or " (not seen)")
  end)
end

-- map: every room that was seen, with its ways.
function verbs.map()
  local page, rooms = sheet_lines.new(), {}
  for _, room in ipairs(state.rooms()) do
    local here = room.name == live.party.room
    -- The room where play began is none of theirs until a way leads to it.
    if room.seen and (here or room.name ~= state.START or #room.exits > 0) then
      local ways = ways_of(room)
      rooms[#rooms + 1] = { name = room.name, here = here or nil, ways = common.copy(room.exits) }
      page:line(2):add("name", room.name):add("text", here and " (you are here)" or "")
      page:add("text", #ways > 0 and ": " .. table.concat(ways, ", ") or ": no way known")
      for _, trap in ipairs(notes.where(function(n) return n.trap and n.room == room.name end)) do
        page:add("text", "; trap: " .. trap.text)
      end
    end
  end
  page:show { rooms = rooms }
  return "map"
end

return { ways_of = ways_of }
