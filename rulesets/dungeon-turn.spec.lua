-- dungeon-turn.spec.lua -- each row: the line typed, the dice, the answers; then what must hold.
tests "dungeon-turn" {
  party = { { "A", hp = 20, int = 2, str = 2, skills = { climb = 4 } }, { "B", hp = 20, skills = { sneak = 2 } } },
  given = { inside = true },
}

-- So many turns in which nothing comes of the hazard die.
local function quiet(n) return ("d6:6 "):rep(n) end

-- The events happen in this order: kinds, kinds with names, or parts of their texts.
local function in_order(...)
  local wanted = { ... }
  return function(g)
    local i = 1
    for _, e in ipairs(g.events) do
      local item = wanted[i]
      if item and (e.kind == item or e.kind .. "." .. (e.name or "") == item or e.kind ~= "turn" and e.text:find(item, 1, true)) then i = i + 1 end
    end
    if wanted[i] then return "'" .. wanted[i] .. "' did not come in its place" end
  end
end

-- The question was asked, and settled itself so.
local function by_default(id, value)
  return function(g)
    for _, e in ipairs(g.events) do
      if e.kind == "asked" and e.name == id then
        if not e.defaulted or e.answer ~= value then return id .. " was answered " .. tostring(e.answer) end
        return
      end
    end
    return id .. " was not asked"
  end
end

local pack = {
  { name = "scroll", class = "spell" }, { name = "ring", class = "magic" }, { name = "candlestick", value = 30 },
  { name = "rope", value = 1 }, { name = "sword", class = "weapon" }, { name = "shield", class = "armour" },
}

test "golden: ten turns and a return" { example = true,
  covers = { "DT-01", "DT-03", "DT-19", "DT-37", "DT-42", "DT-43", "DT-44", "DT-47", "DT-50", "DT-51" },
  party = { { "A", skills = { sneak = 2, climb = 4, cook = -1 }, items = pack, hp = 20 }, { "B", skills = { sneak = 2 }, items = pack, hp = 20 } },
  given = { inside = true, calm = 6, lights = { "torch A" }, torches = 1 },
  { "move", dice = "d6:5", sees = "hazard.free", never = "depletion",
    A = { weariness = "fresh" }, B = { weariness = "fresh" }, lamps = { { flame = "lit" } }, minutes = 10 },
  { "move", dice = "d6:1 2d6:2,3", sees = "hazard.encounter, disposition.unfriendly, encounter, far, coming nearer",
    A = { weariness = "fresh" }, B = { weariness = "fresh" }, lamps = { { flame = "lit" } }, minutes = 20 },
  { "search", dice = "d6:2", sees = "hazard.fatigue",
    A = { weariness = "fresh", owes_rest = true }, B = { weariness = "fresh", owes_rest = true }, lamps = { { flame = "lit" } }, minutes = 30 },
  { "A move + B rest", dice = "d6:4", sees = "hazard.free",
    A = { weariness = "tired", owes_rest = false }, B = { weariness = "fresh", owes_rest = false }, lamps = { { flame = "lit" } }, minutes = 40 },
  { "move", dice = "d6:3", sees = "hazard.signs",
    A = { weariness = "tired" }, B = { weariness = "fresh" }, lamps = { { flame = "lit" } }, minutes = 50 },
  { "move", dice = "d6:5", sees = "hazard.free",
    A = { weariness = "tired" }, B = { weariness = "fresh" }, lamps = { { flame = "lit" } }, minutes = 60 },
  { "move", dice = "d6:5", sees = "hazard.depletion",
    A = { weariness = "tired" }, B = { weariness = "fresh" }, lamps = { { flame = "dim" } }, minutes = 70 },
  { "move", dice = "d6:2", sees = "hazard.fatigue",
    A = { weariness = "tired", owes_rest = true }, B = { weariness = "fresh", owes_rest = true }, lamps = { { flame = "dim" } }, minutes = 80 },
  { "move", dice = "d6:5", sees = "hazard.depletion",
    A = { weariness = "exhausted" }, B = { weariness = "tired" }, lights = "", minutes = 90 },
  { "light torch A; move", dice = "d6:6", sees = "hazard.free",
    A = { weariness = "exhausted" }, B = { weariness = "tired" }, lights = "torch A", lamps = { { flame = "lit" } }, party = { torches = 0 }, minutes = 100, turn = 10 },
  { "leave", dice = "2d20:14,8 d20:13", answers = { exit = "roll", way = "arduous", length = 2, rooms = 3 },
    sees = { "vs 15", "A loses 3 items: rope, candlestick, sword", "check.success" }, never = "B loses",
    party = { inside = false }, lights = "torch A", minutes = 100 },
}
