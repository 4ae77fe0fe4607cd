-- saltmarsh.lua -- the drowned abbey below the salt marsh: whoever leaves a sign is who comes next.
extends "dungeon-exploration"

member "Bram"   { str = 2, con = 1 }
member "Ysolde" { wis = 1 }
member "Pike"   { dex = 2, con = -1 }

track.torches.start = 4

-- The creatures that live here.
chart.creatures { die = "1d6", secret = true,
  { "1-2", "eels",     "eels as long as oars" },
  { "3",   "drowned",  "two drowned lay brothers, still at their chores" },
  { "4-5", "ghouls",   "ghouls, three of them" },
  { "6+",  "cellarer", "the cellarer, who kept his keys" } }

-- A sign fixes the next encounter.
track "near" { start = "", secret = true, help = "who left the last sign" }
local wanderer = rule.wanderer
function on.creatures(r) if turn.danger == "sign" then party.near = r.row.text end end
function rule.wanderer()
  local near = party.near
  party.near = ""
  return near ~= "" and near or wanderer()
end
