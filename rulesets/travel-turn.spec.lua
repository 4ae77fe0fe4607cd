-- travel-turn.spec.lua -- each row: the line typed, the dice, the answers; then what must hold.
tests "travel-turn" {
  party = { { "A", hp = 9, dex = 18, proficient = { "dex" } }, { "B", hp = 9, dex = 16, proficient = { "dex" }, load = 4, goods = { "purse", "skull", "sword", "armour" } } },
}

-- So many hours of which nothing bad comes.
local function quiet(n) return ("d20:20 "):rep(n) end

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

test "golden: four hours and a return" { example = true,
  covers = { "TT-73", "TT-75", "TT-76", "TT-78", "TT-79", "TT-83", "TT-82", "TT-84", "TT-86", "TT-88", "TT-89", "TT-91", "TT-94", "TT-95", "TT-102", "TT-103" },
  given = { lights = { "torch A", "lantern B" }, torches = 3 },
  { "clock 2", dice = "d6:3 d6:2", sees = { "05:00 (5) pre-dawn" }, time = "05:00", lights = "torch A, lantern B" },
  { "travel", dice = "d20:15", sees = { "travel.nearer", "light_out.torch", "kindled.torch", "06:00 (6) pre-dawn" }, time = "06:00",
    lights = "lantern B, torch A", lamps = { { left = 2 }, { left = 1 } }, party = { torches = 2 } },
  { "travel cautious", dice = "d20:1 d20:12", sees = { "travel.nearer", "light_out.torch", "kindled.torch", "07:00 (6,1) morning" }, time = "07:00",
    lights = "lantern B, torch A", lamps = { { left = 1 }, { left = 1 } }, party = { torches = 1 } },
  { "travel careless", dice = "d20:20 d20:2", sees = { "travel.soon", "light_out.torch", "light_out.lantern", "kindled.torch", "08:00 (6,2) morning" }, time = "08:00",
    lights = "torch A", party = { torches = 0 } },
  { "travel", dice = "d20:20", sees = { "travel.nothing", "light_out.torch", "09:00 (6,3) morning" }, time = "09:00", lights = "" },
  { "home 4", dice = "d20:11 d20:7", answers = { ["return"] = "roll", path = "arduous" },
    sees = { "11+6 = 17 vs 14, success", "7+5 = 12 vs 14, failure", "B loses purse", "B loses skull", "13:00 (6,6,1) afternoon" }, never = "sword",
    time = "13:00", A = { hp = 9 }, B = { hp = 9, load = 2, goods = { "sword", "armour" } } },
}
