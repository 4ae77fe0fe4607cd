-- ladders.lua -- dice that step up and down, dice that are used up, pools that grow.
local chance = module "play/chance"
local common = module "common"
local lists = module "play/lists"
local tracks = module "play/tracks"
local words = {}

local shop = { "d4", "d6", "d8", "d10", "d12", "d20" }      -- the usual ladder, where a rule gives no other

-- next_die("d6", 1, ladder) -> the die n steps up (or down, n below 0); nil past the end
function words.next_die(die, n, ladder)
  local steps = ladder and lists.items(ladder) or shop
  local bare = tostring(die):gsub("^1d", "d")
  local at = common.contains(steps, bare)
  if not at then
    error("next_die: '" .. tostring(die) .. "' is not on the ladder " .. table.concat(steps, " "), 0)
  end
  return steps[at + (n or 1)]
end

-- use([owner,] "rations", 2) -> what its die showed, whether it stepped down; nil when it was used up before
function words.use(a, b, c)
  local owner, track, low = tracks.read("use", a, b, c)
  if track.kind ~= "ladder" then
    error("use: " .. track.name .. " is no ladder of dice: steps = { \"gone\", \"d4\", \"d6\" }", 0)
  end
  if math.type(low) ~= "integer" then
    error("use: up to which number does it go down a step? use(\"" .. track.name .. "\", 2)", 0)
  end
  local die = owner[track.name]
  if not door.range(die) then return nil, false end
  local total = chance.dice(die, track.name)
  local down = total <= low
  if down then tracks.lose(owner, track.name) end
  return total, down
end

-- pool(3, "d6", "tension") -> list of faces, total; a pool may be empty
function words.pool(n, die, why)
  if math.type(n) ~= "integer" or n < 0 then
    error("pool: a whole number of dice is needed, and this is " .. common.show(n), 0)
  end
  if n == 0 then return {}, 0 end
  return chance.faces(n .. tostring(die), why)
end

return words
