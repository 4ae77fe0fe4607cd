-- flower.lua -- a flower of hexes, on which a die moves the weather, a mood or a war from day to day.
--
-- A part.  Gives: the kind flower; rule.drift(flower.sky, at, "ne"), the hex on that side; rule.petal(flower.sky, at),
--   what stands in a hex.  Hexes are numbered from the north of the westernmost column on.
-- Wants: a flower, its columns from west to east and each from north to south, and a track that is on one of its hexes:
--   flower "sky" { columns = { "hot fair clear", "wind hot fair dry", "snow wind fair hot dry", … } }.
-- A house file changes: a flower's columns; stays, of which hexes nobody falls off the edge.

kind "flower" { columns = "list", stays = {} }

local sides = { n = { 0, -1 }, ne = { 1, -1 }, se = { 1, 0 }, s = { 0, 1 }, sw = { -1, 1 }, nw = { -1, 0 } }

function rule.hexes(map)
  local list, far = {}, #map.columns // 2
  for x = -far, far do
    local y = math.max(-far, -far - x)
    for name in map.columns[x + far + 1]:gmatch "%S+" do
      table.insert(list, { name = name, x = x, y = y })
      y = y + 1
    end
  end
  return list
end
function rule.petal(map, at) return rule.hexes(map)[at].name end

-- Off the edge it is the other end of that line, or nowhere from a hex that stays.
function rule.drift(map, at, way)
  local list, side = rule.hexes(map), sides[way]
  local function beside(hex, n)
    for i, other in ipairs(list) do
      if other.x == hex.x + n * side[1] and other.y == hex.y + n * side[2] then return i end
    end
  end
  local to = beside(list[at], 1)
  if to or has(map.stays, list[at].name) then return to or at end
  local last = at
  while beside(list[last], -1) do last = beside(list[last], -1) end
  return last
end
