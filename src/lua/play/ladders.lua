-- ladders.lua -- dice that step up and down, dice that are used up, pools that grow, degrees of success.
local chance = module "play/chance"
local common = module "common"
local live = module "play/live"
local tracks = module "play/tracks"
local words = {}

local shop = { "d4", "d6", "d8", "d10", "d12", "d20" }      -- the dice that are sold; a ladder of one's own is given

-- next_die("d6", 1, ladder) -> the die n steps up (or down, n below 0); nil past the end
function words.next_die(die, n, ladder)
  local steps = ladder and live.words.items(ladder) or shop
  local bare = tostring(die):gsub("^1d", "d")
  local at = common.contains(steps, bare)
  if not at then error("next_die: '" .. tostring(die) .. "' is not on the ladder " .. table.concat(steps, " "), 0) end
  return steps[at + (n or 1)]
end

-- use([owner,] "rations", 2) -> what its die showed, whether it went down a step; nil when it was used up before
function words.use(a, b, c)
  local owner, track, low = tracks.read("use", a, b, c)
  if track.kind ~= "ladder" then error("use: " .. track.name .. " is no ladder of dice: steps = { \"gone\", \"d4\", \"d6\" }", 0) end
  if math.type(low) ~= "integer" then error("use: up to which number does it go down a step? use(\"" .. track.name .. "\", 2)", 0) end
  local die = owner[track.name]
  if not door.range(die) then return nil, false end
  local total = chance.dice(die, track.name)
  local down = total <= low
  if down then tracks.lose(owner, track.name) end
  return total, down
end

-- pool(3, "d6", "tension") -> list of faces, total; a pool may be empty
function words.pool(n, die, why)
  if math.type(n) ~= "integer" or n < 0 then error("pool: a whole number of dice is needed, and this is " .. common.show(n), 0) end
  if n == 0 then return {}, 0 end
  return chance.faces(n .. tostring(die), why)
end

-- degrees(c, 5) -> how many full fives a check was over its DC; below 0, under it
function words.degrees(c, size)
  if type(c) ~= "table" or c.margin == nil then error("degrees: a check is needed, as: local ok, c = check(…)", 0) end
  if type(size) ~= "number" or size <= 0 then error("degrees: a size is needed, degrees(c, 5)", 0) end
  return c.margin >= 0 and c.margin // size or -(-c.margin // size)
end

return words
