-- trespasser.spec.lua -- each row: the line typed, the dice, the answers; then what must hold.
tests "trespasser" {
  party = { { "A", intellect = 1, perception = 1 }, { "B", might = 1 }, { "C", hp = "3/20", recovery = 4, endurance = 5 } },
}

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

test "golden: eight rounds" { example = true,
  covers = { "TR-01", "TR-03", "TR-06", "TR-08", "TR-09", "TR-12", "TR-15", "TR-18", "TR-19", "TR-21", "TR-26", "TR-27", "TR-30", "TR-35", "TR-42", "TR-43" },
  house  = [[ setting.depletion = "ask"  setting.hide = "ask" ]],
  given  = { lights = { "torch A" } },
  { "advance hall; A search", dice = "d10:5 d20:10", sees = "asked.spent, moved, INTELLECT|PERCEPTION 10+2 = 12 vs 12, check.success", never = "encounter",
    party = { alarm = 1 }, here = "hall", lights = "torch A", minutes = 10 },
  { "stay; B batter door", dice = "d20:8", sees = "asked.spent, 8+1 = 9 vs 12, check.failure, door stays shut, loud", party = { alarm = 2 }, here = "hall", minutes = 20 },
  { "advance well", dice = "d10:3", sees = "asked.spent, encounter", want = in_order("alarm 3", "alarm 0", "encounter"), party = { alarm = 0 }, here = "well", minutes = 30 },
  { "stay; A other", sees = "asked.spent", party = { alarm = 1 }, minutes = 40 },
  { "advance shrine; A other", dice = "d10:3", sees = "asked.spent", never = "encounter", party = { alarm = 2 }, here = "shrine", minutes = 50 },
  { "hide", answers = { hidden = true, sparks = 1 }, sees = "asked.spent", party = { alarm = 0 }, here = "shrine", minutes = 60, waiting = "" },
  { "backtrack well; C rest", dice = "d10:1", answers = { dice_used = 2 }, sees = "asked.spent", never = "encounter",
    C = { endurance = 4, recovery = 2, hp = 15, food = 0 }, party = { alarm = 0 }, here = "well", minutes = 70 },
  { "hide", answers = { hidden = false }, sees = "asked.spent, encounter", party = { alarm = 0 }, lights = "torch A", minutes = 80, turn = 8 },
}
